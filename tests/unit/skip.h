/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Skips a test that the machine has not the means for. With CI=true, that is a failure. */
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
