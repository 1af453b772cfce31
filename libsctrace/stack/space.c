// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/space.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/grow.h"

#define TOTAL_MAX (1u << 20) /* most mappings of all processes, about 100 MB */

/* Returns the index of the first mapping that ends above addr. */
static size_t mapping_find(const struct space *sp, uint64_t addr)
{
	size_t lo = 0, hi = sp->n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (sp->maps[mid].addr + sp->maps[mid].len <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

const struct mapping *space__at(const struct space *sp, uint64_t addr)
{
	size_t i = mapping_find(sp, addr);

	return i < sp->n && sp->maps[i].addr <= addr ? &sp->maps[i] : NULL;
}

/*
 * Inserts a mapping at index i. Beyond TOTAL_MAX, it is dropped, because a small capture file can have any number of
 * mappings; frames in it are then printed as addresses. Returns 0 or -ENOMEM.
 */
static int mapping_insert(struct space *sp, size_t i, uint64_t addr, uint64_t len, uint64_t off, const char *path)
{
	char *copy;

	if (*sp->total >= TOTAL_MAX)
		return 0;
	copy = strdup(path);
	if (!copy || !GROW(sp->maps, sp->cap, sp->n + 1)) {
		free(copy);
		return -ENOMEM;
	}
	memmove(sp->maps + i + 1, sp->maps + i, (sp->n - i) * sizeof(*sp->maps));
	sp->maps[i] = (struct mapping){ .addr = addr, .len = len, .off = off, .path = copy };
	sp->n++;
	++*sp->total;
	sp->changed = true;
	return 0;
}

static void mapping_drop(struct space *sp, size_t i)
{
	free(sp->maps[i].path);
	sp->n--;
	--*sp->total;
	memmove(sp->maps + i, sp->maps + i + 1, (sp->n - i) * sizeof(*sp->maps));
}

/* Adds a mapping, and removes what it covers of others. Returns 0 or -ENOMEM. */
static int mapping_put(struct space *sp, const struct sct_map *m, const char *path)
{
	uint64_t end = m->addr + m->len;
	size_t i = mapping_find(sp, m->addr);
	int err = 0;

	if (end <= m->addr)
		return 0;
	if (i < sp->n && sp->maps[i].addr < m->addr) {
		struct mapping *old = &sp->maps[i];
		uint64_t old_end = old->addr + old->len;

		if (old_end > end)
			err = mapping_insert(sp, i + 1, end, old_end - end, old->off + (end - old->addr), old->path);
		sp->maps[i].len = m->addr - sp->maps[i].addr;
		i++;
	}
	while (i < sp->n && sp->maps[i].addr + sp->maps[i].len <= end)
		mapping_drop(sp, i);
	if (i < sp->n && sp->maps[i].addr < end) {
		struct mapping *old = &sp->maps[i];
		uint64_t cut = end - old->addr;

		old->addr += cut;
		old->off += cut;
		old->len -= cut;
	}
	return err ? err : mapping_insert(sp, i, m->addr, m->len, m->off, path);
}

/* Frees what the space points to, but not the space itself. */
static void space_clear(void *space)
{
	struct space *sp = space;

	if (sp->before)
		space_clear(sp->before);
	free(sp->before);
	while (sp->n)
		mapping_drop(sp, sp->n - 1);
	free(sp->maps);
}

static struct space *space_get(struct spaces *s, uint32_t tgid)
{
	struct task *t = tasks__process(s->of.tasks, tgid);
	struct space *sp = t ? task_slot__make(&s->of, t) : NULL;

	if (sp) {
		sp->tgid = tgid;
		sp->total = &s->total;
	}
	return sp;
}

/*
 * Begins an empty space for a new program. The old one is kept in sp->before, for the stack of the execve. Returns 0 or
 * -ENOMEM.
 */
static int space_renew(struct spaces *s, uint32_t tgid, uint64_t ts)
{
	struct space *sp = space_get(s, tgid), *old = sp ? malloc(sizeof(*old)) : NULL;

	if (!old)
		return -ENOMEM;
	if (sp->before)
		space_clear(sp->before);
	free(sp->before);
	sp->before = NULL;
	*old = *sp;
	*sp = (struct space){ .tgid = tgid, .since = ts, .before = old, .total = &s->total };
	return 0;
}

struct space *spaces__get(const struct spaces *s, uint32_t tgid, uint64_t ts)
{
	struct space *sp = task_slot__find(&s->of, tgid);

	return sp && ts < sp->since ? sp->before : sp;
}

/* Copies the mappings of a process to its child. */
static int on_fork(void *ctx, struct task *task, const struct task *maker)
{
	struct spaces *s = ctx;
	struct space *parent, *child;

	if (!maker || maker->tgid == task->tgid)
		return 0;
	task_slot__clear(&s->of, tasks__find(s->of.tasks, task->tgid));
	parent = space_get(s, maker->tgid);
	child = space_get(s, task->tgid);
	if (!parent || !child)
		return -ENOMEM;
	for (size_t i = 0; i < parent->n; i++) {
		const struct mapping *m = &parent->maps[i];

		if (mapping_insert(child, i, m->addr, m->len, m->off, m->path))
			return -ENOMEM;
		if (child->n <= i)
			continue;
		child->maps[i].shift = m->shift;
		child->maps[i].serial = m->serial;
	}
	return 0;
}

int spaces__record(struct spaces *s, const struct sct_rec *rec)
{
	const struct sct_map *m = (const void *)rec;
	struct space *sp;
	const char *path;
	uint32_t len;

	switch (rec->type) {
	case SCT_REC_MAP:
		if (m->fresh)
			return space_renew(s, rec->tgid, rec->ts);
		sp = space_get(s, rec->tgid);
		if (!sp)
			return -ENOMEM;
		path = (const char *)record__data(rec, &len);
		return len && !path[len - 1] ? mapping_put(sp, m, path) : 0;
	case SCT_REC_TASK_EXIT:
	case SCT_REC_NAMES:
		return 0;
	}
	return space_get(s, rec->tgid) ? 0 : -ENOMEM;
}

void spaces__init(struct spaces *s, struct tasks *tasks)
{
	s->of = (struct task_slot){
		.size = sizeof(struct space),
		.outlives = true,
		.fork = on_fork,
		.free = space_clear,
		.ctx = s,
	};
	task_slot__open(&s->of, tasks);
}

void spaces__free(struct spaces *s)
{
	task_slot__close(&s->of);
}
