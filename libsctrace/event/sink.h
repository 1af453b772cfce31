/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What takes the events of a handle: lines, JSON, statistics. The caller owns a
 * sink, and the handle has a list of those that are attached to it. A sink looks
 * at memory of its handle, so that one whose handle is closed takes nothing more:
 * it can only be freed.
 */
#ifndef SCT_EVENT_SINK_H
#define SCT_EVENT_SINK_H

#include "event/pair.h"

struct sink;

/* Functions return 0 or -errno; flush and detach may be NULL. */
struct sink_ops {
	int (*event)(struct sink *s, const struct event *ev);
	/* Writes what is complete; now: also the beginning of what is not. */
	int (*flush)(struct sink *s, bool now);
	/* Tracing ends: writes the calls in progress. */
	int (*detach)(struct sink *s);
	void (*free)(struct sink *s);
};

/* First member of each sink. */
struct sink {
	const struct sink_ops *ops;
	struct sink **at, *next; /* the pointer to it in the handle's list; NULL: in none */
};

static inline void sink__attach(struct sink *s, struct sink **list)
{
	s->next = *list;
	s->at = list;
	if (s->next)
		s->next->at = &s->next;
	*list = s;
}

static inline void sink__remove(struct sink *s)
{
	if (!s->at)
		return;
	*s->at = s->next;
	if (s->next)
		s->next->at = s->at;
	s->at = NULL;
}

static inline int sink__event(struct sink *s, const struct event *ev)
{
	return s->ops->event(s, ev);
}

static inline int sink__flush(struct sink *s, bool now)
{
	return s->ops->flush ? s->ops->flush(s, now) : 0;
}

static inline int sink__detach(struct sink *s)
{
	return s->ops->detach ? s->ops->detach(s) : 0;
}

/* NULL: does nothing. */
static inline void sink__free(struct sink *s)
{
	if (!s)
		return;
	sink__remove(s);
	s->ops->free(s);
}

#endif
