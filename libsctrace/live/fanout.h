/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Several handles of a process that have one set of programs and rings. Whichever
 * of them is read from takes what the rings have, and copies each record for
 * those whose task it is of; each has a queue of its own, so that one that is not
 * read does not hold the others up. All of them are used by one thread at a time.
 */
#ifndef SCT_LIVE_FANOUT_H
#define SCT_LIVE_FANOUT_H

#include "lookup/select.h"
#include "live/programs.h"
#include "event/source.h"

#define SUBSCRIBERS_MAX 64

struct fanout;
struct subscriber;

/* Of whose tasks there are records, beside targets; of which results; what is captured of them. */
struct fanout_opts {
	bool all;
	struct sct_scope scope;
	struct sct_result_filter results;
	struct decode_opts plan;
};

/* Takes b over on success: it is closed with the last tap. */
int fanout__new(struct fanout **out, struct bpf *b, const struct fanout_opts *opts);
/*
 * One more reader, who wants these calls, the caller's until the tap is freed, with these results. A hub that has
 * none is freed with b if this fails. -ESHUTDOWN: its programs are detached; -E2BIG: there are SUBSCRIBERS_MAX.
 */
int subscriber__new(struct subscriber **out, struct fanout *h, const struct selection *calls,
		    const struct sct_result_filter *results);
struct source *subscriber__source(struct subscriber *t);
struct fanout *subscriber__fanout(struct subscriber *t);
/* How many have not left. */
unsigned subscriber__count(const struct subscriber *t);
struct bpf *fanout__bpf(struct fanout *h);
/* Do the programs send what is asked for: this, or more of it? */
bool fanout__has(const struct fanout *h, const struct fanout_opts *opts);
/* The task's records are for this reader, too; threads: those of its process. */
int subscriber__target(struct subscriber *t, uint32_t tid, bool threads);
/* The records of the tasks of a cgroup, and of those in it, are for this reader, too. fd: its directory, the caller's. */
int subscriber__cgroup(struct subscriber *t, int fd);
/*
 * Other calls, or with paused none and no signals: what was sent before is queued by what was wanted then. The caller
 * copies calls to where the first ones are. A call that began before is reported to its end, or not at all.
 */
int subscriber__select(struct subscriber *t, const struct selection *calls, bool paused);
/*
 * Nothing of the task, or of any thread of the process, is for this reader any more, but what is queued. out: the ids
 * of those that were its, __u32 each. proc: as procfs__open() gives it.
 */
int subscriber__untarget(struct subscriber *t, uint32_t tid, bool threads, int proc, struct buf *out);
/* Attaches the programs, if no other tap has done so. */
int subscriber__attach(struct subscriber *t);
/* Nothing is for this one any more, but what it has. The programs are detached with the last one. */
void subscriber__leave(struct subscriber *t);
/* In a child of the process: only descriptors are closed. */
void subscriber__forked(struct subscriber *t);

#endif
