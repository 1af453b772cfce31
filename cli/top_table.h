/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A table of --top on a part of the screen: which of its rows are shown, and which one is selected. */
#ifndef CLI_TOP_TABLE_H
#define CLI_TOP_TABLE_H

#include "top_rows.h"
#include "top_screen.h"

/* Keys of the keyboard that are no characters. */
enum top_key {
	TOP_UP = 256,
	TOP_DOWN,
	TOP_LEFT,
	TOP_RIGHT,
	TOP_HOME,
	TOP_END,
	TOP_PAGE_UP,
	TOP_PAGE_DOWN,
	TOP_BACKTAB
};

struct top_table {
	struct top_rows rows;
	struct layout layout;
	/* width of each column since the terminal's size changed; columns do not become narrower, except long texts */
	int widest[LAYOUT_COLUMNS];
	double seconds; /* length of the time that the numbers are about */
	char filter[64];
	bool apart;		  /* rows that wait by nature come after the others, and do not count in the total */
	bool follows;		  /* the selected row stays selected; otherwise the first row is selected */
	struct top_row *selected; /* NULL: there is no row */
	int first;		  /* columns scrolled */
	size_t skip;		  /* rows scrolled */
	/* members that top_table__update() computes: */
	struct top_row *
		*list; /* the rows that can be shown; NULL: the line between them and those that wait by nature */
	size_t n, cap;
	/* sums of the rows that count in the total, of those that wait by nature, and of calls without a row */
	struct top_row sum, idle, other;
	size_t nsum, nidle;
	size_t page; /* rows that the screen had room for */
};

void top_table__init(struct top_table *t, const char *by, char sort, bool events);
void top_table__free(struct top_table *t);
/* Called when rows, filter or order have changed. Returns 0 or -ENOMEM. */
int top_table__update(struct top_table *t);
/* Draws the table into the lines from top to bottom - 1. */
void top_table__draw(struct top_table *t, struct screen *s, int top, int bottom);
/* Handles a key that sorts, selects or scrolls. Returns false for another key. */
bool top_table__key(struct top_table *t, int key);
/* Draws which columns are hidden or cut. Returns the number of the next line. */
int top_table__draw_hidden(const struct top_table *t, struct screen *s, int y);

#endif
