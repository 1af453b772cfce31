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

static int event_count(void *ctx, const struct sctrace_event *ev)
{
	unsigned *calls = ctx;

	*calls += ev->type == SCTRACE_EXIT;
	return 0;
}

static int row_count(void *ctx, const struct sctrace_stat *row)
{
	unsigned *calls = ctx;

	*calls += (unsigned)row->calls;
	return 0;
}

/* Returns err, or -ENODATA if no call was seen; why gets a message unless it has one. */
static int outcome(int err, unsigned calls, const char *text, char *why, size_t size)
{
	if (!err && !calls)
		err = -ENODATA;
	if (err && !*why)
		snprintf(why, size, "%s",
			 text && *text	   ? text
			 : err == -ENODATA ? "programs are attached, but do not run"
					   : strerror(-err));
	return err;
}

int doctor_trial__lines(const struct options *o, char *why, size_t size)
{
	struct sctrace *t = NULL;
	unsigned calls = 0;
	struct sctrace_opts opts = { .sz = sizeof(opts),
				     .trace = "getppid",
				     .event = event_count,
				     .ctx = &calls,
				     .btf = o->btf,
				     .without = o->without,
				     .own_only = privileges__own_only(),
				     .why = why,
				     .why_size = size };
	struct child c;
	int err;

	*why = '\0';
	err = child_start(&c);
	if (err)
		return outcome(err, 0, NULL, why, size);
	err = sctrace_open(&t, &opts);
	if (!err)
		err = sctrace_target(t, c.pid, 0);
	if (!err)
		err = sctrace_start(t);
	child_end(&c);
	for (unsigned i = 0; !err && !calls && i < POLLS; i++) {
		err = sctrace_poll(t, POLL_MS);
		if (err > 0)
			err = 0;
	}
	err = outcome(err, calls, t ? sctrace_error(t) : NULL, why, size);
	sctrace_close(t);
	return err;
}

int doctor_trial__tables(const struct options *o, char *why, size_t size)
{
	struct sctrace_stats *s = NULL;
	unsigned calls = 0;
	struct sctrace_stats_opts opts = { .sz = sizeof(opts),
					   .trace = "getppid",
					   .group = SCTRACE_GROUP_TOTAL,
					   .btf = o->btf,
					   .without = o->without,
					   .own_only = privileges__own_only(),
					   .why = why,
					   .why_size = size };
	struct child c;
	int err;

	*why = '\0';
	err = child_start(&c);
	if (err)
		return outcome(err, 0, NULL, why, size);
	err = sctrace_stats_open(&s, &opts);
	if (!err)
		err = sctrace_stats_target(s, c.pid, 0);
	if (!err)
		err = sctrace_stats_start(s);
	child_end(&c);
	if (!err)
		err = sctrace_stats_read(s);
	if (!err)
		err = sctrace_stats_each(s, row_count, &calls);
	err = outcome(err, calls, s ? sctrace_stats_error(s) : NULL, why, size);
	sctrace_stats_close(s);
	return err;
}
