// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Checks that text is JSON (RFC 8259) without characters that a terminal acts upon. */
#include "fuzz.h"

struct json {
	const unsigned char *start, *p, *end;
};

static void value(struct json *j, unsigned depth);

static void fail(const struct json *j, const char *errmsg)
{
	fprintf(stderr, "not JSON at %zu: %s: %.*s\n", (size_t)(j->p - j->start), errmsg, (int)(j->end - j->start),
		(const char *)j->start);
	abort();
}

static int peek(const struct json *j)
{
	return j->p < j->end ? *j->p : -1;
}

static void expect(struct json *j, int c)
{
	if (peek(j) != c)
		fail(j, "another character is due");
	j->p++;
}

/* Parses a character of UTF-8. C0 and C1 controls, and characters that change the direction of text, must be escaped. */
static void utf8(struct json *j)
{
	unsigned c = *j->p, len = c < 0x80 ? 1 : c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
	uint32_t v = len == 1 ? c : c & (0xffu >> (len + 1));

	if ((c >= 0x80 && c < 0xc2) || c >= 0xf5 || (size_t)(j->end - j->p) < len)
		fail(j, "not UTF-8");
	for (unsigned i = 1; i < len; i++) {
		if ((j->p[i] & 0xc0) != 0x80)
			fail(j, "not UTF-8");
		v = v << 6 | (j->p[i] & 0x3f);
	}
	if ((len == 3 && (v < 0x800 || (v >= 0xd800 && v < 0xe000))) || (len == 4 && (v < 0x10000 || v > 0x10ffff)))
		fail(j, "not UTF-8");
	if (v < 0x20 || (v >= 0x7f && v < 0xa0))
		fail(j, "a control character");
	if (v == 0x61c || v == 0x200e || v == 0x200f || (v >= 0x2028 && v <= 0x202e) || (v >= 0x2066 && v <= 0x2069))
		fail(j, "changes the direction of text, or ends a line");
	j->p += len;
}

static void string(struct json *j)
{
	expect(j, '"');
	while (peek(j) != '"') {
		if (peek(j) < 0)
			fail(j, "a string without an end");
		if (peek(j) != '\\') {
			utf8(j);
			continue;
		}
		j->p++;
		if (peek(j) == 'u') {
			for (int i = 0; i < 4; i++) {
				j->p++;
				if (peek(j) < 0 || !strchr("0123456789abcdefABCDEF", peek(j)))
					fail(j, "\\u takes four digits");
			}
		} else if (peek(j) <= 0 || !strchr("\"\\/bfnrt", peek(j))) {
			fail(j, "no such escape");
		}
		j->p++;
	}
	j->p++;
}

static void digits(struct json *j)
{
	if (peek(j) < '0' || peek(j) > '9')
		fail(j, "not a number");
	while (peek(j) >= '0' && peek(j) <= '9')
		j->p++;
}

static void number(struct json *j)
{
	if (peek(j) == '-')
		j->p++;
	if (peek(j) == '0' && j->p + 1 < j->end && j->p[1] >= '0' && j->p[1] <= '9')
		fail(j, "a number with a leading 0");
	digits(j);
	if (peek(j) == '.') {
		j->p++;
		digits(j);
	}
	if (peek(j) == 'e' || peek(j) == 'E') {
		j->p++;
		if (peek(j) == '+' || peek(j) == '-')
			j->p++;
		digits(j);
	}
}

static void list(struct json *j, int close, bool names, unsigned depth)
{
	j->p++;
	if (peek(j) == close) {
		j->p++;
		return;
	}
	for (;; j->p++) {
		if (names) {
			string(j);
			expect(j, ':');
		}
		value(j, depth + 1);
		if (peek(j) != ',')
			break;
	}
	expect(j, close);
}

static void value(struct json *j, unsigned depth)
{
	static const char *const words[] = { "true", "false", "null" };

	if (depth > 64)
		fail(j, "too deep");
	switch (peek(j)) {
	case '{':
		list(j, '}', true, depth);
		return;
	case '[':
		list(j, ']', false, depth);
		return;
	case '"':
		string(j);
		return;
	}
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t n = strlen(words[i]);

		if ((size_t)(j->end - j->p) >= n && !memcmp(j->p, words[i], n)) {
			j->p += n;
			return;
		}
	}
	number(j);
}

void must_be_json(const char *p, size_t n)
{
	struct json j = { (const unsigned char *)p, (const unsigned char *)p, (const unsigned char *)p + n };

	value(&j, 0);
	expect(&j, '\n');
	if (j.p != j.end)
		fail(&j, "more than one value");
}
