/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_TOP_ROWS_H
#define CLI_TOP_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sctrace.h"
#include "top_layout.h"

/* The keyboard keys that choose the order of rows, as top_rows__sorted_by() names them. */
#define TOP_SORTS "ctamewn"
#define TOP_KEYS 24 /* room for all keys */

/* The rows of one interval. Their texts are in one buffer, which may be moved, so rows have offsets in it. */
struct top_row {
	size_t cells; /* offset in "texts" of the texts of all keys, each with a NUL */
	uint64_t calls, errors, total, max;
	double avg;
	uint64_t age; /* ns since the oldest call in progress began; UINT64_MAX: not known */
};

struct top_rows {
	struct top_row *rows;
	size_t n, cap;
	char *texts;
	size_t len, size;
	unsigned char keys[TOP_KEYS]; /* indexes of the keys of --by in all_keys */
	unsigned nkeys;
	char sort; /* of TOP_SORTS */
};

/* by: names of keys, separated by commas. sort: of TOP_SORTS */
void top_rows__init(struct top_rows *t, const char *by, char sort);
/* Adds a row. Returns 0 or -ENOMEM. */
int top_rows__add(struct top_rows *t, const struct sctrace_stat *r);
void top_rows__clear(struct top_rows *t);
void top_rows__free(struct top_rows *t);
void top_rows__sort(struct top_rows *t);
/* Returns the title's word for the order of rows, such as "time". */
const char *top_rows__sorted_by(const struct top_rows *t);
/* Returns whether the text occurs in one of the row's keys. */
bool top_rows__has(const struct top_rows *t, const struct top_row *r, const char *text);
/* Returns the text of the n-th key of a row. */
const char *top_rows__cell(const struct top_rows *t, const struct top_row *r, unsigned n);
/* Writes a number of a row as text. seconds: the length of the interval */
void top_rows__number(const struct top_row *r, enum number which, double seconds, char *text, size_t size);
/* Sets the columns, as wide as their titles. top_rows__widen() adds the width of rows, before layout__fit(). */
void top_rows__columns(const struct top_rows *t, struct layout *l);
/* Makes columns as wide as the row needs. */
void top_rows__widen(const struct top_rows *t, const struct top_row *r, double seconds, struct layout *l);
/*
 * Writes the n-th key of a row, at most "width" columns. A longer text loses its end, or a path its beginning, and has a
 * '+' there.
 */
void top_rows__cut(const struct top_rows *t, const struct top_row *r, unsigned n, int width, char *text, size_t size);

#endif
