// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Records of any type, in any order, to a receiver that never stops and to one that stops after every event. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "event/pair.h"
#include "synth.h"
#include "util/buf.h"

#define ERESTART_RESTARTBLOCK 516
static struct pair *pair;
static struct buf events; /* a line for each event, with everything that it points to */
static struct synth s;
static int verdict; /* return value of the callback */

static int on_event(void *ctx, const struct event *ev)
{
	(void)ctx;
	buf__printf(&events, "%u %u %u %u %llu", ev->kind, ev->tid, ev->other_tid, ev->code,
		    (unsigned long long)ev->lost);
	if (ev->enter)
		buf__printf(&events, " enter %u %llu %u", record__nr(ev->enter), (unsigned long long)ev->enter->rec.ts,
			    ev->enter->data_len);
	if (ev->exit)
		buf__printf(&events, " exit %lld", (long long)ev->exit->ret);
	for (uint32_t i = 0; ev->out && i < ev->out_len; i++)
		buf__printf(&events, " %02x", ev->out[i]);
	if (ev->signal)
		buf__printf(&events, " signal %d", ev->signal->sig);
	if (ev->comm)
		buf__printf(&events, " comm %.16s", ev->comm);
	buf__str(&events, "; ");
	return verdict;
}

static void setup(void)
{
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
}

static void teardown(void)
{
	pair__free(pair);
	buf__free(&events);
}

TestSuite(pair_order, .init = setup, .fini = teardown);

/* The entry or the return of a function, at one of few places of the stack. */
static void synth_func(unsigned type, uint32_t tid, uint64_t ts, uint64_t frame)
{
	struct sct_probe p = { .enter.rec = { .ts = ts, .tid = tid, .type = SCT_REC_PROBE }, .frame = frame };
	struct sct_return r = { .exit.rec = { .ts = ts, .tid = tid, .type = SCT_REC_RETURN }, .frame = frame };

	p.enter.nr = r.exit.nr = frame / 2;
	s.size = type == SCT_REC_PROBE ? sizeof(p) : sizeof(r);
	memcpy(s.raw, type == SCT_REC_PROBE ? (const void *)&p : (const void *)&r, s.size);
}

/* Makes a random record of one of 8 tasks. Returns false if struct pair does not handle records of the random type. */
static bool synth_hostile(uint64_t *seed, unsigned i)
{
	uint32_t tid = 1 + synth_random(seed) % 8;
	unsigned nr = synth_random(seed) % 4, type = 1 + synth_random(seed) % (SCT_REC_TYPE_MAX - 1);

	switch (type) {
	case SCT_REC_ENTER:
		synth_enter(&s, tid, i, nr, NULL);
		synth_part(&s, 0, 0, 0, NULL, (int32_t)(synth_random(seed) % 2000));
		break;
	case SCT_REC_EXIT:
		synth_exit(&s, tid, i, nr, nr == 3 ? -ERESTART_RESTARTBLOCK : 0, i - synth_random(seed) % 16);
		break;
	case SCT_REC_CALL:
		synth_call(&s, tid, i, nr, 0, i - synth_random(seed) % 16);
		break;
	case SCT_REC_FORK:
		synth_fork(&s, tid, i, 1 + synth_random(seed) % 8);
		break;
	case SCT_REC_EXEC:
		synth_exec(&s, tid, i, 1 + synth_random(seed) % 8, "x");
		synth_string(&s, 0, "program");
		break;
	case SCT_REC_TASK_EXIT:
		synth_task_exit(&s, tid, i, 0);
		break;
	case SCT_REC_TARGET:
		synth_target(&s, tid, i, "x");
		break;
	case SCT_REC_SIGNAL:
		synth_signal(&s, tid, i, 9, 0);
		break;
	case SCT_REC_PROBE:
	case SCT_REC_RETURN:
		synth_func(type, tid, i, synth_random(seed) % 6);
		break;
	default:
		return false;
	}
	s.rec.flags = synth_random(seed) % 16;
	s.rec.cpu = (uint16_t)(synth_random(seed) % 3);
	s.rec.lost = i / 1000;
	return true;
}

/* Records of few tasks in any order: nothing crashes, and every exit refers to its enter. */
Test(pair_order, hostile_order)
{
	uint64_t seed = 7;

	for (unsigned i = 0; i < 300000; i++) {
		if (synth_hostile(&seed, i))
			cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
		events.len = 0;
	}
	cr_assert_leq(pair__alive(pair), 8);
}

/* Feeds the record from memory that is freed before what waits is reported, one event at a time. */
static void send_stopping(struct pair *p)
{
	void *rec = malloc(s.size);

	memcpy(rec, s.raw, s.size);
	cr_assert_eq(pair__record(p, rec, s.size), 0);
	free(rec);
	while (pair__answer(p))
		pair__resume(p);
}

/* A receiver that stops after every event is given the same events as one that never stops. */
Test(pair_order, stops_after_every_event)
{
	struct pair *stopping;
	uint64_t seed = 11;

	cr_assert_eq(pair__new(&stopping, on_event, NULL), 0);
	for (unsigned i = 0; i < 50000; i++) {
		struct buf whole = {};

		if (!synth_hostile(&seed, i))
			continue;
		verdict = 0;
		cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
		buf__mem(&whole, events.p, events.len);
		events.len = 0;
		verdict = 1;
		send_stopping(stopping);
		cr_assert_eq(events.len, whole.len, "record %u: %.*s where %.*s", i, (int)events.len, events.p,
			     (int)whole.len, whole.p);
		cr_assert(!whole.len || !memcmp(events.p, whole.p, whole.len));
		events.len = 0;
		buf__free(&whole);
		cr_assert_eq(pair__alive(pair), pair__alive(stopping));
	}
	pair__free(stopping);
}
