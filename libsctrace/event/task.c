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
	return r;
}

/* ---- slots ---- */

void task_slot__clear(const struct task_slot *s, struct task *t)
{
	void *data = task_slot__data(s, t);

	if (!data)
		return;
	if (s->free)
		s->free(data);
	free(data);
	t->slots[s->at] = NULL;
}

static void task_free(struct tasks *r, struct task *t)
{
	for (const struct task_slot *s = r->slots; s; s = s->next)
		task_slot__clear(s, t);
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

void tasks__free(struct tasks *r)
{
	while (r->slots)
		task_slot__close(r->slots);
	tasks__free_removed(r);
	for (size_t i = 0; i < r->map.cap; i++)
		if (r->map.slots[i].value)
			task_free(r, r->map.slots[i].value);
	tidmap__free(&r->map, NULL);
	free(r);
}

/* Inserts a slot at the first free index; the list is sorted by index. */
void task_slot__open(struct task_slot *s, struct tasks *r)
{
	struct task_slot **p = &r->slots;

	for (s->at = 0; *p && (*p)->at == s->at; p = &(*p)->next)
		s->at++;
	s->tasks = r;
	s->next = *p;
	*p = s;
}

void task_slot__close(struct task_slot *s)
{
	struct tasks *r = s->tasks;
	struct task_slot **p;

	if (!r)
		return;
	for (size_t i = 0; i < r->map.cap; i++)
		task_slot__clear(s, r->map.slots[i].value);
	for (struct task *t = r->removed; t; t = t->next)
		task_slot__clear(s, t);
	for (p = &r->slots; *p != s;)
		p = &(*p)->next;
	*p = s->next;
	s->tasks = NULL;
}

static bool slots_room(struct task *t, unsigned at)
{
	void **v = at < t->nslots ? t->slots : realloc(t->slots, (at + 1) * sizeof(*v));

	if (!v)
		return false;
	for (t->slots = v; t->nslots <= at; t->nslots++)
		v[t->nslots] = NULL;
	return true;
}

void *task_slot__make(const struct task_slot *s, struct task *t)
{
	void *data = task_slot__data(s, t);

	if (data || !slots_room(t, s->at))
		return data;
	return t->slots[s->at] = calloc(1, s->size);
}

/* ---- transitions ---- */

static struct task *entry_new(struct tasks *r, uint32_t tid, uint32_t tgid)
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
	return tasks__find(r, tgid) ?: entry_new(r, tgid, tgid);
}

struct task *tasks__get(struct tasks *r, uint32_t tid, uint32_t tgid)
{
	struct task *t = tasks__find(r, tid) ?: entry_new(r, tid, tgid);

	if (t && t->life != TASK_LIVES) {
		t->life = TASK_LIVES;
		r->nalive++;
	}
	return t;
}

int tasks__fork(struct tasks *r, const struct task *maker, struct task *child)
{
	int err = 0;

	if (maker) {
		child->parent = maker->tgid == child->tgid ? maker->parent : maker->tgid;
		memcpy(child->comm, maker->comm, sizeof(child->comm));
		child->owner = maker->owner;
		child->owner.parent = child->parent;
		child->owned = maker->owned;
	}
	for (const struct task_slot *s = r->slots; !err && s; s = s->next)
		err = s->fork ? s->fork(s->ctx, child, maker) : 0;
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
	memcpy(t->comm, of.comm, sizeof(t->comm));
	t->slots = of.slots;
	t->nslots = of.nslots;
	tidmap__put(&r->map, t->tid, t); /* cannot fail: two entries were removed, so there is room */
}

/* Adds t to the ring of ended processes, in place of the oldest one, which is freed. */
static void ended_add(struct tasks *r, const struct task *t)
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
	for (const struct task_slot *s = t->tid == t->tgid ? r->slots : NULL; s; s = s->next) {
		if (!s->outlives || !task_slot__data(s, t))
			continue;
		rest = rest ?: entry_new(r, t->tid, t->tgid);
		if (!rest || !slots_room(rest, s->at))
			return -ENOMEM;
		rest->slots[s->at] = t->slots[s->at];
		t->slots[s->at] = NULL;
	}
	if (!rest)
		return 0;
	rest->life = TASK_ENDED;
	rest->maker = t->maker;
	rest->parent = t->parent;
	ended_add(r, rest);
	return 0;
}
