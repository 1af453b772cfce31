/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The order of rows in the tables of perf and --by, and in JSON: by a column of numbers, or by a key. */
#ifndef SCT_SORT_H
#define SCT_SORT_H

#include <stdbool.h>

#include "stats/table.h"

struct sorted_row {
	const struct stat_row *row;
	bool other;
	double weight; /* rows with a greater one come first */
	size_t at;     /* offset of the row's text, if rows are sorted by text */
	const char *text;
};

/* Returns whether `word`, from -S, names a column of numbers or, if `keys` is set, a key. */
bool sort__is_column(const char *word, bool keys);
/* Returns whether the table has the column or key that o->sort names. */
bool sort__ok(const struct table_opts *o);
/* Returns whether the word names the column of total times. */
bool sort__is_total(const char *word);
/* The names of the columns: "total, min, ..." */
extern const char *const sort__valid;
/*
 * Returns an array, to be freed, of the rows that the table shows, in the order of o->sort and "other" last; NULL if
 * out of memory. *shown gets their number.
 */
struct sorted_row *sort__rows(const struct stats *s, const struct table_opts *o, const struct stat_row *rows, size_t n,
			      size_t *shown);
/* Settles the statistics, and returns the first o->max of all rows; otherwise the same as sort__rows(). */
struct sorted_row *sort__all(struct stats *s, const struct table_opts *o, size_t *shown);

#endif
