// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/quote.h"

#include <string.h>

/*
 * How quote_text() prints a byte: ITSELF: unchanged; OUTSIDE: unchanged, but escaped within < and >; 0: by its number;
 * any other value: a backslash and this letter.
 */
enum { ITSELF = 1, OUTSIDE = 2 };

static const uint8_t forms[256] = {
	[' '] = ITSELF,		['!'] = ITSELF,		['"'] = '"',
	['#' ... ';'] = ITSELF, ['<'] = OUTSIDE,	['='] = ITSELF,
	['>'] = OUTSIDE,	['?' ... '['] = ITSELF, ['\\'] = '\\',
	['\t'] = 't',		[']' ... '~'] = ITSELF, ['\n'] = 'n',
	['\v'] = 'v',		['\f'] = 'f',		['\r'] = 'r',
};

static bool printable(uint8_t c)
{
	return c >= ' ' && c < 0x7f;
}

static bool is_text(uint8_t c)
{
	return printable(c) || (c >= '\t' && c <= '\r');
}

static char *put_hex(char *q, uint8_t c)
{
	static const char digit[] = "0123456789abcdef";

	*q++ = '\\';
	*q++ = 'x';
	*q++ = digit[c >> 4];
	*q++ = digit[c & 15];
	return q;
}

static void quote_hex(struct buf *b, const uint8_t *p, size_t n)
{
	char *q;

	if (!buf__room(b, 4 * n))
		return;
	q = b->p + b->len;
	for (size_t i = 0; i < n; i++)
		q = put_hex(q, p[i]);
	b->len = q - b->p;
}

/*
 * Appends bytes as text. Unprintable bytes are escaped in octal or, with chars_hex, as \x..; with brackets, < and >
 * are escaped, too.
 */
static void quote_text(struct buf *b, const uint8_t *p, size_t n, bool chars_hex, bool brackets)
{
	char *q;

	if (!buf__room(b, 4 * n))
		return;
	q = b->p + b->len;
	for (size_t i = 0; i < n; i++) {
		uint8_t c = p[i], form = forms[c];
		bool full;

		if (form == ITSELF || (form == OUTSIDE && !brackets)) {
			*q++ = (char)c;
			continue;
		}
		/* a short escape must not swallow an octal digit that follows it */
		full = i + 1 < n && p[i + 1] >= '0' && p[i + 1] <= '7';
		if (form > OUTSIDE) {
			*q++ = '\\';
			*q++ = (char)form;
		} else if (chars_hex) {
			q = put_hex(q, c);
		} else {
			*q++ = '\\';
			if (full || c >= 0100)
				*q++ = '0' + (c >> 6);
			if (full || c >= 010)
				*q++ = '0' + (c >> 3 & 7);
			*q++ = '0' + (c & 7);
		}
	}
	b->len = q - b->p;
}

static void quote(struct buf *b, const uint8_t *p, size_t n, enum quote_hex mode, bool brackets)
{
	bool hex = mode == QUOTE_HEX_ALL;

	for (size_t i = 0; mode == QUOTE_HEX_BIN && !hex && i < n; i++)
		hex = !is_text(p[i]);
	if (hex)
		quote_hex(b, p, n);
	else
		quote_text(b, p, n, mode == QUOTE_HEX_CHARS, brackets);
}

void quote__bytes(struct buf *b, const uint8_t *p, size_t n, enum quote_hex mode)
{
	buf__char(b, '"');
	quote(b, p, n, mode, false);
	buf__char(b, '"');
}

void quote__path(struct buf *b, const void *p, size_t n, enum quote_hex mode)
{
	quote(b, p, n, mode, true);
}

/* Returns the length of the UTF-8 character at p if it can be printed (from U+00A0 on), else 0. n: bytes at p. */
static size_t utf8_printable(const uint8_t *p, size_t n)
{
	static const uint32_t least[] = { 0, 0, 0xa0, 0x800, 0x10000 };
	size_t len = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc0 ? 2 : 0;
	uint32_t c = *p & (0x7fu >> len);

	if (!len || len > n || *p >= 0xf8)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	/* no surrogates, no direction marks, no line separators */
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff) || (c >= 0x200b && c <= 0x202e) ||
	    (c >= 0x2066 && c <= 0x2069))
		return 0;
	return len;
}

size_t quote__printable(const uint8_t *p, size_t n)
{
	return printable(*p) ? 1 : utf8_printable(p, n);
}

void quote__name(struct buf *b, const char *name)
{
	const uint8_t *p = (const uint8_t *)name;

	for (size_t n = strlen(name), len; n; p += len, n -= len) {
		len = quote__printable(p, n);
		if (len) {
			buf__mem(b, p, len);
			continue;
		}
		len = 1;
		quote_text(b, p, 1, false, false);
	}
}
