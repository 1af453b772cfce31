// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/json_read.h"

#include <stdint.h>
#include <string.h>

#define DEPTH_MAX 64
#define NO_CHARACTER 0xfffd /* U+FFFD stands for half a surrogate pair */

void json_read__init(struct json_read *r, const char *text, size_t n)
{
	*r = (struct json_read){ .p = text, .end = text + n };
}

static bool text_fail(struct json_read *r)
{
	r->failed = true;
	r->p = r->end;
	return false;
}

/* Returns the first character after white space, or 0 at the end. */
static char text_peek(struct json_read *r)
{
	while (r->p < r->end && *r->p && strchr(" \t\n\r", *r->p))
		r->p++;
	return r->p < r->end ? *r->p : '\0';
}

static bool text_expect(struct json_read *r, char c)
{
	if (text_peek(r) != c)
		return text_fail(r);
	r->p++;
	return true;
}

/* ---- strings ---- */

/* A text that a string is copied to. */
struct copy {
	char *p;
	size_t size, len;
	bool misfit; /* the string has a NUL or does not fit */
};

static void copy_char(struct copy *to, char c)
{
	if (!c || to->len + 1 >= to->size)
		to->misfit = true;
	else
		to->p[to->len++] = c;
}

static void copy_utf8(struct copy *to, uint32_t c)
{
	static const unsigned char first[] = { 0, 0xc0, 0xe0, 0xf0 };
	unsigned more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;

	copy_char(to, (char)(first[more] | c >> 6 * more));
	while (more--)
		copy_char(to, (char)(0x80 | (c >> 6 * more & 0x3f)));
}

/* Reads the four digits of a \u escape. */
static bool read_unit(struct json_read *r, uint32_t *unit)
{
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";

	*unit = 0;
	for (unsigned i = 0; i < 4; i++) {
		const char *d = r->p < r->end && *r->p ? strchr(digits, *r->p) : NULL;

		if (!d)
			return text_fail(r);
		*unit = *unit << 4 | (uint32_t)((d - digits) & 15);
		r->p++;
	}
	return true;
}

/* Reads the UTF-16 character after "\u", which is one unit or a surrogate pair. */
static bool read_utf16(struct json_read *r, struct copy *to)
{
	uint32_t c, low;

	if (!read_unit(r, &c))
		return false;
	if (c >= 0xd800 && c < 0xdc00 && r->end - r->p >= 2 && r->p[0] == '\\' && r->p[1] == 'u') {
		r->p += 2;
		if (!read_unit(r, &low))
			return false;
		c = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff)) : NO_CHARACTER;
	}
	copy_utf8(to, c >= 0xd800 && c < 0xe000 ? NO_CHARACTER : c);
	return true;
}

static bool read_escape(struct json_read *r, struct copy *to)
{
	static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
	const char *c;

	if (r->p == r->end)
		return text_fail(r);
	if (*r->p == 'u') {
		r->p++;
		return read_utf16(r, to);
	}
	c = *r->p ? strchr(from, *r->p) : NULL;
	if (!c)
		return text_fail(r);
	r->p++;
	copy_char(to, into[c - from]);
	return true;
}

/* Reads a string. Returns true if it fits. size may be 0 to skip the string. */
static bool read_string(struct json_read *r, char *text, size_t size)
{
	struct copy to = { text, size, 0, false };

	if (size)
		*text = '\0';
	if (!text_expect(r, '"'))
		return false;
	while (r->p < r->end && *r->p != '"') {
		if (*r->p == '\\') {
			r->p++;
			if (!read_escape(r, &to))
				return false;
		} else if ((unsigned char)*r->p < ' ') {
			return text_fail(r);
		} else {
			copy_char(&to, *r->p++);
		}
	}
	if (!text_expect(r, '"'))
		return false;
	if (size)
		text[to.misfit ? 0 : to.len] = '\0';
	return !to.misfit;
}

bool json_read__string(struct json_read *r, char *text, size_t size)
{
	if (text_peek(r) == '"')
		return read_string(r, text, size);
	*text = '\0';
	json_read__skip(r);
	return false;
}

/* ---- objects and arrays ---- */

static bool group_begin(struct json_read *r, char begin)
{
	if (text_peek(r) != begin) {
		json_read__skip(r);
		return false;
	}
	if (++r->depth > DEPTH_MAX)
		return text_fail(r);
	r->p++;
	r->first = true;
	return true;
}

/* Goes to the next member. Returns false at the end of the group. */
static bool group_next(struct json_read *r, char end)
{
	bool first = r->first;

	r->first = false;
	if (text_peek(r) == end) {
		r->p++;
		r->depth--;
		return false;
	}
	return first ? !r->failed : text_expect(r, ',');
}

bool json_read__object(struct json_read *r)
{
	return group_begin(r, '{');
}

bool json_read__key(struct json_read *r, char *key, size_t size)
{
	if (!group_next(r, '}'))
		return false;
	read_string(r, key, size);
	return text_expect(r, ':');
}

bool json_read__array(struct json_read *r)
{
	return group_begin(r, '[');
}

bool json_read__element(struct json_read *r)
{
	return group_next(r, ']');
}

/* Skips a number, true, false or null. Its spelling is not checked. */
static void skip_word(struct json_read *r)
{
	const char *from = r->p;

	while (r->p<r->end && * r->p> ' ' && !strchr(",:]}[{\"", *r->p))
		r->p++;
	if (r->p == from)
		text_fail(r);
}

void json_read__skip(struct json_read *r)
{
	switch (text_peek(r)) {
	case '{':
		if (json_read__object(r))
			while (json_read__key(r, NULL, 0))
				json_read__skip(r);
		break;
	case '[':
		if (json_read__array(r))
			while (json_read__element(r))
				json_read__skip(r);
		break;
	case '"':
		read_string(r, NULL, 0);
		break;
	default:
		skip_word(r);
	}
}
