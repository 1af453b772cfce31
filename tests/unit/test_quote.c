// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The expected texts are those that strace 6.1 prints for the same bytes. */
#include <criterion/criterion.h>

#include "util/quote.h"

static const char *quoted(const void *p, size_t n, enum quote_hex mode)
{
	static struct buf b;

	b.len = 0;
	quote__bytes(&b, p, n, mode);
	buf__char(&b, '\0');
	return b.p;
}

#define OCTAL(bytes, text) cr_assert_str_eq(quoted(bytes, sizeof(bytes) - 1, QUOTE_OCTAL), text)
#define HEX_BIN(bytes, text) cr_assert_str_eq(quoted(bytes, sizeof(bytes) - 1, QUOTE_HEX_BIN), text)
#define HEX_ALL(bytes, text) cr_assert_str_eq(quoted(bytes, sizeof(bytes) - 1, QUOTE_HEX_ALL), text)

Test(quote, text)
{
	OCTAL("", "\"\"");
	OCTAL("/etc/passwd", "\"/etc/passwd\"");
	OCTAL("say \"no\" to \\", "\"say \\\"no\\\" to \\\\\"");
	OCTAL("it's ~!@#$%^&*()?", "\"it's ~!@#$%^&*()?\"");
}

Test(quote, letters)
{
	OCTAL("\t\n\v\f\r", "\"\\t\\n\\v\\f\\r\"");
	/* strace does not use \a, \b and \e */
	OCTAL("\a\b\x1b", "\"\\7\\10\\33\"");
}

Test(quote, octal_is_as_short_as_can_be)
{
	OCTAL("\0", "\"\\0\"");
	OCTAL("\1", "\"\\1\"");
	OCTAL("\17", "\"\\17\"");
	OCTAL("\177", "\"\\177\"");
	OCTAL("\200", "\"\\200\"");
	OCTAL("\377\376", "\"\\377\\376\"");
	OCTAL("\0a", "\"\\0a\"");
	OCTAL("\0\0", "\"\\0\\0\"");
}

Test(quote, but_not_before_a_digit)
{
	OCTAL("\0"
	      "0",
	      "\"\\0000\"");
	OCTAL("\0"
	      "7",
	      "\"\\0007\"");
	OCTAL("\33"
	      "1",
	      "\"\\0331\"");
	OCTAL("\1"
	      "8",
	      "\"\\18\""); /* 8 is no octal digit */
	OCTAL("\1"
	      "9",
	      "\"\\19\"");
	OCTAL("\1"
	      ":",
	      "\"\\1:\"");
	OCTAL("\1"
	      "/",
	      "\"\\1/\"");
	OCTAL("\n"
	      "1",
	      "\"\\n1\"");
	OCTAL("\303\251"
	      "5",
	      "\"\\303\\2515\"");
}

Test(quote, hex_when_not_text)
{
	HEX_BIN("plain\ttext\n", "\"plain\\ttext\\n\"");
	HEX_BIN("a\0b", "\"\\x61\\x00\\x62\"");
	HEX_BIN("\177", "\"\\x7f\"");
	HEX_BIN("\200", "\"\\x80\"");
}

Test(quote, hex_always)
{
	HEX_ALL("ab", "\"\\x61\\x62\"");
	HEX_ALL("\n\"", "\"\\x0a\\x22\"");
	HEX_ALL("", "\"\"");
}

/* No control byte that a traced program writes reaches the terminal. */
Test(quote, every_byte_is_harmless)
{
	for (unsigned mode = QUOTE_OCTAL; mode <= QUOTE_HEX_ALL; mode++)
		for (unsigned c = 0; c < 256; c++) {
			uint8_t bytes[2] = { (uint8_t)c, '0' };

			for (const char *p = quoted(bytes, 2, mode); *p; p++)
				cr_assert(*p >= ' ' && *p < 0x7f, "byte %u in mode %u", c, mode);
		}
}
