/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics from pairs of events: what a replay has. */
#ifndef SCT_EVENT_STATS_H
#define SCT_EVENT_STATS_H

#include "event/sink.h"
#include "sctrace.h"
#include "util/buf.h"
#include "util/errmsg.h"

struct event_by;
struct probes;
struct stats;

/* Writes the text of an event's argument, counted from 0; nothing: it has none such. */
typedef void event_arg_fn(void *ctx, const struct event *ev, unsigned arg, struct buf *out);

/*
 * Makes a sink: the struct begins with a struct sink. probes, which says what numbers of probes mean, outlives it.
 * tasks: the register of the events' tasks. clock_offset: of the wall clock from the events' clock, ns, which may change; NULL: not known. live: the events happen
 * now, here. Returns 0 or -ENOMEM.
 */
int event_stats__new(struct sctrace_event_stats **out, struct tasks *tasks, const struct probes *probes,
		     const int64_t *clock_offset, bool live);
/* Before the first event: rows are by these keys, and have histograms if hist. */
int event_stats__by(struct sctrace_event_stats *s, const char *words, bool hist, event_arg_fn *arg, void *ctx,
		    const struct errmsg *errmsg);
/* Its keys, with none of them before that. */
const struct event_by *event_stats__keys(const struct sctrace_event_stats *s);
/* The living tasks, and the calls in progress, as of the last event. Before the rows are printed. 0 or -ENOMEM. */
int event_stats__settle(struct sctrace_event_stats *s);
struct stats *event_stats__rows(struct sctrace_event_stats *s);
/* Events that were lost, and are in no row. */
uint64_t event_stats__lost(const struct sctrace_event_stats *s);
/* Calls that became "other". */
uint64_t event_stats__other(const struct sctrace_event_stats *s);
/* The wall clock at the last event, ns; 0: there was none. */
uint64_t event_stats__time(const struct sctrace_event_stats *s);
bool event_stats__live(const struct sctrace_event_stats *s);

#endif
