/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics from pairs of events: what a replay has. */
#ifndef SCT_SUMMARY_H
#define SCT_SUMMARY_H

#include "event/pair.h"
#include "sctrace.h"

struct store;

int summary__new(struct sctrace_summary **out);
int summary__event(struct sctrace_summary *s, const struct event *ev);
/* The living tasks, and the calls in progress, as of the last event. Before the store is printed. 0 or -ENOMEM. */
int summary__settle(struct sctrace_summary *s);
struct store *summary__store(struct sctrace_summary *s);
void summary__free(struct sctrace_summary *s);

#endif
