/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Parses numbers that people type, for the library and the command. */
#ifndef SCT_UTIL_NUMBER_H
#define SCT_UTIL_NUMBER_H

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define NS_PER_MS 1000000
#define NS_PER_S 1000000000

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

/*
 * Parses a list of numbers below max and ranges of them, as in "0-3,7", and sets their bits in a set, after zeroing
 * it. max: a multiple of 64. Returns false if the text is anything else, or names no number.
 */
static inline bool number__set(const char *s, unsigned long long *bits, unsigned max)
{
	memset(bits, 0, max / 8);
	for (;; s++) {
		size_t n = strcspn(s, ",-");
		uint64_t first, last;

		if (!number__parse(s, n, max - 1, &first))
			return false;
		last = first;
		s += n;
		if (*s == '-') {
			n = strcspn(++s, ",");
			if (!number__parse(s, n, max - 1, &last) || last < first)
				return false;
			s += n;
		}
		for (; first <= last; first++)
			bits[first / 64] |= 1ull << first % 64;
		if (!*s)
			return true;
	}
}

/* A unit of time or of size: its name, which follows the number, and its size in the smallest unit. */
struct number_unit {
	char name[4];
	uint64_t factor;
};

/*
 * Parses a decimal number with an optional fraction, and one of the n units after it. Returns false if the text is
 * anything else, or if the value does not fit in 63 bits.
 */
static inline bool number__with_unit(const char *s, const struct number_unit *units, size_t n, uint64_t *v)
{
	uint64_t whole = 0;
	double part = 0, scale = 1, value;
	bool digits = false;

	for (; *s >= '0' && *s <= '9'; s++) {
		if (whole > (INT64_MAX - 9) / 10)
			return false;
		whole = whole * 10 + (uint64_t)(*s - '0');
		digits = true;
	}
	if (*s == '.')
		for (s++; *s >= '0' && *s <= '9'; s++) {
			scale /= 10;
			part += scale * (*s - '0');
			digits = true;
		}
	for (size_t i = 0; digits && i < n; i++) {
		if (strcmp(s, units[i].name))
			continue;
		value = part * (double)units[i].factor + 0.5;
		if (whole > ((uint64_t)INT64_MAX - (uint64_t)value) / units[i].factor)
			return false;
		*v = whole * units[i].factor + (uint64_t)value;
		return true;
	}
	return false;
}

/*
 * Parses a time such as "10ms", "1.5s" or "2h" into nanoseconds; unit: how many nanoseconds a number without a unit
 * means. Returns false if the text is not a time of at most 292 years.
 */
static inline bool number__time(const char *s, uint64_t unit, uint64_t *ns)
{
	const struct number_unit units[] = {
		{ "", unit },
		{ "ns", 1 },
		{ "us", 1000 },
		{ "ms", NS_PER_MS },
		{ "s", NS_PER_S },
		{ "m", 60ull * NS_PER_S },
		{ "min", 60ull * NS_PER_S },
		{ "h", 3600ull * NS_PER_S },
		{ "d", 86400ull * NS_PER_S },
	};

	return number__with_unit(s, units, sizeof(units) / sizeof(units[0]), ns);
}

/*
 * Parses a size such as "4096", "64K", "1.5MiB" or "2G" into bytes; all units are powers of 1024. Returns false if the
 * text is not a size.
 */
static inline bool number__size(const char *s, uint64_t *bytes)
{
	static const struct number_unit units[] = {
		{ "", 1 },
		{ "B", 1 },
		{ "k", 1ull << 10 },
		{ "K", 1ull << 10 },
		{ "KiB", 1ull << 10 },
		{ "M", 1ull << 20 },
		{ "MiB", 1ull << 20 },
		{ "G", 1ull << 30 },
		{ "GiB", 1ull << 30 },
		{ "T", 1ull << 40 },
		{ "TiB", 1ull << 40 },
	};

	return number__with_unit(s, units, sizeof(units) / sizeof(units[0]), bytes);
}

#endif
