/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The state of --top: what keys do to it, and what the screen shows. It has neither a terminal nor a kernel. */
#ifndef CLI_TOP_VIEW_H
#define CLI_TOP_VIEW_H

#include "top_detail.h"
#include "top_menu.h"

/*
 * What the caller must do after a key. TOP_REGROUP: statistics by v->wanted, and top_view__regroup() when they are
 * open. TOP_OPEN: statistics for v->detail, by v->detail->by. TOP_CLOSE: their end.
 */
enum top_action { TOP_NOTHING, TOP_QUIT, TOP_REPAINT, TOP_REGROUP, TOP_OPEN, TOP_CLOSE };

struct top_view {
	struct top_table table;
	char by[256]; /* the keys of the table */
	char wanted[256];
	bool probes; /* the statistics are about probes, too */
	bool typing, paused, help, choosing;
	struct top_menu menu;
	struct top_detail *detail; /* the row that is opened, or NULL */
	char message[512];	   /* shown until the next key */
};

/* by: names of keys, separated by commas. sort: of TOP_SORTS. events: rows are made from events */
void top_view__init(struct top_view *v, const char *by, char sort, bool probes, bool events);
/* Begins again with other keys. */
void top_view__regroup(struct top_view *v, const char *by);
/* Closes the row that is opened. */
void top_view__close(struct top_view *v);
void top_view__free(struct top_view *v);
/* Takes a character, enum top_key, or 27 for Escape. */
enum top_action top_view__key(struct top_view *v, int key);
/* Begins the rows of an interval of so many seconds, which are added to v->table.rows. */
void top_view__begin(struct top_view *v, double seconds);
/* Ends the rows of the interval. Returns 0 or -ENOMEM. */
int top_view__end(struct top_view *v);
/* Called when the terminal's size has changed. */
void top_view__resized(struct top_view *v);
void top_view__draw(struct top_view *v, struct screen *s);

#endif
