/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The sentence at the end of a table or of lines on a terminal: in which call most of the time went, and which call
 * failed most often.
 */
#ifndef CLI_CLOSING_H
#define CLI_CLOSING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sctrace.h"

struct closing;

/*
 * Returns what the sentence is made from, without calls, or NULL if there is no memory. keys: the rows to come are those
 * of keys, of which each has other calls; otherwise a row with an error has calls that another row has, too.
 */
struct closing *closing__new(bool keys);
/*
 * Adds a row of the statistics, as a sctrace_stat_fn. Rows of probes are not added, and of rows that have calls in
 * progress only, where their time went. Returns 0.
 */
int closing__row(void *closing, const struct sctrace_stat *row);
/* Adds a call that has returned; took: its duration, ns. */
void closing__call(struct closing *c, const char *name, int64_t ret, uint64_t took);
/*
 * Writes the sentence as a line, or nothing if no call was added. traced: for how long calls were traced, ns, which the
 * sentence then begins with; 0: it does not say so.
 */
void closing__put(const struct closing *c, uint64_t traced, FILE *f);
void closing__free(struct closing *c);

#endif
