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
	/* bytes after the first n are ignored */
	cr_expect(number__parse("12", 1, 7, &v) && v == 1);
}

Test(number, sets)
{
	static const char *const bad[] = { "",	   ",",	    "1,", ",1",	   "1-",    "-1", "3-1",
					   "1--2", "1-2-3", "x",  "0,128", "0-128", "1;2" };
	unsigned long long bits[2];

	cr_expect(number__set("0-3,7", bits, 128) && bits[0] == 0x8f && !bits[1]);
	cr_expect(number__set("127,63-64,5", bits, 128) && bits[0] == (1ull << 63 | 1 << 5) &&
		  bits[1] == (1ull << 63 | 1));
	cr_expect(number__set("0-127", bits, 128) && !~bits[0] && !~bits[1]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_not(number__set(bad[i], bits, 128), "%s", bad[i]);
}

Test(number, times)
{
	static const struct {
		const char *text;
		uint64_t unit, ns;
	} good[] = {
		{ "1", 1000000, 1000000 },
		{ "1", 1000000000, 1000000000 },
		{ "10ms", 1, 10000000 },
		{ "1.5s", 1, 1500000000 },
		{ ".5us", 1, 500 },
		{ "7ns", 1000000, 7 },
		{ "2m", 1, 120000000000 },
		{ "1h", 1, 3600000000000 },
		{ "106751d", 1, 9223286400000000000u },
		{ "0", 1, 0 },
	};
	static const char *const bad[] = { "",	   ".",	 "s",	"-1",  "+1",	  " 1",
					   "1 s",  "1S", "1e3", "0x1", "106752d", "9223372036854775808",
					   "1.s.", "nan" };
	uint64_t v;

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		cr_expect(number__time(good[i].text, good[i].unit, &v) && v == good[i].ns, "%s", good[i].text);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		cr_expect_not(number__time(bad[i], 1, &v), "%s", bad[i]);
}

Test(number, sizes)
{
	uint64_t v;

	cr_expect(number__size("4096", &v) && v == 4096);
	cr_expect(number__size("64k", &v) && v == 65536);
	cr_expect(number__size("1.5MiB", &v) && v == 1572864);
	cr_expect(number__size("2G", &v) && v == 2ull << 30);
	cr_expect(number__size("8388607T", &v) && v == 8388607ull << 40);
	cr_expect_not(number__size("8388608T", &v));
	cr_expect_not(number__size("1KB", &v));
	cr_expect_not(number__size("", &v));
}
