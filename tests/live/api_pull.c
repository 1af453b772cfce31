// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Events that the agent takes one by one, or in batches with limits. api_pull [TEST] */
#include "api.h"

static struct sctrace *pulled(const char *trace)
{
	return session((struct sctrace_opts){ .trace = trace });
}

struct taken {
	unsigned enters, exits, targets, bad;
	uint64_t lost;
};

static void take(struct taken *n, const struct sctrace_event *ev)
{
	n->enters += ev->type == SCTRACE_ENTER;
	n->exits += ev->type == SCTRACE_EXIT;
	n->targets += ev->type == SCTRACE_TARGET;
	n->lost += ev->type == SCTRACE_LOST ? ev->lost : 0;
}

static void take_all(struct taken *n, struct sctrace *t)
{
	const struct sctrace_event *ev;

	while (sctrace_next(t, &ev, 100) == 1)
		take(n, ev);
}

static void one_by_one(void)
{
	const struct sctrace_event *ev = NULL;
	struct taken n = {};
	struct kid k = kid_new();
	struct sctrace *t = pulled("getppid");
	long long from;

	sctrace_target(t, k.pid, 0);
	is("nothing comes before the start", sctrace_next(t, &ev, 0), -EINVAL);
	sctrace_start(t);
	kid_do(&k, 'c');
	take_all(&n, t);
	is("the target", n.targets, 1);
	is("calls that began", n.enters, KID_CALLS);
	is("and ended", n.exits, KID_CALLS);
	from = now_ms();
	is("the time is over", sctrace_next(t, &ev, 200), 0);
	check(now_ms() - from >= 195, "after it (%lld ms)", now_ms() - from);
	sctrace_wake(t);
	is("woken", sctrace_next(t, &ev, 5000), 0);
	check(now_ms() - from < 4000, "at once");
	is("poll is refused", sctrace_poll(t, 0), -EINVAL);
	kid_do(&k, 'c');
	is("the next one", sctrace_next(t, &ev, 5000), 1);
	is("is a beginning", ev->type, SCTRACE_ENTER);
	is("stop", sctrace_stop(t), 0);
	check(ev->type == SCTRACE_ENTER && ev->tid == (uint32_t)k.pid, "the event is still there");
	for (n = (struct taken){}; sctrace_next(t, &ev, 0) == 1;)
		take(&n, ev);
	is("the rest of the calls begins", n.enters, KID_CALLS - 1);
	is("all end", n.exits, KID_CALLS);
	is("no more", sctrace_next(t, &ev, -1), -ENODATA);
	sctrace_close(t);
	kid_end(&k);
}

/* Polls as an epoll loop would. */
static void by_descriptor(void)
{
	const struct sctrace_event *ev;
	struct taken n = {};
	struct kid k = kid_new();
	struct sctrace *t = pulled("getppid");

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	for (int round = 0; round < 3; round++) {
		kid_do(&k, 'c');
		for (int i = 0; n.exits < (unsigned)(round + 1) * KID_CALLS && i < 100 && readable(sctrace_fd(t), 2000);
		     i++)
			while (sctrace_next(t, &ev, 0) == 1)
				take(&n, ev);
		is("its events", n.exits, (round + 1) * KID_CALLS);
	}
	sctrace_close(t);
	kid_end(&k);
}

/* The string arguments of the event that was taken last stay valid until the next one. */
static void values_stay(void)
{
	const struct sctrace_event *ev;
	struct taken n = {};
	struct kid k = kid_new();
	struct sctrace *t = pulled("open,openat,write");
	struct sctrace_value v;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'e');
	while (sctrace_next(t, &ev, 200) == 1) {
		bool opens = ev->name && !strncmp(ev->name, "open", 4) && ev->type == SCTRACE_EXIT && ev->ret < 0;

		take(&n, ev);
		n.bad += opens && (sctrace_arg(t, ev, "filename", &v) || v.len != 17 ||
				   memcmp(v.bytes, "/nonexistent/file", 17) != 0);
		n.targets += opens;
	}
	is("opens that failed, and the target", n.targets, KID_CALLS + 1);
	is("paths that are wrong", n.bad, 0);
	sctrace_close(t);
	kid_end(&k);
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	take(ctx, ev);
	return 0;
}

/* After a stall, an agent gets all events, in batches that are no longer than the limit. */
static void after_a_stall(void)
{
	struct taken n = {};
	struct kid k = kid_new();
	struct sctrace *t = session(
		(struct sctrace_opts){ .trace = "getppid", .event = on_event, .ctx = &n, .ring_bytes = 1 << 20 });
	unsigned over = 0, before, batches = 0;
	uint64_t calls = 0;
	uint32_t max;
	int got;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	while (calls < 2000) {
		kid_storm_begin(&k);
		sleep_ms(1000);
		calls += kid_storm_end(&k);
	}
	/* a ring of this size holds more than 20000 events: enough for twenty batches */
	max = calls < 20000 ? (uint32_t)(calls / 20) : 1000;
	is("a batch of 100", sctrace_poll_batch(t, 1000, 100, 0), 100);
	check(readable(sctrace_fd(t), 2000), "readable, because more is left");
	do {
		before = n.enters + n.exits;
		got = sctrace_poll_batch(t, 0, max, 0);
		over += got > (int)max || n.enters + n.exits - before > max;
		batches += got > 0;
	} while (got > 0);
	is("batches that are too large", over, 0);
	check(batches > 10, "batches: %u", batches);
	is("end", sctrace_stop(t), 0);
	is("all that was lost is reported", (long long)n.lost, (long long)sctrace_lost(t));
	is("all calls, with those lost", (long long)(n.enters + n.exits + n.lost), 2 * (long long)calls);
	sctrace_close(t);
	kid_end(&k);
}

static int on_slow(void *ctx, const struct sctrace_event *ev)
{
	take(ctx, ev);
	sleep_ms(5);
	return 0;
}

/* the first callback takes 5 ms, so the limit of 3 ms is exceeded during it */
static void limit_of_time(void)
{
	struct taken n = {};
	struct kid k = kid_new();
	struct sctrace *t = session((struct sctrace_opts){ .trace = "getppid", .event = on_slow, .ctx = &n });
	int got, rounds = 0;

	sctrace_target(t, k.pid, 0);
	sctrace_start(t);
	kid_do(&k, 'c');
	while ((n.exits < KID_CALLS) && rounds++ < 1000) {
		got = sctrace_poll_batch(t, 100, 0, 3000000);
		n.bad += got > 1;
	}
	is("all calls", n.exits, KID_CALLS);
	is("more than one event in a batch", n.bad, 0);
	sctrace_close(t);
	kid_end(&k);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "one_by_one", one_by_one },	    { "by_descriptor", by_descriptor }, { "values_stay", values_stay },
		{ "after_a_stall", after_a_stall }, { "limit_of_time", limit_of_time },
	};

	return api_main(tests, sizeof(tests) / sizeof(*tests), argc, argv);
}
