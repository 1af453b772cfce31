/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What every handle has, of events or of statistics: a life, a guard, a scope, targets, a selection of calls, figures
 * of its own health. A handle embeds a session first, and gives it operations for what differs.
 *
 * A handle's life:
 *	OPEN		session__start() -> STARTED, session__stop() -> STOPPED
 *	STARTED		session__stop() -> STOPPED
 *	STOPPED		nothing is changed any more (-ESHUTDOWN); what was read stays until the handle is closed
 * Targets and selections are taken while it is OPEN or STARTED, pauses while it is STARTED.
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

struct session;

/* All but target, cgroup, select, start, stop and look may be NULL. They return 0 or -errno unless they say more. */
struct session_ops {
	const char *verb;	 /* what a handle does to tasks, for messages: "traced" */
	bool target_in_callback; /* a callback may add targets */
	/* Asks for a task; flags are SCTRACE_*, bits the same as SCT_T_*. The kernel has it when enroll() returns. */
	int (*target)(struct session *s, pid_t tid, unsigned flags, uint32_t bits);
	int (*enroll)(struct session *s);
	/* Adds a cgroup, by a descriptor of its directory that stays the caller's. */
	int (*cgroup)(struct session *s, int fd);
	/* Appends the numbers of the tasks that are given up; returns 1 if the kernel had not been asked for them yet. */
	int (*untarget)(struct session *s, pid_t tid, bool threads, struct buf *tids);
	/* Reports tasks that were given up. */
	int (*left)(struct session *s, const struct buf *tids);
	/* Chooses calls; none: no call until this is called again. */
	int (*select)(struct session *s, const struct selection *calls, bool none);
	/* Reports a change that the kernel has made; since: CLOCK_MONOTONIC, ns, before it was asked to. */
	int (*changed)(struct session *s, enum sct_change_kind kind, uint64_t since);
	int (*start)(struct session *s);
	/* Returns what a callback returned to stop, too: then it is called again. */
	int (*stop)(struct session *s);
	void (*look)(struct session *s, struct sctrace_health *h);
};

struct session {
	const struct session_ops *ops;
	struct guard guard;
	enum life life;
	int proc;		       /* /proc, or -1 */
	bool replay;		       /* of a capture file: nothing can be changed */
	bool all, by_cgroup, own_only; /* as in the options */
	bool unnamed;		       /* calls that no table has are wanted, whatever was selected */
	bool paused;
	struct selection selection;
	uint64_t cpu_ns;	 /* of the threads that took records or rows */
	uint64_t records, bytes; /* that were taken */
};

/* Of a handle of zeroes. */
void session__init(struct session *s, const struct session_ops *ops);
/* Frees what the session itself has, not the handle. */
void session__free(struct session *s);

/* Parses a list of calls, NULL: all. Returns 0 or -errno with a message. */
int session__parse(struct session *s, const char *trace, struct selection *sel);
/* The same for the calls that the handle shows or counts: calls that no table has are among them if they are wanted. */
int session__choose(struct session *s, const char *trace, struct selection *sel);
/* Parses names of features to do without, NULL: none. Returns 0 or -errno with a message. */
int session__without(struct session *s, const char *without, unsigned *bits);

/* How a handle shares programs. Each function leaves a message where it fails. */
struct session_sharing {
	bool sharable, only; /* as in the options */
	bool joins;	     /* there is a handle to share with */
	const char *unlike;  /* why the options are not for programs that handles share, or NULL */
	int (*join)(struct session *s, void *ctx);
	int (*open_sharable)(struct session *s, void *ctx); /* opens programs that others may join */
	int (*open_own)(struct session *s, void *ctx);	    /* opens programs that nobody else has */
	void *ctx;
};

/* Joins the programs of another handle, or opens its own where that cannot be. Returns 0 or -errno with a message. */
int session__open_shared(struct session *s, const struct session_sharing *o);
/* Leaves the message for an error of joining; max: how many handles may share. Returns err. */
int session__join_fail(struct session *s, int err, unsigned max);

/* The public functions, with guards; s is NULL for a NULL handle: -EINVAL. */
int session__target(struct session *s, pid_t tid, unsigned flags);
int session__target_cgroup(struct session *s, const char *path);
int session__untarget(struct session *s, pid_t tid, unsigned flags);
int session__select(struct session *s, const char *trace);
int session__pause(struct session *s, bool paused);
int session__start(struct session *s);
int session__stop(struct session *s);
int session__health(struct session *s, struct sctrace_health *h);
const char *session__error(const struct session *s);
/* Runs a function of the handle that takes records or rows: counts its processor time. */
int session__take(struct session *s, int (*fn)(struct session *s, int arg), int arg);

#endif
