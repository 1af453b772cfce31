/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "session.h"

/* A summary from the kernel's rows, as the options say. Returns the exit status. */
int summary(const struct options *o);

/* ---- for top.c and run.c ---- */

/* Opens, says what is wrong, returns 1. */
int summary__open(const struct session *s, struct sctrace_stats **out);
/* Prints and, unless the end was reached, counts from 0 again. 0 or -errno. */
int summary__print(struct session *s, struct sctrace_stats *stats, double interval);
/* What could not be counted. */
void summary__warn(const struct session *s, struct sctrace_stats *stats);
/* The live display; returns 0 or -errno when the user is through with it. */
int top(struct session *s, struct sctrace_stats *stats, const sigset_t *mask);

#endif
