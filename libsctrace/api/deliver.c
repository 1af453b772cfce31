// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Passes events to the program's callback: drops those that were not asked for, and makes the public struct. */
#include "api/deliver.h"

#include "api/replay.h"
#include "api/replay_scope.h"
#include "enrich/task_names.h"
#include "enrich/seccontext/seccontext.h"
#include "live/deferred.h"

static const char *probe_name(const struct probes *probes, const struct sct_enter *enter)
{
	const struct probe *p = probes__get(probes, record__nr(enter));

	return p ? p->spec.func : NULL;
}

static const char *call_name(const struct sct_enter *enter)
{
	const struct sct_row *row = record__row(enter);

	return row ? row->name : NULL;
}

static void event_public(struct sctrace_event *out, const struct event *ev, const struct probes *probes)
{
	static const enum sctrace_event_type types[] = {
#define KIND(name, public, ...) [EV_##name] = public,
#include "event/kinds.def"
	};
	static const struct sct_enter none;
	const struct sct_enter *e = ev->enter ? ev->enter : &none;
	bool probe = event__is_probe(ev), begin_unseen = e->rec.flags & (SCT_F_LATE | SCT_F_SNAPSHOT);

	/* every member is set here, so the struct need not be cleared first: this runs for every event */
	*out = (struct sctrace_event){
		.sz = sizeof(*out),
		.type = types[ev->kind],
		.tid = ev->tid,
		.tgid = ev->tgid,
		.ts = ev->ts,
		.enter_ts = e->rec.ts,
		.name = !ev->enter ? NULL
			: probe	   ? probe_name(probes, e)
				   : call_name(e),
		.nr = probe ? 0 : record__nr(e),
		.abi = ev->kind == EV_MODE ? ev->abi : e->abi,
		.args = { e->args[0], e->args[1], e->args[2], e->args[3], e->args[4], e->args[5] },
		.ret = ev->exit ? ev->exit->ret : 0,
		.signal = ev->signal ? ev->signal->sig : 0,
		.code = ev->code,
		.other_tid = ev->other_tid,
		.comm = ev->comm,
		.lost = ev->lost,
		.clock_step = ev->step,
		.priv = ev,
		.flags = (begin_unseen && !probe ? SCTRACE_BEGIN_UNSEEN : 0) | (ev->superseded ? SCTRACE_REPLACED : 0),
	};
}

static bool selected(const struct sctrace *t, const struct sct_enter *enter)
{
	const struct abi *abi = abi__get(enter->abi);
	const struct sct_row *row = abi ? abi__row(abi, record__nr(enter)) : NULL;

	return abi ? select__has(&t->base.selection, row, abi) : t->base.selection.all;
}

/* Returns whether the call has ended and matches --until. */
static bool is_last(const struct sctrace *t, const struct event *ev)
{
	return t->until && ev->enter && (ev->kind == EV_EXIT || ev->kind == EV_TASK_EXIT) &&
	       matcher__call(t->until, ev, &t->decode);
}

/* Returns whether a call that was not chosen when it began may still be chosen, because it has ended. */
static bool decided_at_end(const struct sctrace *t, const struct event *ev)
{
	return (ev->kind == EV_EXIT && (t->operand_filter.on || trace_decides_at_end(t))) ||
	       (ev->kind == EV_TASK_EXIT && trace_decides_at_end(t));
}

/*
 * Returns whether a call that has ended passes the filter of results. A call that did not return has no result and
 * fails.
 */
static bool result_wanted(const struct sctrace *t, const struct event *ev)
{
	return !t->results.any || (ev->kind == EV_EXIT && result_filter__want_exit(&t->results, ev->exit));
}

/* Returns whether a call that has ended matches --peer and --if. */
static bool matches(const struct sctrace *t, const struct event *ev)
{
	return (!t->peers.n || peer_filter__call(&t->peers, ev, &t->decode)) &&
	       (!t->predicate || matcher__call(t->predicate, ev, &t->decode));
}

bool deliver__shows(const struct sctrace *t, const struct event *ev, bool later)
{
	if (!t->picks || event__is_probe(ev))
		return true;
	if (!t->bpf && !selected(t, ev->enter))
		return false;
	if (t->operand_filter.on && !operand_filter__call(&t->operand_filter, ev, &t->decode, later))
		return false;
	return !trace_decides_at_end(t) || (later && result_wanted(t, ev) && (matches(t, ev) || is_last(t, ev)));
}

static int deliver_event(struct sctrace *t, const struct event *ev)
{
	struct sctrace_event out;
	int answer;

	if (!t->event)
		return 0;
	event_public(&out, ev, &t->probes);
	if (t->replay && replay__is_early(t))
		out.flags |= SCTRACE_EARLY;
	else if (is_last(t, ev))
		out.flags |= SCTRACE_UNTIL;
	t->recorded_all |= (out.flags & SCTRACE_UNTIL) != 0;
	answer = t->event(t->ctx, &out);
	t->batch.events++;
	return answer ? answer : batch_full(t);
}

/*
 * Delivers the beginning of a call when the call has ended, as only then it is known to be chosen: by a path that was
 * read late, or by a predicate. If the callback stops delivery at the beginning, the end follows when delivery goes on.
 */
static int begin_late(struct sctrace *t, const struct event *ev)
{
	struct event begin = *ev;
	int answer;

	begin.kind = EV_ENTER;
	begin.ts = ev->enter->rec.ts;
	begin.exit = NULL;
	begin.out_len = 0;
	begin.code = 0;
	answer = deliver_event(t, &begin);
	return answer ? pair__again(t->pair, ev) ?: answer : 0;
}

static int choose_event(struct sctrace *t, const struct event *ev)
{
	struct event rest;
	int err = 0;

	if (!ev->enter || !t->picks || deliver__shows(t, ev, false))
		return deliver_event(t, ev);
	if (decided_at_end(t, ev) && (ev->begun || deliver__shows(t, ev, true))) {
		err = ev->begun ? 0 : begin_late(t, ev);
		return err ? err : deliver_event(t, ev);
	}
	if (!(event_kind__flags(ev->kind) & KIND_NEWS))
		return 0;
	rest = *ev;
	rest.enter = NULL;
	return deliver_event(t, &rest);
}

/*
 * Delivers an event if its task is one that the replay shows. Sets the event's number of living tasks to that of shown
 * tasks.
 */
static int deliver_shown(struct sctrace *t, const struct event *ev)
{
	enum scope_answer answer;
	struct event mine;
	int err = replay_scope__event(t->shown, ev, &answer);

	if (err || answer == SCOPE_NOTHING || replay__in_state(t))
		return err;
	mine = *ev;
	if (answer == SCOPE_NEWS)
		mine.enter = NULL;
	if (ev->task)
		mine.alive = replay_scope__alive(t->shown);
	return choose_event(t, &mine);
}

int deliver__event(void *ctx, const struct event *ev)
{
	struct sctrace *t = ctx;
	int err = task_names__before(t->decode.tasks, ev);

	if (!err)
		err = seccontext__event(t->decode.seccontext, ev);
	if (!err && t->shown)
		err = deliver_shown(t, ev);
	else if (!err && !replay__in_state(t))
		err = choose_event(t, ev);
	if (!t->has_pulled) /* with sctrace_next(), this is done when the caller is done with the event */
		task_names__after(t->decode.tasks, ev);
	return err;
}

int deliver__pending(void *ctx, const struct event *ev)
{
	struct sctrace *t = ctx;
	struct sctrace_event out;

	if (!deliver__shows(t, ev, false) || (t->shown && !replay_scope__has(t->shown, ev)))
		return 0;
	event_public(&out, ev, &t->probes);
	return t->pending(t->pending_ctx, &out);
}
