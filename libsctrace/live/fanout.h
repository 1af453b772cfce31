/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Lets several handles of a process share one set of programs and rings. The handle that is read from drains the rings,
 * and copies each record to the queues of all subscribers of its task. Thus a handle that is not read does not delay
 * the others. All handles that share are used by one thread at a time.
 */
#ifndef SCT_LIVE_FANOUT_H
#define SCT_LIVE_FANOUT_H

#include "lookup/select.h"
#include "live/programs.h"
#include "event/source.h"

#define SUBSCRIBERS_MAX 64

struct fanout;
struct subscriber;

/* Options of the shared programs: which tasks besides targets, which results, what is captured. */
struct fanout_opts {
	bool all;
	struct sct_scope scope;
	struct sct_result_filter results;
	struct decode_opts plan;
};

/* Creates a fanout. On success it owns b, which is closed with the last subscriber. Returns 0 or -ENOMEM. */
int fanout__new(struct fanout **out, struct bpf *b, const struct fanout_opts *opts);
/*
 * Adds a subscriber for these calls, which are borrowed until it is freed, and results. If this fails and there are no
 * subscribers, the fanout and its programs are freed. Returns 0; -ESHUTDOWN if the programs are detached; -E2BIG if
 * there are SUBSCRIBERS_MAX; or another -errno.
 */
int subscriber__new(struct subscriber **out, struct fanout *h, const struct selection *calls,
		    const struct sct_result_filter *results);
/* Returns the source of the queued records. Freeing the source frees the subscriber. */
struct source *subscriber__source(struct subscriber *t);
struct fanout *subscriber__fanout(struct subscriber *t);
/* Returns the number of the fanout's subscribers that have not left. */
unsigned subscriber__count(const struct subscriber *t);
/* Returns the shared programs, which the fanout owns. */
struct bpf *fanout__bpf(struct fanout *h);
/* Returns true if the programs already send what opts asks for, or more. */
bool fanout__has(const struct fanout *h, const struct fanout_opts *opts);
/* Subscribes to the records of a task; with threads, of all threads of its process. Returns 0 or -errno. */
int subscriber__target(struct subscriber *t, uint32_t tid, bool threads);
/* Subscribes to the tasks of a cgroup and of the cgroups below. fd: its directory, borrowed. Returns 0 or -errno. */
int subscriber__cgroup(struct subscriber *t, int fd);
/*
 * Changes the selection; with paused, to no calls and no signals. Records that were sent before are queued by the old
 * selection, and a call that is in progress is reported to its end or not at all. On success, the caller must copy
 * calls to the place of the selection given to subscriber__new(). Returns 0 or -errno.
 */
int subscriber__select(struct subscriber *t, const struct selection *calls, bool paused);
/*
 * Unsubscribes from a task; with threads, from each thread of a process. Queued records stay. Appends to out the ids
 * (__u32) of the tasks that were subscribed to. proc: from procfs__open(). Returns 0 or -errno.
 */
int subscriber__untarget(struct subscriber *t, uint32_t tid, bool threads, int proc, struct buf *out);
/* Attaches the programs, unless that is done already. Returns 0 or -errno; -ESHUTDOWN if they were detached. */
int subscriber__attach(struct subscriber *t);
/* Leaves the fanout; queued records remain readable. The programs are detached with the last subscriber. */
void subscriber__leave(struct subscriber *t);
/* Call it in a child after fork(): marks the subscriber as left, so that freeing it only closes its descriptors. */
void subscriber__forked(struct subscriber *t);

#endif
