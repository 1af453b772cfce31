/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Makes events from records: pairs exits with enters, per thread.
 *
 * Lifetime: memory that an event points to is valid during the callback. Only a call's enter is valid longer: until the
 * callback that reports the call's end (EV_EXIT, EV_ABANDONED, or EV_TASK_EXIT of the task) returns. (After
 * EV_SUPERSEDED, the call's task has another tid.) Therefore a sink that keeps a pointer to an enter must get every
 * event of the task, even if another sink failed on one of them; and pair.c never frees or overwrites an enter before
 * it has reported one of the three. pair__free() reports nothing.
 */
#ifndef SCT_PAIR_H
#define SCT_PAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"
#include "event/task.h"

/* event/kinds.def describes each kind, and the members of struct event that it sets. */
enum event_kind {
#define KIND(name, ...) EV_##name,
#include "event/kinds.def"
};

enum event_kind_flags {
	KIND_TASK = 1,	/* event of a living task: data may be kept for the task from now on */
	KIND_PROBE = 2, /* event of a probe: enter describes a hit, not a system call */
	KIND_ENDS = 4,	/* last event of its task */
	KIND_NEWS = 8,	/* if the call in enter is not selected, the event is reported without enter */
};

static inline unsigned event_kind__flags(enum event_kind kind)
{
	static const uint8_t flags[] = {
#define KIND(name, public, flags, ...) flags,
#include "event/kinds.def"
	};

	return flags[kind];
}

static inline bool event_kind__of_task(enum event_kind kind)
{
	return event_kind__flags(kind) & KIND_TASK;
}

struct event {
	enum event_kind kind;
	uint32_t tid, tgid;
	struct task *task; /* NULL: no task, or one without an entry in the register */
	uint64_t ts;
	unsigned alive;		       /* number of living tasks, including this one */
	const struct sct_enter *enter; /* the call in progress or that ends; valid until its end is reported */
	const struct sct_exit *exit;
	const uint8_t *out; /* chunks of memory that the kernel wrote, from the exit or exec record */
	uint32_t out_len;
	const struct sct_signal *signal;
	const char *comm; /* 16 bytes with a NUL; for signals and ends of tasks only if a record had the name */
	uint32_t other_tid;
	uint32_t code;	  /* status in the form of wait(2) */
	bool superseded;  /* EV_TASK_EXIT: an execve of another thread takes the task's place */
	uint8_t mode;	  /* EV_MODE, EV_ENTER: new width of the task's ABI, 32 or 64, if it has changed; else 0 */
	uint8_t abi;	  /* EV_MODE */
	uint64_t ip;	  /* EV_MODE: address that the call returns to; 0: unknown */
	uint16_t resumes; /* with restart_syscall: 1 + number of the call that it continues */
	uint32_t nr;	  /* number of the task's call in progress, or else of its last call */
	uint8_t bits;	  /* width of that call's ABI, 32 or 64; 0: no call yet */
	uint64_t lost;
	int64_t step; /* EV_CLOCK: how far the wall clock was set forward, ns; negative: back */
	bool ended;
	bool begun; /* EV_EXIT: the beginning was reported, and the event comes again for the end (pair__again()) */
};

static inline bool event__is_probe(const struct event *ev)
{
	return event_kind__flags(ev->kind) & KIND_PROBE;
}

/* Receives an event. A result other than 0 asks to stop: see pair__answer() and pair__resume(). */
typedef int event_fn(void *ctx, const struct event *ev);

struct pair;

int pair__new(struct pair **out, event_fn *fn, void *ctx);
/* Returns the register of tasks. */
struct tasks *pair__tasks(const struct pair *p);
/*
 * Passes every event also to fn, with the receiver's ctx, at once, even if the receiver has asked to stop. If fn
 * returns an error, so does pair__record().
 */
void pair__observe(struct pair *p, event_fn *fn);
/* Limits the memory for tasks and their calls; 0: no limit. pair__record() returns -E2BIG beyond it. */
void pair__limit(struct pair *p, size_t bytes);
/* Handles a record; it is a record_fn. Returns 0 or -errno, but never the receiver's result: see pair__answer(). */
int pair__record(void *pair, const struct sct_rec *rec, size_t size);
/* Reports EV_CLOCK: the wall clock was set by step ns, as was noticed at ts. Returns the same as pair__record(). */
int pair__clock(struct pair *p, uint64_t ts, int64_t step);
/*
 * Reports a held signal whose time is over. now: no later record will have an earlier time, ns. Returns 0 or an error.
 */
int pair__time(struct pair *p, uint64_t now);
/*
 * Reports held events at the end, and the losses after the last record. total_lost: the source's count of lost records.
 */
int pair__end(struct pair *p, uint64_t total_lost);
/* Returns the number of living tasks, according to the reported events. */
unsigned pair__alive(const struct pair *p);
/* Returns how many of the living tasks are targets. It searches all tasks. */
unsigned pair__targets(const struct pair *p);
/*
 * Forgets the tasks for which gone() returns true. Needed after a loss, which may include the ends of tasks. Reports
 * EV_ABANDONED for their calls. Must not be called from a callback.
 */
int pair__reap(struct pair *p, bool (*gone)(uint32_t tid));
/*
 * Forgets all tasks, because records are missing, and reports EV_ABANDONED for their calls. another: the next records
 * are from another recording, whose counts of lost records start from 0. Returns 0 or -errno.
 */
int pair__restart(struct pair *p, bool another);
/* Reports an event that the caller made, after the queued events. Returns 0 or -ENOMEM. */
int pair__report(struct pair *p, const struct event *ev);
/* Reports EV_GONE for a task and forgets it, if it is known. Returns 0 or an error. */
int pair__forget(struct pair *p, uint32_t tid);
uint64_t pair__lost(const struct pair *p);
/*
 * Returns the receiver's result for the last event. Unless that is 0, all later events, also those of later records,
 * are queued until pair__resume().
 */
int pair__answer(const struct pair *p);
/*
 * From now on queues all events, as if the receiver asked to stop after each. pair__answer() is then 1 if any is
 * queued.
 */
void pair__pull(struct pair *p);
/* Queues later events, as if the receiver had returned 1. */
void pair__stop(struct pair *p);
/*
 * Reports the queued events until the receiver asks to stop again. Returns how many were reported. The memory of the
 * last of them stays valid until the next pair__resume(), if the receiver asked to stop after it.
 */
int pair__resume(struct pair *p);
/*
 * For a receiver that makes two events of one, and was stopped after the first: it gets ev again, with ev->begun set,
 * before any other event. Returns 0 or -ENOMEM.
 */
int pair__again(struct pair *p, const struct event *ev);
/* Returns the enter of the call that ends with this record, valid until the next record, or NULL if it is unknown. */
const struct sct_enter *pair__enter_of(struct pair *p, const struct sct_exit *x);
/*
 * Calls fn with an EV_ENTER for each call in progress, and an EV_FUNC_ENTER for each function in progress. Returns 0 or
 * the result of fn.
 */
int pair__pending(struct pair *p, event_fn *fn, void *ctx);
void pair__free(struct pair *p);

#endif
