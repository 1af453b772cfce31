/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The part that handles of events and of statistics have in common: life, guard, scope, targets, selection of calls,
 * health. A handle has a session as its first member, and a table of operations for what differs.
 *
 * A handle's life:
 *	OPEN		session__start() -> STARTED, session__stop() -> STOPPED
 *	STARTED		session__stop() -> STOPPED
 *	STOPPED		changes are refused with -ESHUTDOWN; events and rows that were read stay until it is closed
 * Targets and selections are accepted while it is OPEN or STARTED, pauses while it is STARTED.
 */
#ifndef SCT_API_SESSION_H
#define SCT_API_SESSION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "abi/sctrace_abi.h"
#include "lookup/select.h"
#include "sctrace.h"
#include "util/buf.h"
#include "util/errmsg.h"
#include "util/guard.h"
#include "util/tidmap.h"

struct session;

/* left and changed may be NULL. Operations return 0 or -errno unless their comment says more. */
struct session_ops {
	const char *verb;	 /* participle for messages: "traced" or "counted" */
	bool target_in_callback; /* a callback may add targets */
	/* Adds a target; flags are SCTRACE_*, bits the same as SCT_T_*. It is traced once enroll() returns. */
	int (*target)(struct session *s, pid_t tid, unsigned flags, uint32_t bits);
	int (*enroll)(struct session *s);
	/* Adds a cgroup; fd is open on its directory, and the caller closes it. */
	int (*cgroup)(struct session *s, int fd);
	/* Removes tasks and appends their numbers (uint32_t) to tids; returns 1 if the kernel does not have them yet. */
	int (*untarget)(struct session *s, pid_t tid, bool threads, struct buf *tids);
	/* Reports tasks that were removed. */
	int (*left)(struct session *s, const struct buf *tids);
	/* Changes which calls are wanted; none: no call at all, as during a pause. */
	int (*select)(struct session *s, const struct selection *calls, bool none);
	/* Reports a change that was made in the kernel; since: CLOCK_MONOTONIC, ns, taken before the change. */
	int (*changed)(struct session *s, enum sct_change_kind kind, uint64_t since);
	int (*start)(struct session *s);
	/* May also return what a callback returned to stop delivery; session__stop() may be called again then. */
	int (*stop)(struct session *s);
	void (*look)(struct session *s, struct sctrace_health *h);
};

struct session {
	const struct session_ops *ops;
	struct guard guard;
	enum life life;
	int proc;		       /* /proc, or -1 */
	bool replay;		       /* reads a capture file: nothing can be changed */
	bool all, by_cgroup, own_only; /* as in the options */
	bool unnamed;		       /* calls that have no row in the tables are wanted, whatever is selected */
	bool paused;
	struct tidmap trees; /* targets with SCTRACE_TREE that are not enrolled yet */
	struct selection selection;
	uint64_t cpu_ns;	 /* processor time of taking records or rows */
	uint64_t records, bytes; /* taken so far */
};

/* Initializes a session whose memory is zeroed. */
void session__init(struct session *s, const struct session_ops *ops);
/* Frees the members of the session, not the handle. */
void session__free(struct session *s);

/* Parses a list of calls, NULL: all. Returns 0 or -errno with a message. */
int session__parse(struct session *s, const char *trace, struct selection *sel);
/* Parses the calls that the handle reports; with `unnamed`, calls without a row in the tables are among them. */
int session__choose(struct session *s, const char *trace, struct selection *sel);
/* Parses a list of features that are not to be used, NULL: none. Returns 0 or -errno with a message. */
int session__without(struct session *s, const char *without, unsigned *bits);

/* How a handle shares programs. Each function leaves a message if it fails. */
struct session_sharing {
	bool sharable, only; /* as in the options */
	bool joins;	     /* the options name a handle to share with */
	const char *unlike;  /* message: why these options need programs of their own; NULL if they do not */
	int (*join)(struct session *s, void *ctx);
	int (*open_sharable)(struct session *s, void *ctx); /* opens programs that others may join */
	int (*open_own)(struct session *s, void *ctx);	    /* opens programs that no other handle has */
	void *ctx;
};

/* Joins another handle's programs, or opens new ones if that is not possible. Returns 0 or -errno with a message. */
int session__open_shared(struct session *s, const struct session_sharing *o);
/* Leaves the message for an error of joining; max: the limit of handles that share. Returns err. */
int session__join_fail(struct session *s, int err, unsigned max);

/* Bodies of the public functions, with their guards. s is NULL if the caller's handle is: they return -EINVAL. */
int session__target(struct session *s, pid_t tid, unsigned flags);
/* Opens the directory of a cgroup: cgroupfs__open() or container_find__open_here(). */
typedef int cgroup_open_fn(int proc, const char *name, const struct errmsg *errmsg);
int session__target_cgroup(struct session *s, const char *name, cgroup_open_fn *open);
int session__untarget(struct session *s, pid_t tid, unsigned flags);
int session__select(struct session *s, const char *trace);
int session__pause(struct session *s, bool paused);
int session__start(struct session *s);
int session__stop(struct session *s);
int session__health(struct session *s, struct sctrace_health *h);
const char *session__error(const struct session *s);
/*
 * Adds the existing descendants of targets with SCTRACE_TREE to the targets. Operations call it between attaching the
 * programs and enrolling the targets: then a child that a descendant has meanwhile is found by the programs.
 */
int session__descendants(struct session *s);
/* Runs a function that takes records or rows, and adds its processor time to the handle's. */
int session__take(struct session *s, int (*fn)(struct session *s, int arg), int arg);

#endif
