// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Names come from traced programs: nothing in them may reach a terminal or break a JSON string. */
#include <string.h>

#include "summary/table.h"

void text__safe(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n && s[i]; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c >= 0x20 && c != 0x7f && c < 0x80)
			buf__char(b, s[i]);
		else
			buf__printf(b, "\\%03o", c);
	}
}

/* Length of the UTF-8 sequence at s, 0 if it is none. */
static size_t utf8(const unsigned char *s, size_t n)
{
	size_t len = s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : s[0] >= 0xe0 ? 3 : 2;
	uint32_t v = s[0] & (0xff >> (len + 1));

	if (s[0] < 0xc2 || s[0] >= 0xf5 || len > n)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		v = v << 6 | (s[i] & 0x3f);
	}
	if ((len == 3 && (v < 0x800 || (v >= 0xd800 && v < 0xe000))) || (len == 4 && (v < 0x10000 || v > 0x10ffff)))
		return 0;
	return len;
}

void text__json(struct buf *b, const char *s, size_t n)
{
	n = strnlen(s, n);
	buf__char(b, '"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		size_t len = c < 0x80 ? 1 : utf8((const unsigned char *)s + i, n - i);

		if (c == '"' || c == '\\')
			buf__char(b, '\\');
		if (!len || c < 0x20 || c == 0x7f) {
			buf__printf(b, "\\u%04x", c);
		} else {
			buf__mem(b, s + i, len);
			i += len - 1;
		}
	}
	buf__char(b, '"');
}
