/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_RUN_STATS_H
#define CLI_RUN_STATS_H

#include "sctrace.h"
#include "session.h"

/* See sctrace_stats_opts.attached. */
typedef void run_stats_attached_fn(void *ctx, pid_t tid, uint64_t missed);

#define RUN_STATS_EVENTS (-1) /* the kernel's rows have no such keys: events have */

/* A summary from the kernel's rows, as the options say. Returns the exit status, or RUN_STATS_EVENTS if nothing was done. */
int run_stats(const struct options *o);

/* ---- for top.c and run.c ---- */

/* Opens the session; attached may be NULL, ctx is for it. On failure prints what is wrong and returns 1; or RUN_STATS_EVENTS. */
int run_stats__open(struct session *s, struct sctrace_stats **out, run_stats_attached_fn *attached, void *ctx);
/* Adds the targets and starts. On failure prints what is wrong and returns 1. */
int run_stats__start(struct session *s, struct sctrace_stats *stats);
/* interval: seconds, or 0. */
struct sctrace_table_opts run_stats__table(const struct options *o, double interval);
/* 0 or -errno. */
int run_stats__print(struct session *s, struct sctrace_stats *stats, double interval);
/* Counts from 0 again. */
void run_stats__reset(struct session *s, struct sctrace_stats *stats);
/* What could not be counted. */
void run_stats__warn(const struct session *s, struct sctrace_stats *stats);
/* The live display; returns 0 or -errno when the user is through with it. */
int top(struct session *s, struct sctrace_stats *stats, const sigset_t *mask);

#endif
