// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/json.h"

#include <time.h>

#include "util/clock.h"

#define DOUBLE_MAX (1ull << 53) /* a double holds every integer up to here */

/*
 * Returns the length of the valid UTF-8 sequence at p (RFC 3629), with its code point in *cp, or 0 if there is none.
 */
static unsigned utf8(const uint8_t *p, size_t n, uint32_t *cp)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned len = p[0] < 0x80 ? 1 : p[0] >> 5 == 6 ? 2 : p[0] >> 4 == 14 ? 3 : p[0] >> 3 == 30 ? 4 : 0;

	if (!len || len > n)
		return 0;
	*cp = len == 1 ? p[0] : p[0] & (0x7fu >> len);
	for (unsigned i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*cp = *cp << 6 | (p[i] & 0x3f);
	}
	if (*cp < least[len] || *cp > 0x10ffff || (*cp >= 0xd800 && *cp < 0xe000))
		return 0;
	return len;
}

/*
 * Returns true for characters that have an effect but no width: controls (C0, DEL, C1), line separators, marks and
 * overrides of direction.
 */
static bool is_control(uint32_t cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || (cp >= 0x200b && cp <= 0x200f) ||
	       (cp >= 0x2028 && cp <= 0x202e) || (cp >= 0x2060 && cp <= 0x206f) || cp == 0x61c || cp == 0xfeff;
}

void json__string(struct buf *b, const void *p, size_t n)
{
	const uint8_t *s = p;
	uint32_t cp;

	buf__char(b, '"');
	for (size_t i = 0, len; i < n; i += len) {
		len = utf8(s + i, n - i, &cp);
		if (!len) {
			buf__printf(b, "\\\\x%02x", s[i]);
			len = 1;
		} else if (cp == '\\') {
			buf__lit(b, "\\\\\\\\");
		} else if (cp == '"') {
			buf__lit(b, "\\\"");
		} else if (is_control(cp)) {
			buf__printf(b, "\\u%04x", cp);
		} else {
			buf__mem(b, s + i, len);
		}
	}
	buf__char(b, '"');
}

void json__uint(struct buf *b, uint64_t v)
{
	if (v > DOUBLE_MAX)
		buf__char(b, '"');
	buf__udec(b, v);
	if (v > DOUBLE_MAX)
		buf__char(b, '"');
}

void json__int(struct buf *b, int64_t v)
{
	bool wide = v > (int64_t)DOUBLE_MAX || v < -(int64_t)DOUBLE_MAX;

	if (wide)
		buf__char(b, '"');
	buf__dec(b, v);
	if (wide)
		buf__char(b, '"');
}

void json__time(struct buf *b, uint64_t ns)
{
	time_t sec = (time_t)(ns / NS_PER_S);
	char text[32];
	struct tm tm;

	if (!gmtime_r(&sec, &tm) || strftime(text, sizeof(text), "%FT%T", &tm) != sizeof("2026-11-22T18:06:46") - 1)
		buf__str(b, "null");
	else
		buf__printf(b, "\"%s.%09uZ\"", text, (unsigned)(ns % NS_PER_S));
}
