/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Between the moment that a task is asked for and the one from which on the
 * kernel reports its end. A task that ends in between would be waited for
 * forever: once the tasks are marked in the kernel, each is looked at, and one
 * that has ended without a record of it is given up.
 *
 * What tasks are doing at that moment comes from /proc, as records that have to
 * take their place among those of the rings.
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
	int proc; /* as procfs__open() gives it; the caller's */
	struct attach_target {
		pid_t tid;
		bool threads, calls;
	} * targets; /* asked for, not marked yet */
	size_t ntargets;
	struct attach_watch {
		uint32_t tid;
		uint64_t gone; /* CLOCK_MONOTONIC ns: when it was seen to have ended; 0: not yet */
	} * watch;	       /* of whom it is not known whether their end will be reported */
	size_t nwatch;
	struct buf queue;	 /* records of the snapshot */
	size_t at;		 /* those before it were delivered */
	unsigned nqueued;	 /* TARGET records that were not */
	struct tidmap announced; /* targets whose TARGET record was queued when they were asked for */
	struct tidmap seen;	 /* tasks of which a ring had a record before that of the snapshot */
};

/* A task to be attached to. 0 or -errno. Nothing is delivered here: it waits for its turn among what the rings have. */
int attach__target(struct attach *a, pid_t tid, bool threads, bool calls);
/* Call it when all targets are marked in the kernel. */
int attach__marked(struct attach *a, const struct snapshot *s);
/*
 * Waits for the targets that are ending, for a moment: after the next
 * attach__upto() it is known of almost all of them who is given up.
 */
void attach__settle(struct attach *a);
/* A record made by the caller, which takes its place by its time. It is not before that of the queue's others. */
int attach__record(struct attach *a, const struct sct_rec *rec, size_t size);
/* A task that was asked for is asked for no more, before attach__marked(). false: it was not. */
bool attach__forget(struct attach *a, pid_t tid);
/* A target that is given up: nobody waits for its end. */
void attach__untarget(struct attach *a, uint32_t tid);
/* Is anything left to do? Otherwise the functions below need not be called. */
static inline bool attach__busy(const struct attach *a)
{
	return a->nwatch || a->at < a->queue.len;
}
/* A ring's record is about to be delivered: delivers what was before it. */
int attach__before(struct attach *a, const struct sct_rec *rec, record_fn *fn, void *ctx);
/*
 * All of the rings' records before upto have been delivered. gone() is called
 * for each task that is given up. *n: counts what was delivered.
 */
int attach__upto(struct attach *a, uint64_t watermark, int *n, record_fn *fn, int (*gone)(void *ctx, uint32_t tid),
		 void *ctx);
void attach__free(struct attach *a);

#endif
