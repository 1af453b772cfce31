/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Common parts of the tests of statistics: a handle, sums of its rows, changes of a running handle. */
#ifndef API_COUNTS_H
#define API_COUNTS_H

#include "api.h"

/* Opens a handle with these options, or ends the program. */
static inline struct sctrace_stats *counting(struct sctrace_stats_opts o)
{
	char why[256] = "";
	struct sctrace_stats *s = NULL;
	int err;

	o.sz = sizeof(o);
	o.why = why;
	o.why_size = sizeof(why);
	err = sctrace_stats_open(&s, &o);
	if (err) {
		check(0, "open: %s (%d)", why, err);
		exit(1);
	}
	return s;
}

/* Sums over all rows, or over the rows of one call. */
struct sum {
	const char *name; /* NULL: all calls */
	uint64_t calls, gone, waiting;
	unsigned rows, tid;
};

static inline int sum_add(void *ctx, const struct sctrace_stat *row)
{
	struct sum *s = ctx;

	if (s->name && row->name && strcmp(row->name, s->name) != 0)
		return 0;
	s->calls += row->calls;
	s->gone += row->never_returned;
	s->waiting += row->in_progress;
	s->rows += row->calls != 0;
	s->tid = row->calls ? row->tid : s->tid;
	return 0;
}

static inline struct sum sum_of(struct sctrace_stats *s, const char *name)
{
	struct sum sum = { .name = name };

	sctrace_stats_each(s, sum_add, &sum);
	return sum;
}

static inline uint64_t calls(struct sctrace_stats *s)
{
	return sum_of(s, NULL).calls;
}

static inline uint64_t calls_now(struct sctrace_stats *s)
{
	is("read", sctrace_stats_read(s), 0);
	return calls(s);
}

/* Checks the count of getppid() after each change of a handle, which is not started yet; 4 * KID_CALLS + 1 at the end. */
static inline void counts_change(struct sctrace_stats *s, const struct kid *k)
{
	is("pause before the start", sctrace_stats_pause(s), -EINVAL);
	sctrace_stats_start(s);
	kid_do(k, 'c');
	is("another selection", sctrace_stats_select(s, "getpid"), 0);
	kid_do(k, 'c');
	is("its calls only", (long long)calls_now(s), KID_CALLS);
	is("no such call", sctrace_stats_select(s, "getppid,opne"), -EINVAL);
	check(strstr(sctrace_stats_error(s), "'opne'") != NULL, "its text: '%s'", sctrace_stats_error(s));
	is("the first one again", sctrace_stats_select(s, "getppid"), 0);
	kid_do(k, 'c');
	is("its calls", (long long)calls_now(s), 2 * KID_CALLS);
	is("pause", sctrace_stats_pause(s), 0);
	is("twice", sctrace_stats_pause(s), -EALREADY);
	kid_do(k, 'c');
	is("a selection meanwhile", sctrace_stats_select(s, "getppid,getpid"), 0);
	kid_do(k, 'c');
	is("no calls", (long long)calls_now(s), 2 * KID_CALLS);
	is("resume", sctrace_stats_resume(s), 0);
	is("twice", sctrace_stats_resume(s), -EALREADY);
	kid_do(k, 'c');
	is("calls after it", (long long)calls_now(s), 3 * KID_CALLS);
	/* the process waits for the next byte in read() */
	is("a call that is in progress", sctrace_stats_select(s, "read"), 0);
	kid_do(k, 'c');
	is("was not wanted when it began", (long long)calls_now(s), 3 * KID_CALLS);
	is("the next one", sctrace_stats_select(s, "getppid"), 0);
	kid_do(k, 'c');
	is("was, and the others' calls", (long long)calls_now(s), 4 * KID_CALLS + 1);
}

#endif
