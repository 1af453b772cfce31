// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>

#include "util/buf.h"

static void expect(struct buf *b, const char *text)
{
	buf__char(b, '\0');
	cr_assert_str_eq(b->p, text);
	b->len = 0;
}

Test(buf, decimal)
{
	struct buf b = {};

	buf__udec(&b, 0);
	expect(&b, "0");
	buf__udec(&b, UINT64_MAX);
	expect(&b, "18446744073709551615");
	buf__dec(&b, -1);
	expect(&b, "-1");
	buf__dec(&b, INT64_MIN);
	expect(&b, "-9223372036854775808");
	buf__dec(&b, INT64_MAX);
	expect(&b, "9223372036854775807");
	buf__free(&b);
}

Test(buf, hex_and_octal)
{
	struct buf b = {};

	buf__hex(&b, 0);
	expect(&b, "0");
	buf__hex(&b, 0x7ffdeadbeef0);
	expect(&b, "7ffdeadbeef0");
	buf__hex(&b, UINT64_MAX);
	expect(&b, "ffffffffffffffff");
	buf__oct(&b, 0755);
	expect(&b, "755");
	buf__oct(&b, UINT64_MAX);
	expect(&b, "1777777777777777777777");
	buf__free(&b);
}

Test(buf, padding)
{
	struct buf b = {};

	buf__udec_pad(&b, 7, 6);
	expect(&b, "000007");
	buf__udec_pad(&b, 0, 3);
	expect(&b, "000");
	buf__udec_pad(&b, 123456, 6);
	expect(&b, "123456");
	buf__udec_pad(&b, 1234567, 6);
	expect(&b, "1234567");
	buf__pad(&b, '.', 3);
	buf__pad(&b, '.', 0);
	expect(&b, "...");
	buf__free(&b);
}

Test(buf, grows)
{
	struct buf b = {};

	for (unsigned i = 0; i < 100000; i++)
		buf__char(&b, (char)('a' + i % 26));
	cr_assert_eq(b.len, 100000);
	for (unsigned i = 0; i < b.len; i++)
		cr_assert_eq(b.p[i], 'a' + i % 26);
	buf__free(&b);
	cr_assert_null(b.p);
}

/* Texts about as long as the size of the first try, and as the buffer. */
Test(buf, printf_of_any_length)
{
	char text[9000];
	struct buf b = {};

	for (size_t n = 0; n<sizeof(text); n += n> 120 && n < 140 ? 1 : n > 4090 && n < 4100 ? 1 : 10) {
		memset(text, 'x', n);
		text[n] = '\0';
		buf__printf(&b, "<%s>", text);
		cr_assert_eq(b.len, n + 2);
		cr_assert(b.p[0] == '<' && b.p[n + 1] == '>');
		b.len = 0;
	}
	buf__printf(&b, "%d%%", 5);
	expect(&b, "5%");
	buf__free(&b);
}

Test(buf, no_memory_marks_and_keeps)
{
	struct buf b = {};

	buf__str(&b, "kept");
	cr_assert_not(buf__room(&b, (size_t)1 << 60));
	cr_assert(b.failed);
	expect(&b, "kept");
	buf__free(&b);
}
