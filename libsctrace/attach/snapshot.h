/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What a task that is attached to is doing now: records that the kernel could not send. */
#ifndef SCT_ATTACH_SNAPSHOT_H
#define SCT_ATTACH_SNAPSHOT_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/record.h"
#include "lookup/opts.h"
#include "lookup/select.h"
#include "util/buf.h"

struct snapshot {
	int proc;			   /* as procfs__open() gives it */
	const struct decode_opts *opts;	   /* what is captured of a call */
	const struct selection *selection; /* which calls */
	/* The signal that stopped the task, or 0; NULL: not to be had. */
	unsigned (*stop_signal)(void *ctx, uint32_t tid);
	/* As incall__files(); NULL: what /proc tells of descriptors is taken. */
	int (*files)(void *ctx, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
	void *ctx;
	const struct sct_scope *scope; /* whose calls; NULL: anybody's */
	bool by_result;		       /* calls are chosen by what they came to: of one in progress that is not known */
};

/* A target record for the task (threads: for each one of its process that has not ended; at least one). */
int snapshot__targets(int proc, pid_t tid, bool threads, record_fn *fn, void *ctx);
/*
 * The same for those that are there now; one that is blocked in a call also
 * gets an enter record, with the memory that the kernel would have read, one
 * that is stopped a signal record.
 */
int snapshot__tasks(const struct snapshot *s, pid_t tid, bool threads, record_fn *fn, void *ctx);
/*
 * An enter record of the task's call, with what is resident of its memory, if it is in one, does not run and the call is
 * selected.
 */
int snapshot__call(const struct snapshot *s, pid_t tid, pid_t tgid, record_fn *fn, void *ctx);

#endif
