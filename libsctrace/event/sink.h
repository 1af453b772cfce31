/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A sink consumes the events of a handle: it writes lines or JSON, or counts. The caller owns the sink, and the handle
 * lists the sinks that are attached to it. A sink uses memory of its handle; once the handle is closed, the sink can
 * only be freed.
 */
#ifndef SCT_EVENT_SINK_H
#define SCT_EVENT_SINK_H

#include "event/pair.h"

struct sink;

/* Operations of a sink. They return 0 or -errno; flush and detach may be NULL. */
struct sink_ops {
	int (*event)(struct sink *s, const struct event *ev);
	/* Writes complete lines; with now, also the beginning of an unfinished one. */
	int (*flush)(struct sink *s, bool now);
	/* Writes the calls in progress, because tracing ends. */
	int (*detach)(struct sink *s);
	void (*free)(struct sink *s);
};

/* First member of each type of sink. */
struct sink {
	const struct sink_ops *ops;
	struct sink **at, *next; /* at: the pointer to this sink in the handle's list; NULL: not in a list */
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

/* Removes a sink from its handle's list and frees it. s may be NULL. */
static inline void sink__free(struct sink *s)
{
	if (!s)
		return;
	sink__remove(s);
	s->ops->free(s);
}

#endif
