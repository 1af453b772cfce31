/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Handles targets that end between the request and the moment from which the kernel reports their ends. Without this,
 * such an end would be waited for forever. Therefore each target is looked at once the kernel has enrolled it, and is
 * given up if it has ended without a record.
 *
 * The state of the tasks at that moment is read from /proc, and queued as records that are merged with those of the
 * rings by time.
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
	int proc;	/* from procfs__open(), borrowed */
	bool processes; /* emit SCT_REC_PROCESS records of targets */
	struct attach_target {
		pid_t tid;
		bool threads, calls;
	} * targets; /* requested, but not enrolled in the kernel yet */
	size_t ntargets, targets_cap;
	struct attach_watch {
		uint32_t tid;
		uint64_t gone; /* CLOCK_MONOTONIC, ns: when the task was first found to have ended; 0: never */
	} * watch;	       /* targets that may have ended before the kernel enrolled them */
	size_t nwatch, watch_cap;
	struct buf queue;	 /* records of the snapshot, each padded to 8 bytes */
	size_t at;		 /* offset of the next record to deliver */
	unsigned nqueued;	 /* number of queued TARGET records */
	struct tidmap announced; /* targets whose TARGET record was queued by attach__target() */
	struct tidmap seen;	 /* tasks that had a record in a ring since the queue was filled */
};

/*
 * Requests a task; with threads, its process; with calls, also the call that it is in. The records are queued, and
 * delivered by attach__before() and attach__upto(). Returns 0 or -errno.
 */
int attach__target(struct attach *a, pid_t tid, bool threads, bool calls);
/* Queues the state of the requested tasks. Call it when the kernel has enrolled all of them. Returns 0 or -errno. */
int attach__marked(struct attach *a, const struct snapshot *s);
/*
 * Waits up to SETTLE_MS for targets that are exiting, so that the next attach__upto() can give up most of those that
 * end without a record.
 */
void attach__settle(struct attach *a);
/* Queues a record that the caller made. Its time must not be before that of queued records. Returns 0 or -ENOMEM. */
int attach__record(struct attach *a, const struct sct_rec *rec, size_t size);
/* Withdraws the request for a task, before attach__marked(). Returns false if there was none. */
bool attach__forget(struct attach *a, pid_t tid);
/* Stops watching a target: it will not be given up. */
void attach__untarget(struct attach *a, uint32_t tid);
/* Returns false if no target is watched and no record is queued. Then the functions below need not be called. */
static inline bool attach__busy(const struct attach *a)
{
	return a->nwatch || a->at < a->queue.len;
}
/*
 * Call it before a ring's record is delivered: delivers the queued records that are older. Returns 0 or the error of
 * fn.
 */
int attach__before(struct attach *a, const struct sct_rec *rec, record_fn *fn, void *ctx);
/*
 * Call it when all records of the rings before watermark were delivered: delivers the queued records before it, and
 * calls gone() for each target that is given up. Adds the number of both to *n. Returns 0 or the error of a callback.
 */
int attach__upto(struct attach *a, uint64_t watermark, int *n, record_fn *fn, int (*gone)(void *ctx, uint32_t tid),
		 void *ctx);
void attach__free(struct attach *a);

#endif
