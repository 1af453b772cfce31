/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_RUN_STATS_H
#define CLI_RUN_STATS_H

#include <time.h>

#include "closing.h"
#include "sctrace.h"
#include "session.h"
#include "when.h"

/* The type of sctrace_stats_opts.attached. */
typedef void run_stats_attached_fn(void *ctx, pid_t tid, uint64_t missed);

#define RUN_STATS_EVENTS (-1) /* the kernel's rows do not have these keys: the table must be made from events */

/* Makes a summary from the kernel's rows. Returns the exit status, or RUN_STATS_EVENTS if nothing was done. */
int run_stats(const struct options *o);

/* ---- for top.c, run.c and sinks.c ---- */

/* Opens the statistics. attached may be NULL. Returns 0, prints a message and returns 1, or returns RUN_STATS_EVENTS. */
int run_stats__open(struct session *s, struct sctrace_stats **out, run_stats_attached_fn *attached, void *ctx);
/* Opens the statistics. Returns 0, or -errno with a message in s->why. */
int run_stats__try(struct session *s, struct sctrace_stats **out, run_stats_attached_fn *attached, void *ctx);
/* Adds the targets and starts. Returns 0, or prints a message and returns 1. */
int run_stats__start(struct session *s, struct sctrace_stats *stats);
/* Returns how the table is to be printed. interval: seconds that it is about, or 0 */
struct sctrace_table_opts run_stats__table(const struct options *o, double interval);
/* Prints the table. Returns 0 or -errno. */
int run_stats__print(struct session *s, struct sctrace_stats *stats, double interval);
/* Returns whether a sentence follows the table of the whole run: a table on a terminal that is neither strace's nor JSON. */
bool run_stats__closes(const struct options *o);
/* Prints the closing sentence, if any call was added. traced: as for closing__put(). Returns 0 or -errno. */
int run_stats__closing(struct session *s, const struct closing *c, uint64_t traced);
/* Prints the time of day, with which the tables of an interval begin. Returns 0 or -errno. */
int run_stats__print_time(struct session *s, time_t now);
/* Sets all rows to 0; the calls counted as other so far are kept in the session. */
void run_stats__reset(struct session *s, struct sctrace_stats *stats);
/* Prints how many calls were counted as other, or not counted. */
void run_stats__warn(const struct session *s, struct sctrace_stats *stats);

#endif
