/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Passes events to the receiver of pair__new(), or queues them.
 *
 * A record may yield several events, and the receiver may ask to stop after any of them. The record is still processed
 * to its end, so that the state of tasks never depends on the receiver: the remaining events are queued, and
 * pair__resume() reports them before the next record is read.
 *
 * The pointers of a queued event stay valid: the record is copied, once for all of its events, and memory of tasks is
 * not freed while events are queued (report__free() and report__free_tasks() defer that).
 */
#ifndef SCT_REPORT_H
#define SCT_REPORT_H

#include <stdlib.h>

#include "event/pair_task.h"

/* Queues a copy of the event. Returns 0 or -ENOMEM. */
int report__queue(struct pair *p, const struct event *ev);

/* Reports the event, or queues it if the receiver asked to stop. Returns 0, -ENOMEM, or what the observer returned. */
static inline int report(struct pair *p, const struct event *ev)
{
	int err = __builtin_expect(p->observe != NULL, 0) ? p->observe(p->ctx, ev) : 0;

	if (ev->ts > p->reported)
		p->reported = ev->ts;
	if (err)
		return err;
	if (__builtin_expect(p->answer != 0 || p->pulls, 0))
		return report__queue(p, ev);
	p->answer = p->fn(p->ctx, ev);
	return 0;
}

/* Frees memory of a task that events may point to, or defers that while events are queued. */
static inline void report__free(struct pair *p, void *block)
{
	struct waiting *w = &p->waiting;

	if (!w->first)
		free(block);
	else if (block && w->nblocks < w->cap) /* there is always room: report__queue() has made it */
		w->blocks[w->nblocks++] = block;
}

/* Frees the tasks that were removed from the register, unless events are queued. */
static inline void report__free_tasks(struct pair *p)
{
	if (!p->waiting.first)
		tasks__free_removed(p->tasks);
}

/* Frees all queued events without reporting them. */
void report__drop(struct pair *p);

#endif
