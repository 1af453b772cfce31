// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* sctrace_next() and sctrace_poll_batch() give the same events as sctrace_poll(), by all golden capture files. */
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <errno.h>
#include <stdio.h>
#include <time.h>

#include "sctrace.h"
#include "util/buf.h"

struct reader {
	struct sctrace *trace;
	struct sctrace_text *text;
	struct sctrace_json *json;
	struct buf lines, objects, values;
	unsigned events;
};

static int write_to(void *ctx, const char *p, size_t n)
{
	buf__mem(ctx, p, n);
	return 0;
}

static int on_value(void *ctx, const struct sctrace_value *v)
{
	struct reader *r = ctx;

	buf__mem(&r->values, &v->kind, sizeof(v->kind));
	buf__mem(&r->values, &v->number, sizeof(v->number));
	buf__mem(&r->values, v->bytes, v->len);
	return 0;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	struct reader *r = ctx;

	r->events++;
	buf__mem(&r->values, &ev->type, sizeof(ev->type));
	cr_assert_eq(sctrace_values(r->trace, ev, on_value, r), 0);
	return sctrace_text_event(r->text, ev) ?: sctrace_json_event(r->json, ev);
}

static void reader_open(struct reader *r, const char *name, const char *predicate, bool push)
{
	struct sctrace_text_opts to = { .sz = sizeof(to), .write = write_to, .ctx = &r->lines };
	struct sctrace_json_opts jo = { .sz = sizeof(jo), .write = write_to, .ctx = &r->objects };
	struct sctrace_opts o = { .sz = sizeof(o), .predicate = predicate, .pids = SCTRACE_PIDS_COMM };
	char path[300];

	*r = (struct reader){};
	snprintf(path, sizeof(path), "%s/%s.cap", GOLDEN, name);
	o.replay = path;
	if (push) {
		o.event = on_event;
		o.ctx = r;
	}
	cr_assert_eq(sctrace_open(&r->trace, &o), 0, "%s", name);
	cr_assert_eq(sctrace_text_new(&r->text, r->trace, &to), 0);
	cr_assert_eq(sctrace_json_new(&r->json, r->trace, &jo), 0);
}

static void reader_close(struct reader *r)
{
	sctrace_text_free(r->text);
	sctrace_json_free(r->json);
	sctrace_close(r->trace);
	buf__free(&r->lines);
	buf__free(&r->objects);
	buf__free(&r->values);
}

static void same(const char *what, const struct buf *got, const struct buf *want)
{
	cr_assert_eq(got->len, want->len, "%s: %zu bytes where %zu were expected", what, got->len, want->len);
	cr_assert(!want->len || !memcmp(got->p, want->p, want->len), "%s", what);
}

static void same_as(struct reader *r, const struct reader *want)
{
	cr_assert_eq(r->events, want->events, "%u events, not %u", r->events, want->events);
	same("lines", &r->lines, &want->lines);
	same("objects", &r->objects, &want->objects);
	same("values", &r->values, &want->values);
}

static void pull_all(struct reader *r)
{
	const struct sctrace_event *ev;
	int n;

	while ((n = sctrace_next(r->trace, &ev, -1)) == 1)
		cr_assert_eq(on_event(r, ev), 0);
	cr_assert_eq(n, -ENODATA);
	cr_assert_eq(sctrace_next(r->trace, &ev, -1), -ENODATA);
}

static void batch_all(struct reader *r, uint32_t max)
{
	unsigned before = 0;
	int n;

	while ((n = sctrace_poll_batch(r->trace, 0, max, 0)) >= 0) {
		cr_assert_leq(n, (int)max);
		cr_assert_eq(r->events - before, (unsigned)n);
		before = r->events;
	}
	cr_assert_eq(n, -ENODATA);
}

static const char *const predicates[] = { NULL, "ret >= 0" };

ParameterizedTestParameters(pull, same_events)
{
	static char names[][16] = {
		"calls", "threads", "signals", "cold", "seccomp", "thread_exec", "pipeline", "storm"
	};

	return cr_make_param_array(char[16], names, sizeof(names) / sizeof(*names));
}

ParameterizedTest(char (*name)[16], pull, same_events)
{
	struct reader want, got;

	for (unsigned p = 0; p < 2; p++) {
		reader_open(&want, *name, predicates[p], true);
		while (sctrace_poll(want.trace, 0) >= 0)
			;
		cr_assert_gt(want.events, 3);
		reader_open(&got, *name, predicates[p], false);
		pull_all(&got);
		same_as(&got, &want);
		reader_close(&got);
		for (uint32_t max = 1; max < 8; max += 3) {
			reader_open(&got, *name, predicates[p], true);
			batch_all(&got, max);
			same_as(&got, &want);
			reader_close(&got);
		}
		reader_close(&want);
	}
}

Test(pull, is_refused)
{
	const struct sctrace_event *ev;
	struct reader r;

	reader_open(&r, "calls", NULL, true);
	cr_assert_eq(sctrace_next(NULL, &ev, 0), -EINVAL);
	cr_assert_eq(sctrace_next(r.trace, NULL, 0), -EINVAL);
	cr_assert_eq(sctrace_next(r.trace, &ev, 0), -EINVAL);
	cr_assert_str_eq(sctrace_error(r.trace), "this handle has a callback, which gets the events");
	reader_close(&r);
	reader_open(&r, "calls", NULL, false);
	cr_assert_eq(sctrace_next(r.trace, &ev, 0), 1);
	cr_assert_eq(sctrace_poll(r.trace, 0), -EINVAL);
	cr_assert_eq(sctrace_poll_batch(r.trace, 0, 1, 0), -EINVAL);
	reader_close(&r);
}

/* An event can be read after a stop, until the next one is asked for. */
Test(pull, stays_after_stop)
{
	const struct sctrace_event *ev;
	struct reader r;
	int type;

	reader_open(&r, "calls", NULL, false);
	cr_assert_eq(sctrace_next(r.trace, &ev, 0), 1);
	type = ev->type;
	cr_assert_eq(sctrace_stop(r.trace), 0);
	cr_assert_eq((int)ev->type, type);
	cr_assert_eq(on_event(&r, ev), 0);
	cr_assert_eq(sctrace_next(r.trace, &ev, 0), -ENODATA);
	reader_close(&r);
}

static int on_slow(void *ctx, const struct sctrace_event *ev)
{
	struct timespec ms = { .tv_nsec = 1000000 };

	(void)ev;
	++*(unsigned *)ctx;
	nanosleep(&ms, NULL);
	return 0;
}

static int on_fifth(void *ctx, const struct sctrace_event *ev)
{
	(void)ev;
	return ++*(unsigned *)ctx == 5 ? 77 : 0;
}

/* The limit of time is exceeded after the first event; the callback's return value counts before a limit. */
Test(pull, limits)
{
	struct sctrace_opts o = { .sz = sizeof(o), .replay = GOLDEN "/storm.cap", .event = on_slow };
	struct sctrace *t;
	unsigned n = 0;

	o.ctx = &n;
	cr_assert_eq(sctrace_open(&t, &o), 0);
	cr_assert_eq(sctrace_poll_batch(t, 0, 0, 500000), 1);
	cr_assert_eq(n, 1);
	cr_assert_eq(sctrace_poll_batch(t, 0, 2, 0), 2);
	cr_assert_eq(n, 3);
	sctrace_close(t);
	n = 0;
	o.event = on_fifth;
	cr_assert_eq(sctrace_open(&t, &o), 0);
	cr_assert_eq(sctrace_poll_batch(t, 0, 5, 0), 77);
	cr_assert_eq(sctrace_poll_batch(t, 0, 5, 0), 5);
	sctrace_close(t);
}
