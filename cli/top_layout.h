/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_TOP_LAYOUT_H
#define CLI_TOP_LAYOUT_H

#include <stdbool.h>

/* The numbers of a row of --top, in the order of their columns. */
enum number { CALLS, ERRORS, TOTAL, SHARE, AVG, MAX, BYTES, WAITING, NNUMBERS };

#define LAYOUT_COLUMNS 40 /* room for all keys and all numbers */

/*
 * A column of --top. The caller sets all but "width". A column of text may be made narrower than its content, down to
 * "uncut"; a column of numbers is as wide as its content, or it is hidden.
 */
struct layout_column {
	const char *title;
	bool text;
	bool flush_left;
	int number;  /* enum number; -1: the column of a key */
	int usual;   /* width if there is room; a column of text is not wider unless its content is */
	int natural; /* width of the widest content, or of the title if that is wider */
	int uncut;   /* width of the widest content that is a number or an address */
	int width;   /* result; 0: hidden */
};

struct layout {
	struct layout_column columns[LAYOUT_COLUMNS];
	int n;
	int first;  /* columns before it are scrolled away */
	int sorted; /* enum number of the column that rows are sorted by, which is hidden last; -1: by name */
	/* results: */
	bool more_left, more_right; /* columns are hidden there, or cut; a margin is left for a mark */
};

/* Gives each column its width, so that together with a blank between two of them they need at most "room" columns. */
void layout__fit(struct layout *l, int room);
/* Returns whether the column is hidden, or too narrow for its content. */
bool layout__cuts(const struct layout_column *c);

#endif
