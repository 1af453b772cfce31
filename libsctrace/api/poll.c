// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Turns records into events: sctrace_poll(), sctrace_poll_batch() and sctrace_next().
 *
 * With a callback, an event is delivered while its record is handled. sctrace_next() needs the event to stay valid
 * after it has returned: pair__pull() queues the events of each record, with a copy of the record, and pair__resume()
 * returns them one at a time.
 */
#include "api/poll.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "api/event_keys.h"
#include "api/memory.h"
#include "api/probes.h"
#include "api/recording.h"
#include "api/replay.h"
#include "enrich/mmaps.h"
#include "enrich/netnames.h"
#include "enrich/processes.h"
#include "enrich/task_names.h"
#include "live/fd_refs.h"
#include "recording/recorder.h"
#include "stack/stack.h"
#include "util/clock.h"

#define REAP_NS 20000000	/* after a loss: least time between two looks for tasks that have ended */
#define SETTLE_MS 1		/* time between two looks at a target that was exiting when it was added */
#define CLOCK_LOOK_NS 100000000 /* time between two looks at the wall clock */
#define CLOCK_STEP_NS 100000000 /* a larger change between two looks is a step, not slewing */
#define CLOCK_CHANGE_NS 1000000 /* smaller changes are ignored: a preempted reader measures no better */

/* Applies a change of the wall clock to the following events. A jump of the clock is an event, slewing is not. */
static int clock_set(struct sctrace *t, const struct sct_clock *c)
{
	int64_t step = (int64_t)((uint64_t)c->offset - (uint64_t)t->clock_offset);

	t->clock_offset = c->offset;
	if ((step < CLOCK_STEP_NS && step > -CLOCK_STEP_NS) || !(t->event || t->chooses))
		return 0;
	return pair__clock(t->pair, c->rec.ts, step);
}

/* Stores the names in a record of a capture file. */
static void names_set(struct sctrace *t, const struct sct_rec *rec)
{
	uint32_t len;
	const uint8_t *data = record__data(rec, &len);

	if (((const struct sct_names *)rec)->kind == SCT_NAMES_CGROUPS)
		cgroups__parse(&t->cgroups, (const char *)data, len);
	else
		netnames__set(t->names, rec);
}

static int process_record(struct sctrace *t, const struct sct_rec *rec, size_t size)
{
	int err = t->event || t->chooses ? pair__record(t->pair, rec, size) : 0;

	processes__now(t->processes, rec->ts);
	if (!err && t->processes && (t->event || t->chooses))
		processes__record(t->processes, (const void *)rec);
	return err || !t->recorder ? err : recording__processed(t, rec, size);
}

int poll__record(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct sctrace *t = ctx;
	int err = 0;

	/*
	 * Names of interfaces and families are read when the first record of a poll is handled: this way they are newer
	 * than the record.
	 */
	if (t->bpf && !t->looked && !t->decode.no_data) {
		t->looked = true;
		err = netnames__changed(t->names) ? netnames__read(t->names, poll__record, t) : 0;
		if (err)
			return err;
	}
	if (t->bpf && t->decode.owners && rec->type == SCT_REC_OWNER) {
		err = event_keys__record(t, rec, poll__record, t);
		if (err)
			return err;
	}
	if (t->recorder) {
		err = recording__raw(t, rec, size);
		if (err || recording__only_keeps(t, rec))
			return err;
	}
	if (t->decode.stacks) {
		err = stacks__record(t->decode.stacks, rec);
		if (err)
			return err;
	}
	if (rec->type == SCT_REC_NAMES && !t->bpf)
		names_set(t, rec);
	if (rec->type == SCT_REC_CLOCK)
		return clock_set(t, (const void *)rec);
	if (rec->type == SCT_REC_MAP || rec->type == SCT_REC_NAMES)
		return 0;
	if (rec->type == SCT_REC_DEF)
		return probes__record(t, rec);
	/* a capture with a damaged beginning may lack the definition of the probe */
	if ((rec->type == SCT_REC_PROBE || rec->type == SCT_REC_RETURN) && !probes__known(t, rec))
		return 0;
	if (rec->type == SCT_REC_PROCESS)
		return process_record(t, rec, size);
	processes__now(t->processes, rec->ts);
	if (t->files) {
		rec = fd_refs__resolve(t->files, rec, &size);
		if (!rec)
			return -ENOMEM;
	}
	err = t->event || t->chooses ? pair__record(t->pair, rec, size) : 0;
	if (!err && t->recorder)
		err = recording__processed(t, rec, size);
	if (err == -E2BIG && !t->bpf)
		guard__fail(&t->base.guard, err,
			    "the capture file has more tasks and unfinished calls at a time than %u MB hold",
			    REPLAY_MAX >> 20);
	return err;
}

static bool map_wanted(void *ctx, uint32_t tgid)
{
	struct sctrace *t = ctx;

	return stacks__knows(t->decode.stacks, tgid);
}

/* Returns whether this may be the first record of a process that ran before the start. */
static bool map_unknown(const struct sctrace *t, const struct sct_rec *rec)
{
	bool first = rec->type == SCT_REC_TARGET || ((t->base.all || t->base.by_cgroup) && rec->type == SCT_REC_ENTER);

	return first && (pid_t)rec->tgid != t->child;
}

/*
 * Handles the mappings that are older than the record. For a process that ran before the start, reads all its mappings.
 */
static int map_before(struct sctrace *t, const struct sct_rec *rec)
{
	bool known = stacks__knows(t->decode.stacks, rec->tgid);
	int err = 0;

	if (!t->mapped)
		err = mmaps__read(t->mmaps);
	t->mapped = true;
	if (!err)
		err = mmaps__before(t->mmaps, rec->ts, map_wanted, poll__record, t);
	if (!err && !known && map_unknown(t, rec))
		err = mmaps__snapshot(t->base.proc, rec->tgid, rec->ts, poll__record, t);
	return err;
}

static inline int attached_record(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct sctrace *t = ctx;
	int err = t->mmaps ? map_before(t, rec) : 0;

	if (!err && t->reads_late && rec->type == SCT_REC_EXIT)
		err = memory__before(t, rec, poll__record);

	return err ? err : poll__record(t, rec, size);
}

static int from_source(void *ctx, const struct sct_rec *rec, size_t size)
{
	struct sctrace *t = ctx;
	int err = t->replay ? replay__record(t, rec) : 0;

	if (err)
		return err > 0 ? 0 : err;
	t->base.records++;
	t->base.bytes += size;
	err = attach__busy(&t->attach) ? attach__before(&t->attach, rec, attached_record, t) : 0;
	if (!err)
		err = attached_record(t, rec, size);
	/* checked here, too, because a record may yield no event */
	if (t->batch.until && !pair__answer(t->pair) && batch_full(t))
		pair__stop(t->pair);
	/* stop after this record if the callback asked for it; remaining events of the record are queued */
	return err ? err : pair__answer(t->pair);
}

static int on_gone(void *ctx, uint32_t tid)
{
	struct sctrace *t = ctx;

	programs__forget(t->bpf, tid);
	return t->event ? pair__forget(t->pair, tid) : 0;
}

/* Handles all records that the source has. Returns their number, or an error. */
static int drain(struct sctrace *t)
{
	const struct source_ops *ops = t->source->ops;
	int n = ops->drain(t->source, from_source, t), err = 0;

	if (n >= 0 && !pair__answer(t->pair) && attach__busy(&t->attach))
		err = attach__upto(&t->attach, ops->watermark(t->source), &n, attached_record, on_gone, t);
	return err ? err : n;
}

/* ---- delivery ---- */

/* Returns whether the task has ended, reaped or not. /proc cannot tell, as it may show another pid namespace. */
static bool gone(uint32_t tid)
{
	struct pollfd pfd = { .fd = (int)syscall(SYS_pidfd_open, tid, 0), .events = POLLIN };
	bool ended;

	/*
	 * ESRCH: the thread has ended. Other errors, such as EINVAL for threads that do not lead a group, tell nothing.
	 */
	if (pfd.fd < 0)
		return errno == ESRCH;
	ended = poll(&pfd, 1, 0) == 1;
	close(pfd.fd);
	return ended;
}

/* After a loss, forgets tasks whose end was lost. Since this looks at every task, it is not done in each poll. */
static int reap(struct sctrace *t)
{
	uint64_t now = now_ns();
	int err;

	if (!sctrace_lost(t) || now < t->reap_at)
		return 0;
	err = pair__reap(t->pair, gone);
	t->reap_at = now_ns() + REAP_NS + 9 * (now_ns() - now);
	return err;
}

/*
 * Checks whether the wall clock has moved against CLOCK_MONOTONIC: by being set, by slewing, or by a suspend. If so,
 * makes a record, which is also written to captures: the following records have the new offset.
 */
static int look_at_wall_clock(struct sctrace *t)
{
	struct sct_clock c = { .rec = { .type = SCT_REC_CLOCK, .cpu = SCT_CPU_NONE, .ts = now_ns() } };
	int64_t change;

	if (!t->bpf || c.rec.ts < t->clock_looked_at + CLOCK_LOOK_NS)
		return 0;
	t->clock_looked_at = c.rec.ts;
	c.offset = clock_offset_now(CLOCK_MONOTONIC);
	change = c.offset - t->clock_offset;
	return change > CLOCK_CHANGE_NS || change < -CLOCK_CHANGE_NS ? poll__record(t, &c.rec, sizeof(c)) : 0;
}

/*
 * Delivers the events that an earlier poll left, then the available ones. Returns the number of records, or an error.
 */
static int deliver_more(struct sctrace *t)
{
	int left = pair__resume(t->pair), n;

	if (pair__answer(t->pair))
		return left;
	if (!t->stopped)
		t->looked = t->mapped = false;
	n = t->replay ? replay__next_file(t) : t->stopped ? 0 : look_at_wall_clock(t);
	if (!n && !pair__answer(t->pair))
		n = drain(t);
	t->stopped = pair__answer(t->pair);
	if (!n && t->replay && t->source->ops->ended(t->source))
		n = replay__report_missing(t);
	if (n >= 0 && t->recorder)
		recording__flush(t);
	if (n || !t->event)
		return n ? n : left;
	/* use the time of records, not of the clock, so that a replay prints the same lines */
	n = pair__time(t->pair, t->source->ops->watermark(t->source));
	if (!n && t->bpf)
		n = reap(t);
	return n ? n : left;
}

/* Delivers events. Returns the number of records, an error, or what the callback returned to stop delivery. */
static int deliver(struct sctrace *t)
{
	int n, answer;

	t->batch.until = t->batch.ns ? now_ns() + t->batch.ns : 0;
	n = deliver_more(t);
	answer = pair__answer(t->pair);
	/* there may be more events: keep the descriptor readable */
	if (answer && t->bpf && !t->pulls)
		t->source->ops->kick(t->source);
	return answer ? answer : n;
}

/* Waits for records, or less, if a target that was exiting when it was added has to be looked at again. */
static int wait_for(struct sctrace *t, int timeout_ms)
{
	const struct source_ops *ops = t->source->ops;

	if (attach__busy(&t->attach)) {
		if (!timeout_ms)
			ops->kick(t->source);
		else if (timeout_ms < 0 || timeout_ms > SETTLE_MS)
			timeout_ms = SETTLE_MS;
	}
	return ops->wait(t->source, timeout_ms);
}

/* Returns the number of ms until a time (CLOCK_MONOTONIC, ns), rounded up. */
static int time_left(uint64_t until)
{
	uint64_t now = now_ns();

	return now < until ? (int)((until - now + 999999) / 1000000) : 0;
}

static int poll_for(struct sctrace *t, int timeout_ms)
{
	uint64_t until = timeout_ms > 0 ? now_ns() + (uint64_t)timeout_ms * 1000000 : 0;
	int left = timeout_ms, n, err;

	for (;;) {
		n = t->base.life == LIFE_STOPPED ? 0 : deliver(t);
		if (n < 0 || pair__answer(t->pair) || (n && timeout_ms))
			return n;
		if (__atomic_exchange_n(&t->woken, 0, __ATOMIC_ACQ_REL))
			return n;
		if (!n && (t->base.life == LIFE_STOPPED || t->source->ops->ended(t->source)))
			return -ENODATA;
		if (timeout_ms > 0) {
			left = time_left(until);
			if (!left)
				return 0;
		}
		err = wait_for(t, left);
		if (err || !timeout_ms)
			return err == -EINTR ? 0 : err ? err : n;
	}
}

/* After the programs were detached: delivers what they had published. Returns 0 or an error. */
static int deliver_rest(struct sctrace *t)
{
	int n;

	pair__resume(t->pair);
	do
		n = pair__answer(t->pair) || !t->bpf ? 0 : drain(t);
	while (n > 0);
	if (!n && t->event && !pair__answer(t->pair))
		n = pair__end(t->pair, t->source->ops->lost(t->source));
	return n;
}

int poll__rest(struct sctrace *t)
{
	int err = deliver_rest(t), rerr;

	if (pair__answer(t->pair))
		return pair__answer(t->pair);
	t->ending = false;
	rerr = recording__close(t);
	return err ? err : rerr;
}

/* ---- push ---- */

static int poll_records(struct session *s, int timeout_ms)
{
	struct sctrace *t = trace_of(s);

	if (t->pulls)
		return guard__fail(&s->guard, -EINVAL, "sctrace_next() takes the events of this handle");
	if (t->bpf && s->life == LIFE_OPEN)
		return guard__fail(&s->guard, -EINVAL, "not started yet");
	return poll_for(t, timeout_ms);
}

int sctrace_poll(struct sctrace *t, int timeout_ms)
{
	return session__take(trace_session(t), poll_records, timeout_ms);
}

/* Returns the number of events delivered; otherwise the same as poll_records(): an error, or the callback's result. */
static int poll_batch(struct session *s, int timeout_ms)
{
	struct sctrace *t = trace_of(s);
	int n = poll_records(s, timeout_ms);
	bool answered = pair__answer(t->pair) && !t->batch.full;

	return n < 0 || answered ? n : (int)t->batch.events;
}

int sctrace_poll_batch(struct sctrace *t, int timeout_ms, uint32_t max_events, uint64_t max_ns)
{
	const struct batch batch = { .max = max_events && max_events < INT_MAX ? max_events : INT_MAX, .ns = max_ns };
	int n;

	if (!t || guard__refuse(&t->base.guard))
		return t ? -EBUSY : -EINVAL;
	t->batch = batch;
	n = session__take(&t->base, poll_batch, timeout_ms);
	t->batch = (struct batch){};
	return n;
}

/* ---- pull ---- */

/* Stores the event. Its memory stays valid until the next pair__resume(), because pair__pull() was called. */
static int on_pulled(void *ctx, const struct sctrace_event *ev)
{
	struct sctrace *t = ctx;

	t->pulled = *ev;
	t->pulled_event = *(const struct event *)ev->priv; /* a copy: deliver.c makes some events on its stack */
	t->pulled.priv = &t->pulled_event;
	return t->has_pulled = true;
}

static int begin_pull(struct sctrace *t)
{
	if (t->pulls)
		return 0;
	if (t->event)
		return guard__fail(&t->base.guard, -EINVAL, "this handle has a callback, which gets the events");
	t->event = on_pulled;
	t->ctx = t;
	t->pulls = true;
	pair__pull(t->pair);
	return 0;
}

/* Handles records until one has events, or the time is over. Returns the number of records, or -errno. */
static int fetch(struct sctrace *t, int timeout_ms)
{
	int n;

	if (t->base.life != LIFE_STOPPED)
		return poll_for(t, timeout_ms);
	n = t->ending ? poll__rest(t) : -ENODATA;
	return n ? n : -ENODATA;
}

/*
 * Waits for an event. Returns 1 with the event in t->pulled, 0 when the time is over, or -errno. A file is read on even
 * when the time is over.
 */
static int pull(struct sctrace *t, int timeout_ms)
{
	uint64_t until = timeout_ms > 0 ? now_ns() + (uint64_t)timeout_ms * 1000000 : 0;
	int n;

	for (;;) {
		pair__resume(t->pair);
		if (t->has_pulled)
			return 1;
		if (pair__answer(t->pair) < 0)
			return pair__answer(t->pair);
		n = fetch(t, timeout_ms);
		if (n <= 0)
			return n;
		if (until)
			timeout_ms = time_left(until);
		if (!timeout_ms && !t->replay && !pair__answer(t->pair))
			return 0;
	}
}

static int next_event(struct sctrace *t, const struct sctrace_event **ev, int timeout_ms)
{
	int n = t->bpf && t->base.life == LIFE_OPEN ? guard__fail(&t->base.guard, -EINVAL, "not started yet")
						    : begin_pull(t);

	if (n)
		return n;
	if (t->has_pulled)
		task_names__after(t->decode.tasks, &t->pulled_event);
	t->has_pulled = false;
	n = pull(t, timeout_ms);
	if (n > 0)
		*ev = &t->pulled;
	return n;
}

int sctrace_next(struct sctrace *t, const struct sctrace_event **ev, int timeout_ms)
{
	int err = !t ? -EINVAL : !ev ? guard__invalid(&t->base.guard, "ev is NULL") : guard__enter(&t->base.guard);

	return err ? err : guard__leave(&t->base.guard, next_event(t, ev, timeout_ms));
}
