// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/stats.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/kstats.h"
#include "stats/keys.h"
#include "util/grow.h"

#define MAX_ROWS 100000

void stats__init(struct stats *s, enum stats_groups groups, size_t max_rows)
{
	*s = (struct stats){ .by = groups };
	s->max_rows = max_rows ? max_rows : MAX_ROWS;
}

void stats__reset(struct stats *s)
{
	for (size_t i = 0; i < s->nrows; i++)
		free(s->rows[i].hist);
	for (size_t i = 0; i < s->names.n; i++)
		free(s->names.p[i]);
	s->nrows = s->ngroups = s->names.n = s->nwaits = 0;
	free(s->index);
	free(s->group_index);
	s->index = s->group_index = NULL;
	free(s->names.index);
	s->names.index = NULL;
	s->nindex = s->ngroup_index = s->names.nindex = 0;
	s->events = s->evicted = 0;
}

void stats__free(struct stats *s)
{
	stats__reset(s);
	free(s->rows);
	free(s->groups);
	free(s->names.p);
	free(s->waits);
	memset(s, 0, sizeof(*s));
}

static uint64_t hash(const void *p, size_t n)
{
	const unsigned char *b = p;
	uint64_t h = 14695981039346656037ull;

	while (n--)
		h = (h ^ *b++) * 1099511628211ull;
	return h ^ h >> 29;
}

/* Grows an array of n elements, if necessary, to hold one more. Returns 0 or -ENOMEM. */
static int grow(void **p, size_t *cap, size_t n, size_t size)
{
	void *q = grow__array(*p, cap, n + 1, size);

	if (q)
		*p = q;
	return q ? 0 : -ENOMEM;
}

/* ---- hash tables of indexes ---- */

struct table {
	uint32_t **slots;
	size_t *nslots, n;
	uint64_t (*hash_of)(const struct stats *s, size_t i);
};

static int table_room(struct stats *s, const struct table *t)
{
	size_t want = *t->nslots ? 2 * *t->nslots : 256;
	uint32_t *slots;

	if (2 * (t->n + 1) <= *t->nslots)
		return 0;
	while (2 * (t->n + 1) > want)
		want *= 2;
	slots = calloc(want, sizeof(*slots));
	if (!slots)
		return -ENOMEM;
	for (size_t i = 0; i < t->n; i++) {
		size_t at = t->hash_of(s, i) & (want - 1);

		while (slots[at])
			at = (at + 1) & (want - 1);
		slots[at] = (uint32_t)i + 1;
	}
	free(*t->slots);
	*t->slots = slots;
	*t->nslots = want;
	return 0;
}

/* ---- names ---- */

static uint64_t name_hash(const struct stats *s, size_t i)
{
	return hash(s->names.p[i], strlen(s->names.p[i]));
}

/* Returns 1 + the index of the name, which is added if necessary; 0 if name is NULL or memory runs out. */
static uint32_t name_id(struct stats *s, const char *name)
{
	struct store_names *n = &s->names;
	struct table t = { &n->index, &n->nindex, n->n, name_hash };
	size_t at;

	if (!name || table_room(s, &t) || grow((void **)&n->p, &n->cap, n->n, sizeof(*n->p)))
		return 0;
	for (at = hash(name, strlen(name)) & (n->nindex - 1); n->index[at]; at = (at + 1) & (n->nindex - 1))
		if (!strcmp(n->p[n->index[at] - 1], name))
			return n->index[at];
	n->p[n->n] = strdup(name);
	if (!n->p[n->n])
		return 0;
	n->index[at] = (uint32_t)++n->n;
	return n->index[at];
}

static void names_put(struct stats *s, struct kstat_by_key *k, const char *const *names)
{
	for (unsigned i = 0; i < NKEYS; i++)
		if (by_keys[i].kind == KSTAT_KEY_NAME)
			*(uint32_t *)((char *)k + by_keys[i].at) = names ? name_id(s, names[i]) : 0;
}

static void names_get(const struct stats *s, const struct kstat_by_key *k, const char **names)
{
	for (unsigned i = 0; i < NKEYS; i++) {
		uint32_t id = by_keys[i].kind == KSTAT_KEY_NAME ? by_key__num(&by_keys[i], k) : 0;

		names[i] = id ? s->names.p[id - 1] : NULL;
	}
}

/* ---- groups ---- */

struct group_key {
	uint32_t tid, pid;
	uint64_t start, cgroup;
	char comm[16];
	uint32_t other, outside;
};

/* The key of a group: tid and start of the process for threads that live, comm for threads that ended. */
static struct group_key group_key(const struct stat_group *g)
{
	struct group_key k = {
		.tid = g->tid,
		.pid = g->pid,
		.start = g->start,
		.cgroup = g->cgroup,
		.other = g->other,
		.outside = g->outside,
	};

	if (!g->tid)
		memcpy(k.comm, g->comm, sizeof(k.comm));
	return k;
}

static uint64_t group_hash(const struct stats *s, size_t i)
{
	struct group_key k = group_key(&s->groups[i]);

	return hash(&k, sizeof(k));
}

static struct stat_group *group_get(struct stats *s, const struct stat_group *want)
{
	struct table t = { &s->group_index, &s->ngroup_index, s->ngroups, group_hash };
	struct group_key k = group_key(want), has;
	struct stat_group *g;
	size_t at;

	if (table_room(s, &t) || grow((void **)&s->groups, &s->groups_cap, s->ngroups, sizeof(*g)))
		return NULL;
	for (at = hash(&k, sizeof(k)) & (s->ngroup_index - 1); s->group_index[at];
	     at = (at + 1) & (s->ngroup_index - 1)) {
		g = &s->groups[s->group_index[at] - 1];
		has = group_key(g);
		if (!memcmp(&has, &k, sizeof(k)))
			return g;
	}
	g = &s->groups[s->ngroups++];
	*g = *want;
	s->group_index[at] = (uint32_t)s->ngroups;
	return g;
}

/* ---- rows ---- */

static uint64_t row_hash(const struct stats *s, size_t i)
{
	return hash(&s->rows[i].key, sizeof(s->rows[i].key));
}

static struct stat_row *row_get(struct stats *s, const struct kstat_by_key *key)
{
	struct table t = { &s->index, &s->nindex, s->nrows, row_hash };
	struct stat_row *row;
	size_t at;

	if (table_room(s, &t) || grow((void **)&s->rows, &s->cap, s->nrows, sizeof(*row)))
		return NULL;
	for (at = hash(key, sizeof(*key)) & (s->nindex - 1); s->index[at]; at = (at + 1) & (s->nindex - 1)) {
		row = &s->rows[s->index[at] - 1];
		if (!memcmp(&row->key, key, sizeof(*key)))
			return row;
	}
	row = &s->rows[s->nrows++];
	*row = (struct stat_row){ .key = *key };
	s->index[at] = (uint32_t)s->nrows;
	return row;
}

/* Adds r and hist to the row of this key, which is created if necessary. Returns the row, or NULL if out of memory. */
static struct stat_row *row_put(struct stats *s, const struct kstat_by_key *key, const struct kstat_row *r,
				const uint64_t *hist)
{
	struct stat_row *row = row_get(s, key);

	if (!row)
		return NULL;
	if (hist && !row->hist)
		row->hist = calloc(KSTAT_BUCKETS, sizeof(*hist));
	if (hist && !row->hist)
		return NULL;
	kstats__row_merge(&row->r, r);
	if (s->wall)
		row__merge_wall(&row->r, r);
	for (unsigned b = 0; hist && b < KSTAT_BUCKETS; b++)
		row->hist[b] += hist[b];
	return row;
}

/* Returns the group of a row from the kernel, which is added if necessary, or NULL if out of memory. */
static struct stat_group *group_of(struct stats *s, const struct kstat_by_key *key, const struct kstat_row *r)
{
	/* a single group also takes the calls for which the kernel had no room */
	struct stat_group want = { .other = !key->owner && s->by != STATS_TOTAL }, *g;

	if (key->owner && s->by == STATS_CGROUPS)
		want.cgroup = key->cgroup;
	if (key->owner && s->by == STATS_THREADS && !r->tid) {
		want.outside = true;
		memcpy(want.comm, r->comm, sizeof(want.comm));
	} else if (key->owner && s->by == STATS_THREADS) {
		want.tid = r->tid;
		want.pid = r->pid;
		want.start = r->start;
	}
	g = group_get(s, &want);
	if (g && want.tid && r->born >= g->born) {
		g->born = r->born;
		memcpy(g->comm, r->comm, sizeof(g->comm));
	}
	return g;
}

struct kstat_by_key stats__other(const struct kstat_by_key *key, uint32_t by)
{
	return (struct kstat_by_key){
		.call = by & KSTAT_BY_SYSCALL ? key->call : 0,
		.number = by & KSTAT_BY_SYSCALL ? key->number : 0,
		.err = by & KSTAT_BY_ERRNO ? key->err : 0,
	};
}

int stats__add(struct stats *s, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist,
	       const char *const *names)
{
	struct stat_group *g = group_of(s, key, r);
	struct kstat_by_key k = *key;

	if (!g)
		return -ENOMEM;
	k.owner = (uint32_t)(g - s->groups) + 1;
	if (s->by == STATS_CGROUPS)
		k.cgroup = 0;
	names_put(s, &k, names);
	return row_put(s, &k, r, hist) ? 0 : -ENOMEM;
}

/* ---- tasks ---- */

void stats__tasks_begin(struct stats *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		s->groups[i].alive = false;
	for (size_t i = 0; i < s->nrows; i++)
		s->rows[i].in_progress = 0;
	for (size_t i = 0; s->split && i < s->nrows; i++)
		s->rows[i].now = (struct kstat_split){};
	s->nwaits = 0;
}

uint64_t stats__age(const struct kstat_task *t, uint64_t now)
{
	uint64_t began = t->enter_ts ? t->enter_ts : t->since;

	if (!began)
		return STATS_AGE_UNKNOWN;
	return now > began ? now - began : 0;
}

static int wait_add(struct stats *s, const struct kstat_task *t, uint64_t age)
{
	struct stat_wait *w;
	size_t i = 0;

	while (i < s->nwaits &&
	       (s->waits[i].call != t->call || memcmp(s->waits[i].comm, t->comm, sizeof(w->comm)) != 0))
		i++;
	if (grow((void **)&s->waits, &s->waits_cap, i, sizeof(*w)))
		return -ENOMEM;
	w = &s->waits[i];
	if (i == s->nwaits) {
		*w = (struct stat_wait){ .call = t->call };
		memcpy(w->comm, t->comm, sizeof(w->comm));
		s->nwaits++;
	}
	if (!w->n++ || age > w->oldest) {
		w->oldest = age;
		w->oldest_tid = t->tid;
		w->before = !t->enter_ts;
	}
	return 0;
}

/* Adds the time of a task to a row of the call, or of the gaps between calls. Keys that are names are not known. */
static int split_add(struct stats *s, const struct stat_group *g, const struct kstat_task *t, uint32_t call,
		     const struct kstat_split *split)
{
	struct kstat_by_key key = { .owner = (uint32_t)(g - s->groups) + 1 };
	struct stat_row *row;

	if (!kstats__split_sum(split))
		return 0;
	if (s->split & KSTAT_BY_SYSCALL)
		key.call = call;
	KSTAT_KEY_FILL(&key, s->split, t->tid, t->pid, t->uid, t->cgroup, memcpy(key.comm, t->comm, sizeof(key.comm)));
	row = row_get(s, &key);
	if (!row)
		return -ENOMEM;
	kstats__split_merge(&row->now, split);
	return 0;
}

static int task_split(struct stats *s, const struct stat_group *g, const struct kstat_task *t)
{
	struct kstat_split gap = t->gap;
	int err;

	/* the task was in no call at the start, and has made none since */
	if (!t->in_call) {
		kstats__split_merge(&gap, &t->in);
		gap.user += gap.system;
		gap.system = 0;
	}
	err = split_add(s, g, t, KSTAT_NR_USER, &gap);
	return err || !t->in_call ? err : split_add(s, g, t, t->call, &t->in);
}

/* Adds a task and its call where rows are not those of threads. */
static int task_by(struct stats *s, const struct kstat_task *t, uint64_t now)
{
	struct stat_group want = { .cgroup = s->by == STATS_CGROUPS ? t->cgroup : 0 }, *g;
	int err = 0;

	if (s->split) {
		g = group_get(s, &want);
		err = g ? task_split(s, g, t) : -ENOMEM;
	}
	return err || !t->in_call || !now ? err : wait_add(s, t, stats__age(t, now));
}

int stats__task(struct stats *s, const struct kstat_task *t, uint64_t now)
{
	struct stat_group want = {}, *g;
	struct kstat_by_key key = { .call = t->call };
	struct stat_row *row;
	uint64_t age = stats__age(t, now);

	if (!t->flags || (!t->id && !t->in_call && !s->split))
		return 0;
	if (s->by == STATS_KEYS || s->by == STATS_CGROUPS)
		return task_by(s, t, now);
	if (s->by == STATS_THREADS)
		want = (struct stat_group){ .tid = t->tid, .pid = t->pid, .start = t->start };
	g = group_get(s, &want);
	if (!g)
		return -ENOMEM;
	g->alive = true;
	if (s->by == STATS_THREADS)
		memcpy(g->comm, t->comm, sizeof(g->comm));
	if (s->split && task_split(s, g, t))
		return -ENOMEM;
	if (!t->in_call || !now)
		return 0;
	key.owner = (uint32_t)(g - s->groups) + 1;
	row = row_get(s, &key);
	if (!row)
		return -ENOMEM;
	if (!row->in_progress++ || age > row->oldest) {
		row->oldest = age;
		row->oldest_tid = t->tid;
		row->before = !t->enter_ts;
	}
	return 0;
}

/* ---- bounds ---- */

enum fold { FOLD_NOT, FOLD_THREADS, FOLD_ENDED, FOLD_OTHER };

/* Returns the group into which this group is folded at this stage. */
static struct stat_group folded(const struct stat_group *g, enum fold stage)
{
	struct stat_group to = *g;

	to.ended = 0;
	if (!g->tid || g->alive)
		return to;
	if (stage == FOLD_THREADS && g->tid != g->pid) {
		to.tid = g->pid;
		to.born = 0;
	} else if (stage >= FOLD_ENDED) {
		to.tid = to.pid = 0;
		to.start = 0;
	}
	return to;
}

static int by_calls(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Threshold for folding: rows with more than `calls` calls stay, and the first `ties` rows with exactly `calls`. */
struct bar {
	uint64_t calls;
	size_t ties;
};

/* Returns the threshold at which three quarters of max_rows rows stay. */
static struct bar bar_of(const struct stats *s)
{
	size_t keep = s->max_rows - s->max_rows / 4, more = 0;
	uint64_t *calls = malloc((s->nrows + 1) * sizeof(*calls)), v;

	if (!calls)
		return (struct bar){ UINT64_MAX, 0 };
	for (size_t i = 0; i < s->nrows; i++)
		calls[i] = s->rows[i].r.calls;
	qsort(calls, s->nrows, sizeof(*calls), by_calls);
	v = calls[s->nrows - keep];
	while (more < keep && calls[s->nrows - 1 - more] > v)
		more++;
	free(calls);
	return (struct bar){ v, keep - more };
}

static bool stays(struct bar *bar, const struct stat_row *row)
{
	if (row->r.calls != bar->calls || !bar->ties)
		return row->r.calls > bar->calls;
	bar->ties--;
	return true;
}

static int fold_row(struct stats *to, const struct stats *from, const struct stat_row *row, enum fold stage,
		    struct bar *bar)
{
	const struct stat_group *g = &from->groups[row->key.owner - 1];
	bool other = stage == FOLD_OTHER && !g->other && !row->in_progress && !stays(bar, row);
	struct stat_group want = folded(g, stage), *ng;
	struct kstat_by_key key = row->key;
	const char *names[NKEYS];
	struct stat_row *n;

	names_get(from, &key, names);
	if (other) {
		want = (struct stat_group){ .other = true };
		key = (struct kstat_by_key){ .call = key.call, .number = key.number, .err = key.err };
		if (!key.err || to->by == STATS_KEYS)
			to->evicted += row->r.calls;
	}
	ng = group_get(to, &want);
	if (!ng)
		return -ENOMEM;
	if (ng->tid && g->born > ng->born && ng->tid == g->tid) {
		ng->born = g->born;
		memcpy(ng->comm, g->comm, sizeof(ng->comm));
	}
	key.owner = (uint32_t)(ng - to->groups) + 1;
	names_put(to, &key, other ? NULL : names);
	n = row_put(to, &key, &row->r, row->hist);
	if (!n)
		return -ENOMEM;
	kstats__split_merge(&n->now, &row->now);
	if (row->in_progress) {
		n->in_progress += row->in_progress;
		n->oldest = row->oldest;
		n->oldest_tid = row->oldest_tid;
		n->before = row->before;
	}
	return 0;
}

/* Counts the tasks that were folded into each group. */
static int fold_groups(struct stats *to, const struct stats *from, enum fold stage)
{
	for (size_t i = 0; i < from->ngroups; i++) {
		const struct stat_group *g = &from->groups[i];
		struct stat_group want = folded(g, stage), *ng;
		bool same = want.tid == g->tid && want.pid == g->pid;

		if (same && !g->ended)
			continue;
		ng = group_get(to, &want);
		if (!ng)
			return -ENOMEM;
		ng->ended += g->ended + (same ? 0 : !g->ended);
	}
	return 0;
}

static int fold(struct stats *s, enum fold stage)
{
	struct bar bar = stage == FOLD_OTHER ? bar_of(s) : (struct bar){};
	struct stats to;
	int err = 0;

	stats__init(&to, s->by, s->max_rows);
	to.wall = s->wall;
	to.split = s->split;
	to.evicted = s->evicted;
	to.probes = s->probes;
	for (size_t i = 0; !err && i < s->nrows; i++)
		err = fold_row(&to, s, &s->rows[i], stage, &bar);
	if (!err && stage < FOLD_OTHER)
		err = fold_groups(&to, s, stage);
	if (err) {
		stats__free(&to);
		return err;
	}
	to.waits = s->waits;
	to.nwaits = s->nwaits;
	to.waits_cap = s->waits_cap;
	s->waits = NULL;
	stats__free(s);
	*s = to;
	return 0;
}

int stats__merge(struct stats *to, const struct stats *from)
{
	int err = 0;

	for (size_t i = 0; !err && i < from->nrows; i++)
		err = fold_row(to, from, &from->rows[i], FOLD_NOT, NULL);
	if (!err)
		err = fold_groups(to, from, FOLD_NOT);
	to->evicted += from->evicted;
	return err;
}

int stats__fold(struct stats *s)
{
	bool any = false;
	int err = 0;

	for (size_t i = 0; i < s->ngroups; i++)
		any |= !s->groups[i].alive && s->groups[i].tid != s->groups[i].pid;
	if (any)
		err = fold(s, FOLD_THREADS);
	if (!err && s->by == STATS_THREADS && s->nrows > s->max_rows)
		err = fold(s, FOLD_ENDED);
	if (!err && s->nrows > s->max_rows)
		err = fold(s, FOLD_OTHER);
	return err;
}

/* ---- order ---- */

static int by_group(const void *a, const void *b)
{
	const struct stat_row *x = a, *y = b;

	if (x->key.owner != y->key.owner)
		return (x->key.owner > y->key.owner) - (x->key.owner < y->key.owner);
	if (x->r.total != y->r.total)
		return (x->r.total < y->r.total) - (x->r.total > y->r.total);
	if (x->r.calls != y->r.calls)
		return (x->r.calls < y->r.calls) - (x->r.calls > y->r.calls);
	return (key__call(&x->key) > key__call(&y->key)) - (key__call(&x->key) < key__call(&y->key));
}

static int by_age(const void *a, const void *b)
{
	const struct stat_wait *x = a, *y = b;

	if (x->oldest != y->oldest)
		return (x->oldest < y->oldest) - (x->oldest > y->oldest);
	return (x->oldest_tid > y->oldest_tid) - (x->oldest_tid < y->oldest_tid);
}

void stats__settle(struct stats *s)
{
	if (s->nwaits)
		qsort(s->waits, s->nwaits, sizeof(*s->waits), by_age);
	if (s->nrows)
		qsort(s->rows, s->nrows, sizeof(*s->rows), by_group);
	free(s->index);
	s->index = NULL;
	s->nindex = 0;
	s->events = 0;
	for (size_t i = 0; i < s->ngroups; i++)
		s->groups[i].events = s->groups[i].n = 0;
	for (size_t i = 0; i < s->nrows; i++) {
		struct stat_row *row = &s->rows[i];
		struct stat_group *g = &s->groups[row->key.owner - 1];
		uint64_t events = 2 * row->r.calls - row->r.untimed + row->r.gone + row->in_progress;

		if (!g->n++)
			g->first = i;
		if (row->key.err && s->by != STATS_KEYS)
			continue;
		g->events += events;
		s->events += events;
	}
}
