// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Handles of statistics that share one set of programs (counts/kstats_shared.h). A handle that reads the kernel's rows
 * puts those of other handles aside, in their `unread`, until these handles read.
 */
#include "api/stats_share.h"

#include <errno.h>
#include <string.h>

#include "counts/kstats_shared.h"
#include "api/stats_probes.h"

/* ---- rows ---- */

static size_t key_size(enum kstat_key_kind kind)
{
	switch (kind) {
	case KSTAT_KEY_CALL:
	case KSTAT_KEY_ERRNO:
		return sizeof(uint16_t);
	case KSTAT_KEY_COMM:
		return sizeof(((struct kstat_by_key *)0)->comm);
	case KSTAT_KEY_CGROUP:
	case KSTAT_KEY_RET:
		return sizeof(uint64_t);
	case KSTAT_KEY_SUM:
		return 0;
	default:
		return sizeof(uint32_t);
	}
}

/* Clears the parts of the key that this handle does not use: programs that are shared have the keys of all handles. */
static struct kstat_by_key key_narrowed(const struct sctrace_stats *s, const struct kstat_by_key *key)
{
	uint32_t by = s->by			     ? s->by
		      : s->stats.by == STATS_CGROUPS ? KSTAT_BY_CGROUP | KSTAT_BY_SYSCALL
						     : KSTAT_BY_SYSCALL;
	struct kstat_by_key k = *key;

	by |= by & KSTAT_BY_CONTAINER ? KSTAT_BY_CGROUP : 0;
	for (unsigned i = 0; i < NKEYS; i++)
		if (!(by & by_keys[i].bit))
			memset((char *)&k + by_keys[i].at, 0, key_size(by_keys[i].kind));
	return k;
}

/* Adds a row of this handle to its unread rows. Called by whichever handle reads the kernel's rows. */
static int on_row(void *ctx, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist)
{
	struct sctrace_stats *s = ctx;
	struct kstat_by_key k = key_narrowed(s, key);
	struct kstat_row row = *r;
	int err;

	if (s->by) {
		row.gone = 0;
		if (!row.calls)
			return 0;
	}
	hist = s->hist ? hist : NULL;
	stats_handle__took(s, r, hist);
	err = stats_handle__row(s, &s->unread, &k, &row, hist);
	/* the limit of rows must hold for a handle that never reads, too */
	if (!err && s->unread.nrows > s->unread.max_rows)
		err = stats__fold(&s->unread);
	return err;
}

static int unread_take(struct sctrace_stats *s)
{
	int err = s->deltas ? stats__merge(&s->delta, &s->unread) : 0;

	if (!err)
		err = stats__merge(&s->stats, &s->unread);
	stats__reset(&s->unread);
	return err;
}

/* ---- open ---- */

/* Returns a message that says why these options prevent sharing; NULL if they do not. */
static const char *unlike(const struct sctrace_stats_opts *o)
{
	if (o->cgroups)
		return "handles that share choose by targets and calls: not by cgroups";
	if (o->errnos || o->wall_too)
		return "handles that share have no rows for each errno (but for the key), and no wall_too";
	if (o->begun || o->attached)
		return "handles that share have no begun and no attached";
	if (stats_probes__wanted(o))
		return "handles that share have no probes";
	return o->btf || o->own_only ? "handles that share have no btf and no own_only" : NULL;
}

static int join_programs(struct sctrace_stats *s, struct kstats_shared *shared)
{
	int err = ksharer__join(&s->sharer, shared, &s->base.selection, (struct ksharer_rows){ on_row, s });

	s->kstats = err ? NULL : ksharer__kstats(s->sharer);
	return session__join_fail(&s->base, err, SHARERS_MAX);
}

/* Returns the keys that shared programs need for this handle's rows. */
static uint32_t shared_by(const struct sctrace_stats *s, const struct kstats_opts *ao)
{
	if (ao->by)
		return ao->by | KSTAT_BY_SYSCALL;
	return s->stats.by == STATS_THREADS ? KSTAT_BY_TID | KSTAT_BY_PID | KSTAT_BY_SYSCALL : KSTAT_BY_SYSCALL;
}

struct opening {
	const struct sctrace_stats_opts *o;
	struct kstats_opts *ao; /* options for programs that are not shared */
	int (*open)(struct sctrace_stats *s, struct kstats_opts *ao);
};

static int join(struct session *base, void *ctx)
{
	struct sctrace_stats *s = stats_of(base);
	const struct opening *opening = ctx;
	const struct sctrace_stats *with = opening->o->share;
	struct kstats_shared *shared = with->sharer ? ksharer__shared(with->sharer) : NULL;
	struct kstats_opts mine = *opening->ao;

	mine.by = shared_by(s, opening->ao);
	if (!shared || !guard__ours(&with->base.guard))
		return guard__fail(&base->guard, -EINVAL, "the handle to share with was not opened as sharable");
	if (!kstats_shared__fits(shared, &mine))
		return guard__fail(&base->guard, -EINVAL,
				   "handles that share need the same options; targets, calls and keys may be fewer");
	return join_programs(s, shared);
}

static int open_own(struct session *base, void *ctx)
{
	const struct opening *opening = ctx;

	return opening->open(stats_of(base), opening->ao);
}

/* Opens programs that others may join. Without the kernel's task iterator, opens programs that cannot be shared. */
static int open_sharable(struct session *base, void *ctx)
{
	struct sctrace_stats *s = stats_of(base);
	const struct opening *opening = ctx;
	struct kstats_opts mine = *opening->ao;
	struct kstats_shared *shared;
	int err;

	mine.shared = true;
	mine.total = false;
	mine.by = shared_by(s, opening->ao);
	err = opening->open(s, &mine);
	if (!err)
		err = kstats_shared__new(&shared, s->kstats, &mine);
	if (err && s->kstats) {
		kstats__close(s->kstats);
		s->kstats = NULL;
	}
	if (err == -ENOTSUP)
		return opening->o->share_only ? guard__fail(&base->guard, err, "this kernel lacks the task iterator")
					      : open_own(base, ctx);
	if (err)
		return err;
	err = join_programs(s, shared);
	if (err)
		kstats_shared__free(shared);
	return err;
}

int stats_share__open(struct sctrace_stats *s, const struct sctrace_stats_opts *o, struct kstats_opts *ao,
		      int (*open)(struct sctrace_stats *s, struct kstats_opts *ao))
{
	struct opening opening = { o, ao, open };
	const struct session_sharing sharing = {
		.sharable = o->sharable,
		.only = o->share_only,
		.joins = o->share,
		.unlike = unlike(o),
		.join = join,
		.open_sharable = open_sharable,
		.open_own = open_own,
		.ctx = &opening,
	};

	return session__open_shared(&s->base, &sharing);
}

/* ---- life ---- */

int stats_share__target(struct sctrace_stats *s, pid_t tid, uint32_t flags)
{
	return s->sharer ? ksharer__target(s->sharer, tid, flags) : kstats__target(s->kstats, tid, flags);
}

int stats_share__mark(struct sctrace_stats *s)
{
	return s->sharer ? ksharer__enroll(s->sharer) : kstats__enroll(s->kstats);
}

int stats_share__untarget(struct sctrace_stats *s, pid_t tid, uint32_t flags, struct buf *out)
{
	return s->sharer ? ksharer__untarget(s->sharer, tid, flags, out) : kstats__untarget(s->kstats, tid, flags, out);
}

int stats_share__select(struct sctrace_stats *s, const struct selection *calls, bool none)
{
	return s->sharer ? ksharer__select(s->sharer, calls, none) : kstats__select(s->kstats, calls, none);
}

int stats_share__start(struct sctrace_stats *s)
{
	int err = s->sharer ? ksharer__attach(s->sharer) : kstats__attach(s->kstats);

	if (!err && !s->sharer)
		err = stats_probes__attach(s);
	if (!err)
		err = session__descendants(&s->base);
	if (s->sharer)
		return err ? err : ksharer__start(s->sharer);
	if (!err)
		err = kstats__enroll(s->kstats);
	if (err) {
		stats_probes__detach(s);
		kstats__detach(s->kstats);
	}
	return err;
}

int stats_share__drain(struct sctrace_stats *s)
{
	int err;

	if (!s->sharer)
		return kstats__drain(s->kstats, stats_handle__on_row, s);
	err = ksharer__drain(s->sharer);
	return err ? err : unread_take(s);
}

int stats_share__tasks(struct sctrace_stats *s, kstats_task_fn *fn, void *ctx)
{
	return s->sharer ? ksharer__tasks(s->sharer, fn, ctx) : kstats__tasks(s->kstats, fn, ctx);
}

int stats_share__stop(struct sctrace_stats *s)
{
	int err;

	if (!s->sharer) {
		stats_probes__detach(s);
		kstats__detach(s->kstats);
		return kstats__drain(s->kstats, stats_handle__on_row, s);
	}
	err = ksharer__leave(s->sharer);
	return err ? err : unread_take(s);
}

uint64_t stats_share__missed(const struct sctrace_stats *s)
{
	return s->sharer ? ksharer__missed(s->sharer) : kstats__missed(s->kstats) + stats_probes__lost(s);
}

unsigned stats_share__count(const struct sctrace_stats *s)
{
	return s->sharer ? ksharer__count(s->sharer) : 1;
}

void stats_share__close(struct sctrace_stats *s)
{
	stats_probes__close(s);
	if (s->sharer)
		ksharer__free(s->sharer, guard__ours(&s->base.guard));
	else
		kstats__close(s->kstats);
}
