/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --openmetrics: the counts of the kernel as time series, in a file or over HTTP. */
#ifndef CLI_METRICS_H
#define CLI_METRICS_H

#include "options.h"
#include "sctrace.h"

struct metrics;

/* Begins to listen, if metrics are served. Returns 0, or prints a message and returns 1. */
int metrics__open(struct metrics **out, const struct options *o);
/* Returns a descriptor that is readable when metrics__serve() has something to do, or -1: the metrics go to a file. */
int metrics__fd(const struct metrics *m);
/* Returns the time in ms until metrics__serve() is to be called in any case, at most ms; ms < 0: no limit. */
int metrics__timeout(const struct metrics *m, int ms);
/* Adds the rows that were read, and sets them to 0. Returns 0 or -errno. */
int metrics__take(struct metrics *m, struct sctrace_stats *stats);
/* Answers requests without waiting for their senders, for which it reads rows. Returns 0 or -errno. */
int metrics__serve(struct metrics *m, struct sctrace_stats *stats);
/*
 * Takes the rows that were read, and replaces the file; does nothing if there is none. A file that cannot be written is
 * reported once, and counted. Returns 0, or -errno if rows could not be taken.
 */
int metrics__write(struct metrics *m, struct sctrace_stats *stats);
/* Returns the number of calls that have no time series of their own. */
uint64_t metrics__other(const struct metrics *m);
/* Stops listening, and removes the socket in the file system. NULL: does nothing. */
void metrics__free(struct metrics *m);

#endif
