// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Names come from traced programs. Their text must not contain control sequences for terminals, must not break a JSON
 * string, and must not look like another name.
 */
#include <string.h>

#include "stats/table.h"

void text__safe(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n && s[i]; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '\\')
			buf__lit(b, "\\\\");
		else if (c >= 0x20 && c < 0x7f)
			buf__char(b, s[i]);
		else
			buf__printf(b, "\\%03o", c);
	}
}

void text__end(struct buf *b, const char *s, size_t max)
{
	size_t n = strlen(s);

	if (n > max) {
		buf__lit(b, "...");
		s += n - max + 3;
	}
	for (; *s; s++) {
		if (*s >= 0x20 && *s < 0x7f)
			buf__char(b, *s);
		else
			buf__printf(b, "\\%03o", (unsigned char)*s);
	}
}

void text__safe_end(struct buf *b, const char *s, size_t max)
{
	size_t at = strlen(s), width = 0, dots = at;

	for (; at; at--) {
		unsigned char c = (unsigned char)s[at - 1];

		width += c == '\\' ? 2 : c >= 0x20 && c < 0x7f ? 1 : 4;
		if (width + 3 <= max)
			dots = at - 1;
		if (width > max)
			break;
	}
	if (at)
		buf__lit(b, "...");
	text__safe(b, at ? s + dots : s, SIZE_MAX);
}
