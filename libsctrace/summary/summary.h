/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics per thread and call, and perf trace's table of them. */
#ifndef SCT_SUMMARY_H
#define SCT_SUMMARY_H

#include "event/pair.h"
#include "sctrace.h"

int summary__new(struct sctrace_summary **out);
int summary__event(struct sctrace_summary *s, const struct event *ev);
int summary__print(struct sctrace_summary *s, int (*write)(void *ctx, const char *p, size_t n), void *ctx);
void summary__free(struct sctrace_summary *s);

#endif
