/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Covers the time between the request for a task and the moment from which the kernel reports the task's end. A task
 * that ends in between would be waited for forever: once the tasks are marked in the kernel, each one is looked at,
 * and given up if it has ended without a record.
 *
 * The state of the tasks at that moment comes from /proc, as records that take their place among those of the rings
 * by time.
 */
#ifndef SCT_ATTACH_ATTACH_H
#define SCT_ATTACH_ATTACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "event/record.h"
#include "attach/snapshot.h"
#include "util/buf.h"
#include "util/tidmap.h"

struct attach {
	int proc; /* from procfs__open(), borrowed */
	struct attach_target {
		pid_t tid;
		bool threads, calls;
	} * targets; /* requested, not marked yet */
	size_t ntargets;
	struct attach_watch {
		uint32_t tid;
		uint64_t gone; /* CLOCK_MONOTONIC ns when the task was first seen to have ended; 0: not yet */
	} * watch;	       /* targets whose end the kernel may not report */
	size_t nwatch;
	struct buf queue;	 /* records of the snapshot, padded to 8 bytes */
	size_t at;		 /* offset of the first record that is not delivered */
	unsigned nqueued;	 /* TARGET records that are not delivered */
	struct tidmap announced; /* targets whose TARGET record attach__target() queued */
	struct tidmap seen;	 /* tasks that a ring had a record of while the queue had some */
};

/*
 * Requests a task; with threads, its process; with calls, also the call that it is in. The records are only queued
 * here: attach__before() and attach__upto() deliver them. Returns 0 or -errno.
 */
int attach__target(struct attach *a, pid_t tid, bool threads, bool calls);
/* Queues the state of the requested tasks. Call it when all of them are marked in the kernel. Returns 0 or -errno. */
int attach__marked(struct attach *a, const struct snapshot *s);
/*
 * Waits up to SETTLE_MS for the targets that are exiting, so that the next attach__upto() can give up almost all that
 * ended without a record.
 */
void attach__settle(struct attach *a);
/* Queues a record made by the caller. Its time must not be before that of the queued records. Returns 0 or -ENOMEM. */
int attach__record(struct attach *a, const struct sct_rec *rec, size_t size);
/* Withdraws the request for a task, before attach__marked(). Returns false if there was none. */
bool attach__forget(struct attach *a, pid_t tid);
/* Stops watching a target: its end is not waited for. */
void attach__untarget(struct attach *a, uint32_t tid);
/* Returns false if there is no target to watch and no record queued: the functions below need not be called. */
static inline bool attach__busy(const struct attach *a)
{
	return a->nwatch || a->at < a->queue.len;
}
/*
 * Call it before a ring's record is delivered: delivers the older records of the queue. Returns 0 or the error of fn.
 */
int attach__before(struct attach *a, const struct sct_rec *rec, record_fn *fn, void *ctx);
/*
 * Call it when all of the rings' records before watermark are delivered: delivers the queue up to there, and calls
 * gone() for each target that is given up. Adds to *n how many were delivered. Returns 0 or the error of a callback.
 */
int attach__upto(struct attach *a, uint64_t watermark, int *n, record_fn *fn, int (*gone)(void *ctx, uint32_t tid),
		 void *ctx);
void attach__free(struct attach *a);

#endif
