// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/comm_filter.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdint.h>
#include <string.h>

#define LANE_BITS 64
#define ELEMENT_MAX 64 /* bytes of a set, with its brackets */

/* State of adding a pattern. */
struct adding {
	struct sct_comm_filter *f;
	unsigned lane, bit; /* bit of the state that has been reached */
};

/* Returns the length of a set in brackets, or 0 if the brackets are not closed, so that '[' means itself. */
static size_t set_len(const char *s)
{
	size_t n = 1;

	n += s[n] == '!' || s[n] == '^';
	n += s[n] == ']';
	for (; s[n] && s[n] != ']'; n++) {
		const char *end = s[n] == '[' && s[n + 1] && strchr(":.=", s[n + 1])
					  ? strstr(s + n + 2, (char[]){ s[n + 1], ']', '\0' })
					  : NULL;

		if (end)
			n = (size_t)(end - s) + 1;
		else if (s[n] == '\\' && s[n + 1])
			n++;
	}
	return s[n] ? n + 1 : 0;
}

/* Returns the length of the first element of a pattern: a set, an escaped letter, or a letter. */
static size_t element_len(const char *s)
{
	size_t n = *s == '[' ? set_len(s) : 0;

	return n ? n : *s == '\\' && s[1] ? 2 : 1;
}

/* Returns the length of the first pattern of a list. */
static size_t pattern_len(const char *s)
{
	size_t n = 0;

	while (s[n] && s[n] != ',')
		n += element_len(s + n);
	return n;
}

/* Adds an element: each letter that it matches leads from the state before it to a new one. */
static void add_element(struct adding *a, const char *s, size_t n)
{
	char element[ELEMENT_MAX] = "", letter[2] = "";

	memcpy(element, s, n < sizeof(element) ? n : sizeof(element) - 1);
	a->bit++;
	for (unsigned c = 1; c < 256; c++) {
		letter[0] = (char)c;
		if (n == 1 && *s != '?' ? *s == letter[0] : n == 1 || !fnmatch(element, letter, 0))
			a->f->step[a->lane][c] |= 1ull << a->bit;
	}
}

/* Returns the number of elements of a pattern without its '*', or -1 if a set is too long. */
static int count_elements(const char *s, size_t len)
{
	int count = 0;

	for (size_t i = 0, n; i < len; i += n) {
		n = element_len(s + i);
		if (n >= ELEMENT_MAX)
			return -1;
		count += s[i] != '*';
	}
	return count;
}

static int add_pattern(struct adding *a, const char *s, size_t len, const struct errmsg *errmsg)
{
	int elements = count_elements(s, len);
	unsigned states = (unsigned)elements + 1;

	if (!len || elements < 0 || elements >= SCT_COMM)
		return errmsg__set(errmsg, -EINVAL, "'%.*s' is not the name of a task: use 1 to %d bytes, or a pattern",
				   (int)len, s, SCT_COMM - 1);
	if (a->bit + states > LANE_BITS) {
		a->lane++;
		a->bit = 0;
	}
	if (a->lane == SCT_COMM_LANES)
		return errmsg__set(errmsg, -E2BIG, "there are too many names of tasks: use shorter patterns");
	a->f->first[a->lane] |= 1ull << a->bit;
	for (size_t i = 0, n; i < len; i += n) {
		n = element_len(s + i);
		if (s[i] == '*')
			a->f->loop[a->lane] |= 1ull << a->bit;
		else
			add_element(a, s + i, n);
	}
	a->f->last[a->lane] |= 1ull << a->bit;
	a->bit++;
	return 0;
}

int comm_filter__make(struct sct_comm_filter *f, const char *patterns, const struct errmsg *errmsg)
{
	struct adding a = { .f = f };
	int err;

	memset(f, 0, sizeof(*f));
	for (const char *s = patterns;; s++) {
		size_t len = pattern_len(s);

		err = add_pattern(&a, s, len, errmsg);
		s += len;
		if (err || !*s)
			return err ? err : (int)a.lane + 1;
	}
}

bool comm_filter__fits(const struct sct_comm_filter *f, const char *comm)
{
	for (unsigned lane = 0; lane < SCT_COMM_LANES; lane++) {
		uint64_t state = f->first[lane];

		for (const char *c = comm; *c; c++)
			state = (state << 1 & f->step[lane][(unsigned char)*c]) | (state & f->loop[lane]);
		if (state & f->last[lane])
			return true;
	}
	return false;
}
