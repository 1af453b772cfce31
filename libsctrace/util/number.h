/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Parses numbers that people type, for the library and the command. */
#ifndef SCT_UTIL_NUMBER_H
#define SCT_UTIL_NUMBER_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Parses the n bytes at s as a decimal number up to max, after blanks and a "+", as strace does. Returns false if
 * they are anything else.
 */
static inline bool number__parse(const char *s, size_t n, uint64_t max, uint64_t *v)
{
	const char *end = s + n;
	uint64_t value = 0;

	while (s < end && isspace((unsigned char)*s))
		s++;
	s += s < end && *s == '+';
	if (s == end)
		return false;
	for (; s < end; s++) {
		unsigned digit = (unsigned char)*s - '0';

		if (digit > 9 || value > (max - digit) / 10 || digit > max)
			return false;
		value = value * 10 + digit;
	}
	*v = value;
	return true;
}

#endif
