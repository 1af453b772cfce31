/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Skips a test that cannot run on this machine. With CI=true, the test fails instead. */
#ifndef TEST_SKIP_H
#define TEST_SKIP_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define SKIP(...)                                                                                                      \
	do {                                                                                                           \
		const char *ci = getenv("CI");                                                                         \
                                                                                                                       \
		if (ci && !strcmp(ci, "true"))                                                                         \
			cr_assert_fail(__VA_ARGS__);                                                                   \
		cr_skip_test(__VA_ARGS__);                                                                             \
	} while (0)

#endif
