/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The state that pair.c keeps of each task, and of all tasks. pair.h describes the lifetime of an enter. States of a task's
 * call, and the records that change them:
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
 *              --- found to be gone, or its tid reused -> the task has ended; EV_ABANDONED
 */
#ifndef SCT_PAIR_TASK_H
#define SCT_PAIR_TASK_H

#include "event/func.h"
#include "event/pair.h"
#include "event/task.h"

struct pair_task {
	struct task task;
	bool pending;	       /* enter is a call in progress that was reported */
	bool snapshot;	       /* enter was made by the reader at the attach: the kernel's is still to come */
	bool held_enter;       /* enter is a call that was not reported yet: its exit follows */
	bool prepared;	       /* exec has memory of an execve's old program: the exec record follows */
	bool execed;	       /* an execve without an enter has succeeded: an enter made at its end may follow */
	bool target, announce; /* it is a target; EV_ATTACHED is still to be reported */
	bool told;	       /* a record had its name, before a signal or its end */
	uint32_t nr;	       /* number of its last call */
	uint16_t last;	       /* 1 + number of the call that ended last, except restart_syscall; 0: none */
	uint16_t resumes;      /* restart_syscall: 1 + number of the call that it continues */
	uint8_t mode;	       /* width of the ABI of its last call; 0: none yet, which counts as 64 */
	struct sct_enter *enter;
	size_t enter_cap, stale_cap;
	uint64_t enter_ts;	 /* time of the kernel's enter record, which its exit record repeats */
	struct sct_enter *stale; /* the reader's enter of the call, which the kernel's has replaced */
	struct sct_signal *held; /* a signal that is reported when the call, or the task, has ended */
	size_t held_size;
	struct sct_rec *killed; /* exit of a task that is being killed, reported if a fatal signal's record follows */
	uint8_t *exec;		/* chunks of an exec record, to which the execve's exit adds its own */
	uint32_t exec_len;
	size_t exec_cap, killed_cap;
	struct funcs funcs; /* probed functions that the task is in */
	size_t bytes;	    /* memory for the task, without funcs */
};

/* Events that wait for pair__resume(): see event/report.h. */
struct waiting {
	struct waiting_event *first, **last;
	size_t ends;	     /* number of waiting events that are ends of tasks */
	void **blocks;	     /* memory that the events may point to, freed after them */
	size_t nblocks, cap; /* queueing an event makes room for its blocks */
};

struct pair {
	struct tasks *tasks;
	struct pair_task *last;	  /* the task that was looked up last */
	struct pair_task *holder; /* the task that holds an ignored signal */
	event_fn *fn, *observe;	  /* observe may be NULL */
	void *ctx;
	int answer;		   /* what the receiver returned; if not 0, events wait for pair__resume() */
	bool pulls;		   /* pair__pull() was called: all events wait */
	bool shown;		   /* the first event that waits was reported: the next pair__resume() frees it */
	bool again;		   /* pair__again() was called for the queued event that is being reported */
	const struct sct_rec *rec; /* the record that is being handled */
	size_t rec_size;
	void *rec_copy;		/* copy of rec once an event of it waits; freed with waiting.blocks */
	struct sct_probe entry; /* entry made up for the event of a return without one */
	struct waiting waiting;
	uint32_t *cpu_lost; /* per CPU: the count of lost records seen last */
	unsigned ncpus;
	uint64_t lost;
	uint64_t now;	     /* time of the last record */
	uint64_t reported;   /* latest time of an event */
	size_t bytes, limit; /* memory for all tasks, and its limit; 0: no limit */
};

void pair_task__free(struct task *task);

/* Charges memory to the task; pair__record() fails the current record above the limit. */
static inline void pair_task__keeps(struct pair *p, struct pair_task *t, size_t bytes)
{
	t->bytes += bytes;
	p->bytes += bytes;
}

/* Returns the living task with this tid, or NULL. */
static inline struct pair_task *pair_task__find(const struct pair *p, uint32_t tid)
{
	struct task *t = tasks__find(p->tasks, tid);

	return t && t->life == TASK_LIVES ? (struct pair_task *)t : NULL;
}

/* Returns the task with this tid, which is created if there is none. NULL: no memory. */
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
 * The following functions copy a record, or its chunks, to the task's memory. They return 0 or -ENOMEM.
 *
 * Keeps an enter. The task is in no call; or, with retire, this enter replaces another one of the same call, which stays
 * valid.
 */
int pair_task__keep_enter(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size, bool retire);
/*
 * Keeps the exit of a call whose task is being killed. The exit is reported only if a fatal signal is; the record of that
 * signal, made by its sender, may come before or after the exit.
 */
int pair_task__keep_killed(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
/* Keeps the chunks of an exec record for the end of the execve, whose own record may lack them. */
int pair_task__keep_exec(struct pair *p, struct pair_task *t, const uint8_t *data, uint32_t len);
/* Keeps a signal that is reported later. */
int pair_task__keep_signal(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
void pair_task__drop_signal(struct pair *p, struct pair_task *t);

#endif
