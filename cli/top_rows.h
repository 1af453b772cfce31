/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_TOP_ROWS_H
#define CLI_TOP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sctrace.h"
#include "top_layout.h"

/* The keys that rows are sorted by: in the order of "names". 'n': by name. */
#define TOP_SORTS "ctamewn"
#define TOP_KEYS 18 /* room for all keys */

/* The rows of one interval. Their texts are in one buffer: it grows, so rows have offsets in it. */
struct top_row {
	size_t cells; /* in "texts": the text of each key, each with a NUL */
	uint64_t calls, errors, total, max;
	double avg;
	uint64_t age; /* of the oldest call in progress, ns; UINT64_MAX: not known */
};

struct top_rows {
	struct top_row *rows;
	size_t n, cap;
	char *texts;
	size_t len, size;
	unsigned char
		keys[TOP_KEYS]; /* those that were asked for: indexes of tables/keys.def, and of what probes have */
	unsigned nkeys;
	char sort; /* of TOP_SORTS */
};

/* by: the names of keys, by commas. sort: the word of -S, or NULL. */
void top_rows__init(struct top_rows *t, const char *by, const char *sort);
/* Takes a row's texts and numbers. 0 or -ENOMEM. */
int top_rows__add(struct top_rows *t, const struct sctrace_stat *r);
void top_rows__clear(struct top_rows *t);
void top_rows__free(struct top_rows *t);
void top_rows__sort(struct top_rows *t);
/* "time", as the title calls what the rows are sorted by. */
const char *top_rows__sorted_by(const struct top_rows *t);
/* Does one of the row's keys have the text in it? */
bool top_rows__has(const struct top_rows *t, const struct top_row *r, const char *text);
/* The text of the n-th key of a row. */
const char *top_rows__cell(const struct top_rows *t, const struct top_row *r, unsigned n);
/* The text of a number of a row; seconds: how long the interval was. */
void top_rows__number(const struct top_row *r, enum number which, double seconds, char *text, size_t size);
/* The columns with their titles, as wide as the titles; layout__fit() needs the rows' widths, too: top_rows__widen(). */
void top_rows__columns(const struct top_rows *t, struct layout *l);
/* Makes columns as wide as the row needs. */
void top_rows__widen(const struct top_rows *t, const struct top_row *r, double seconds, struct layout *l);
/*
 * The n-th key of a row within "width" columns, NUL-terminated. A text that is longer loses its end, a path its
 * beginning, and has a '+' there.
 */
void top_rows__cut(const struct top_rows *t, const struct top_row *r, unsigned n, int width, char *text, size_t size);

#endif
