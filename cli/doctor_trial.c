// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "doctor_trial.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "privileges.h"
#include "sctrace.h"

#define POLL_MS 100
#define POLLS 20

/* A process that waits until it may make its call. */
struct child {
	pid_t pid;
	int go; /* pipe: its end is the sign */
};

/* Tells the parent that it can be traced by a byte, and makes a call when the parent has closed the pipe. */
static void child_main(int ready, int go)
{
	char byte = 0;

	privileges__none();
	if (write(ready, &byte, 1) == 1)
		while (read(go, &byte, 1) < 0 && errno == EINTR)
			;
	syscall(SYS_getppid);
	_exit(0);
}

/* Returns 0 when the child waits, or -errno. */
static int child_start(struct child *c)
{
	int ready[2], go[2];
	char byte;
	int err = 0;

	if (pipe(ready))
		return -errno;
	if (pipe(go)) {
		err = -errno;
		close(ready[0]);
		close(ready[1]);
		return err;
	}
	c->go = go[1];
	c->pid = fork();
	if (c->pid < 0)
		err = -errno;
	if (!c->pid) {
		close(go[1]);
		child_main(ready[1], go[0]);
	}
	close(ready[1]);
	close(go[0]);
	while (!err && read(ready[0], &byte, 1) < 0 && errno == EINTR)
		;
	close(ready[0]);
	if (err)
		close(go[1]);
	return err;
}

/* Lets the child make its call, and waits for its end. */
static void child_end(struct child *c)
{
	close(c->go);
	while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* A handle that is to see the child's call. */
struct trial {
	struct sctrace *events; /* one of these two is opened, the other is NULL */
	struct sctrace_stats *counts;
	unsigned calls; /* number of calls that it saw */
	char *why;
	size_t size;
};

/* What a trial does with its kind of handle. Functions return 0 or -errno. */
struct trial_ops {
	int (*open)(struct trial *t, const struct options *o); /* with a message in why if it fails */
	int (*start)(struct trial *t, pid_t pid);
	int (*count)(struct trial *t); /* sets the number of calls, after the child's end */
	const char *(*error)(const struct trial *t);
	void (*close)(struct trial *t);
};

/* Returns err, or -ENODATA if no call was seen; why gets a message unless it has one. */
static int outcome(const struct trial *t, int err, const char *text)
{
	if (!err && !t->calls)
		err = -ENODATA;
	if (err && !*t->why)
		snprintf(t->why, t->size, "%s",
			 *text		   ? text
			 : err == -ENODATA ? "programs are attached, but do not run"
					   : strerror(-err));
	return err;
}

/* Returns 0 if the handle saw the child's call, or -errno with a message in why. */
static int trial_run(struct trial *t, const struct trial_ops *ops, const struct options *o)
{
	struct child c = {};
	int err;

	*t->why = '\0';
	err = child_start(&c);
	if (err)
		return outcome(t, err, "");
	err = ops->open(t, o);
	if (!err)
		err = ops->start(t, c.pid);
	child_end(&c);
	if (!err)
		err = ops->count(t);
	err = outcome(t, err, ops->error(t));
	ops->close(t);
	return err;
}

/* ---- events ---- */

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct trial *t = ctx;

	t->calls += ev->type == SCTRACE_EXIT;
	return 0;
}

static int events_open(struct trial *t, const struct options *o)
{
	const struct sctrace_opts opts = { .sz = sizeof(opts),
					   .trace = "getppid",
					   .event = on_event,
					   .ctx = t,
					   .btf = o->btf,
					   .without = o->without,
					   .own_only = privileges__own_only(),
					   .why = t->why,
					   .why_size = t->size };

	return sctrace_open(&t->events, &opts);
}

static int events_start(struct trial *t, pid_t pid)
{
	int err = sctrace_target(t->events, pid, 0);

	return err ? err : sctrace_start(t->events);
}

static int events_count(struct trial *t)
{
	int n = 0;

	for (unsigned i = 0; n >= 0 && !t->calls && i < POLLS; i++)
		n = sctrace_poll(t->events, POLL_MS);
	return n < 0 ? n : 0;
}

static const char *events_error(const struct trial *t)
{
	return sctrace_error(t->events);
}

static void events_close(struct trial *t)
{
	sctrace_close(t->events);
}

int doctor_trial__lines(const struct options *o, char *why, size_t size)
{
	static const struct trial_ops ops = { events_open, events_start, events_count, events_error, events_close };

	return trial_run(&(struct trial){ .why = why, .size = size }, &ops, o);
}

/* ---- counts ---- */

static int on_row(void *ctx, const struct sctrace_stat *row)
{
	struct trial *t = ctx;

	t->calls += (unsigned)row->calls;
	return 0;
}

static int counts_open(struct trial *t, const struct options *o)
{
	const struct sctrace_stats_opts opts = { .sz = sizeof(opts),
						 .trace = "getppid",
						 .group = SCTRACE_GROUP_TOTAL,
						 .btf = o->btf,
						 .without = o->without,
						 .own_only = privileges__own_only(),
						 .why = t->why,
						 .why_size = t->size };

	return sctrace_stats_open(&t->counts, &opts);
}

static int counts_start(struct trial *t, pid_t pid)
{
	int err = sctrace_stats_target(t->counts, pid, 0);

	return err ? err : sctrace_stats_start(t->counts);
}

static int counts_count(struct trial *t)
{
	int err = sctrace_stats_read(t->counts);

	return err ? err : sctrace_stats_each(t->counts, on_row, t);
}

static const char *counts_error(const struct trial *t)
{
	return sctrace_stats_error(t->counts);
}

static void counts_close(struct trial *t)
{
	sctrace_stats_close(t->counts);
}

int doctor_trial__tables(const struct options *o, char *why, size_t size)
{
	static const struct trial_ops ops = { counts_open, counts_start, counts_count, counts_error, counts_close };

	return trial_run(&(struct trial){ .why = why, .size = size }, &ops, o);
}
