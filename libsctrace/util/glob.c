// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/glob.h"

/* Matches one character with the set after "[". Returns the end of the set, or NULL if the set has no end. */
static const char *match_set(const char *p, unsigned char c, bool *yes)
{
	bool not = *p == '!' || *p == '^', first = true;

	*yes = false;
	for (p += not ; *p && (*p != ']' || first); first = false) {
		unsigned char from = (unsigned char)*p++, to = from;

		if (*p == '-' && p[1] && p[1] != ']') {
			to = (unsigned char)p[1];
			p += 2;
		}
		*yes |= c >= from && c <= to;
	}
	*yes ^= not ;
	return *p ? p + 1 : NULL;
}

/* Returns the pattern after the part that matches character c, or NULL if c does not match. */
static const char *match_one(const char *p, char c)
{
	const char *end;
	bool yes;

	if (*p == '?')
		return p + 1;
	if (*p == '[') {
		end = match_set(p + 1, (unsigned char)c, &yes);
		if (end)
			return yes ? end : NULL;
	}
	if (*p == '\\' && p[1])
		p++;
	return *p == c && *p ? p + 1 : NULL;
}

bool glob__match(const char *p, const char *s, size_t n)
{
	const char *end = s + n, *star = NULL, *retry = NULL, *next;

	/* only the last * needs to be tried with more bytes */
	while (s < end) {
		if (*p == '*') {
			star = ++p;
			retry = s;
			continue;
		}
		next = match_one(p, *s);
		if (next) {
			p = next;
			s++;
		} else if (star) {
			p = star;
			s = ++retry;
		} else {
			return false;
		}
	}
	while (*p == '*')
		p++;
	return !*p;
}
