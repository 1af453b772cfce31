/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The sinks that the options ask for: lines, JSON and a table, also several at once. */
#ifndef CLI_SINKS_H
#define CLI_SINKS_H

#include "sctrace.h"
#include "session.h"

enum flush {
	FLUSH_BATCH, /* complete lines; complete objects may wait for more */
	FLUSH_WHOLE, /* complete lines and objects */
	FLUSH_IDLE,  /* no event will come soon: the beginning of a line, too */
};

struct brief;

struct sink {
	const struct sink_ops *ops;
	void *to;
	struct session *session;
	struct output *out;  /* the output of lines and JSON; NULL for a table */
	struct brief *brief; /* the sinks of --max-cpu, for lines and JSON; otherwise NULL */
};

#define BRIEFS 2 /* without data, and without arguments: by enum limit_level */

/* Sinks with the same output that leave something out. */
struct brief {
	void *to[BRIEFS];
	void *last; /* the sink that got the last event: what it has is not written yet */
};

/* A kind of sink. Functions return 0 or -errno; all but event and free may be NULL. */
struct sink_ops {
	int (*event)(const struct sink *s, const struct sctrace_event *ev);
	int (*flush)(const struct sink *s, enum flush how);
	/* Writes the calls in progress, since tracing ends. */
	int (*detach)(const struct sink *s);
	/* Returns the task whose line is begun and not ended, or 0. */
	uint32_t (*open_line)(const struct sink *s);
	/* Prepares for the events of a task that is traced from here on. */
	int (*target)(const struct sink *s, pid_t tid);
	/* Writes a table of the events so far; end: there will be no more. */
	int (*table)(const struct sink *s, bool end);
	/* Writes the sentence that follows lines. */
	int (*closing)(const struct sink *s);
	void (*free)(const struct sink *s);
};

#define SINKS_MAX 4

struct sinks {
	struct sink v[SINKS_MAX];
	unsigned n;
};

/* Opens the sinks. Returns 0, -ECANCELED if a message was printed, or -errno, possibly with a message in session->why. */
int sinks__open(struct sinks *s, struct session *session, struct sctrace *trace);
/*
 * Passes the event to every sink, also after the error of another one, since a sink uses a call's memory until it gets the
 * call's end. Returns the first error.
 */
int sinks__event(const struct sinks *s, const struct sctrace_event *ev);
/* Passes an event from before --from to the sinks whose lines depend on it; their output is off. Returns the first error. */
int sinks__early(const struct sinks *s, const struct sctrace_event *ev);
/* These call the function of every sink that has it, and return the first error. */
int sinks__flush(const struct sinks *s, enum flush how);
int sinks__detach(const struct sinks *s);
int sinks__target(const struct sinks *s, pid_t tid);
int sinks__table(const struct sinks *s, bool end);
/* Prints the sentence that follows lines on a terminal which ^C has ended. Returns 0 or -errno. */
int sinks__closing(const struct sinks *s);
/* Returns whether one of the sinks is a table. */
bool sinks__have_table(const struct sinks *s);
/* Returns the rows of the table, or those of sinks__open_detail(); NULL: there are none. */
struct sctrace_event_stats *sinks__rows(const struct sinks *s, bool detail);
/* Counts events from here on by other keys, too, with histograms. Returns 0, or -errno with a message in session->why. */
int sinks__open_detail(const struct sinks *s, const char *by);
void sinks__close_detail(const struct sinks *s);
uint32_t sinks__open_line(const struct sinks *s);
void sinks__free(struct sinks *s);

#endif
