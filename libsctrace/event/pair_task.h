/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The state that pair.c keeps of each task, and of all tasks. pair.h describes the lifetime of an enter. States of a
 * task's call, and the records that change them:
 *
 *   in no call --- ENTER ----------------------------> pending; EV_ENTER is reported
 *              --- ENTER with SCT_F_HELD ------------> held_enter; no event
 *   held_enter --- EXIT -----------------------------> in no call; EV_ENTER, EV_EXIT
 *   pending    --- EXIT of this call ----------------> in no call; EV_EXIT
 *              --- EXIT with SCT_F_KILLED -----------> pending, with killed: the exit waits for a fatal signal's record
 *              --- ENTER of another call ------------> pending; EV_ABANDONED, EV_ENTER: the exit was lost
 *              --- ENTER with SCT_F_LATE, snapshot --> pending: the kernel's record replaces the reader's
 *              --- LEADER_EXIT ----------------------> in no call; EV_ABANDONED
 *              --- TASK_EXIT ------------------------> the task has ended; EV_TASK_EXIT has the call
 *              --- found to be gone, or tid reused --> the task has ended; EV_ABANDONED
 */
#ifndef SCT_PAIR_TASK_H
#define SCT_PAIR_TASK_H

#include "event/func.h"
#include "event/pair.h"
#include "event/task.h"

struct pair_task {
	struct task task;
	bool pending;	       /* enter is a call in progress that was reported */
	bool snapshot;	       /* the reader made enter at the attach; the kernel's own may follow */
	bool held_enter;       /* the call in enter was not reported yet; its exit follows */
	bool prepared;	       /* exec has memory from before an execve; the exec record follows */
	bool execed;	       /* an execve without an enter succeeded; an enter made at its end may follow */
	bool target, announce; /* it is a target; EV_ATTACHED has to be reported */
	bool told;	       /* a record had the task's name, before a record of a signal or of its end */
	uint32_t nr;	       /* number of its last call */
	uint16_t last;	       /* 1 + number of the last call that ended, except restart_syscall; 0: none */
	uint16_t resumes;      /* restart_syscall: 1 + number of the call that it continues */
	uint8_t mode;	       /* width of the ABI of its last call; 0: no call yet, counts as 64 */
	struct sct_enter *enter;
	size_t enter_cap, stale_cap;
	uint64_t enter_ts;	 /* ts of the call's enter record, which its exit record repeats */
	struct sct_enter *stale; /* the reader's enter, after the kernel's has replaced it */
	struct sct_signal *held; /* a signal to report when the call or the task has ended */
	size_t held_size;
	/* exit of a call in which the task is killed, reported if a fatal signal's record comes */
	struct sct_rec *killed;
	uint8_t *exec; /* chunks of an exec record, which the execve's exit record is added to */
	uint32_t exec_len;
	size_t exec_cap, killed_cap;
	struct funcs funcs; /* probed functions that the task is in */
	size_t bytes;	    /* memory for the task, without funcs */
};

/* Queued events: see event/report.h. */
struct waiting {
	struct waiting_event *first, **last;
	size_t ends;   /* number of queued events that are ends of tasks */
	void **blocks; /* memory that queued events may point to, freed after them */
	size_t nblocks, cap;
	size_t reserved; /* number of blocks that the queued events may have; cap is at least as large */
};

struct pair {
	struct tasks *tasks;
	struct pair_task *last;	  /* the task that was looked up last */
	struct pair_task *holder; /* the task that has a held ignored signal */
	event_fn *fn, *observe;	  /* observe may be NULL */
	void *ctx;
	int answer;		   /* result of the receiver; if not 0, events are queued until pair__resume() */
	bool pulls;		   /* pair__pull() was called: all events are queued */
	bool shown;		   /* the first queued event was reported; the next pair__resume() frees it */
	bool again;		   /* pair__again() was called for the queued event that is being reported */
	const struct sct_rec *rec; /* the record that is being handled */
	size_t rec_size;
	void *rec_copy;		/* copy of rec, made when an event of it is queued; it is in waiting.blocks */
	struct sct_probe entry; /* stands in for the entry in the event of a return that has none */
	struct waiting waiting;
	uint32_t *cpu_lost; /* per CPU: count of lost records in its last record */
	size_t cpu_lost_cap;
	uint64_t lost;
	uint64_t now;	     /* time of the last record */
	uint64_t reported;   /* latest time of any reported event */
	size_t bytes, limit; /* memory of all tasks, and its limit; 0: no limit */
};

void pair_task__free(struct task *task);

/* Charges memory to the task. Beyond the limit, pair__record() fails. */
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

/* Returns the task with this tid; it is created if there is none. NULL: no memory. */
struct pair_task *pair_task__make(struct pair *p, uint32_t tid, uint32_t tgid);

static inline struct pair_task *pair_task__get(struct pair *p, uint32_t tid, uint32_t tgid)
{
	return p->last && p->last->task.tid == tid ? p->last : pair_task__make(p, tid, tgid);
}

/* Returns an event of the task with the members that all kinds have. */
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
 * The following functions copy a record, or its chunks, to memory of the task. They return 0 or -ENOMEM.
 *
 * Keeps an enter. The task must be in no call; or, with retire, the enter replaces another one of the same call, which
 * stays valid.
 */
int pair_task__keep_enter(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size, bool retire);
/*
 * Keeps the exit of a call in which the task is killed. It is reported only if a fatal signal's record comes; that
 * record, made by the sender, may be before or after the exit.
 */
int pair_task__keep_killed(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
/* Keeps the chunks of an exec record until the execve ends, as its exit record may lack them. */
int pair_task__keep_exec(struct pair *p, struct pair_task *t, const uint8_t *data, uint32_t len);
/* Keeps a signal that is reported later. */
int pair_task__keep_signal(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
void pair_task__drop_signal(struct pair *p, struct pair_task *t);

#endif
