// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <string.h>

#include "util/number.h"

static bool is(const char *s, uint64_t max, uint64_t want)
{
	uint64_t v = ~want;

	return number__parse(s, strlen(s), max, &v) && v == want;
}

Test(number, taken)
{
	cr_expect(is("0", 0, 0));
	cr_expect(is("7", 7, 7));
	cr_expect(is("007", 9, 7));
	cr_expect(is("+7", 9, 7));
	cr_expect(is(" \t\n7", 9, 7));
	cr_expect(is(" +7", 9, 7));
	cr_expect(is("18446744073709551615", UINT64_MAX, UINT64_MAX));
}

Test(number, none)
{
	static const char *const words[] = {
		"", " ", "+", "-1", "++1", "+ 1", "1 ", "1x", "0x1", "x", "8", "10", "18446744073709551617"
	};
	uint64_t v;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		cr_expect_not(number__parse(words[i], strlen(words[i]), 7, &v), "%s", words[i]);
	cr_expect_not(number__parse("18446744073709551616", 20, UINT64_MAX, &v));
	/* what is after the n bytes is not looked at */
	cr_expect(number__parse("12", 1, 7, &v) && v == 1);
}
