/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How much is left out of an output, and why. */
#ifndef CLI_LEFT_OUT_H
#define CLI_LEFT_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum left_by {
	LEFT_BY_SLOW, /* the reader of the output is slower than the trace */
	LEFT_BY_RATE, /* --limit-rate */
	LEFT_BY_CPU,  /* --max-cpu */
	LEFT_BYS
};

struct left_out {
	uint64_t lines[LEFT_BYS];
	uint64_t data;	    /* calls that are printed without the memory that they refer to, by --max-cpu */
	uint64_t arguments; /* calls that are printed without arguments, by --max-cpu */
};

/* Returns the number of lines, whatever the reason. */
uint64_t left_out__lines(const struct left_out *l);
bool left_out__any(const struct left_out *l);
/* Adds the counts of b to a. */
void left_out__add(struct left_out *l, const struct left_out *b);
/* Returns the difference a - b. */
struct left_out left_out__since(const struct left_out *a, const struct left_out *b);
/* Writes the counts as a text such as "12 lines (slow output), data of 3 calls and arguments of 4 (--max-cpu)". */
void left_out__put(FILE *f, const struct left_out *l);
/* Writes the counts as a line of JSON. */
void left_out__put_json(FILE *f, const struct left_out *l);

#endif
