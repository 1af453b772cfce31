/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Records to events: what belongs together is joined, per thread.
 *
 * Whose memory: what an event points to is valid during the callback. The one
 * exception is a call's enter, which whoever gets the events may look at until
 * the call's end has been reported to it: until the callback of EV_EXIT,
 * EV_ABANDONED or EV_TASK_EXIT with the task's tid returns. (After
 * EV_SUPERSEDED the task with the call has another tid.) So a sink that keeps a
 * pointer to it must get every event of the task, also if another sink refused
 * one of them; and no path frees an enter, or writes over it, before it has
 * reported one of the three. pair__free() reports nothing.
 */
#ifndef SCT_PAIR_H
#define SCT_PAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"
#include "event/task.h"

/* event/kinds.def says what each kind is, and which members of struct event it sets. */
enum event_kind {
#define KIND(name, ...) EV_##name,
#include "event/kinds.def"
};

enum event_kind_flags {
	KIND_TASK = 1,	/* of a task whose state may be kept from this event on */
	KIND_PROBE = 2, /* of a probe: enter is no system call */
	KIND_ENDS = 4,	/* the last event of its task */
	KIND_NEWS = 8,	/* reported without enter if the call is not selected: it tells more than that call */
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
	struct task *task; /* NULL: of no task, or of one that is not in the register */
	uint64_t ts;
	unsigned alive; /* tasks known, this one included */
	const struct sct_enter
		*enter; /* of the unfinished call, or of the one that ends; valid until its end is reported */
	const struct sct_exit *exit;
	const uint8_t *out; /* chunks that came out: the exit's, or the exec's */
	uint32_t out_len;
	const struct sct_signal *signal;
	const char *comm; /* 16 bytes, NUL-terminated; of a signal and a task's end, where it was told */
	uint32_t other_tid;
	uint32_t code;	  /* as wait(2) gives it */
	bool superseded;  /* task exit: an execve of another thread takes its place */
	uint8_t mode;	  /* mode, enter: 32 or 64, if the task's last call was not of an ABI of that width; else 0 */
	uint8_t abi;	  /* mode */
	uint64_t ip;	  /* mode: where the call returns to; 0: not known */
	uint16_t resumes; /* restart_syscall: 1 + number of the call it goes on with */
	uint32_t nr;	  /* of the call that the task is in, or was last in */
	uint8_t bits;	  /* of that call's ABI; 0: there was none */
	uint64_t lost;
	int64_t step; /* clock: ns that the wall clock went forward; negative: back */
	bool ended;
	bool begun; /* exit: the receiver has made two events of it, and stopped after the first. Set by the receiver */
};

static inline bool event__is_probe(const struct event *ev)
{
	return event_kind__flags(ev->kind) & KIND_PROBE;
}

/* A value that is not 0 asks to stop: pair__answer(), and pair__resume() goes on with the next event. */
typedef int event_fn(void *ctx, const struct event *ev);

struct pair;

int pair__new(struct pair **out, event_fn *fn, void *ctx);
/* Returns the register of the tasks that the records are of. */
struct tasks *pair__tasks(const struct pair *p);
/*
 * Every event goes to fn, too, with the receiver's ctx: as it is made, whether the receiver has asked to stop or not. What
 * fn returns, if not 0, is an error of the record at hand.
 */
void pair__observe(struct pair *p, event_fn *fn);
/* Most bytes of what is kept of tasks and their calls; 0: no limit. A record beyond it: -E2BIG. */
void pair__limit(struct pair *p, size_t bytes);
/* A record_fn: ctx is the struct pair. Returns 0 or -errno, and never what the receiver answered: pair__answer(). */
int pair__record(void *pair, const struct sct_rec *rec, size_t size);
/* The wall clock was set: an event, ts: when it was noticed. */
int pair__clock(struct pair *p, uint64_t ts, int64_t step);
/* Nothing older than now (ns, the records' clock) is still to come: shows what was held back for it. */
int pair__time(struct pair *p, uint64_t now);
/* Reports records lost after the last one; total: of all CPUs, from the source. */
int pair__end(struct pair *p, uint64_t total_lost);
/* Tasks that are alive as far as the reported records say. */
unsigned pair__alive(const struct pair *p);
/* Those of them that were asked for. Looks at each task. */
unsigned pair__targets(const struct pair *p);
/*
 * After a loss a task's end may have been missed: forgets the tasks for which
 * gone() says so. Reports EV_ABANDONED for their calls: not from a callback.
 */
int pair__reap(struct pair *p, bool (*gone)(uint32_t tid));
/* Reports an event that the caller made, after those that wait. Returns 0 or -ENOMEM. */
int pair__report(struct pair *p, const struct event *ev);
/* Forgets a task, if it is there, and reports EV_GONE. */
int pair__forget(struct pair *p, uint32_t tid);
uint64_t pair__lost(const struct pair *p);
/*
 * What the receiver answered to the last event that it was given, if that was not 0. Events after that one wait for
 * pair__resume(), also those of further records.
 */
int pair__answer(const struct pair *p);
/* Reports the events that wait, until the receiver asks to stop again. Returns how many were reported. */
int pair__resume(struct pair *p);
/*
 * For a receiver that makes two events of one: the receiver has stopped after the first of them, and is given ev once
 * more, with ev->begun, before any other event. Returns 0 or -ENOMEM.
 */
int pair__again(struct pair *p, const struct event *ev);
/* The beginning of the call that ends with this record; NULL: it is not known. Valid until the next record. */
const struct sct_enter *pair__enter_of(struct pair *p, const struct sct_exit *x);
/* Calls fn for each call in progress. */
int pair__pending(struct pair *p, event_fn *fn, void *ctx);
void pair__free(struct pair *p);

#endif
