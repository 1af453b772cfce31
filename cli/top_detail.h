/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* One row of --top, opened: by other keys, its histogram, its durations over time. Everything counts from the opening. */
#ifndef CLI_TOP_DETAIL_H
#define CLI_TOP_DETAIL_H

#include "top_slow.h"
#include "top_table.h"

#define DETAIL_TABS 8
#define DETAIL_COLUMNS 240 /* intervals that the heat map keeps */
#define OCTAVES 64	   /* of durations: 2^n to 2^(n+1) ns */

enum tab_kind { TAB_TABLE, TAB_HIST, TAB_HEAT, TAB_SLOW };

struct detail_tab {
	enum tab_kind kind;
	const char *title;
	struct top_table table; /* of TAB_TABLE */
};

struct top_detail {
	char label[512]; /* the keys of the row: "comm=nginx syscall=write" */
	char by[256];	 /* the keys of the statistics that it needs */
	const struct top_rows *rows;
	const struct top_row *row; /* statistics of other rows are ignored */
	struct detail_tab tabs[DETAIL_TABS];
	unsigned ntabs, tab;
	bool ready;	/* an interval has been read */
	double seconds; /* since the opening */
	struct top_row sum;
	uint64_t *hist; /* number of calls by duration, as in struct sctrace_stat; malloc'd */
	size_t nhist;
	uint64_t min;
	uint64_t octaves[OCTAVES];		/* of hist */
	uint32_t heat[DETAIL_COLUMNS][OCTAVES]; /* calls of each interval; the last one is at nheat - 1, modulo */
	unsigned long nheat;
	struct top_slow slow;
};

/* Opens a row. by: the keys of its table. rows and row must stay valid. Returns NULL without memory. */
struct top_detail *top_detail__new(const char *by, const struct top_rows *rows, const struct top_row *row, bool probes);
void top_detail__free(struct top_detail *d);
/* Begins to read rows; seconds: since the opening. */
void top_detail__begin(struct top_detail *d, double seconds);
/* Adds a row of the statistics, with all calls since the opening. Returns 0 or -ENOMEM. */
int top_detail__add(struct top_detail *d, const struct sctrace_stat *r);
/* Ends an interval. Returns 0 or -ENOMEM. */
int top_detail__end(struct top_detail *d);
/*
 * Returns true if the slowest calls are shown and the row has enough calls to choose slow.least, the duration from
 * which on a call is captured.
 */
bool top_detail__wants_slow(struct top_detail *d);
/* Shows the histogram. */
void top_detail__show_hist(struct top_detail *d);
/* Takes a key. Returns false if it has none. */
bool top_detail__key(struct top_detail *d, int key);
void top_detail__resized(struct top_detail *d);
/* message: shown in place of the numbers; "" for none */
void top_detail__draw(struct top_detail *d, struct screen *s, const char *message);

#endif
