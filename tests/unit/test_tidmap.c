// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>

#include "synth.h"
#include "util/tidmap.h"

static void *value_of(uint32_t tid)
{
	return (void *)(uintptr_t)(tid * 16ul + 8);
}

Test(tidmap, empty)
{
	struct tidmap m = {};

	cr_assert_null(tidmap__get(&m, 1));
	cr_assert_null(tidmap__del(&m, 1));
	tidmap__free(&m, NULL);
}

Test(tidmap, put_get_del)
{
	struct tidmap m = {};

	cr_assert_eq(tidmap__put(&m, 7, value_of(7)), 0);
	cr_assert_eq(tidmap__put(&m, 0, value_of(0)), 0);
	cr_assert_eq(tidmap__get(&m, 7), value_of(7));
	cr_assert_eq(tidmap__get(&m, 0), value_of(0));
	cr_assert_null(tidmap__get(&m, 8));
	cr_assert_eq(tidmap__del(&m, 7), value_of(7));
	cr_assert_null(tidmap__get(&m, 7));
	cr_assert_null(tidmap__del(&m, 7));
	cr_assert_eq(m.n, 1);
	tidmap__free(&m, NULL);
}

/* Compares the map with a plain array, through growth, collisions and gaps. */
Test(tidmap, like_an_array)
{
	enum { TIDS = 3000 };
	static char there[TIDS];
	struct tidmap m = {};
	uint64_t seed = 42;
	size_t n = 0;

	for (unsigned i = 0; i < 200000; i++) {
		uint32_t k = synth_random(&seed) % TIDS, tid = k * 64;

		if (there[k]) {
			cr_assert_eq(tidmap__del(&m, tid), value_of(tid));
			n--;
		} else {
			cr_assert_eq(tidmap__put(&m, tid, value_of(tid)), 0);
			n++;
		}
		there[k] = !there[k];
		k = synth_random(&seed) % TIDS;
		cr_assert_eq(tidmap__get(&m, k * 64), there[k] ? value_of(k * 64) : NULL);
	}
	cr_assert_eq(m.n, n);
	for (unsigned k = 0; k < TIDS; k++)
		cr_assert_eq(tidmap__get(&m, k * 64), there[k] ? value_of(k * 64) : NULL);
	tidmap__free(&m, NULL);
}

static unsigned freed;

static void count(void *value)
{
	(void)value;
	freed++;
}

Test(tidmap, free_frees_each_value_once)
{
	struct tidmap m = {};

	for (uint32_t i = 1; i <= 1000; i++)
		cr_assert_eq(tidmap__put(&m, i, value_of(i)), 0);
	tidmap__del(&m, 500);
	tidmap__free(&m, count);
	cr_assert_eq(freed, 999);
	cr_assert_eq(m.n, 0);
}
