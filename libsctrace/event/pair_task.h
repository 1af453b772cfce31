/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What pair.c keeps of each task, and of all of them. pair.h has the rule of an enter's memory. A task's call, and the
 * records that change its state:
 *
 *   in no call --- ENTER ----------------------------> pending; EV_ENTER is reported
 *              --- ENTER with SCT_F_HELD ------------> held_enter; nothing is
 *   held_enter --- EXIT -----------------------------> in no call; EV_ENTER, EV_EXIT
 *   pending    --- EXIT of this call ----------------> in no call; EV_EXIT
 *              --- EXIT with SCT_F_KILLED -----------> pending, with killed: the exit waits for a fatal signal's record
 *              --- ENTER of another call ------------> pending; EV_ABANDONED, EV_ENTER: the exit was lost
 *              --- ENTER with SCT_F_LATE, snapshot --> pending: the kernel's record takes the place of the reader's
 *              --- LEADER_EXIT ----------------------> in no call; EV_ABANDONED
 *              --- TASK_EXIT ------------------------> the task has ended; EV_TASK_EXIT has the call
 *              --- found to be gone, FORK of its number: it has ended; EV_ABANDONED
 */
#ifndef SCT_PAIR_TASK_H
#define SCT_PAIR_TASK_H

#include "event/func.h"
#include "event/pair.h"
#include "event/task.h"

struct pair_task {
	struct task task;
	bool pending;	       /* enter holds an unfinished call */
	bool snapshot;	       /* enter was made by the reader: the kernel's is still to come */
	bool held_enter;       /* enter holds a call of which nothing was reported yet: its exit follows */
	bool prepared;	       /* exec has memory of the old program of an execve: its exec record follows */
	bool execed;	       /* an execve whose beginning was not sent has succeeded: its end may come */
	bool target, announce; /* asked for; made by a traced task, no record of its own seen yet */
	bool told;	       /* a record told its name before a signal or its end */
	uint32_t nr;	       /* of its last call */
	uint16_t last;	       /* 1 + number of the call that ended last, but for restart_syscall; 0: none */
	uint16_t resumes;      /* restart_syscall: likewise, of the call that it goes on with */
	uint8_t mode;	       /* bits of the ABI of its last call; 0: none yet, as 64 */
	struct sct_enter *enter;
	size_t enter_cap, stale_cap;
	uint64_t enter_ts;	 /* of the kernel's enter record: its exit has it */
	struct sct_enter *stale; /* the reader's enter of the same call, which the kernel's took the place of */
	struct sct_signal *held; /* shown when the unfinished call, or the task, has ended */
	size_t held_size;
	struct sct_rec *killed; /* the exit of a task being killed, should a signal that is shown have done it */
	uint8_t *exec;		/* chunks of an exec record, until the execve's exit; then the exit's after them */
	uint32_t exec_len;
	size_t exec_cap, killed_cap;
	struct funcs funcs; /* probed functions that it is in */
	size_t bytes;	    /* of what is kept of it, but for these */
};

/* Events that wait for the receiver to go on: see event/report.h. */
struct waiting {
	struct waiting_event *first, **last;
	size_t ends;	     /* events among them that tell of a task's end */
	void **blocks;	     /* memory of tasks that the events point to, to be freed after them */
	size_t nblocks, cap; /* room is made for the blocks of an event when it is queued */
};

struct pair {
	struct tasks *tasks;
	struct pair_task *last;	  /* the one looked up last */
	struct pair_task *holder; /* holds an ignored signal */
	event_fn *fn, *observe;	  /* observe may be NULL */
	void *ctx;
	int answer; /* the receiver's, if it is not 0: no further event is reported until pair__resume() */
	bool again; /* pair__again() was called for the queued event at hand */
	const struct sct_rec *rec; /* the record at hand */
	size_t rec_size;
	void *rec_copy;		/* its copy, once an event of it waits; that event owns it */
	struct sct_probe entry; /* of a return without an entry: made up for its event */
	struct waiting waiting;
	uint32_t *cpu_lost; /* per CPU: count seen */
	unsigned ncpus;
	uint64_t lost;
	uint64_t now;	     /* the last record's ts */
	uint64_t reported;   /* the latest time of an event */
	size_t bytes, limit; /* of all tasks; 0: as many as it takes */
};

void pair_task__free(struct task *task);

/* Counts what is kept of a task; beyond the limit, the record that brought it is the last. */
static inline void pair_task__keeps(struct pair *p, struct pair_task *t, size_t bytes)
{
	t->bytes += bytes;
	p->bytes += bytes;
}

/* Returns the task of this number if it lives, or NULL. */
static inline struct pair_task *pair_task__find(const struct pair *p, uint32_t tid)
{
	struct task *t = tasks__find(p->tasks, tid);

	return t && t->life == TASK_LIVES ? (struct pair_task *)t : NULL;
}

/* Returns the task of this number, made if there is none. NULL: no memory. */
struct pair_task *pair_task__make(struct pair *p, uint32_t tid, uint32_t tgid);

static inline struct pair_task *pair_task__get(struct pair *p, uint32_t tid, uint32_t tgid)
{
	return p->last && p->last->task.tid == tid ? p->last : pair_task__make(p, tid, tgid);
}

/* Returns an event of the task. */
static inline struct event pair_task__event(const struct pair *p, enum event_kind kind, struct pair_task *t,
					    uint64_t ts)
{
	return (struct event){
		.kind = kind,
		.alive = p->tasks->nalive,
		.task = &t->task,
		.tid = t->task.tid,
		.tgid = t->task.tgid,
		.ts = ts,
		.enter = t->pending ? t->enter : NULL,
		.resumes = t->resumes,
		.nr = t->nr,
		.bits = t->mode,
	};
}

/*
 * These keep a record, or its chunks, in the task's memory. 0 or -ENOMEM.
 *
 * An enter: the task is in no call; or, with retire, this is another enter of the call that it is in: the old one stays.
 */
int pair_task__keep_enter(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size, bool retire);
/*
 * A task being killed in its call: only a signal that is shown makes the call's
 * end seen. The sender's record of it comes before that of the exit, or after.
 */
int pair_task__keep_killed(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
/* What execve read may be in the exec record only: it is kept for the call's end. */
int pair_task__keep_exec(struct pair *p, struct pair_task *t, const uint8_t *data, uint32_t len);
/* A signal that is shown later. */
int pair_task__keep_signal(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
void pair_task__drop_signal(struct pair *p, struct pair_task *t);

#endif
