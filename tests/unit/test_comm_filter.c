// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Patterns of task names: the compiled filter decides as fnmatch(3) does. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/comm_filter.h"

static struct sct_comm_filter filter;
static char text[256];

static int make(const char *patterns)
{
	return comm_filter__make(&filter, patterns, &(struct errmsg){ text, sizeof(text) });
}

static bool fits(const char *patterns, const char *comm)
{
	cr_assert_gt(make(patterns), 0, "%s: %s", patterns, text);
	return comm_filter__fits(&filter, comm);
}

Test(comm_filter, names)
{
	cr_expect(fits("nginx", "nginx"));
	cr_expect_not(fits("nginx", "ngin"));
	cr_expect_not(fits("nginx", "nginx2"));
	cr_expect_not(fits("nginx", ""));
	cr_expect(fits("a,fifteen-bytes-1", "fifteen-bytes-1"));
	cr_expect(fits("(sd-pam),kworker/0:1", "kworker/0:1"));
	cr_expect(fits("\xff\xfe", "\xff\xfe"));
}

Test(comm_filter, patterns)
{
	cr_expect(fits("php-fpm*", "php-fpm"));
	cr_expect(fits("php-fpm*", "php-fpm8.2"));
	cr_expect_not(fits("php-fpm*", "php-fp"));
	cr_expect(fits("*", ""));
	cr_expect(fits("?*", "x"));
	cr_expect_not(fits("?*", ""));
	cr_expect(fits("*-worker", "a-b-worker"));
	cr_expect_not(fits("*-worker", "worker"));
	cr_expect(fits("[a-c,]x", ",x"), "a comma within a set");
	cr_expect(fits("a\\,b", "a,b"), "an escaped comma");
	cr_expect(fits("\\*", "*"));
	cr_expect_not(fits("\\*", "x"));
	cr_expect(fits("[]x]", "]"));
	cr_expect(fits("[!]x]", "y"));
	cr_expect(fits("[[:digit:]]*", "7z"));
	cr_expect(fits("[ab", "[ab"), "brackets that are not closed");
	cr_expect(fits("x\\", "x\\"));
}

Test(comm_filter, lists)
{
	char list[256] = "";
	size_t n = 0;

	for (int i = 0; i < 16; i++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%sname-of-task-%02d", i ? "," : "", i);
	cr_expect_eq(make(list), 4);
	for (int i = 0; i < 17; i++) {
		char name[16];

		snprintf(name, sizeof(name), "name-of-task-%02d", i);
		cr_expect_eq(comm_filter__fits(&filter, name), i < 16, "%s", name);
	}
	/* the end of a pattern must not count as the beginning of the next one */
	cr_expect_not(fits("ab,cd", "abcd"));
	cr_expect_not(fits("ab,cd", "abd"));
	cr_expect_not(fits("ab*,cd", "cdx"));
}

Test(comm_filter, bad)
{
	static const char *const patterns[] = { "", ",", "a,", ",a", "a,,b", "sixteen-bytes-16", "????????????????" };
	char list[512] = "";

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		cr_expect_eq(make(patterns[i]), -EINVAL, "%s", patterns[i]);
		cr_expect(strstr(text, "is not the name of a task"), "%s", text);
	}
	memset(list, '[', 1);
	memset(list + 1, 'a', 200);
	list[201] = ']';
	cr_expect_eq(make(list), -EINVAL);
	for (int i = 0; i < 17; i++)
		strcat(strcpy(list + 16 * i, "fifteen-bytes-x"), i < 16 ? "," : "");
	cr_expect_eq(make(list), -E2BIG);
}

/* Random patterns of these letters: the compiled filter and fnmatch() agree on each name. */
Test(comm_filter, as_fnmatch)
{
	static const char letters[] = "aabb*?[]!-\\";
	unsigned matches = 0;

	srand(1);
	for (int i = 0; i < 200000; i++) {
		char pattern[9] = "", name[9] = "";

		for (int j = 0, n = 1 + rand() % 8; j < n; j++)
			pattern[j] = letters[rand() % (sizeof(letters) - 1)];
		for (int j = 0, n = rand() % 8; j < n; j++)
			name[j] = "ab*[]-"[rand() % 6];
		/* fnmatch() of glibc treats a '\' at the end, and ranges without an end, in ways of its own */
		if (strchr(pattern, '\\') || strchr(pattern, '-'))
			continue;
		cr_assert_eq(fits(pattern, name), !fnmatch(pattern, name, 0), "%s %s", pattern, name);
		matches += comm_filter__fits(&filter, name);
	}
	cr_expect_gt(matches, 1000);
}
