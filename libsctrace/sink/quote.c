// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/quote.h"

/* What follows the backslash, for the bytes that have a letter. */
static char escape_letter(uint8_t c)
{
	switch (c) {
	case '"':
	case '\\':
		return (char)c;
	case '\t':
		return 't';
	case '\n':
		return 'n';
	case '\v':
		return 'v';
	case '\f':
		return 'f';
	case '\r':
		return 'r';
	}
	return 0;
}

static bool printable(uint8_t c)
{
	return c >= ' ' && c < 0x7f;
}

static bool is_text(uint8_t c)
{
	return printable(c) || (c >= '\t' && c <= '\r');
}

static void quote_hex(struct buf *b, const uint8_t *p, size_t n)
{
	static const char digit[] = "0123456789abcdef";
	char *q;

	if (!buf__room(b, 4 * n))
		return;
	q = b->p + b->len;
	for (size_t i = 0; i < n; i++) {
		*q++ = '\\';
		*q++ = 'x';
		*q++ = digit[p[i] >> 4];
		*q++ = digit[p[i] & 15];
	}
	b->len = q - b->p;
}

/* What is no text in octal, or as \x.. */
static void quote_text(struct buf *b, const uint8_t *p, size_t n, bool chars_hex, bool brackets)
{
	static const char digit[] = "0123456789abcdef";
	char *q;

	if (!buf__room(b, 4 * n))
		return;
	q = b->p + b->len;
	for (size_t i = 0; i < n; i++) {
		uint8_t c = p[i];
		char letter = escape_letter(c);
		/* an octal digit after a short escape would be read as part of it */
		bool full = i + 1 < n && p[i + 1] >= '0' && p[i + 1] <= '7';

		if (letter) {
			*q++ = '\\';
			*q++ = letter;
		} else if (printable(c) && !(brackets && (c == '<' || c == '>'))) {
			*q++ = (char)c;
		} else if (chars_hex) {
			*q++ = '\\';
			*q++ = 'x';
			*q++ = digit[c >> 4];
			*q++ = digit[c & 15];
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
