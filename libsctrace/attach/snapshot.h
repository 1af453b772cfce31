/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes records of what a task is doing when it is attached to: the kernel could not send any. */
#ifndef SCT_ATTACH_SNAPSHOT_H
#define SCT_ATTACH_SNAPSHOT_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/record.h"
#include "lookup/opts.h"
#include "lookup/select.h"
#include "util/buf.h"

struct snapshot {
	int proc;			   /* from procfs__open() */
	const struct decode_opts *opts;	   /* how much of a call to capture */
	const struct selection *selection; /* which calls to report */
	/* Returns the signal that stopped the task, or 0. May be NULL. */
	unsigned (*stop_signal)(void *ctx, uint32_t tid);
	/* As incall__files(). NULL: descriptors are looked up in /proc. */
	int (*files)(void *ctx, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
	void *ctx;
	const struct sct_scope *scope; /* which tasks' calls to report; NULL: all */
	bool by_result;		       /* there is a result filter, so calls in progress are not reported */
};

/*
 * Emits a TARGET record for the task; with threads, for each thread of its process that has not ended, and at least
 * one. With processes, an SCT_REC_PROCESS comes before each. Returns 0 or an error.
 */
int snapshot__targets(int proc, bool processes, pid_t tid, bool threads, record_fn *fn, void *ctx);
/*
 * Emits TARGET records like snapshot__targets(), but only for tasks that are alive. For a task that is blocked in a
 * call, also emits an enter record with the memory that the kernel would have captured; for a stopped task, a signal
 * record. Returns 0 or an error.
 */
int snapshot__tasks(const struct snapshot *s, pid_t tid, bool threads, record_fn *fn, void *ctx);
/*
 * Emits an enter record for the call that the task is blocked in, if the call is selected. It has the resident part of
 * the call's memory. Returns 0 or an error.
 */
int snapshot__call(const struct snapshot *s, pid_t tid, pid_t tgid, record_fn *fn, void *ctx);

#endif
