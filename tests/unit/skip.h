/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What this machine lacks for a test; where CI=true nothing may lack. */
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
