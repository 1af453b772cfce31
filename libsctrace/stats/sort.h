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
	size_t at;     /* where the row's text begins, when the order is that of a text */
	const char *text;
};

/* Returns whether `word` of -S is the name of a column of numbers; of any key, if `keys`. */
bool sort__is_column(const char *word, bool keys);
/* Returns whether the table has the column or key that o->sort names. */
bool sort__ok(const struct table_opts *o);
/* Returns whether the word is one for the total time. */
bool sort__is_total(const char *word);
/* The names of the columns: "total, min, ..." */
extern const char *const sort__valid;
/*
 * Returns those of n rows that the table shows, in the order of o->sort and "other" last, to be freed; NULL for no memory.
 * *shown gets their number.
 */
struct sorted_row *sort__rows(const struct stats *s, const struct table_opts *o, const struct stat_row *rows, size_t n,
			      size_t *shown);

#endif
