// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Lists calls in progress, grouped by the keys of the handle. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counts/kstats_proc.h"
#include "stats/name.h"
#include "api/public_rows.h"
#include "api/stats_share.h"
#include "util/clock.h"
#include "util/grow.h"

/* Calls in progress that have the same keys. Members that are not keys are those of the oldest call. */
struct wait {
	struct kstat_by_key key;
	char *names[NKEYS]; /* keys that are names; NULL: not a key, or unknown */
	uint32_t n;
	uint16_t call;
	uint32_t tid, pid;
	uint64_t age;
	bool before;
	char comm[16];
};

struct waits {
	struct sctrace_stats *s;
	uint32_t by;
	uint64_t now;
	struct wait *v;
	size_t n, cap;
};

/* ---- one call ---- */

/* Returns the keys of the handle's rows (KSTAT_BY_*). */
static uint32_t keys_of(const struct sctrace_stats *s)
{
	if (s->by)
		return s->by & ~(uint32_t)KSTAT_BY_ARGS;
	switch (s->stats.by) {
	case STATS_CGROUPS:
		return KSTAT_BY_CGROUP | KSTAT_BY_SYSCALL;
	case STATS_TOTAL:
		return KSTAT_BY_SYSCALL;
	default:
		return KSTAT_BY_TID | KSTAT_BY_PID | KSTAT_BY_SYSCALL;
	}
}

static char *peer_name(const struct sctrace_stats *s, const struct kstat_task *t, bool host)
{
	char text[NAME_TEXT_MAX];
	struct kstat_name name;

	if (!proc__call_peer(s->base.proc, t->pid, t->tid, t->call, host, &name))
		return NULL;
	return strdup(name__text(&name, text, sizeof(text)));
}

static char *container_name(struct sctrace_stats *s, uint64_t cgroup)
{
	const char *name = cgroup ? cgroups__container(&s->cgroups, cgroup) : NULL;

	return name ? strdup(name) : NULL;
}

static void names_fill(struct wait *one, struct sctrace_stats *s, const struct kstat_task *t, uint32_t by)
{
	if (by & KSTAT_BY_FILE)
		one->names[KEY_FILE] = proc__call_file(s->base.proc, t->pid, t->tid, t->call);
	if (by & KSTAT_BY_PEER)
		one->names[KEY_PEER] = peer_name(s, t, false);
	if (by & KSTAT_BY_HOST)
		one->names[KEY_HOST] = peer_name(s, t, true);
	if (by & KSTAT_BY_EXE)
		one->names[KEY_EXE] = proc__exe(s->base.proc, t->pid);
	if (by & KSTAT_BY_CONTAINER)
		one->names[KEY_CONTAINER] = container_name(s, t->cgroup);
}

static void names_free(struct wait *one)
{
	for (unsigned i = 0; i < NKEYS; i++)
		free(one->names[i]);
}

static int on_task(void *ctx, const struct kstat_task *t)
{
	struct waits *w = ctx;
	struct wait *one;

	if (!t->flags || !t->in_call)
		return 0;
	if (!GROW(w->v, w->cap, w->n + 1))
		return -ENOMEM;
	one = &w->v[w->n++];
	*one = (struct wait){
		.n = 1,
		.call = t->call,
		.tid = t->tid,
		.pid = t->pid,
		.age = stats__age(t, w->now),
		.before = !t->enter_ts,
	};
	memcpy(one->comm, t->comm, sizeof(one->comm));
	if (w->by & KSTAT_BY_SYSCALL)
		one->key.call = t->call;
	KSTAT_KEY_FILL(&one->key, w->by, t->tid, t->pid, t->uid, t->cgroup,
		       memcpy(one->key.comm, t->comm, sizeof(t->comm)));
	names_fill(one, w->s, t, w->by);
	return 0;
}

/* ---- calls with the same keys ---- */

static int by_key(const void *a, const void *b)
{
	const struct wait *x = a, *y = b;
	int d = memcmp(&x->key, &y->key, sizeof(x->key));

	for (unsigned i = 0; !d && i < NKEYS; i++) {
		const char *m = x->names[i], *n = y->names[i];

		d = m && n ? strcmp(m, n) : (m != NULL) - (n != NULL);
	}
	return d;
}

static int by_age(const void *a, const void *b)
{
	const struct wait *x = a, *y = b;

	if (x->age != y->age)
		return x->age < y->age ? 1 : -1;
	return (x->tid > y->tid) - (x->tid < y->tid);
}

static void merge(struct waits *w)
{
	size_t n = 0;

	if (w->n)
		qsort(w->v, w->n, sizeof(*w->v), by_key);
	for (size_t i = 0; i < w->n; i++) {
		struct wait *to = n ? &w->v[n - 1] : NULL, *one = &w->v[i];
		uint32_t sum;

		if (!to || by_key(to, one)) {
			w->v[n++] = *one;
			continue;
		}
		sum = to->n + one->n;
		names_free(one); /* not needed: the same names are in the group already */
		memcpy(one->names, to->names, sizeof(one->names));
		if (by_age(to, one) > 0)
			*to = *one;
		to->n = sum;
	}
	w->n = n;
	if (w->n)
		qsort(w->v, w->n, sizeof(*w->v), by_age);
}

/* ---- rows ---- */

static void wait_public(struct sctrace_stats *s, uint32_t by, const struct wait *one, struct sctrace_stat *out,
			char *name, size_t size)
{
	*out = (struct sctrace_stat){
		.sz = sizeof(*out),
		.tid = one->tid,
		.pid = one->pid,
		.uid = one->key.uid,
		.comm = one->comm,
		.file = one->names[KEY_FILE],
		.peer = one->names[KEY_PEER],
		.host = one->names[KEY_HOST],
		.exe = one->names[KEY_EXE],
		.container = one->names[KEY_CONTAINER],
		.in_progress = one->n,
		.oldest = one->age,
		.oldest_before = one->before,
		.waiting = true,
	};
	if (one->key.cgroup)
		out->cgroup = cgroups__path(&s->cgroups, one->key.cgroup);
	if (!(by & KSTAT_BY_SYSCALL))
		return;
	out->name = call__name(one->call, name, size);
	public_row__call(one->call, out);
}

static int waits(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	struct waits w = { .s = s, .by = keys_of(s), .now = now_ns() };
	int err = s->base.life == LIFE_STARTED ? stats_share__tasks(s, on_task, &w) : 0, answer = 0;

	if (!err)
		merge(&w);
	for (size_t i = 0; !err && !answer && i < w.n; i++) {
		struct sctrace_stat out;
		char name[32];

		wait_public(s, w.by, &w.v[i], &out, name, sizeof(name));
		answer = fn(ctx, &out);
	}
	for (size_t i = 0; i < w.n; i++)
		names_free(&w.v[i]);
	free(w.v);
	return err ? err : answer;
}

int sctrace_stats_waits(struct sctrace_stats *s, sctrace_stat_fn *fn, void *ctx)
{
	int err = !s ? -EINVAL : !fn ? guard__invalid(&s->base.guard, "fn is NULL") : guard__enter(&s->base.guard);

	return err ? err : guard__leave(&s->base.guard, waits(s, fn, ctx));
}
