/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "sctrace.h"
#include "session.h"

/* A summary from the kernel's rows, as the options say. Returns the exit status. */
int summary(const struct options *o);

/* ---- for top.c and run.c ---- */

/* Opens the session. On failure prints what is wrong and returns 1. */
int summary__open(struct session *s, struct sctrace_stats **out);
/* Adds the targets and starts. On failure prints what is wrong and returns 1. */
int summary__start(struct session *s, struct sctrace_stats *stats);
/* interval: seconds, or 0. */
struct sctrace_table_opts summary__table(const struct options *o, double interval);
/* 0 or -errno. */
int summary__print(struct session *s, struct sctrace_stats *stats, double interval);
/* Counts from 0 again. */
void summary__reset(struct session *s, struct sctrace_stats *stats);
/* What could not be counted. */
void summary__warn(const struct session *s, struct sctrace_stats *stats);
/* The live display; returns 0 or -errno when the user is through with it. */
int top(struct session *s, struct sctrace_stats *stats, const sigset_t *mask);

#endif
