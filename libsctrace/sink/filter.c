// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/filter.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "lookup/flags.h"
#include "util/suggest.h"

#define NSIGNALS 64
#define NUMBER_MAX 255 /* the largest signal number that strace accepts */

/*
 * Returns the bit (0 to 63) that a word stands for, WORD_IDLE if the word is valid but has no bit, or -1 if it is
 * unknown.
 */
typedef int bit_fn(const char *word, size_t n);

#define WORD_IDLE 64

static const char *const status_names[NSTATUS] = { "successful", "failed", "unfinished", "unavailable", "detached" };

static bool is(const char *word, size_t n, const char *name)
{
	return strlen(name) == n && !strncasecmp(word, name, n);
}

static int status_bit(const char *word, size_t n)
{
	for (int i = 0; i < NSTATUS; i++)
		if (is(word, n, status_names[i]))
			return i;
	return -1;
}

static void status_near(struct suggest *near, const char *word, size_t n)
{
	suggest__init(near, word, n);
	for (int i = 0; i < NSTATUS; i++)
		suggest__try(near, status_names[i], strlen(status_names[i]));
}

/* Returns the bit of a signal that is given as "SIGINT", "int" or "2". */
static int signal_bit(const char *word, size_t n)
{
	unsigned v = 0;
	size_t i;

	for (i = 0; i < n && i < 3 && isdigit((unsigned char)word[i]); i++)
		v = v * 10 + (unsigned)(word[i] - '0');
	if (i == n)
		return v > NUMBER_MAX ? -1 : v && v <= NSIGNALS ? (int)v - 1 : WORD_IDLE;
	for (v = 1; v <= NSIGNALS; v++) {
		const char *name = flags__name(&flags_signals, v);

		if (name && (is(word, n, name) || is(word, n, name + 3)))
			return (int)v - 1;
	}
	return -1;
}

static void signal_near(struct suggest *near, const char *word, size_t n)
{
	size_t sig = n > 3 && !strncasecmp(word, "SIG", 3) ? 3 : 0;

	suggest__init(near, word + sig, n - sig);
	for (unsigned v = 1; v <= NSIGNALS; v++) {
		const char *name = flags__name(&flags_signals, v);

		if (name)
			suggest__try(near, name + 3, strlen(name + 3));
	}
	suggest__prefix(near, "SIG");
}

/*
 * Parses "a,b", "!a,b", "all" or "none" into bits. Returns NULL, or the first word that is not valid, with its length
 * in *len.
 */
static const char *parse(const char *set, bit_fn *bit, uint64_t *bits, size_t *len)
{
	const char *word = set + (*set == '!');
	bool any = false;

	*bits = !strcmp(word, "all") ? ~0ull : 0;
	if (!*bits && strcmp(word, "none")) {
		for (word += strspn(word, ","); *word; word += strspn(word, ",")) {
			int i;

			*len = strcspn(word, ",");
			i = bit(word, *len);
			if (i < 0)
				return word;
			if (i < WORD_IDLE)
				*bits |= 1ull << i;
			word += *len;
			any = true;
		}
		*len = strlen(set);
		if (!any)
			return set;
	}
	if (*set == '!')
		*bits = ~*bits;
	return NULL;
}

static int complain(const char *what, const char *word, size_t len,
		    void (*find)(struct suggest *near, const char *word, size_t n), char *errmsg, size_t why_size)
{
	struct suggest near;
	char text[64];

	if (!errmsg)
		return -EINVAL;
	find(&near, word, len);
	snprintf(errmsg, why_size, "invalid %s '%.*s'%s", what, (int)len, word,
		 suggest__text(&near, text, sizeof(text)));
	return -EINVAL;
}

int filter__parse(struct filter *f, const char *status, const char *signals, char *errmsg, size_t why_size)
{
	const char *bad;
	size_t len;

	*f = (struct filter){ .status = ~0ull, .by_status = status };
	bad = status ? parse(status, status_bit, &f->status, &len) : NULL;
	if (bad)
		return complain("status", bad, len, status_near, errmsg, why_size);
	if (!signals)
		return 0;
	bad = parse(signals, signal_bit, &f->hidden, &len);
	if (bad)
		return complain("signal", bad, len, signal_near, errmsg, why_size);
	f->hidden = ~f->hidden;
	return 0;
}
