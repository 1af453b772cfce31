// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>

#include "live/deferred.h"
#include "synth.h"

/* ---- filters of results ---- */

#define NFILTERS (2 * 4 * 5 * 2)

/* The i-th combination of: failures only, error numbers, a range, a shortest duration. */
static struct sct_result_filter filter(unsigned i)
{
	static const struct {
		bool on;
		int64_t min, max;
	} ranges[] = { {}, { true, -4095, -1 }, { true, -13, -2 }, { true, -2, 5 }, { true, 0, INT64_MAX } };
	struct sct_result_filter r = { .failed = i % 2, .min_ns = i / 2 % 2 * 10 };
	unsigned numbers = i / 4 % 4, range = i / 16;

	r.by_errno = numbers != 0;
	if (numbers & 1)
		r.errnos[0] |= 1ull << ENOENT | 1ull << EACCES;
	if (numbers & 2)
		r.errnos[512 / 64] |= 1ull << 512 % 64;
	r.by_range = ranges[range].on;
	r.min = ranges[range].min;
	r.max = ranges[range].max;
	return r;
}

static const int64_t results[] = { INT64_MIN, -4096, -4095, -640, -512, -ENOENT, -EACCES, -1, 0, 1, 5, INT64_MAX };
#define NRESULTS (sizeof(results) / sizeof(results[0]))

Test(deferred, want)
{
	struct sct_result_filter failed = { .failed = 1 }, range = { .by_range = 1, .min = -2, .max = 5 };
	struct sct_result_filter noent = { .by_errno = 1, .errnos = { 1ull << ENOENT } }, slow = { .min_ns = 10 };

	cr_assert(result_filter__want(&failed, -4095, 0));
	cr_assert_not(result_filter__want(&failed, -4096, 0), "an address is no error");
	cr_assert_not(result_filter__want(&failed, 0, 0));
	cr_assert(result_filter__want(&noent, -ENOENT, 0));
	cr_assert_not(result_filter__want(&noent, -EACCES, 0));
	cr_assert_not(result_filter__want(&noent, -4095, 0), "a number beyond the set");
	cr_assert(result_filter__want(&range, -2, 0));
	cr_assert(result_filter__want(&range, 5, 0));
	cr_assert_not(result_filter__want(&range, -3, 0));
	cr_assert_not(result_filter__want(&range, 6, 0));
	cr_assert(result_filter__want(&slow, 0, 10));
	cr_assert_not(result_filter__want(&slow, 0, 9));
}

/* A filter within another one accepts no result that the other refuses. */
Test(deferred, within)
{
	unsigned n = 0;

	for (unsigned i = 0; i < NFILTERS; i++)
		for (unsigned k = 0; k < NFILTERS; k++) {
			struct sct_result_filter mine = filter(i), all = filter(k);

			if (!result_filter__within(&mine, &all))
				continue;
			n++;
			for (unsigned j = 0; j < 2 * NRESULTS; j++) {
				int64_t ret = results[j / 2];
				uint64_t ns = j % 2 * 10;

				cr_assert(!result_filter__want(&mine, ret, ns) || result_filter__want(&all, ret, ns),
					  "filter %u is not within %u: result %lld", i, k, (long long)ret);
			}
		}
	cr_assert_gt(n, 2 * NFILTERS);
}

Test(deferred, within_itself_and_everything)
{
	struct sct_result_filter everything = {};

	for (unsigned i = 0; i < NFILTERS; i++) {
		struct sct_result_filter r = filter(i);

		cr_assert(result_filter__within(&r, &r), "filter %u", i);
		cr_assert(result_filter__within(&r, &everything), "filter %u", i);
	}
}

/* ---- beginnings ---- */

static void keep(struct deferred *d, uint32_t tid, unsigned nr, unsigned flags)
{
	struct synth s;

	synth_enter(&s, tid, 100, nr, ARGS(1, 2, 3));
	s.rec.flags = (uint8_t)flags;
	memcpy(s.raw + s.size, "chunk", 5);
	cr_assert_eq(deferred__keep(d, &s.enter, s.size + 5), 0);
}

static struct sct_enter *take(struct deferred *d, uint32_t tid, size_t *size)
{
	struct synth s;

	synth_exit(&s, tid, 200, 0, 0, 100);
	s.rec.cpu = 3;
	s.rec.lost = 7;
	return deferred__take(d, &s.exit, size);
}

Test(deferred, the_beginning_has_the_place_of_the_end)
{
	struct deferred d = {};
	size_t size = 0;
	struct sct_enter *e;

	keep(&d, 10, 42, 0);
	e = take(&d, 10, &size);
	cr_assert_not_null(e);
	cr_assert_eq(size, sizeof(*e) + 5);
	cr_assert_eq(e->nr, 42);
	cr_assert_eq(e->args[2], 3);
	cr_assert_arr_eq(e + 1, "chunk", 5);
	cr_assert_eq(e->rec.ts, 200);
	cr_assert_eq(e->rec.cpu, 3);
	cr_assert_eq(e->rec.lost, 7);
	cr_assert(e->rec.flags & SCT_F_HELD);
	free(e);
	cr_assert_null(take(&d, 10, &size), "taken once");
	deferred__free(&d);
}

Test(deferred, a_beginning_that_came_late_is_not_held)
{
	struct deferred d = {};
	size_t size;
	struct sct_enter *e;

	keep(&d, 10, 42, SCT_F_LATE);
	e = take(&d, 10, &size);
	cr_assert_eq(e->rec.flags, SCT_F_LATE);
	free(e);
	deferred__free(&d);
}

Test(deferred, the_next_call_takes_the_place_of_one_without_an_end)
{
	struct deferred d = {};
	size_t size;
	struct sct_enter *e;

	keep(&d, 10, 1, 0);
	keep(&d, 10, 2, 0);
	e = take(&d, 10, &size);
	cr_assert_eq(e->nr, 2);
	free(e);
	cr_assert_null(take(&d, 10, &size));
	deferred__free(&d);
}

/*
 * A thread other than the leader calls execve: the call goes on under the leader's number, and the call of the leader
 * has no end.
 */
Test(deferred, move)
{
	struct deferred d = {};
	size_t size;
	struct sct_enter *e;

	keep(&d, 10, 1, 0);
	keep(&d, 11, 59, 0);
	deferred__move(&d, 11, 10);
	cr_assert_null(take(&d, 11, &size));
	e = take(&d, 10, &size);
	cr_assert_eq(e->nr, 59);
	cr_assert_eq(e->rec.tid, 10);
	free(e);
	keep(&d, 10, 1, 0);
	deferred__move(&d, 12, 10);
	cr_assert_null(take(&d, 10, &size), "the leader's call ends, also if the thread's beginning is not known");
	deferred__free(&d);
}

Test(deferred, drop)
{
	struct deferred d = {};
	size_t size;

	keep(&d, 10, 1, 0);
	keep(&d, 11, 2, 0);
	deferred__drop(&d, 10);
	deferred__drop(&d, 10);
	cr_assert_null(take(&d, 10, &size));
	deferred__free(&d); /* frees it while a call is deferred, so that a sanitizer sees memory that is not freed */
}
