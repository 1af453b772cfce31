// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/space.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define TOTAL_MAX (1u << 20) /* mappings of all processes: some 100 MB */

/* The first mapping that ends above addr. */
static size_t find(const struct space *sp, uint64_t addr)
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
	size_t i = find(sp, addr);

	return i < sp->n && sp->maps[i].addr <= addr ? &sp->maps[i] : NULL;
}

/*
 * Another one at index i. A small capture file can ask for any number, so what
 * is beyond TOTAL_MAX is not kept: frames there are addresses.
 */
static int insert(struct space *sp, size_t i, uint64_t addr, uint64_t len, uint64_t off, const char *path)
{
	char *copy;

	if (*sp->total >= TOTAL_MAX)
		return 0;
	copy = strdup(path);
	if (copy && sp->n == sp->cap) {
		size_t cap = sp->cap ? 2 * sp->cap : 16;
		void *p = realloc(sp->maps, cap * sizeof(*sp->maps));

		if (!p) {
			free(copy);
			return -ENOMEM;
		}
		sp->maps = p;
		sp->cap = cap;
	}
	if (!copy)
		return -ENOMEM;
	memmove(sp->maps + i + 1, sp->maps + i, (sp->n - i) * sizeof(*sp->maps));
	sp->maps[i] = (struct mapping){ .addr = addr, .len = len, .off = off, .path = copy };
	sp->n++;
	++*sp->total;
	sp->changed = true;
	return 0;
}

static void drop(struct space *sp, size_t i)
{
	free(sp->maps[i].path);
	sp->n--;
	--*sp->total;
	memmove(sp->maps + i, sp->maps + i + 1, (sp->n - i) * sizeof(*sp->maps));
}

/* Takes the place of what was mapped there, of which parts may stay on both sides. */
static int map(struct space *sp, const struct sct_map *m, const char *path)
{
	uint64_t end = m->addr + m->len;
	size_t i = find(sp, m->addr);
	int err = 0;

	if (end <= m->addr)
		return 0;
	if (i < sp->n && sp->maps[i].addr < m->addr) {
		struct mapping *old = &sp->maps[i];
		uint64_t old_end = old->addr + old->len;

		if (old_end > end)
			err = insert(sp, i + 1, end, old_end - end, old->off + (end - old->addr), old->path);
		sp->maps[i].len = m->addr - sp->maps[i].addr;
		i++;
	}
	while (i < sp->n && sp->maps[i].addr + sp->maps[i].len <= end)
		drop(sp, i);
	if (i < sp->n && sp->maps[i].addr < end) {
		struct mapping *old = &sp->maps[i];
		uint64_t cut = end - old->addr;

		old->addr += cut;
		old->off += cut;
		old->len -= cut;
	}
	return err ? err : insert(sp, i, m->addr, m->len, m->off, path);
}

static void space_free(struct space *sp)
{
	if (!sp)
		return;
	space_free(sp->before);
	while (sp->n)
		drop(sp, sp->n - 1);
	free(sp->maps);
	free(sp);
}

static void del(struct spaces *s, uint32_t tgid)
{
	space_free(tidmap__del(&s->map, tgid));
}

static struct space *get(struct spaces *s, uint32_t tgid)
{
	struct space *sp = tidmap__get(&s->map, tgid);

	if (sp)
		return sp;
	sp = calloc(1, sizeof(*sp));
	if (!sp)
		return NULL;
	sp->tgid = tgid;
	sp->total = &s->total;
	if (tidmap__put(&s->map, tgid, sp)) {
		free(sp);
		return NULL;
	}
	return sp;
}

/* A new program: what it took the place of is kept until its call has been shown. */
static int renew(struct spaces *s, uint32_t tgid, uint64_t ts)
{
	struct space *old = tidmap__del(&s->map, tgid), *sp = get(s, tgid);

	if (!sp) {
		space_free(old);
		return -ENOMEM;
	}
	if (old) {
		space_free(old->before);
		old->before = NULL;
	}
	sp->before = old;
	sp->since = ts;
	return 0;
}

struct space *spaces__get(const struct spaces *s, uint32_t tgid, uint64_t ts)
{
	struct space *sp = tidmap__get(&s->map, tgid);

	return sp && ts < sp->since ? sp->before : sp;
}

/* A child begins with what its parent has. */
static int fork_space(struct spaces *s, const struct sct_fork *f)
{
	struct space *parent = get(s, f->rec.tgid), *child;

	if (f->child_tgid == f->rec.tgid)
		return parent ? 0 : -ENOMEM;
	del(s, f->child_tgid);
	child = get(s, f->child_tgid);
	if (!parent || !child)
		return -ENOMEM;
	for (size_t i = 0; i < parent->n; i++) {
		const struct mapping *m = &parent->maps[i];

		if (insert(child, i, m->addr, m->len, m->off, m->path))
			return -ENOMEM;
		if (child->n <= i)
			continue;
		child->maps[i].shift = m->shift;
		child->maps[i].serial = m->serial;
	}
	return 0;
}

/* The leader's record may come before those of its threads, so the space is kept for some time. */
static void end_space(struct spaces *s, const struct sct_rec *rec)
{
	uint32_t *slot;

	if (rec->tid != rec->tgid || rec->flags & SCT_F_SUPERSEDED)
		return;
	slot = &s->ended[s->next_ended++ % (sizeof(s->ended) / sizeof(*s->ended))];
	if (*slot != rec->tgid)
		del(s, *slot);
	*slot = rec->tgid;
}

static void revive(struct spaces *s, uint32_t tgid)
{
	for (size_t i = 0; i < sizeof(s->ended) / sizeof(*s->ended); i++)
		if (s->ended[i] == tgid)
			s->ended[i] = 0;
}

int spaces__record(struct spaces *s, const struct sct_rec *rec)
{
	const struct sct_map *m = (const void *)rec;
	struct space *sp;
	const char *path;
	uint32_t len;

	switch (rec->type) {
	case SCT_REC_FORK:
		revive(s, ((const struct sct_fork *)rec)->child_tgid);
		return fork_space(s, (const void *)rec);
	case SCT_REC_TASK_EXIT:
		end_space(s, rec);
		return 0;
	case SCT_REC_MAP:
		if (m->fresh)
			return renew(s, rec->tgid, rec->ts);
		sp = get(s, rec->tgid);
		if (!sp)
			return -ENOMEM;
		path = (const char *)record__data(rec, &len);
		return len && !path[len - 1] ? map(sp, m, path) : 0;
	case SCT_REC_NAMES:
		return 0;
	}
	return get(s, rec->tgid) ? 0 : -ENOMEM;
}

void spaces__free(struct spaces *s)
{
	for (size_t i = 0; i < s->map.cap; i++)
		space_free(s->map.slots[i].value);
	tidmap__free(&s->map, NULL);
}
