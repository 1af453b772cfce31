// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/pair.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lookup/abi.h"
#include "util/tidmap.h"

#define ERESTART_RESTARTBLOCK 516
#define TASK_BYTES (sizeof(struct task) + sizeof(struct sct_signal_ip) + 4 * sizeof(struct tidslot))
#define HOLD_NS 50000000 /* how long an ignored signal waits for the end of its target's call: it has to be scheduled */

struct task {
	uint32_t tid, tgid;
	bool pending;	 /* enter holds an unfinished call */
	bool snapshot;	 /* enter was made by the reader: the kernel's is still to come */
	bool held_enter; /* enter holds a call that was reported by nothing yet: its exit follows */
	bool announce;	 /* made by a traced task, no record of its own seen yet */
	uint32_t maker;
	uint32_t nr; /* of its last call */
	uint16_t resumes;
	uint8_t mode; /* bits of the ABI of its last call; 0: none yet, as 64 */
	struct sct_enter *enter;
	size_t enter_cap, stale_cap;
	uint64_t enter_ts;	    /* of the kernel's enter record: its exit has it */
	struct sct_enter *stale;    /* the reader's enter of the same call, which the kernel's took the place of */
	struct sct_signal_ip *held; /* shown when the unfinished call, or the task, has ended */
	struct sct_rec *killed;	    /* the exit of a task being killed, should a signal that is shown have done it */
	uint8_t *exec;		    /* chunks of an exec record, until the execve's exit */
	uint32_t exec_len;
	size_t exec_cap, killed_cap;
	size_t bytes; /* of what is kept of it */
};

struct pair {
	struct tidmap tasks;
	struct task *last;   /* the one looked up last */
	struct task *holder; /* holds an ignored signal */
	event_fn *fn;
	void *ctx;
	uint32_t *cpu_lost; /* per CPU: count seen */
	unsigned ncpus;
	uint64_t lost;
	uint64_t now;	     /* the last record's ts */
	size_t bytes, limit; /* of all tasks; 0: as many as it takes */
};

static void task_free(void *p)
{
	struct task *t = p;

	free(t->enter);
	free(t->stale);
	free(t->exec);
	free(t->held);
	free(t->killed);
	free(t);
}

int pair__new(struct pair **out, event_fn *fn, void *ctx)
{
	struct pair *p = calloc(1, sizeof(*p));

	if (!p)
		return -ENOMEM;
	p->fn = fn;
	p->ctx = ctx;
	*out = p;
	return 0;
}

void pair__limit(struct pair *p, size_t bytes)
{
	p->limit = bytes;
}

/* Counts what is kept of a task; beyond the limit, the record that brought it is the last. */
static void keeps(struct pair *p, struct task *t, size_t bytes)
{
	t->bytes += bytes;
	p->bytes += bytes;
}

/* Memory that is kept of a task: at least n bytes of it. NULL: there is none. */
static void *keep_room(struct pair *p, struct task *t, void *old, size_t *cap, size_t n)
{
	void *new;

	if (n <= *cap)
		return old;
	n = (n + 255) & ~(size_t)255;
	new = realloc(old, n);
	if (!new)
		return NULL;
	keeps(p, t, n - *cap);
	*cap = n;
	return new;
}

void pair__free(struct pair *p)
{
	if (!p)
		return;
	tidmap__free(&p->tasks, task_free);
	free(p->cpu_lost);
	free(p);
}

static struct task *task_get(struct pair *p, uint32_t tid, uint32_t tgid)
{
	struct task *t = p->last;

	if (t && t->tid == tid)
		return t;
	t = tidmap__get(&p->tasks, tid);
	if (!t) {
		t = calloc(1, sizeof(*t));
		if (!t)
			return NULL;
		t->tid = tid;
		t->tgid = tgid;
		if (tidmap__put(&p->tasks, tid, t)) {
			free(t);
			return NULL;
		}
		keeps(p, t, TASK_BYTES);
	}
	p->last = t;
	return t;
}

static inline struct event event_of(const struct pair *p, enum event_kind kind, const struct task *t, uint64_t ts)
{
	return (struct event){
		.kind = kind,
		.alive = (unsigned)p->tasks.n,
		.tid = t->tid,
		.tgid = t->tgid,
		.ts = ts,
		.enter = t->pending ? t->enter : NULL,
		.resumes = t->resumes,
		.nr = t->nr,
		.bits = t->mode,
	};
}

/*
 * ---- an enter's memory: pair.h has the rule. It is written here, and written
 * over, freed or left with its task nowhere else. ----
 */

/* The task is in no call; or, with retire, this is another enter of the call that it is in: the old one stays. */
static int enter_keep(struct pair *p, struct task *t, const struct sct_rec *rec, size_t size, bool retire)
{
	size_t cap = retire ? 0 : t->enter_cap;
	void *q = keep_room(p, t, retire ? NULL : t->enter, &cap, size);

	if (!q)
		return -ENOMEM;
	if (retire) {
		t->stale = t->enter;
		t->stale_cap = t->enter_cap;
	}
	t->enter = q;
	t->enter_cap = cap;
	memcpy(t->enter, rec, size);
	t->nr = record__nr(t->enter);
	t->pending = true;
	return 0;
}

/* Reports an event that ends the task's call. Whoever looked at the enter has been told, whatever it returns. */
static int call_end(struct pair *p, struct task *t, const struct event *ev)
{
	int err = p->fn(p->ctx, ev);

	t->pending = false;
	free(t->stale);
	keeps(p, t, 0 - t->stale_cap);
	t->stale = NULL;
	t->stale_cap = 0;
	return err;
}

/* The call's exit will not come. */
static int abandon(struct pair *p, struct task *t, uint64_t ts)
{
	struct event ev;

	if (!t->pending)
		return 0;
	ev = event_of(p, EV_ABANDONED, t, ts);
	return call_end(p, t, &ev);
}

/* Forgets a task, whose end may not have been seen. */
static int task_del(struct pair *p, struct task *t, uint64_t ts)
{
	int err = abandon(p, t, ts);

	tidmap__del(&p->tasks, t->tid);
	if (p->last == t)
		p->last = NULL;
	if (p->holder == t)
		p->holder = NULL;
	p->bytes -= t->bytes;
	task_free(t);
	return err;
}

/* ---- loss: each record says how many its ring had refused before it ---- */

static int lost_upto(struct pair *p, const struct sct_rec *rec)
{
	struct event ev = { .kind = EV_LOST, .ts = rec->ts };
	uint32_t *seen;

	if (rec->cpu == SCT_CPU_NONE)
		return 0;
	if (rec->cpu >= p->ncpus) {
		unsigned n = rec->cpu + 1u;
		uint32_t *v = realloc(p->cpu_lost, n * sizeof(*v));

		if (!v)
			return -ENOMEM;
		memset(v + p->ncpus, 0, (n - p->ncpus) * sizeof(*v));
		p->cpu_lost = v;
		p->ncpus = n;
	}
	seen = &p->cpu_lost[rec->cpu];
	/* the count only grows; in captures of older versions the reader's own records have CPU 0 and no loss */
	if ((int32_t)(rec->lost - *seen) <= 0)
		return 0;
	ev.lost = rec->lost - *seen;
	*seen = rec->lost;
	p->lost += ev.lost;
	return p->fn(p->ctx, &ev);
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
	return p->fn(p->ctx, &ev);
}

uint64_t pair__lost(const struct pair *p)
{
	return p->lost;
}

/* ---- who is alive ---- */

unsigned pair__alive(const struct pair *p)
{
	return (unsigned)p->tasks.n;
}

int pair__reap(struct pair *p, bool (*gone)(uint32_t tid))
{
	int err = 0;

	for (size_t i = 0; !err && i < p->tasks.cap;) {
		struct task *t = p->tasks.slots[i].value;

		if (t && gone(t->tid))
			err = task_del(p, t, p->now); /* another may have moved to this slot */
		else
			i++;
	}
	return err;
}

int pair__forget(struct pair *p, uint32_t tid)
{
	struct task *t = tidmap__get(&p->tasks, tid);
	struct event ev;
	int err;

	if (!t)
		return 0;
	ev = event_of(p, EV_GONE, t, 0);
	ev.enter = NULL;
	ev.alive--;
	err = task_del(p, t, 0);
	return err ? err : p->fn(p->ctx, &ev);
}

/* ---- one function per record type ---- */

/* The width of the call's ABI, if it is another than that of the task's last call. */
static uint8_t mode_change(struct task *t, unsigned abi_id)
{
	const struct abi *abi = abi__get(abi_id);
	uint8_t mode = abi ? 8 * abi->word : 64, before = t->mode ? t->mode : 64;

	t->mode = mode;
	return mode == before ? 0 : mode;
}

static int on_enter(struct pair *p, struct task *t, const struct sct_rec *rec, size_t size)
{
	/* the kernel's own record of a call that was unfinished at attach, with its memory: there is one at most */
	bool known = t->snapshot && t->pending && !t->stale && rec->flags & SCT_F_LATE &&
		     ((const struct sct_enter *)rec)->nr == t->enter->nr;
	uint64_t began = known ? t->enter->rec.ts : 0;
	int err = known ? 0 : abandon(p, t, rec->ts);

	if (!err)
		err = enter_keep(p, t, rec, size, known);
	if (err)
		return err;
	t->snapshot = rec->flags & SCT_F_SNAPSHOT;
	t->enter_ts = rec->ts;
	t->held_enter = rec->flags & SCT_F_HELD;
	if (t->held_enter) {
		t->pending = false;
		return 0;
	}
	if (known) {
		/* made when the call ended; it was seen at attach */
		t->enter->rec.ts = began;
		t->enter->rec.flags |= SCT_F_SNAPSHOT;
		return 0;
	}

	struct event ev = event_of(p, EV_ENTER, t, rec->ts);

	ev.mode = mode_change(t, t->enter->abi);
	return p->fn(p->ctx, &ev);
}

/*
 * Signals that the kernel announces at their sender: a tracer sees them when
 * their target comes out of its call. A fatal one is held until then; an
 * ignored one, which need not end the call at all, for a moment.
 */
static int held_show(struct pair *p, struct task *t)
{
	struct event ev;
	int err;

	if (p->holder == t)
		p->holder = NULL;
	if (!t->held)
		return 0;
	ev = event_of(p, EV_SIGNAL, t, t->held->signal.rec.ts);
	ev.signal = &t->held->signal;
	err = p->fn(p->ctx, &ev);
	free(t->held);
	t->held = NULL;
	return err;
}

static int held_keep(struct pair *p, struct task *t, const struct sct_rec *rec)
{
	int err = held_show(p, t);

	if (!err && p->holder && rec->flags & SCT_F_IGNORED)
		err = held_show(p, p->holder);
	if (err)
		return err;
	t->held = malloc(sizeof(*t->held));
	if (!t->held)
		return -ENOMEM;
	memcpy(t->held, rec, rec->type == SCT_REC_SIGNAL_IP ? sizeof(*t->held) : sizeof(t->held->signal));
	if (rec->flags & SCT_F_IGNORED)
		p->holder = t;
	return 0;
}

int pair__time(struct pair *p, uint64_t now)
{
	if (!p->holder || now < p->holder->held->signal.rec.ts + HOLD_NS)
		return 0;
	return held_show(p, p->holder);
}

/*
 * A task being killed in its call: only a signal that is shown makes the call's
 * end seen. The sender's record of it comes before that of the exit, or after.
 */
static int killed_keep(struct pair *p, struct task *t, const struct sct_rec *rec, size_t size)
{
	void *q = keep_room(p, t, t->killed, &t->killed_cap, size);

	if (!q)
		return -ENOMEM;
	t->killed = q;
	memcpy(t->killed, rec, size);
	return 0;
}

static bool fatal_held(const struct task *t)
{
	return t->held && t->held->signal.rec.flags & SCT_F_FATAL;
}

/* Reports the beginning of a call that was held in the kernel until its end. */
static int enter_release(struct pair *p, struct task *t, uint64_t began)
{
	struct event ev;

	t->held_enter = false;
	t->pending = true;
	t->enter->rec.ts = t->enter_ts = began;
	ev = event_of(p, EV_ENTER, t, began);
	ev.mode = mode_change(t, t->enter->abi);
	return p->fn(p->ctx, &ev);
}

static int on_exit_(struct pair *p, struct task *t, const struct sct_rec *rec, size_t size)
{
	const struct sct_exit *x = (const void *)rec;
	int err = t->held_enter ? enter_release(p, t, x->enter_ts) : 0;

	if (err)
		return err;
	/* an exit whose enter was lost is not sent; one that does not fit is not guessed at */
	if (!t->pending || t->enter_ts != x->enter_ts)
		return 0;
	if (rec->flags & SCT_F_KILLED && !fatal_held(t))
		return killed_keep(p, t, rec, size);

	struct event ev = event_of(p, EV_EXIT, t, rec->ts);

	ev.exit = x;
	ev.out = record__data(rec, &ev.out_len);
	if (!ev.out_len && t->exec_len) {
		ev.out = t->exec;
		ev.out_len = t->exec_len;
	}
	err = call_end(p, t, &ev);
	t->exec_len = 0;
	if (x->ret == -ERESTART_RESTARTBLOCK)
		t->resumes = 1 + x->nr;
	else if (t->resumes)
		t->resumes = 0;
	return err ? err : held_show(p, t);
}

/* A whole call in one record: its two ends, one after the other. */
static int on_call(struct pair *p, struct task *t, const struct sct_rec *rec, size_t size)
{
	const struct sct_exit *x = (const void *)rec;
	struct sct_enter e = { .rec = *rec, .nr = x->nr, .abi = x->abi };
	int err;

	e.rec.type = SCT_REC_ENTER;
	e.rec.ts = x->enter_ts;
	err = on_enter(p, t, &e.rec, sizeof(e));
	return err ? err : on_exit_(p, t, rec, size);
}

static int on_fork(struct pair *p, const struct sct_rec *rec)
{
	const struct sct_fork *f = (const void *)rec;
	struct task *kid = tidmap__get(&p->tasks, f->child_tid), *parent = tidmap__get(&p->tasks, rec->tid);
	uint8_t mode = parent ? parent->mode : 0;
	/* a tid used again */
	int err = kid ? task_del(p, kid, rec->ts) : 0;

	if (err)
		return err;
	kid = task_get(p, f->child_tid, f->child_tgid);
	if (!kid)
		return -ENOMEM;
	kid->announce = true;
	kid->maker = rec->tid;
	kid->mode = mode;
	return 0;
}

/* A thread other than the thread group leader called execve: its call goes on under the leader's tid. */
static int take_over(struct pair *p, struct task **t, uint32_t old_tid, uint64_t ts)
{
	struct task *old = tidmap__get(&p->tasks, old_tid), *leader = *t;
	struct event ev;
	int err;

	if (!old)
		return 0;
	ev = event_of(p, EV_SUPERSEDED, old, ts);
	ev.tid = leader->tid;
	ev.tgid = leader->tgid;
	ev.resumes = leader->resumes;
	ev.other_tid = old_tid;
	*t = NULL;
	err = task_del(p, leader, ts);
	tidmap__del(&p->tasks, old_tid);
	old->tid = ev.tid;
	p->last = NULL;
	/* two went, so there is room: this cannot fail */
	tidmap__put(&p->tasks, old->tid, old);
	ev.alive = (unsigned)p->tasks.n; /* the leader is gone */
	*t = old;
	return err ? err : p->fn(p->ctx, &ev);
}

/* What execve read may be in the exec record only: it is kept for the call's end. */
static int exec_keep(struct pair *p, struct task *t, const struct sct_rec *rec)
{
	const uint8_t *data;
	uint32_t len;
	void *q;

	data = record__data(rec, &len);
	if (!len)
		return 0;
	q = keep_room(p, t, t->exec, &t->exec_cap, len);
	if (!q)
		return -ENOMEM;
	t->exec = q;
	memcpy(t->exec, data, len);
	t->exec_len = len;
	return 0;
}

static int on_exec(struct pair *p, struct task *t, const struct sct_rec *rec)
{
	const struct sct_exec *x = (const void *)rec;
	struct event ev;
	int err;

	if (x->old_tid != rec->tid) {
		err = take_over(p, &t, x->old_tid, rec->ts);
		if (err || !t)
			return err;
	}
	err = exec_keep(p, t, rec);
	if (err)
		return err;
	ev = event_of(p, EV_EXEC, t, rec->ts);
	ev.comm = x->comm;
	return p->fn(p->ctx, &ev);
}

static int on_task_exit(struct pair *p, struct task *t, const struct sct_rec *rec)
{
	int err = t->pending ? 0 : held_show(p, t);
	enum event_kind kind = rec->flags & SCT_F_LEFT ? EV_LEFT : EV_TASK_EXIT;
	struct event ev = event_of(p, kind, t, rec->ts);

	if (err)
		return err;
	ev.code = ((const struct sct_task_exit *)rec)->code;
	ev.superseded = rec->flags & SCT_F_SUPERSEDED;
	err = call_end(p, t, &ev);
	task_del(p, t, rec->ts);
	return err;
}

static int on_target(struct pair *p, struct task *t, const struct sct_rec *rec)
{
	struct event ev = event_of(p, EV_TARGET, t, rec->ts);

	ev.comm = ((const struct sct_target *)rec)->comm;
	return p->fn(p->ctx, &ev);
}

static int on_signal(struct pair *p, struct task *t, const struct sct_rec *rec)
{
	struct event ev = event_of(p, EV_SIGNAL, t, rec->ts);
	int err;

	if (rec->flags & SCT_F_FATAL || (rec->flags & SCT_F_IGNORED && t->pending)) {
		err = held_keep(p, t, rec);
		if (!err && t->killed && fatal_held(t))
			err = on_exit_(p, t, t->killed, 0);
		return err;
	}
	ev.signal = (const void *)rec;
	return p->fn(p->ctx, &ev);
}

static int on_change(struct pair *p, const struct sct_rec *rec)
{
	static const enum event_kind kinds[] = {
		[SCT_CHANGE_SELECTED] = EV_SELECTED,
		[SCT_CHANGE_PAUSED] = EV_PAUSED,
		[SCT_CHANGE_RESUMED] = EV_RESUMED,
	};
	struct event ev = { .kind = kinds[((const struct sct_change *)rec)->kind], .ts = rec->ts };

	ev.alive = (unsigned)p->tasks.n;
	return p->fn(p->ctx, &ev);
}

static int record(struct pair *p, const struct sct_rec *rec, size_t size)
{
	struct task *t;
	int err = lost_upto(p, rec);

	p->now = rec->ts;
	if (!err && p->holder)
		err = pair__time(p, rec->ts);
	if (err)
		return err;
	if (rec->type == SCT_REC_CHANGE)
		return on_change(p, rec);
	/* an ignored signal is its sender's record: it may come after the task's end */
	if ((rec->type == SCT_REC_SIGNAL || rec->type == SCT_REC_SIGNAL_IP) && rec->flags & SCT_F_IGNORED &&
	    !tidmap__get(&p->tasks, rec->tid))
		return 0;
	t = task_get(p, rec->tid, rec->tgid);
	if (!t)
		return -ENOMEM;
	if (t->announce) {
		struct event ev = event_of(p, EV_ATTACHED, t, rec->ts);

		ev.other_tid = t->maker;
		t->announce = false;
		err = p->fn(p->ctx, &ev);
		if (err)
			return err;
	}
	switch (rec->type) {
	case SCT_REC_ENTER:
		return on_enter(p, t, rec, size);
	case SCT_REC_EXIT:
		return on_exit_(p, t, rec, size);
	case SCT_REC_CALL:
		return on_call(p, t, rec, size);
	case SCT_REC_FORK:
		return on_fork(p, rec);
	case SCT_REC_EXEC:
		return on_exec(p, t, rec);
	case SCT_REC_TASK_EXIT:
		return on_task_exit(p, t, rec);
	case SCT_REC_TARGET:
		return on_target(p, t, rec);
	case SCT_REC_SIGNAL:
	case SCT_REC_SIGNAL_IP:
		return on_signal(p, t, rec);
	}
	return 0;
}

int pair__record(void *pair, const struct sct_rec *rec, size_t size)
{
	struct pair *p = pair;
	int err = record(p, rec, size);

	return !err && p->limit && p->bytes > p->limit ? -E2BIG : err;
}

int pair__pending(struct pair *p, event_fn *fn, void *ctx)
{
	int err = 0;

	for (size_t i = 0; !err && i < p->tasks.cap; i++) {
		struct task *t = p->tasks.slots[i].value;

		if (t && t->pending) {
			struct event ev = event_of(p, EV_ENTER, t, t->enter->rec.ts);

			err = fn(ctx, &ev);
		}
	}
	return err;
}
