/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics from events, as in a replay. */
#ifndef SCT_EVENT_STATS_H
#define SCT_EVENT_STATS_H

#include "event/sink.h"
#include "sctrace.h"
#include "util/buf.h"
#include "util/errmsg.h"

struct cgroups;
struct event_by;
struct event_by_arg;
struct probes;
struct stats;

/* Functions that write an event's value of a key, or nothing if the event has none. */
struct event_texts {
	/* Writes the value of a key of kind NAME (KEY_FILE ...). */
	void (*key)(void *ctx, const struct event *ev, unsigned key, struct buf *out);
	/* Writes an argument. */
	void (*arg)(void *ctx, const struct event *ev, const struct event_by_arg *arg, struct buf *out);
};

/*
 * Creates a sink: the struct begins with a struct sink. probes has the definitions of probes, and outlives it. tasks:
 * the tasks of the events. clock_offset: wall clock minus the events' clock, ns, which may change; NULL: not known.
 * live: false in a replay. Returns 0 or -ENOMEM.
 */
int event_stats__new(struct sctrace_event_stats **out, struct tasks *tasks, const struct probes *probes,
		     const int64_t *clock_offset, bool live);
/* Sets the keys of the rows, and whether rows have histograms. To be called before the first event. */
int event_stats__by(struct sctrace_event_stats *s, const char *words, bool hist, const struct event_texts *texts,
		    void *ctx, const struct errmsg *errmsg);
/* Sets the paths of cgroups, for the keys cgroup and container. */
void event_stats__cgroups(struct sctrace_event_stats *s, struct cgroups *cgroups);
/* Returns the paths set by event_stats__cgroups(), or NULL. */
struct cgroups *event_stats__paths(const struct sctrace_event_stats *s);
/* Returns the keys, which are empty before event_stats__by(). */
const struct event_by *event_stats__keys(const struct sctrace_event_stats *s);
/*
 * Adds a span, "BEGIN..END@ARGUMENT". Call it after event_stats__by() and before the first event. The probes must
 * exist, except in a replay, which gets them with the events. Returns 0, -ENOMEM, or -EINVAL with a message.
 */
int event_stats__span(struct sctrace_event_stats *s, const char *text, const struct errmsg *errmsg);
/* Removes all rows, but keeps calls and spans in progress, which will be counted when they end. */
void event_stats__reset(struct sctrace_event_stats *s);
/* Sets the greatest number of rows, after event_stats__by(). */
void event_stats__limit(struct sctrace_event_stats *s, uint32_t max_rows);
/* Updates the event's thread, but does not count the call. Returns 0 or -ENOMEM. */
int event_stats__skip(struct sctrace_event_stats *s, const struct event *ev);
/* Adds the living tasks and the calls in progress. To be called before rows are printed. Returns 0 or -ENOMEM. */
int event_stats__settle(struct sctrace_event_stats *s);
struct stats *event_stats__rows(struct sctrace_event_stats *s);
/*
 * Returns the title of the i-th column for which no event had a value; after these columns, the names of spans whose
 * probes do not exist; then NULL.
 */
const char *event_stats__lacks(const struct sctrace_event_stats *s, unsigned i);
/* Returns the number of lost events, which are in no row. */
uint64_t event_stats__lost(const struct sctrace_event_stats *s);
/* Returns the number of calls that are counted as "other". */
uint64_t event_stats__other(const struct sctrace_event_stats *s);
/* Returns the wall clock at the last event, ns, or 0 if there was none. */
uint64_t event_stats__time(const struct sctrace_event_stats *s);
/* Returns whether the handle whose tasks are counted is open. NULL: false. */
bool event_stats__alive(const struct sctrace_event_stats *s);
bool event_stats__live(const struct sctrace_event_stats *s);

#endif
