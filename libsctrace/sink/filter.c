// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/filter.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "lookup/flags.h"

#define NSIGNALS 64

/* A word's bit, or -1. */
typedef int bit_fn(const char *word, size_t n);

static bool is(const char *word, size_t n, const char *name)
{
	return strlen(name) == n && !strncasecmp(word, name, n);
}

static int status_bit(const char *word, size_t n)
{
	static const char *const names[NSTATUS] = { "successful", "failed", "unfinished", "unavailable", "detached" };

	for (int i = 0; i < NSTATUS; i++)
		if (is(word, n, names[i]))
			return i;
	return -1;
}

/* "SIGINT", "int", "2" */
static int signal_bit(const char *word, size_t n)
{
	unsigned v = 0;
	size_t i;

	for (i = 0; i < n && i < 3 && isdigit((unsigned char)word[i]); i++)
		v = v * 10 + (unsigned)(word[i] - '0');
	if (i == n)
		return v && v <= NSIGNALS ? (int)v - 1 : -1;
	for (v = 1; v <= NSIGNALS; v++) {
		const char *name = flags__name(&flags_signals, v);

		if (name && (is(word, n, name) || is(word, n, name + 3)))
			return (int)v - 1;
	}
	return -1;
}

/* "a,b", "!a,b", "all", "none". Returns the word that is none, or NULL. */
static const char *parse(const char *set, bit_fn *bit, uint64_t *bits, int *len)
{
	bool inverted = *set == '!', more;

	set += inverted;
	*bits = !strcmp(set, "all") ? ~0ull : 0;
	for (more = !*bits && strcmp(set, "none"); more; set += *len + 1) {
		int i;

		*len = (int)strcspn(set, ",");
		i = bit(set, (size_t)*len);
		if (i < 0)
			return set;
		*bits |= 1ull << i;
		more = set[*len];
	}
	if (inverted)
		*bits = ~*bits;
	return NULL;
}

static int complain(const char *what, const char *word, int len, char *why, size_t why_size)
{
	if (why)
		snprintf(why, why_size, "invalid %s '%.*s'", what, len, word);
	return -EINVAL;
}

int filter__parse(struct filter *f, const char *status, const char *signals, char *why, size_t why_size)
{
	const char *bad;
	int len;

	*f = (struct filter){ .status = ~0ull, .by_status = status };
	bad = status ? parse(status, status_bit, &f->status, &len) : NULL;
	if (bad)
		return complain("status", bad, len, why, why_size);
	if (!signals)
		return 0;
	bad = parse(signals, signal_bit, &f->hidden, &len);
	if (bad)
		return complain("signal", bad, len, why, why_size);
	f->hidden = ~f->hidden;
	return 0;
}
