// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/task.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct tasks *tasks__new(size_t size, void (*free)(struct task *t))
{
	struct tasks *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->size = size;
	r->free = free;
	r->refs = 1;
	return r;
}

/* ---- slots ---- */

void tasks__clear(struct tasks *r, struct task *t, int slot)
{
	void *data = task__data(t, slot);

	if (!data)
		return;
	if (r->slots[slot].free)
		r->slots[slot].free(data);
	free(data);
	t->slots[slot] = NULL;
}

static void task_free(struct tasks *r, struct task *t)
{
	for (unsigned i = 0; i < t->nslots; i++)
		tasks__clear(r, t, (int)i);
	free(t->slots);
	r->free(t);
	free(t);
}

void tasks__free_removed(struct tasks *r)
{
	struct task *t;

	while ((t = r->removed)) {
		r->removed = t->next;
		task_free(r, t);
	}
}

static void unref(struct tasks *r)
{
	if (--r->refs)
		return;
	free(r->slots);
	free(r);
}

void tasks__put(struct tasks *r)
{
	if (!r)
		return;
	tasks__free_removed(r);
	for (size_t i = 0; i < r->map.cap; i++)
		if (r->map.slots[i].value)
			task_free(r, r->map.slots[i].value);
	tidmap__free(&r->map, NULL);
	unref(r);
}

int tasks__reserve(struct tasks *r, const struct task_slot *slot)
{
	unsigned i = 0;

	while (i < r->nslots && r->slots[i].size)
		i++;
	if (i == r->nslots) {
		struct task_slot *v = realloc(r->slots, (i + 1) * sizeof(*v));

		if (!v)
			return -ENOMEM;
		r->slots = v;
		r->nslots++;
	}
	r->slots[i] = *slot;
	r->refs++;
	return (int)i;
}

void tasks__release(struct tasks *r, int slot)
{
	for (size_t i = 0; i < r->map.cap; i++)
		tasks__clear(r, r->map.slots[i].value, slot);
	for (struct task *t = r->removed; t; t = t->next)
		tasks__clear(r, t, slot);
	r->slots[slot].size = 0;
	r->slots[slot].fork = NULL;
	r->slots[slot].outlives = false;
	unref(r);
}

static bool slots_room(struct tasks *r, struct task *t)
{
	void **v = realloc(t->slots, r->nslots * sizeof(*v));

	if (!v)
		return false;
	memset(v + t->nslots, 0, (r->nslots - t->nslots) * sizeof(*v));
	t->slots = v;
	t->nslots = r->nslots;
	return true;
}

void *tasks__data(struct tasks *r, struct task *t, int slot)
{
	void *data = task__data(t, slot);

	if (data || ((unsigned)slot >= t->nslots && !slots_room(r, t)))
		return data;
	return t->slots[slot] = calloc(1, r->slots[slot].size);
}

/* ---- transitions ---- */

static struct task *entry(struct tasks *r, uint32_t tid, uint32_t tgid)
{
	struct task *t = calloc(1, r->size);

	if (!t)
		return NULL;
	t->tid = tid;
	t->tgid = tgid;
	if (tidmap__put(&r->map, tid, t)) {
		free(t);
		return NULL;
	}
	return t;
}

struct task *tasks__process(struct tasks *r, uint32_t tgid)
{
	return tasks__find(r, tgid) ?: entry(r, tgid, tgid);
}

struct task *tasks__get(struct tasks *r, uint32_t tid, uint32_t tgid)
{
	struct task *t = tasks__find(r, tid) ?: entry(r, tid, tgid);

	if (t && t->life != TASK_LIVES) {
		t->life = TASK_LIVES;
		r->nalive++;
	}
	return t;
}

int tasks__fork(struct tasks *r, const struct task *maker, struct task *child)
{
	int err = 0;

	if (maker)
		child->parent = maker->tgid == child->tgid ? maker->parent : maker->tgid;
	for (unsigned i = 0; !err && i < r->nslots; i++)
		if (r->slots[i].fork)
			err = r->slots[i].fork(r->slots[i].ctx, child, maker);
	return err;
}

void tasks__remove(struct tasks *r, struct task *t)
{
	tidmap__del(&r->map, t->tid);
	r->nalive -= t->life == TASK_LIVES;
	t->next = r->removed;
	r->removed = t;
}

void tasks__supersede(struct tasks *r, struct task *t, struct task *leader)
{
	struct task of = *leader;

	tasks__remove(r, leader);
	leader->slots = t->slots;
	leader->nslots = t->nslots;
	tidmap__del(&r->map, t->tid);
	t->tid = of.tid;
	t->tgid = of.tgid;
	t->maker = of.maker;
	t->parent = of.parent;
	t->own_ns = of.own_ns;
	t->slots = of.slots;
	t->nslots = of.nslots;
	tidmap__put(&r->map, t->tid, t); /* two went, so there is room: this cannot fail */
}

/* The place in the ring of the process that ends goes to t, and the one that has it is forgotten. */
static void ended(struct tasks *r, const struct task *t)
{
	uint32_t *place = &r->ended[r->nended++ % TASKS_ENDED];
	struct task *oldest = *place && *place != t->tid ? tasks__find(r, *place) : NULL;

	if (oldest && oldest->life == TASK_ENDED) {
		tidmap__del(&r->map, oldest->tid);
		task_free(r, oldest);
	}
	*place = t->tid;
}

int tasks__end(struct tasks *r, struct task *t)
{
	struct task *rest = NULL;

	tasks__remove(r, t);
	for (unsigned i = 0; t->tid == t->tgid && i < t->nslots; i++) {
		if (!t->slots[i] || !r->slots[i].outlives)
			continue;
		if (!rest)
			rest = entry(r, t->tid, t->tgid);
		if (!rest || (!rest->nslots && !slots_room(r, rest)))
			return -ENOMEM;
		rest->slots[i] = t->slots[i];
		t->slots[i] = NULL;
	}
	if (!rest)
		return 0;
	rest->life = TASK_ENDED;
	rest->maker = t->maker;
	rest->parent = t->parent;
	ended(r, rest);
	return 0;
}
