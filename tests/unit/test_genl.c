/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The names of generic netlink's families, from the kernel's answer. */
#include <criterion/criterion.h>
#include <string.h>

#include "source/genl.h"

/* An answer: its header, a genlmsghdr, a name, a number. */
static const unsigned char family[40] = "\x28\0\0\0\x10\0\2\0\0\0\0\0\0\0\0\0"
					"\1\2\0\0"
					"\x9\0\2\0TEST\0\0\0\0"
					"\6\0\1\0\x2a\0\0";
static const unsigned char done[20] = { 20, 0, 0, 0, 3, 0, 2, 0 };

static struct genl genl;

static void clear(void)
{
	memset(&genl, 0, sizeof(genl));
	genl.table = (struct sct_flags){ genl.rows, 0, ~0ull, NULL };
}

Test(genl, name_of_a_number)
{
	clear();
	cr_assert(genl__add(&genl, family, sizeof(family)));
	cr_assert(!genl__add(&genl, done, sizeof(done)), "more was awaited behind the last");
	cr_assert_eq(genl.table.n, 1);
	cr_assert_str_eq(flags__name(&genl.table, 0x2a), "TEST");
	cr_assert_null(flags__name(&genl.table, 0x2b));
}

/* Whatever the length, and whatever it says of itself. */
Test(genl, cut_short)
{
	for (size_t n = 0; n < sizeof(family); n++) {
		unsigned char *cut = malloc(n);

		memcpy(cut, family, n);
		clear();
		genl__add(&genl, cut, n);
		cr_assert_eq(genl.table.n, 0, "a family in %zu bytes", n);
		if (n >= 4) {
			cut[0] = n;
			genl__add(&genl, cut, n);
			cr_assert(genl.table.n == (n >= 38), "%zu families in %zu bytes", genl.table.n, n);
		}
		free(cut);
	}
}

Test(genl, no_more_than_fit)
{
	clear();
	for (size_t i = 0; i < GENL_MAX - 1; i++)
		cr_assert(genl__add(&genl, family, sizeof(family)));
	cr_assert(!genl__add(&genl, family, sizeof(family)), "there is no room for another");
	cr_assert(!genl__add(&genl, family, sizeof(family)));
	cr_assert_eq(genl.table.n, GENL_MAX);
}
