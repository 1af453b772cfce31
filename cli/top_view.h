/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The state of --top: what keys do to it, and what the screen shows. It has neither a terminal nor a kernel. */
#ifndef CLI_TOP_VIEW_H
#define CLI_TOP_VIEW_H

#include "top_table.h"

/* What a key asks of the caller. */
enum top_action { TOP_NOTHING, TOP_QUIT, TOP_REPAINT };

struct top_view {
	struct top_table table;
	const char *by; /* the keys of the table */
	bool typing, paused, help;
	char message[256]; /* shown until the next key */
};

/* by: names of keys, separated by commas; it must stay valid. sort: of TOP_SORTS */
void top_view__init(struct top_view *v, const char *by, char sort);
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
