// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "enrich/seccontext/seccontext.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/record.h"
#include "enrich/seccontext/contexts.h"
#include "enrich/seccontext/selinux.h"
#include "util/procfs.h"
#include "util/tidmap.h"

struct task_context {
	uint32_t sid;	/* id of the task's context; 0: unknown */
	bool elsewhere; /* as in struct path_of */
};

struct seccontext {
	struct selinux *selinux;
	struct contexts *contexts; /* database of contexts; NULL: mismatches are not shown */
	unsigned show;
	int proc;
	struct task_slot tasks; /* struct task_context of each task */
	struct tidmap names;	/* id -> context (char *); "": the id has no context */
	struct inode_label found;
};

/*
 * Returns the context of the task. A new one begins as a copy of from, which may be NULL. Returns NULL without memory.
 */
static struct task_context *context_get(struct seccontext *l, struct task *task, const struct task_context *from)
{
	struct task_context *t = task_slot__data(&l->tasks, task);

	if (t)
		return t;
	t = task_slot__make(&l->tasks, task);
	if (t && from)
		*t = *from;
	if (t)
		inode_label__elsewhere(l->proc, task->tid, &t->elsewhere);
	return t;
}

static int on_fork(void *ctx, struct task *child, const struct task *maker)
{
	struct seccontext *l = ctx;

	return context_get(l, child, task_slot__data(&l->tasks, maker)) ? 0 : -ENOMEM;
}

int seccontext__new(struct seccontext **out, struct tasks *tasks, const char *btf, unsigned show,
		    const struct errmsg *errmsg)
{
	struct seccontext *l = calloc(1, sizeof(*l));
	int err = l ? selinux__open(&l->selinux, btf, errmsg) : -ENOMEM;

	*out = NULL;
	if (!err && l->selinux && show & LABELS_MISMATCH) {
		err = contexts__open(&l->contexts);
		if (err == -ENOTSUP)
			errmsg__set(errmsg, err, "mismatches of security contexts: this was built without libselinux");
		else if (err)
			errmsg__set(errmsg, err, "cannot open the database of security contexts: %s", strerror(-err));
	}
	if (err || !l->selinux) {
		seccontext__free(l);
		return err;
	}
	l->tasks = (struct task_slot){ .size = sizeof(struct task_context), .fork = on_fork, .ctx = l };
	task_slot__open(&l->tasks, tasks);
	l->show = show;
	l->proc = -1;
	*out = l;
	return 0;
}

void seccontext__live(struct seccontext *l, int proc)
{
	if (l)
		l->proc = proc;
}

void seccontext__free(struct seccontext *l)
{
	if (!l)
		return;
	task_slot__close(&l->tasks);
	tidmap__free(&l->names, free);
	contexts__close(l->contexts);
	selinux__close(l->selinux);
	free(l);
}

struct sct_sid_offsets seccontext__sids(const struct seccontext *l)
{
	return l ? selinux__sids(l->selinux) : (struct sct_sid_offsets){};
}

unsigned seccontext__show(const struct seccontext *l)
{
	return l->show;
}

/* ---- tasks ---- */

static void sid_of_call(struct task_context *t, const struct event *ev)
{
	uint32_t len, off = 0;
	const uint8_t *data = record__data(&ev->enter->rec, &len);
	const struct sct_chunk *ch;

	while ((ch = chunk__next(data, len, &off)))
		if (ch->part == SCT_PART_SID && ch->len == sizeof(t->sid))
			memcpy(&t->sid, ch + 1, sizeof(t->sid));
}

int seccontext__event(struct seccontext *l, const struct event *ev)
{
	struct task_context *t;

	if (!l || !ev->task || !event_kind__of_task(ev->kind))
		return 0;
	t = context_get(l, ev->task, NULL);
	if (!t)
		return -ENOMEM;
	if (ev->kind == EV_ENTER)
		sid_of_call(t, ev);
	return 0;
}

/* ---- look-ups ---- */

const char *seccontext__context(struct seccontext *l, uint32_t sid)
{
	char *name = tidmap__get(&l->names, sid);

	if (!name) {
		name = selinux__context(l->selinux, sid) ?: strdup("");
		if (!name || tidmap__put(&l->names, sid, name)) {
			free(name);
			return NULL;
		}
	}
	return *name ? name : NULL;
}

/* Returns the context of a task that has not made a call yet, from /proc, or NULL. */
static const char *context_now(struct seccontext *l, uint32_t tid)
{
	char *to = l->found.context;
	FILE *f = procfs__file(l->proc, "%u/attr/current", tid);
	bool read = f && fgets(to, sizeof(l->found.context), f);

	if (f)
		fclose(f);
	if (!read)
		return NULL;
	to[strcspn(to, "\n")] = '\0';
	return *to ? to : NULL;
}

const char *seccontext__task(struct seccontext *l, uint32_t tid)
{
	const struct task_context *t = task_slot__find(&l->tasks, tid);

	return t && t->sid ? seccontext__context(l, t->sid) : context_now(l, tid);
}

const struct inode_label *seccontext__path(struct seccontext *l, struct path_of *p)
{
	const struct task_context *t = task_slot__find(&l->tasks, p->tid);

	p->elsewhere = t && t->elsewhere;
	return inode_label__get(&l->found, l->proc, p) ? &l->found : NULL;
}

const char *seccontext__expected(struct seccontext *l, const char *path, uint32_t mode)
{
	return l->contexts ? contexts__expected(l->contexts, path, mode) : NULL;
}
