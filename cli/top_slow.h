/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The slowest calls of a row of --top, as lines with stacks. */
#ifndef CLI_TOP_SLOW_H
#define CLI_TOP_SLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "top_screen.h"

#define SLOW_CALLS 50 /* calls that are kept */
#define SLOW_RATE 20  /* calls a second that are captured if the rate stays what it was */
/* At most this share of calls is too fast to be captured, unless more than SLOW_RATE calls would be captured. */
#define SLOW_QUANTILE 0.9

struct slow_call {
	uint64_t duration; /* ns */
	char *lines;	   /* the call, and its stack, each with a newline; malloc'd */
};

struct top_slow {
	struct slow_call calls[SLOW_CALLS]; /* the longest one first */
	unsigned n;
	size_t skip;	 /* lines scrolled */
	uint64_t least;	 /* ns: shorter calls are not captured */
	char about[512]; /* which calls are captured; "" before capturing begins */
};

void top_slow__free(struct top_slow *s);
/* Returns the share of calls that are too fast to be captured, for a row with so many calls a second. */
double top_slow__quantile(double rate);
/* Returns whether a call of this duration would be kept. */
bool top_slow__wants(const struct top_slow *s, uint64_t duration);
/* Keeps a call. Its lines belong to s, or are freed. */
void top_slow__add(struct top_slow *s, uint64_t duration, char *lines);
/* Takes a key that scrolls. Returns false for another key. */
bool top_slow__key(struct top_slow *s, int key);
/* Draws the calls from line y on. */
void top_slow__draw(struct top_slow *slow, struct screen *s, int y);

#endif
