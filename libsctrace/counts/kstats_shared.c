// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "counts/kstats_shared.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <bpf/bpf.h>

#include "load/bpf_load.h"
#include "util/procfs.h"

struct ksharer {
	struct kstats_shared *hub;
	unsigned i; /* number of the handle's bit */
	const struct selection *calls;
	struct ksharer_rows rows;
	bool started, paused, left;
	uint64_t missed_before;
};

struct kstats_shared {
	struct kstats *kstats;
	struct kstats_share programs;
	struct kstats_opts opts;
	struct ksharer *sharers[SHARERS_MAX];
	unsigned n, live; /* n: handles; live: handles that have not left */
	bool attached, ended;
	int proc; /* /proc, or -1 */
};

static uint64_t bit_of(const struct ksharer *s)
{
	return 1ull << s->i;
}

/* ---- requests to the programs ---- */

static int wants_fill(struct kstats_shared *h)
{
	struct kstats_want v[SHARERS_MAX];
	unsigned n = 0;

	for (unsigned i = 0; i < SHARERS_MAX; i++) {
		const struct ksharer *s = h->sharers[i];

		if (s && s->started && !s->paused && !s->left)
			v[n++] = (struct kstats_want){ s->calls, bit_of(s) };
	}
	return kstats__wants(h->kstats, v, n);
}

/* Adds a request for a task, or for all tasks if tid is 0, which requests_run() carries out. Returns 0 or -errno. */
static int request_add(struct kstats_shared *h, uint32_t tid, const struct kstat_sharers *more)
{
	struct kstat_sharers all = {};

	bpf_map_lookup_elem(h->programs.sharers, &tid, &all);
	all.of = (all.of & ~more->off) | more->of;
	all.follow = (all.follow & ~more->off) | more->follow;
	all.follow_threads = (all.follow_threads & ~more->off) | more->follow_threads;
	all.threads |= more->threads;
	all.off = (all.off & ~more->of) | more->off;
	return bpf_map_update_elem(h->programs.sharers, &tid, &all, BPF_ANY) ? -errno : 0;
}

static void requests_clear(struct kstats_shared *h)
{
	uint32_t key;

	while (!bpf_map_get_next_key(h->programs.sharers, NULL, &key) &&
	       !bpf_map_delete_elem(h->programs.sharers, &key))
		;
}

/*
 * Runs the program that carries out the requests. If out is not NULL, it gets the ids of tasks that no handle counts
 * any more.
 */
static int requests_run(struct kstats_shared *h, struct buf *out)
{
	int err;

	if (out)
		err = bpf_load__withdraw(h->programs.features, h->programs.enroll, h->programs.targets, out,
					 h->programs.errmsg);
	else
		err = bpf_load__enroll(h->programs.features, h->programs.enroll, h->programs.not_enrolled,
				       h->programs.targets, h->programs.errmsg);
	requests_clear(h);
	return err;
}

/* ---- open ---- */

int kstats_shared__new(struct kstats_shared **out, struct kstats *a, const struct kstats_opts *o)
{
	struct kstats_shared *h = calloc(1, sizeof(*h));

	if (!h)
		return -ENOMEM;
	if (!kstats__share(a, &h->programs)) {
		free(h);
		return -ENOTSUP;
	}
	h->kstats = a;
	h->opts = *o;
	h->proc = procfs__open();
	kstats__keep(a, h->proc);
	*out = h;
	return 0;
}

void kstats_shared__free(struct kstats_shared *h)
{
	kstats__close(h->kstats);
	if (h->proc >= 0)
		close(h->proc);
	free(h);
}

bool kstats_shared__fits(const struct kstats_shared *h, const struct kstats_opts *o)
{
	const struct kstats_opts *has = &h->opts;

	return !(o->by & ~has->by) && has->hist >= o->hist && has->all == o->all && has->cpu_time == o->cpu_time &&
	       has->own_only == o->own_only && !o->errors && !o->wall_too && !o->btf && has->without == o->without &&
	       !memcmp(&has->results, &o->results, sizeof(o->results)) &&
	       !memcmp(&has->scope, &o->scope, sizeof(o->scope));
}

int ksharer__join(struct ksharer **out, struct kstats_shared *h, const struct selection *calls,
		  struct ksharer_rows rows)
{
	struct ksharer *s;
	unsigned i = 0;

	if (h->ended)
		return -ESHUTDOWN;
	while (i < SHARERS_MAX && h->sharers[i])
		i++;
	if (i == SHARERS_MAX)
		return -E2BIG;
	s = calloc(1, sizeof(*s));
	if (!s)
		return -ENOMEM;
	*s = (struct ksharer){ .hub = h, .i = i, .calls = calls, .rows = rows };
	s->missed_before = kstats__missed(h->kstats);
	h->sharers[i] = s;
	h->n++;
	h->live++;
	__atomic_fetch_or(h->programs.sharing, bit_of(s), __ATOMIC_RELEASE);
	*out = s;
	return 0;
}

struct kstats_shared *ksharer__shared(struct ksharer *s)
{
	return s->hub;
}

struct kstats *ksharer__kstats(struct ksharer *s)
{
	return s->hub->kstats;
}

unsigned ksharer__count(const struct ksharer *s)
{
	return s->hub->live;
}

/* ---- targets and calls ---- */

int ksharer__target(struct ksharer *s, pid_t tid, uint32_t flags)
{
	struct kstat_sharers asked = {
		.of = bit_of(s),
		.follow = flags & SCT_T_FOLLOW ? bit_of(s) : 0,
		.follow_threads = flags & SCT_T_FOLLOW_THREADS ? bit_of(s) : 0,
		.threads = flags & SCT_T_THREADS ? bit_of(s) : 0,
	};
	int err;

	err = kstats__target(s->hub->kstats, tid, flags);
	return err ? err : request_add(s->hub, (uint32_t)tid, &asked);
}

int ksharer__enroll(struct ksharer *s)
{
	/* with opts.all, request the calls in progress of all tasks */
	struct kstat_sharers asked = { .of = bit_of(s) };
	int err = s->hub->opts.all ? request_add(s->hub, 0, &asked) : 0;

	return err ? err : requests_run(s->hub, NULL);
}

int ksharer__untarget(struct ksharer *s, pid_t tid, uint32_t flags, struct buf *out)
{
	struct kstat_sharers asked = { .off = bit_of(s), .threads = flags & SCT_T_THREADS ? bit_of(s) : 0 };
	int err = request_add(s->hub, (uint32_t)tid, &asked);

	return err ? err : requests_run(s->hub, out);
}

int ksharer__select(struct ksharer *s, const struct selection *calls, bool none)
{
	const struct selection *was = s->calls;
	bool paused = s->paused;
	int err;

	s->calls = calls;
	s->paused = none;
	err = s->started ? wants_fill(s->hub) : 0;
	s->calls = was; /* the caller copies the new selection to this address */
	if (err)
		s->paused = paused;
	return err;
}

/* ---- life ---- */

int ksharer__attach(struct ksharer *s)
{
	struct kstats_shared *h = s->hub;
	int err = h->ended ? -ESHUTDOWN : h->attached ? 0 : kstats__attach(h->kstats);

	h->attached = h->attached || !err;
	return err;
}

int ksharer__start(struct ksharer *s)
{
	struct kstats_shared *h = s->hub;
	int err = ksharer__enroll(s);

	s->started = !err;
	if (!err)
		err = wants_fill(h);
	if (err)
		s->started = false;
	return err;
}

static int row_give(void *ctx, const struct kstat_by_key *key, const struct kstat_row *row, const uint64_t *hist)
{
	/* overflow rows have no owner: give them to every handle */
	uint64_t bits = key->owner ? row->readers : ~0ull;
	struct kstats_shared *h = ctx;
	int err = 0;

	for (unsigned i = 0; !err && i < SHARERS_MAX; i++) {
		const struct ksharer *s = bits >> i & 1 ? h->sharers[i] : NULL;

		if (s && s->started && s->rows.fn)
			err = s->rows.fn(s->rows.ctx, key, row, hist);
	}
	return err;
}

int ksharer__drain(struct ksharer *s)
{
	return s->left ? 0 : kstats__drain(s->hub->kstats, row_give, s->hub);
}

struct tasks_of {
	const struct ksharer *s;
	kstats_task_fn *fn;
	void *ctx;
};

/*
 * Passes on a task of this handle. The kernel does not know which handles count a call that began before the start:
 * check the handle's selection.
 */
static int on_task(void *ctx, const struct kstat_task *t)
{
	const struct tasks_of *w = ctx;
	struct kstat_task mine = *t;

	if (!(t->of & bit_of(w->s)) || !t->flags)
		return 0;
	if (t->in_call)
		mine.in_call = t->enter_ts ? (t->readers & bit_of(w->s)) != 0
					   : !w->s->paused && kstats__wanted(w->s->calls, t->call);
	return w->fn(w->ctx, &mine);
}

int ksharer__tasks(struct ksharer *s, kstats_task_fn *fn, void *ctx)
{
	return kstats__tasks(s->hub->kstats, on_task, &(struct tasks_of){ s, fn, ctx });
}

uint64_t ksharer__missed(const struct ksharer *s)
{
	return kstats__missed(s->hub->kstats) - s->missed_before;
}

/* Clears the handle's bit in all tasks, since another handle may get the bit next. */
static int bit_free(struct ksharer *s)
{
	struct kstat_sharers asked = { .off = bit_of(s) };
	struct buf none = {};
	int err;

	__atomic_fetch_and(s->hub->programs.sharing, ~bit_of(s), __ATOMIC_RELEASE);
	err = wants_fill(s->hub);
	if (!err && !s->hub->opts.all)
		err = request_add(s->hub, 0, &asked);
	if (!err && !s->hub->opts.all)
		err = requests_run(s->hub, &none);
	buf__free(&none);
	return err;
}

int ksharer__leave(struct ksharer *s)
{
	struct kstats_shared *h = s->hub;
	int err = 0, derr = 0;

	if (s->left)
		return 0;
	s->left = true;
	h->live--;
	if (!h->live) {
		h->ended = true;
		if (h->attached)
			kstats__detach(h->kstats);
	} else if (s->started) {
		err = bit_free(s);
	}
	if (s->started)
		derr = kstats__drain(h->kstats, row_give, h);
	s->started = false;
	return err ? err : derr;
}

void ksharer__free(struct ksharer *s, bool ours)
{
	struct kstats_shared *h;

	if (!s)
		return;
	h = s->hub;
	if (ours) {
		s->rows.fn = NULL;
		ksharer__leave(s);
	}
	h->sharers[s->i] = NULL;
	free(s);
	if (!--h->n)
		kstats_shared__free(h);
}
