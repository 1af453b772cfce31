/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A look: the state of all tasks at one time, the call that each waits in, and who waits for whom. */
#ifndef SCT_WHY_LOOK_H
#define SCT_WHY_LOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/why_abi.h"
#include "util/buf.h"
#include "util/tidmap.h"
#include "why/graph.h"

#define WHY_CALLS 1024 /* numbers of calls that are told apart */

/* What a call waits for, if it waits. */
enum why_wait {
	WAIT_OTHER,
	WAIT_READ,
	WAIT_WRITE,
	WAIT_ACCEPT,
	WAIT_CONNECT,
	WAIT_FLOCK,
	WAIT_FCNTL,
	WAIT_FUTEX,
	WAIT_CHILD,
	WAIT_CLONE,
	WAIT_POLL,
	WAIT_EPOLL,
	WAIT_TIME,
	WAIT_SIGNAL,
	WAIT_IPC,
	WAIT_URING,
	WAIT_SYNC, /* for a file on a disk */
};

enum why_state {
	STATE_BLOCKED,
	STATE_RUNNING,
	STATE_RUNNABLE,
	STATE_THROTTLED,
	STATE_STOPPED,
	STATE_TRACED,
	STATE_FROZEN,
	STATE_ZOMBIE,
};

#define WHY_OBJECT 400

#define WHY_UNKNOWN UINT32_MAX

/* What was found out about a task. */
struct why_found {
	bool done;
	bool all_done;	    /* all threads of its process are looked at, too */
	const char *reason; /* what it waits for, static; NULL: nothing to say */
	char *object;	    /* the thing that it waits for; NULL: none */
	uint32_t nfds;	    /* number of descriptors that it waits at, if there may be several; WHY_UNKNOWN */
};

struct why_look {
	int proc;		    /* descriptor of /proc */
	struct sct_why_task *tasks; /* sorted by process, then thread */
	uint32_t ntasks;
	const struct sct_why_holder *holders; /* sorted by key */
	size_t nholders;
	const struct sct_why_fd *fds; /* of tasks that wait at several, sorted by task and number */
	size_t nfds;
	struct why_found *found;
	struct why_graph graph;
	struct tidmap index;	 /* tid -> 1 + index of the task */
	int64_t skew;		 /* the scheduler's clock minus CLOCK_MONOTONIC, ns */
	uint8_t wait[WHY_CALLS]; /* enum why_wait, by the number of a 64-bit call */
	int waitid;		 /* number of waitid(2) */
	uint32_t self;		 /* the reader's process, which inherits ends of pipes, but is no culprit */
	struct buf task_bytes, holder_bytes, fd_bytes;
};

/*
 * Sorts the tasks in task_bytes, and finds the difference of the clocks at the reader's own, which is running. Returns
 * 0 or -ENOMEM.
 */
int why_look__index(struct why_look *l);
void why_look__free(struct why_look *l);

/* Returns the index of a thread, or WHY_NOBODY. */
uint32_t why_look__find(const struct why_look *l, uint32_t tid);
/* Returns the index of a process's leader, or of any of its threads, or WHY_NOBODY. */
uint32_t why_look__process(const struct why_look *l, uint32_t tgid);
/* Sets the threads of a task's process: [*from, *to). */
void why_look__threads(const struct why_look *l, uint32_t task, uint32_t *from, uint32_t *to);
/* Returns the thread that has a number in its own pid namespace and the memory of a task, or WHY_NOBODY. */
uint32_t why_look__inner(const struct why_look *l, uint32_t task, uint32_t inner);

enum why_state why_look__state(const struct sct_why_task *t);
/* Returns what the task's call waits for. */
enum why_wait why_look__wait(const struct why_look *l, const struct sct_why_task *t);
/* Returns for how long the task has been in its state, ns; UINT64_MAX: unknown. */
uint64_t why_look__age(const struct why_look *l, const struct sct_why_task *t);

/* Adds the edge from one task to another; role and fd as in struct why_edge. WHY_NOBODY: none. Returns 0 or -ENOMEM. */
int why_look__edge(struct why_look *l, uint32_t from, uint32_t to, bool process, const char *role, int fd);
/* Sets what the task waits for: reason is static; fmt, if it is not NULL, makes the object. */
void why_look__say(struct why_look *l, uint32_t task, const char *reason, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif
