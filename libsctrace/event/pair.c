// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/pair.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "event/report.h"
#include "event/pair_funcs.h"
#include "event/pair_task.h"
#include "lookup/abi.h"
#include "util/grow.h"

#define HOLD_NS                                                                                                        \
	50000000 /* longest wait of an ignored signal for the end of its target's call, which must be scheduled */

int pair__new(struct pair **out, event_fn *fn, void *ctx)
{
	struct pair *p = calloc(1, sizeof(*p));

	if (!p)
		return -ENOMEM;
	p->tasks = tasks__new(sizeof(struct pair_task), pair_task__free);
	if (!p->tasks) {
		free(p);
		return -ENOMEM;
	}
	p->fn = fn;
	p->ctx = ctx;
	*out = p;
	return 0;
}

void pair__observe(struct pair *p, event_fn *fn)
{
	p->observe = fn;
}

void pair__limit(struct pair *p, size_t bytes)
{
	p->limit = bytes;
}

struct tasks *pair__tasks(const struct pair *p)
{
	return p->tasks;
}

void pair__free(struct pair *p)
{
	if (!p)
		return;
	report__drop(p);
	tasks__free(p->tasks);
	free(p->cpu_lost);
	free(p);
}

/*
 * Reports an event that ends the task's call. Afterwards the call's enter may be freed: if the event is queued, this is
 * deferred.
 */
static int call_end(struct pair *p, struct pair_task *t, const struct event *ev)
{
	int err = report(p, ev);

	t->pending = false;
	report__free(p, t->stale);
	pair_task__keeps(p, t, 0 - t->stale_cap);
	t->stale = NULL;
	t->stale_cap = 0;
	return err;
}

/* If the task is in a call, reports it as abandoned, because its exit will not come. */
static int abandon(struct pair *p, struct pair_task *t, uint64_t ts)
{
	struct event ev;

	if (!t->pending)
		return 0;
	ev = pair_task__event(p, EV_ABANDONED, t, ts);
	return call_end(p, t, &ev);
}

/* Reports that the functions and the call that the task is in will not return. */
static int task_leave(struct pair *p, struct pair_task *t, uint64_t ts)
{
	int err = pair_funcs__end(p, t, ts);

	return err ? err : abandon(p, t, ts);
}

/* Clears all references of struct pair to a task that is about to be removed from the register. */
static void task_unlink(struct pair *p, const struct pair_task *t)
{
	if (p->last == t)
		p->last = NULL;
	if (p->holder == t)
		p->holder = NULL;
	p->bytes -= t->bytes + t->funcs.bytes;
}

/* Ends a task in the register, whether its end was seen or not. */
static int task_end(struct pair *p, struct pair_task *t, uint64_t ts)
{
	int err = task_leave(p, t, ts);

	task_unlink(p, t);
	err = tasks__end(p->tasks, &t->task) ?: err;
	report__free_tasks(p);
	return err;
}

/* Removes the task with this thread id, which a new task has now. */
static int number_free(struct pair *p, uint32_t tid, uint64_t ts)
{
	struct task *task = tasks__find(p->tasks, tid);
	struct pair_task *t = (struct pair_task *)task;
	int err;

	if (!t)
		return 0;
	err = task_leave(p, t, ts);
	task_unlink(p, t);
	tasks__remove(p->tasks, task);
	report__free_tasks(p);
	return err;
}

/* ---- loss: each record has the count of records that its ring had dropped before it ---- */

static int lost_upto(struct pair *p, const struct sct_rec *rec)
{
	struct event ev = { .kind = EV_LOST, .ts = rec->ts };
	uint32_t *seen;

	if (rec->cpu == SCT_CPU_NONE)
		return 0;
	if (rec->cpu >= p->cpu_lost_cap && !GROW(p->cpu_lost, p->cpu_lost_cap, rec->cpu + 1u))
		return -ENOMEM;
	seen = &p->cpu_lost[rec->cpu];
	/* A smaller count is not a loss: in older captures, records that the reader made have CPU 0 and count 0. */
	if ((int32_t)(rec->lost - *seen) <= 0)
		return 0;
	ev.lost = rec->lost - *seen;
	*seen = rec->lost;
	p->lost += ev.lost;
	return report(p, &ev);
}

int pair__end(struct pair *p, uint64_t total_lost)
{
	struct event ev = { .kind = EV_LOST };
	int err = pair__time(p, UINT64_MAX);

	if (err)
		return err;
	if (total_lost <= p->lost)
		return 0;
	ev.lost = total_lost - p->lost;
	p->lost = total_lost;
	return report(p, &ev);
}

uint64_t pair__lost(const struct pair *p)
{
	return p->lost;
}

void pair__pull(struct pair *p)
{
	p->pulls = true;
}

void pair__stop(struct pair *p)
{
	p->answer = 1;
}

int pair__answer(const struct pair *p)
{
	return p->pulls ? p->waiting.first != NULL : p->answer;
}

/* ---- living tasks ---- */

unsigned pair__alive(const struct pair *p)
{
	return (unsigned)(p->tasks->nalive + p->waiting.ends);
}

/* Returns the living task at this place of the register's table, or NULL. */
static struct pair_task *task_at(const struct pair *p, size_t i)
{
	struct task *t = p->tasks->map.slots[i].value;

	return t && t->life == TASK_LIVES ? (struct pair_task *)t : NULL;
}

unsigned pair__targets(const struct pair *p)
{
	unsigned n = 0;

	for (size_t i = 0; i < p->tasks->map.cap; i++)
		n += task_at(p, i) && task_at(p, i)->target;
	return n;
}

int pair__reap(struct pair *p, bool (*gone)(uint32_t tid))
{
	int err = 0;

	for (size_t i = 0; !err && i < p->tasks->map.cap;) {
		struct pair_task *t = task_at(p, i);

		if (t && gone(t->task.tid))
			err = task_end(p, t, p->now); /* the removal may have moved another task to this slot */
		else
			i++;
	}
	return err;
}

static bool is_gone(uint32_t tid)
{
	(void)tid;
	return true;
}

int pair__restart(struct pair *p, bool another)
{
	int err = pair__reap(p, is_gone);

	/* remove the other entries: leaders of which only threads were seen, and ended processes */
	for (size_t i = 0; i < p->tasks->map.cap;) {
		struct task *t = p->tasks->map.slots[i].value;

		if (t)
			tasks__remove(p->tasks, t); /* another task may have moved to this slot */
		else
			i++;
	}
	report__free_tasks(p);
	if (another)
		memset(p->cpu_lost, 0, p->cpu_lost_cap * sizeof(*p->cpu_lost));
	return err;
}

int pair__forget(struct pair *p, uint32_t tid)
{
	struct pair_task *t = pair_task__find(p, tid);
	struct event ev;
	int err;

	if (!t)
		return 0;
	err = task_leave(p, t, 0);
	ev = pair_task__event(p, EV_GONE, t, 0);
	ev.alive--;
	err = err ?: report(p, &ev);
	return task_end(p, t, 0) ?: err;
}

/* ---- one function per record type ---- */

/* Sets the width of the task's ABI. Returns 32 or 64 if it has changed, else 0. */
static uint8_t mode_change(struct pair_task *t, unsigned abi_id)
{
	const struct abi *abi = abi__get(abi_id);
	uint8_t mode = abi ? 8 * abi->word : 64, before = t->mode ? t->mode : 64;

	t->mode = mode;
	return mode == before ? 0 : mode;
}

/* True if the call is restart_syscall, which continues an earlier call. */
static bool goes_on(unsigned abi_id, uint32_t nr)
{
	const struct abi *abi = abi__get(abi_id);
	const struct sct_row *row = abi ? abi__row(abi, nr) : NULL;

	return row && row->args[0].fn == ARGFN_restarted;
}

static bool is_exec(const struct sct_enter *e)
{
	const struct sct_row *row = record__row(e);

	return row && !strncmp(row->name, "execve", 6);
}

/* Sets the task's name, and returns it as a string. */
static const char *task_named(struct pair_task *t, const void *comm)
{
	memcpy(t->task.comm, comm, TASK_COMM);
	t->task.comm[TASK_COMM - 1] = '\0';
	return t->task.comm;
}

static void comm_of_call(struct pair_task *t)
{
	uint32_t len, off = 0;
	const uint8_t *data = record__data(&t->enter->rec, &len);
	const struct sct_chunk *c;

	while ((c = chunk__next(data, len, &off)))
		if (c->part == SCT_PART_COMM && c->len == TASK_COMM)
			task_named(t, c + 1);
}

/* Reports that the call of t->enter began. */
static int enter_report(struct pair *p, struct pair_task *t)
{
	struct event ev = pair_task__event(p, EV_ENTER, t, t->enter_ts);

	if (p->tasks->comms)
		comm_of_call(t);
	ev.mode = mode_change(t, t->enter->abi);
	return report(p, &ev);
}

static int on_enter(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	/*
	 * The call may be an execve whose enter was made at its end. Its number is then that of the new program's ABI.
	 * It was not selected by the old program's ABI, and its arguments are gone, so the record is ignored.
	 */
	bool by_other_abi = t->execed && rec->flags & SCT_F_LATE && is_exec((const struct sct_enter *)rec);
	/*
	 * the kernel's record, with memory, of the call that the reader found in progress at the attach; there is only
	 * one
	 */
	bool known = t->snapshot && t->pending && !t->stale && rec->flags & SCT_F_LATE &&
		     ((const struct sct_enter *)rec)->nr == t->enter->nr;
	uint64_t began = known ? t->enter->rec.ts : 0;
	int err = known ? 0 : abandon(p, t, rec->ts);

	t->execed = false;
	/* keep memory of an exec record only if this is its execve, whose enter was held until the call's end */
	if (t->exec_len && !is_exec((const struct sct_enter *)rec))
		t->exec_len = 0;
	if (by_other_abi)
		return err;
	if (!err)
		err = pair_task__keep_enter(p, t, rec, size, known);
	if (err)
		return err;
	t->resumes = goes_on(t->enter->abi, t->enter->nr) ? t->last : 0;
	t->snapshot = rec->flags & SCT_F_SNAPSHOT;
	t->enter_ts = rec->ts;
	t->held_enter = rec->flags & SCT_F_HELD;
	if (t->held_enter) {
		t->pending = false;
		return 0;
	}
	if (known) {
		/* the record was made at the call's end: keep the time at which the reader saw the call */
		t->enter->rec.ts = began;
		t->enter->rec.flags |= SCT_F_SNAPSHOT;
		return 0;
	}
	return enter_report(p, t);
}

/*
 * Some signals are recorded when they are sent, but a tracer sees them when the target leaves its call. A fatal signal
 * is held until then. An ignored one, which need not end the call, is held for at most HOLD_NS.
 */
static int held_show(struct pair *p, struct pair_task *t)
{
	struct event ev;
	int err;

	if (p->holder == t)
		p->holder = NULL;
	if (!t->held)
		return 0;
	/*
	 * a tracer sees the signal when its target stops for it, so it comes after all events that were reported since
	 * it was sent
	 */
	ev = pair_task__event(p, EV_SIGNAL, t, t->held->rec.ts > p->reported ? t->held->rec.ts : p->reported);
	ev.comm = t->told ? t->task.comm : NULL;
	ev.signal = t->held;
	err = report(p, &ev);
	pair_task__drop_signal(p, t);
	return err;
}

static int held_keep(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	int err = held_show(p, t);

	if (!err && p->holder && rec->flags & SCT_F_IGNORED)
		err = held_show(p, p->holder);
	if (!err)
		err = pair_task__keep_signal(p, t, rec, size);
	if (err)
		return err;
	if (rec->flags & SCT_F_IGNORED)
		p->holder = t;
	return 0;
}

int pair__time(struct pair *p, uint64_t now)
{
	if (!p->holder || now < p->holder->held->rec.ts + HOLD_NS)
		return 0;
	return held_show(p, p->holder);
}

static bool fatal_held(const struct pair_task *t)
{
	return t->held && t->held->rec.flags & SCT_F_FATAL;
}

/* Reports the beginning of a call whose enter the BPF program held until the call's end. */
static int enter_release(struct pair *p, struct pair_task *t, uint64_t began)
{
	t->held_enter = false;
	t->pending = true;
	t->enter->rec.ts = t->enter_ts = began;
	return enter_report(p, t);
}

const struct sct_enter *pair__enter_of(struct pair *p, const struct sct_exit *x)
{
	struct pair_task *t = pair_task__find(p, x->rec.tid);

	return t && (t->held_enter || (t->pending && t->enter_ts == x->enter_ts)) ? t->enter : NULL;
}

static int on_exit_(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	const struct sct_exit *x = (const void *)rec;
	int err = t->held_enter ? enter_release(p, t, x->enter_ts) : 0;

	if (err)
		return err;
	/* ignore an exit that belongs to another enter; if the enter was lost, BPF programs send no exit */
	if (!t->pending || t->enter_ts != x->enter_ts)
		return 0;
	if (rec->flags & SCT_F_KILLED && !fatal_held(t))
		return pair_task__keep_killed(p, t, rec, size);

	struct event ev = pair_task__event(p, EV_EXIT, t, rec->ts);

	ev.exit = x;
	ev.out = record__data(rec, &ev.out_len);
	if (t->exec_len) {
		err = pair_task__keep_exec(p, t, ev.out, ev.out_len);
		ev.out = t->exec;
		ev.out_len = t->exec_len;
	}
	err = call_end(p, t, &ev) ?: err;
	t->exec_len = 0;
	/* an interrupted restart_syscall continues the same earlier call again */
	if (!goes_on(x->abi, x->nr))
		t->last = 1 + x->nr;
	return err || !t->held ? err : held_show(p, t);
}

/* Keeps memory for which the call's exit record, which follows, has no room. */
static int on_more(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	const struct sct_exit *x = (const void *)rec;
	const struct sct_enter of = { .nr = x->nr, .abi = x->abi };
	uint32_t len;
	const uint8_t *data = record__data(rec, &len);

	if (is_exec(&of)) { /* the enter of an execve may be held back, and come after this record */
		t->exec_len = 0;
		t->prepared = true;
	}
	return t->pending || t->held_enter || t->prepared ? pair_task__keep_exec(p, t, data, len) : 0;
}

/* Handles a record of a whole call as an enter and an exit. */
static int on_call(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	const struct sct_exit *x = (const void *)rec;
	struct sct_enter e = { .rec = *rec, .nr = x->nr, .abi = x->abi };
	int err;

	e.rec.type = SCT_REC_ENTER;
	e.rec.ts = x->enter_ts;
	err = on_enter(p, t, &e.rec, sizeof(e));
	return err ? err : on_exit_(p, t, rec, size);
}

/* Reports a child as attached. Done at its first record, or at the fork if the parent is in no call. */
static int announce(struct pair *p, struct pair_task *t, uint64_t ts)
{
	struct event ev = pair_task__event(p, EV_ATTACHED, t, ts);

	ev.other_tid = t->task.maker;
	t->announce = false;
	return report(p, &ev);
}

static int on_fork(struct pair *p, const struct sct_rec *rec)
{
	const struct sct_fork *f = (const void *)rec;
	/* the child's tid may have been another task's; in a damaged capture file it may even be the parent's */
	int err = number_free(p, f->child_tid, rec->ts);
	struct pair_task *parent = pair_task__find(p, rec->tid), *kid;

	if (err)
		return err;
	kid = pair_task__get(p, f->child_tid, f->child_tgid);
	if (!kid)
		return -ENOMEM;
	kid->announce = true;
	kid->mode = parent ? parent->mode : 0;
	kid->task.maker = rec->tid;
	kid->task.own_ns = rec->flags & SCT_F_OWN_NS;
	err = tasks__fork(p->tasks, parent ? &parent->task : NULL, &kid->task);
	/* the parent is in no call whose line has to be printed first, so report the child at once */
	if (!err && !(parent && parent->pending))
		err = announce(p, kid, rec->ts);
	return err;
}

/* A thread other than the thread group leader called execve: its call goes on under the leader's tid. */
static int take_over(struct pair *p, struct pair_task **t, uint32_t old_tid, uint64_t ts)
{
	struct pair_task *old = pair_task__find(p, old_tid), *leader = *t;
	struct event ev;
	int err;

	if (!old)
		return 0;
	/* the exec record may be the first one of the thread */
	err = old->announce ? announce(p, old, ts) : 0;
	if (err)
		return err;
	ev = pair_task__event(p, EV_SUPERSEDED, old, ts);
	ev.tid = leader->task.tid;
	ev.tgid = leader->task.tgid;
	ev.resumes = leader->resumes;
	ev.other_tid = old_tid;
	old->target |= leader->target;
	*t = NULL;
	err = task_leave(p, leader, ts);
	task_unlink(p, leader);
	tasks__supersede(p->tasks, &old->task, &leader->task);
	report__free_tasks(p);
	p->last = NULL;
	ev.alive = p->tasks->nalive; /* the leader is gone */
	*t = old;
	return err ? err : report(p, &ev);
}

static int on_exec(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	const struct sct_exec *x = (const void *)rec;
	const uint8_t *data;
	struct event ev;
	uint32_t len;
	int err;

	err = pair_funcs__end(p, t, rec->ts);
	if (err)
		return err;
	if (x->old_tid != rec->tid) {
		err = take_over(p, &t, x->old_tid, rec->ts);
		if (!err && t)
			err = pair_funcs__end(p, t, rec->ts);
		if (err || !t)
			return err;
	}
	data = record__data(rec, &len);
	if (!t->prepared)
		t->exec_len = 0;
	t->prepared = false;
	/* if the call in progress is not an execve, its exit was lost, and the memory is of another call */
	if (!t->pending || is_exec(t->enter))
		err = pair_task__keep_exec(p, t, data, len);
	if (err)
		return err;
	t->execed = !t->pending && !t->held_enter;
	ev = pair_task__event(p, EV_EXEC, t, rec->ts);
	ev.comm = task_named(t, x->comm);
	return report(p, &ev);
}

static int on_task_exit(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	int err = pair_funcs__end(p, t, rec->ts) ?: t->pending ? 0 : held_show(p, t);
	enum event_kind kind = rec->flags & SCT_F_LEFT ? EV_DETACHED : EV_TASK_EXIT;
	struct event ev = pair_task__event(p, kind, t, rec->ts);

	if (err)
		return err;
	ev.comm = t->told ? t->task.comm : NULL;
	ev.code = ((const struct sct_task_exit *)rec)->code;
	ev.superseded = rec->flags & SCT_F_SUPERSEDED;
	err = call_end(p, t, &ev);
	return task_end(p, t, rec->ts) ?: err;
}

/*
 * The leader ends before other threads. Its call never returns. Its end, with the status of the process, is reported
 * when the last thread has ended.
 */
static int on_leader_exit(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	int err = pair_funcs__end(p, t, rec->ts) ?: t->pending ? 0 : held_show(p, t);
	struct event ev = pair_task__event(p, EV_ABANDONED, t, rec->ts);

	if (err || !t->pending)
		return err;
	ev.ended = true;
	return call_end(p, t, &ev);
}

static int on_target(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	struct event ev = pair_task__event(p, EV_TARGET, t, rec->ts);

	t->target = true;
	ev.comm = task_named(t, ((const struct sct_target *)rec)->comm);
	return report(p, &ev);
}

static int on_signal(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size)
{
	struct event ev = pair_task__event(p, EV_SIGNAL, t, rec->ts);
	int err;

	if (rec->flags & SCT_F_FATAL || (rec->flags & SCT_F_IGNORED && t->pending)) {
		err = held_keep(p, t, rec, size);
		if (!err && t->killed && fatal_held(t))
			err = on_exit_(p, t, t->killed, 0);
		return err;
	}
	ev.comm = t->told ? t->task.comm : NULL;
	ev.signal = (const void *)rec;
	return report(p, &ev);
}

static int on_mode(struct pair *p, struct pair_task *t, const struct sct_rec *rec)
{
	const struct sct_mode *m = (const void *)rec;
	uint8_t mode = mode_change(t, m->abi);
	struct event ev = pair_task__event(p, EV_MODE, t, rec->ts);

	ev.mode = mode;
	ev.nr = m->nr;
	ev.abi = m->abi;
	ev.ip = m->ip;
	return mode ? report(p, &ev) : 0;
}

static int on_change(struct pair *p, const struct sct_rec *rec)
{
	static const enum event_kind kinds[] = {
		[SCT_CHANGE_SELECTED] = EV_SELECTED,
		[SCT_CHANGE_PAUSED] = EV_PAUSED,
		[SCT_CHANGE_RESUMED] = EV_RESUMED,
	};
	struct event ev = { .kind = kinds[((const struct sct_change *)rec)->kind], .ts = rec->ts };

	ev.alive = p->tasks->nalive;
	return report(p, &ev);
}

int pair__clock(struct pair *p, uint64_t ts, int64_t step)
{
	struct event ev = { .kind = EV_CLOCK, .ts = ts, .step = step, .alive = p->tasks->nalive };

	return report(p, &ev);
}

static int on_owner(struct pair_task *t, const struct sct_rec *rec)
{
	t->task.owner = ((const struct sct_task_owner *)rec)->owner;
	t->task.owned = true;
	return 0;
}

/*
 * Makes the task that the record is of, unless it is of a child that has no SCT_REC_FORK yet. The record does not report
 * a child as attached. What it says is kept by enrich/processes.c.
 */
static int on_process(struct pair *p, const struct sct_rec *rec)
{
	uint32_t tid = rec->flags & SCT_F_RUNS ? rec->tgid : rec->tid;

	return rec->flags & SCT_F_CHILD || pair_task__get(p, tid, rec->tgid) ? 0 : -ENOMEM;
}

static int record(struct pair *p, const struct sct_rec *rec, size_t size)
{
	struct pair_task *t;
	int err = lost_upto(p, rec);

	p->now = rec->ts;
	if (!err && p->holder)
		err = pair__time(p, rec->ts);
	if (err)
		return err;
	if (rec->type == SCT_REC_CHANGE)
		return on_change(p, rec);
	if (rec->type == SCT_REC_FILES || rec->type == SCT_REC_PROCESS)
		return rec->type == SCT_REC_PROCESS ? on_process(p, rec) : 0;
	/* an ignored signal is recorded by its sender, possibly after the target has ended */
	if (record__is_signal(rec) && rec->flags & SCT_F_IGNORED && !pair_task__find(p, rec->tid))
		return 0;
	t = pair_task__get(p, rec->tid, rec->tgid);
	if (!t)
		return -ENOMEM;
	err = t->announce ? announce(p, t, rec->ts) : 0;
	if (err)
		return err;
	switch (rec->type) {
	case SCT_REC_ENTER:
		return on_enter(p, t, rec, size);
	case SCT_REC_EXIT:
		return on_exit_(p, t, rec, size);
	case SCT_REC_MORE:
		return on_more(p, t, rec);
	case SCT_REC_CALL:
		return on_call(p, t, rec, size);
	case SCT_REC_FORK:
		return on_fork(p, rec);
	case SCT_REC_EXEC:
		return on_exec(p, t, rec);
	case SCT_REC_TASK_EXIT:
		return on_task_exit(p, t, rec);
	case SCT_REC_LEADER_EXIT:
		return on_leader_exit(p, t, rec);
	case SCT_REC_TARGET:
		return on_target(p, t, rec);
	case SCT_REC_SIGNAL:
	case SCT_REC_SIGNAL_IP:
	case SCT_REC_SIGNAL_STACK:
		return on_signal(p, t, rec, size);
	case SCT_REC_MODE:
		return on_mode(p, t, rec);
	case SCT_REC_COMM:
		t->told = task_named(t, ((const struct sct_target *)rec)->comm);
		return 0;
	case SCT_REC_OWNER:
		return on_owner(t, rec);
	case SCT_REC_PROBE:
		return pair_funcs__probe(p, t, rec, size);
	case SCT_REC_RETURN:
		return pair_funcs__return(p, t, rec);
	}
	return 0;
}

int pair__record(void *pair, const struct sct_rec *rec, size_t size)
{
	struct pair *p = pair;
	int err;

	p->rec = rec;
	p->rec_size = size;
	p->rec_copy = NULL;
	err = record(p, rec, size);
	p->rec = NULL;
	return !err && p->limit && p->bytes > p->limit ? -E2BIG : err;
}

int pair__pending(struct pair *p, event_fn *fn, void *ctx)
{
	int err = 0;

	for (size_t i = 0; !err && i < p->tasks->map.cap; i++) {
		struct pair_task *t = task_at(p, i);

		if (t && t->pending) {
			struct event ev = pair_task__event(p, EV_ENTER, t, t->enter->rec.ts);

			err = fn(ctx, &ev);
		}
		for (unsigned k = 0; t && !err && k < t->funcs.n; k++) {
			struct event ev = pair_task__event(p, EV_FUNC_ENTER, t, t->funcs.v[k]->enter.rec.ts);

			ev.enter = &t->funcs.v[k]->enter;
			err = fn(ctx, &ev);
		}
	}
	return err;
}
