/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics from pairs of events: what a replay has. */
#ifndef SCT_EVENT_STATS_H
#define SCT_EVENT_STATS_H

#include "event/pair.h"
#include "sctrace.h"

struct stats;

int event_stats__new(struct sctrace_event_stats **out);
int event_stats__event(struct sctrace_event_stats *s, const struct event *ev);
/* The living tasks, and the calls in progress, as of the last event. Before the rows are printed. 0 or -ENOMEM. */
int event_stats__settle(struct sctrace_event_stats *s);
struct stats *event_stats__rows(struct sctrace_event_stats *s);
void event_stats__free(struct sctrace_event_stats *s);

#endif
