/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What handles of events and of statistics have in common: life, guard, scope, targets, selection of calls, health. A
 * session is the first member of a handle; a table of operations has what differs.
 *
 * A handle's life:
 * \tOPEN\t\tsession__start() -> STARTED, session__stop() -> STOPPED
 * \tSTARTED\t\tsession__stop() -> STOPPED
 * \tSTOPPED\t\tchanges are refused with -ESHUTDOWN; events and rows that were read stay until it is closed
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

/*
 * Operations of one type of handle. left and changed may be NULL. They return 0 or -errno, unless the comment says
 * more.
 */
struct session_ops {
	const char *verb;	 /* participle for messages: "traced" or "counted" */
	bool target_in_callback; /* targets may be added from a callback */
	/* Adds a target. flags: SCTRACE_*; bits: the same as SCT_T_*. The task is traced when enroll() has returned. */
	int (*target)(struct session *s, pid_t tid, unsigned flags, uint32_t bits);
	int (*enroll)(struct session *s);
	/* Adds a cgroup; fd is open on its directory, and the caller closes it. */
	int (*cgroup)(struct session *s, int fd);
	/* Removes tasks and appends their ids (uint32_t) to tids. Returns 1 if they were not enrolled yet. */
	int (*untarget)(struct session *s, pid_t tid, bool threads, struct buf *tids);
	/* Reports tasks that were removed. */
	int (*left)(struct session *s, const struct buf *tids);
	/* Changes which calls are wanted. none: no calls at all, as during a pause */
	int (*select)(struct session *s, const struct selection *calls, bool none);
	/* Reports a change that was made in the kernel. since: time before the change, CLOCK_MONOTONIC, ns */
	int (*changed)(struct session *s, enum sct_change_kind kind, uint64_t since);
	int (*start)(struct session *s);
	/* May also return what a callback returned to stop delivery: session__stop() may then be called again. */
	int (*stop)(struct session *s);
	void (*look)(struct session *s, struct sctrace_health *h);
};

struct session {
	const struct session_ops *ops;
	struct guard guard;
	enum life life;
	int proc;		       /* descriptor of /proc, or -1 */
	bool replay;		       /* reads a capture file, so nothing can be changed */
	bool all, by_cgroup, own_only; /* as in the options */
	bool unnamed;		       /* calls without a row in the tables are wanted, too, whatever is selected */
	bool paused;
	struct tidmap trees; /* targets with SCTRACE_TREE whose descendants are still to be added */
	struct selection selection;
	uint64_t cpu_ns;	 /* CPU time spent on reading records or rows */
	uint64_t records, bytes; /* how many were read so far */
};

/* Initializes a session whose memory is zeroed. */
void session__init(struct session *s, const struct session_ops *ops);
/* Frees the members of the session, not the handle. */
void session__free(struct session *s);

/* Parses a list of calls; NULL: all. Returns 0 or -errno with a message. */
int session__parse(struct session *s, const char *trace, struct selection *sel);
/* As session__parse(), for the calls that the handle reports: with `unnamed`, they include calls without a row. */
int session__choose(struct session *s, const char *trace, struct selection *sel);
/* Parses a list of features not to be used; NULL: none. Returns 0 or -errno with a message. */
int session__without(struct session *s, const char *without, unsigned *bits);

/* How a handle of one type shares programs. The functions set a message on failure. */
struct session_sharing {
	bool sharable, only; /* as in the options */
	bool joins;	     /* the options name a handle to join */
	const char *unlike;  /* message that says why these options prevent sharing; NULL if they do not */
	int (*join)(struct session *s, void *ctx);
	int (*open_sharable)(struct session *s, void *ctx); /* opens programs that others may join */
	int (*open_own)(struct session *s, void *ctx);	    /* opens programs that no other handle has */
	void *ctx;
};

/*
 * Joins another handle's programs, or opens new ones if sharing is not asked for or not possible. Returns 0 or -errno
 * with a message.
 */
int session__open_shared(struct session *s, const struct session_sharing *o);
/* Sets the message for an error of joining. max: how many handles can share. Returns err. */
int session__join_fail(struct session *s, int err, unsigned max);

/* Bodies of the public functions, with their guards. They return -EINVAL if s is NULL, as it is for a NULL handle. */
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
 * Adds the existing descendants of targets with SCTRACE_TREE as targets. Call it after the programs are attached and
 * before the targets are enrolled: the programs then find children that are created meanwhile.
 */
int session__descendants(struct session *s);
/* Calls fn, which reads records or rows, and adds its CPU time to the handle's. */
int session__take(struct session *s, int (*fn)(struct session *s, int arg), int arg);

#endif
