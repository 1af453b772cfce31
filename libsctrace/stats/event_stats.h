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

/* Functions that write what an event has for a key, or nothing. */
struct event_texts {
	/* Writes the value of a key of kind NAME (KEY_FILE ...). */
	void (*key)(void *ctx, const struct event *ev, unsigned key, struct buf *out);
	/* Writes an argument. */
	void (*arg)(void *ctx, const struct event *ev, const struct event_by_arg *arg, struct buf *out);
};

/*
 * Creates a sink: the struct begins with a struct sink. probes has the definitions of probes, and outlives it.
 * tasks: the register of the events' tasks. clock_offset: wall clock minus the events' clock, ns, which may change; NULL: not known. live: the events happen
 * now, here. Returns 0 or -ENOMEM.
 */
int event_stats__new(struct sctrace_event_stats **out, struct tasks *tasks, const struct probes *probes,
		     const int64_t *clock_offset, bool live);
/* Sets the keys of the rows, and whether rows have histograms. To be called before the first event. */
int event_stats__by(struct sctrace_event_stats *s, const char *words, bool hist, const struct event_texts *texts,
		    void *ctx, const struct errmsg *errmsg);
/* Sets the paths of cgroups, for the keys cgroup and container. */
void event_stats__cgroups(struct sctrace_event_stats *s, struct cgroups *cgroups);
/* Returns these, or NULL. */
struct cgroups *event_stats__paths(const struct sctrace_event_stats *s);
/* Returns the keys, which are empty before event_stats__by(). */
const struct event_by *event_stats__keys(const struct sctrace_event_stats *s);
/*
 * Adds a span ("BEGIN..END@ARGUMENT") of probes that exist, or will in a replay, after event_stats__by() and before the first event. Returns 0,
 * -ENOMEM, or -EINVAL with a message.
 */
int event_stats__span(struct sctrace_event_stats *s, const char *text, const struct errmsg *errmsg);
/* Sets all rows to 0: calls and spans that have begun go on. */
void event_stats__reset(struct sctrace_event_stats *s);
/* Sets the greatest number of rows, after event_stats__by(). */
void event_stats__limit(struct sctrace_event_stats *s, uint32_t max_rows);
/* Takes an event whose call is not counted. Returns 0 or -ENOMEM. */
int event_stats__skip(struct sctrace_event_stats *s, const struct event *ev);
/* Adds the living tasks and the calls in progress. To be called before rows are printed. Returns 0 or -ENOMEM. */
int event_stats__settle(struct sctrace_event_stats *s);
struct stats *event_stats__rows(struct sctrace_event_stats *s);
/* Returns the title of the i-th column whose values no event had so far, then the spans without their probes, or NULL. */
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
