// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "per_task.h"

#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file of a task. The entry stays after the task's end: another task with the same tid appends its lines. */
struct task {
	uint32_t tid;
	bool opened;
	struct output out;
	struct sctrace_text *text; /* NULL: the file is closed */
};

struct per_task {
	struct sctrace *trace;
	struct sctrace_text_opts opts;
	const struct options *o;
	void *tasks; /* tree of struct task, by tid */
	int err;     /* the first error of a file or sink, after which nothing is written */
};

int per_task__new(struct per_task **out, struct sctrace *t, const struct sctrace_text_opts *opts,
		  const struct options *o)
{
	struct per_task *p = calloc(1, sizeof(*p));

	if (!p)
		return -ENOMEM;
	p->trace = t;
	p->opts = *opts;
	p->opts.prefix = o->format.show_pid ? SCTRACE_PREFIX_PID : SCTRACE_PREFIX_NONE;
	p->o = o;
	*out = p;
	return 0;
}

static int by_tid(const void *a, const void *b)
{
	uint32_t x = ((const struct task *)a)->tid, y = ((const struct task *)b)->tid;

	return (x > y) - (x < y);
}

static void task_close(struct task *t)
{
	sctrace_text_free(t->text);
	t->text = NULL;
	output__close(&t->out);
}

static int task_open(struct per_task *p, struct task *t)
{
	struct sctrace_text_opts opts = p->opts;
	char *path;
	int err;

	if (asprintf(&path, "%s.%u", p->o->output, t->tid) < 0)
		return -ENOMEM;
	t->out.o = p->o;
	err = output__file(&t->out, path, t->opened || p->o->append);
	t->out.path = NULL;
	free(path);
	if (err)
		return p->err = -ECANCELED;
	t->opened = true;
	opts.tid = t->tid;
	opts.ctx = &t->out;
	opts.write_spans = t->out.color.on ? output__write_spans : NULL;
	return sctrace_text_new(&t->text, p->trace, &opts);
}

static struct task *task_find(const struct per_task *p, uint32_t tid)
{
	struct task key = { .tid = tid }, **at = tfind(&key, &p->tasks, by_tid);

	return at ? *at : NULL;
}

/* Finds or creates the task's entry, and opens its sink. Returns 0 or -errno. */
static int task_get(struct per_task *p, uint32_t tid, struct task **out)
{
	struct task *t = task_find(p, tid);

	if (!t) {
		t = calloc(1, sizeof(*t));
		if (!t)
			return -ENOMEM;
		t->tid = tid;
		t->out.fd = -1;
		if (!tsearch(t, &p->tasks, by_tid)) {
			free(t);
			return -ENOMEM;
		}
	}
	*out = t;
	return t->text ? 0 : task_open(p, t);
}

/* ---- functions for all open files ---- */

struct each {
	int (*fn)(struct task *t, const void *arg);
	const void *arg;
	int err;
};

static void each_visit(const void *node, VISIT which, void *each)
{
	struct task *t = *(struct task *const *)node;
	struct each *e = each;

	if (which != postorder && which != leaf)
		return;
	if (t->text && !e->err)
		e->err = e->fn(t, e->arg);
}

static int each_open(const struct per_task *p, int (*fn)(struct task *t, const void *arg), const void *arg)
{
	struct each e = { fn, arg, 0 };

	twalk_r(p->tasks, each_visit, &e);
	return e.err;
}

static int task_give(struct task *t, const void *ev)
{
	return sctrace_text_event(t->text, ev);
}

static int task_flush(struct task *t, const void *now)
{
	return sctrace_text_flush(t->text, *(const bool *)now);
}

static int task_detach(struct task *t, const void *arg)
{
	(void)arg;
	return sctrace_text_detach(t->text);
}

static int give_event(struct per_task *p, const struct sctrace_event *ev)
{
	struct task *t, *other;
	int err;

	/* lost events may belong to any file, and every sink needs the changes of the wall clock */
	if (ev->type == SCTRACE_LOST || ev->type == SCTRACE_CLOCK)
		return each_open(p, task_give, ev);
	/* like strace, makes the file before there are lines */
	if (ev->type == SCTRACE_ATTACHED)
		return task_get(p, ev->tid, &t);
	if (ev->type == SCTRACE_TARGET || ev->type == SCTRACE_GONE)
		return 0;
	other = ev->type == SCTRACE_SUPERSEDED ? task_find(p, ev->other_tid) : NULL;
	err = other && other->text ? task_give(other, ev) : 0;
	if (!err)
		err = task_get(p, ev->tid, &t);
	if (!err)
		err = task_give(t, ev);
	if (!err && (ev->type == SCTRACE_TASK_EXIT || ev->type == SCTRACE_LEFT)) {
		err = sctrace_text_flush(t->text, true);
		task_close(t);
	}
	return err;
}

/* After an error the sinks get no more events: they may hold pointers to memory that is no longer valid. */
static int files_event(const struct sink *s, const struct sctrace_event *ev)
{
	struct per_task *p = s->to;

	if (!p->err)
		p->err = give_event(p, ev);
	return p->err;
}

static int files_flush(const struct sink *s, enum flush how)
{
	const struct per_task *p = s->to;
	bool now = how == FLUSH_IDLE;

	return p->err ? p->err : each_open(p, task_flush, &now);
}

static int files_detach(const struct sink *s)
{
	const struct per_task *p = s->to;

	return p->err ? p->err : each_open(p, task_detach, NULL);
}

/* Opens the task's file before there are lines, so that tracing does not begin if the file cannot be opened. */
static int files_target(const struct sink *s, pid_t tid)
{
	struct task *t;

	return task_get(s->to, (uint32_t)tid, &t);
}

static void task_free(void *t)
{
	task_close(t);
	free(t);
}

static void files_free(const struct sink *s)
{
	struct per_task *p = s->to;

	tdestroy(p->tasks, task_free);
	free(p);
}

const struct sink_ops per_task_ops = {
	.event = files_event,
	.flush = files_flush,
	.detach = files_detach,
	.target = files_target,
	.free = files_free,
};
