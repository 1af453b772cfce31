// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/grow.h"

#define BLOCKS_PER_EVENT                                                                                               \
	3 /* at most the copy of the record, a call's enter, and the reader's enter that was replaced by it */

struct waiting_event {
	struct waiting_event *next;
	struct event ev;
};

static bool ends_task(const struct event *ev)
{
	return event_kind__flags(ev->kind) & KIND_ENDS;
}

/* Translates a pointer into the record to the same place in its copy. Returns other pointers unchanged. */
static const void *moved(const struct pair *p, const void *at)
{
	const char *rec = (const char *)p->rec, *q = at;

	return rec && q >= rec && q < rec + p->rec_size ? (const char *)p->rec_copy + (q - rec) : at;
}

/* Makes room for the blocks of one more event. Returns false without memory. */
static bool make_room(struct waiting *w)
{
	if (!GROW(w->blocks, w->cap, w->reserved + BLOCKS_PER_EVENT))
		return false;
	w->reserved += BLOCKS_PER_EVENT;
	return true;
}

int report__queue(struct pair *p, const struct event *ev)
{
	struct waiting *w = &p->waiting;
	struct waiting_event *e = calloc(1, sizeof(*e));

	if (!e || !make_room(w))
		goto nomem;
	if (p->rec && !p->rec_copy) {
		p->rec_copy = malloc(p->rec_size);
		if (!p->rec_copy)
			goto nomem;
		memcpy(p->rec_copy, p->rec, p->rec_size);
		w->blocks[w->nblocks++] = p->rec_copy;
	}
	e->ev = *ev;
	e->ev.enter = moved(p, ev->enter);
	e->ev.exit = moved(p, ev->exit);
	e->ev.out = moved(p, ev->out);
	e->ev.signal = moved(p, ev->signal);
	e->ev.comm = moved(p, ev->comm);
	if (!w->first)
		w->last = &w->first;
	*w->last = e;
	w->last = &e->next;
	w->ends += ends_task(ev);
	return 0;
nomem:
	free(e);
	return -ENOMEM;
}

static void free_blocks(struct waiting *w)
{
	while (w->nblocks)
		free(w->blocks[--w->nblocks]);
	free(w->blocks);
	w->blocks = NULL;
	w->cap = w->reserved = 0;
}

static void pop(struct pair *p)
{
	struct waiting *w = &p->waiting;
	struct waiting_event *e = w->first;

	w->first = e->next;
	free(e);
	if (!w->first)
		free_blocks(w);
	report__free_tasks(p);
}

int pair__report(struct pair *p, const struct event *ev)
{
	return report(p, ev);
}

int pair__resume(struct pair *p)
{
	int n = 0;

	if (p->shown)
		pop(p);
	p->shown = false;
	p->answer = 0;
	while (p->waiting.first && !p->answer) {
		struct event *ev = &p->waiting.first->ev;

		p->again = false;
		p->answer = p->fn(p->ctx, ev);
		if (p->again)
			break;
		p->waiting.ends -= ends_task(ev);
		p->shown = p->answer != 0;
		if (!p->shown)
			pop(p);
		n++;
	}
	return n;
}

int pair__again(struct pair *p, const struct event *ev)
{
	struct event begun = *ev;

	begun.begun = true;
	if (!p->waiting.first)
		return report__queue(p, &begun);
	p->waiting.first->ev.begun = true;
	p->again = true;
	return 0;
}

void report__drop(struct pair *p)
{
	p->shown = false;
	p->waiting.ends = 0;
	while (p->waiting.first)
		pop(p);
}
