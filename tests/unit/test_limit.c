// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The limits of --limit-rate and --max-cpu, with a clock of the test's own. */
#include <criterion/criterion.h>

#include "limit.h"

#define NS 1000000000ull
#define MS 1000000ull

/* Returns how many of the lines from one time to another, one each step, may be printed. */
static unsigned lines(struct limit *l, uint64_t from, uint64_t to, uint64_t step)
{
	unsigned n = 0;

	for (uint64_t now = from; now < to; now += step)
		n += limit__line(l, now);
	return n;
}

Test(limit, lines_a_second)
{
	struct limit l;

	limit__init(&l, 100, 0, 5 * NS, 0);
	/* a second's worth at once, then as many as the time allows */
	cr_assert_eq(lines(&l, 5 * NS, 6 * NS, MS), 199);
	cr_assert_eq(lines(&l, 6 * NS, 16 * NS, MS), 1000);
	/* an unused rate is kept for a second only */
	cr_assert_eq(lines(&l, 100 * NS, 100 * NS + 200, 1), 100);
	/* fewer lines than the limit are all printed */
	cr_assert_eq(lines(&l, 200 * NS, 210 * NS, 20 * MS), 500);
}

Test(limit, no_limit)
{
	struct limit l;

	limit__init(&l, 0, 0, 0, 0);
	cr_assert_eq(lines(&l, 0, 1000, 1), 1000);
	limit__cpu(&l, NS, 10 * NS);
	cr_assert_eq(l.level, LIMIT_NOTHING);
}

Test(limit, time_that_goes_back)
{
	struct limit l;

	limit__init(&l, 10, 0, NS, 0);
	cr_assert_eq(lines(&l, NS, NS + 20, 1), 10);
	cr_assert_eq(limit__line(&l, 0), false);
	cr_assert_eq(limit__line(&l, NS + NS / 10 + 20), true);
}

/*
 * Runs for this many ms, where each level takes its per cent of CPU time. Returns the mean in per cent; *levels gets a
 * bit for each level that was used.
 */
static double run(struct limit *l, uint64_t *now, uint64_t *used, unsigned ms, const unsigned *cost, unsigned *levels)
{
	uint64_t before = *used;

	*levels = 0;
	for (unsigned i = 0; i < ms; i += 50) {
		*levels |= 1u << l->level;
		*now += 50 * MS;
		*used += 50 * MS * cost[l->level] / 100;
		limit__cpu(l, *now, *used);
	}
	return (double)(*used - before) / (double)(ms * MS) * 100;
}

Test(limit, cpu)
{
	static const unsigned idle[] = { 5, 4, 3, 2 }, busy[] = { 50, 30, 20, 8 }, low[] = { 50, 8, 7, 6 },
			      hopeless[] = { 90, 80, 70, 60 };
	uint64_t now = NS, used = 7 * NS;
	unsigned levels;
	struct limit l;
	double mean;

	limit__init(&l, 0, 10, now, used);
	run(&l, &now, &used, 10000, idle, &levels);
	cr_assert_eq(levels, 1u << LIMIT_NOTHING);
	mean = run(&l, &now, &used, 60000, busy, &levels);
	cr_assert(mean > 8 && mean < 11, "%f", mean);
	cr_assert(levels & 1u << LIMIT_LINES);
	/* leaving out data is enough */
	run(&l, &now, &used, 60000, low, &levels);
	mean = run(&l, &now, &used, 60000, low, &levels);
	cr_assert(mean > 8 && mean < 11, "%f", mean);
	run(&l, &now, &used, 10000, hopeless, &levels);
	cr_assert_eq(l.level, LIMIT_LINES);
	/* all levels are left again when the load ends */
	run(&l, &now, &used, 10000, idle, &levels);
	cr_assert_eq(l.level, LIMIT_NOTHING);
}
