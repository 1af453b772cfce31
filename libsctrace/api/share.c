// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Handles of a process that share one set of programs and rings (live/fanout.h). */
#include "api/share.h"

#include <errno.h>

#include "api/scope.h"
#include "live/fanout.h"

/*
 * Returns whether the options prevent sharing. Records that are copied for several handles have the files of
 * descriptors in full, which may be longer than records of a capture file can be.
 */
static bool unlike(const struct sctrace_opts *o)
{
	return o->stacks || o->kvm || o->nprobes || o->probe_rows || o->own_only || o->detach_on_exec || o->secontext ||
	       ((o->fds || o->peers || o->predicate) && o->record);
}

bool share__wanted(const struct sctrace_opts *o)
{
	return (o->sharable || o->share) && !unlike(o);
}

struct decode_opts share__plan(const struct sctrace *t, const struct sctrace_opts *o)
{
	struct decode_opts plan = t->decode;

	if (!share__wanted(o))
		return plan;
	/* each handle filters by paths and descriptors itself, as other handles may want other calls */
	plan.by_touch = false;
	if (plan.abbrev) {
		plan.abbrev = NULL;
		plan.verbose = true;
	}
	return plan;
}

static int subscribe(struct sctrace *t, struct fanout *fanout, const struct fanout_opts *opts)
{
	int err = subscriber__new(&t->sub, fanout, &t->base.selection, &opts->results);

	if (err)
		return session__join_fail(&t->base, err, SUBSCRIBERS_MAX);
	t->bpf = fanout__bpf(fanout);
	t->source = subscriber__source(t->sub);
	return 0;
}

static int fanout_opts(struct sctrace *t, const struct sctrace_opts *o, struct fanout_opts *out)
{
	const struct scope_opts so = SCOPE_OPTS(o);
	int err;

	*out = (struct fanout_opts){ .all = o->all_tasks, .plan = share__plan(t, o) };
	err = scope__make(&out->scope, &so, true, &t->base.guard);
	return err ? err : result_filter__of_events(&out->results, t, o);
}

struct opening {
	const struct sctrace_opts *o;
	int (*open_own)(struct sctrace *t, const struct sctrace_opts *o);
};

static int join(struct session *s, void *ctx)
{
	const struct sctrace_opts *o = ((struct opening *)ctx)->o;
	struct fanout *fanout = o->share->sub ? subscriber__fanout(o->share->sub) : NULL;
	struct sctrace *t = trace_of(s);
	struct fanout_opts opts;
	int err = fanout_opts(t, o, &opts);

	if (err)
		return err;
	if (!fanout || !guard__ours(&o->share->base.guard))
		return guard__fail(&s->guard, -EINVAL, "the handle to share with was not opened as sharable");
	if (o->ring_bytes || o->ring_total || o->btf || o->without || !fanout__has(fanout, &opts))
		return guard__fail(&s->guard, -EINVAL, "handles that share need the options of the first one, or less");
	return subscribe(t, fanout, &opts);
}

static int open_own(struct session *s, void *ctx)
{
	const struct opening *opening = ctx;

	return opening->open_own(trace_of(s), opening->o);
}

/* Opens programs and rings, and makes them available to others in a new fanout. */
static int open_sharable(struct session *s, void *ctx)
{
	const struct opening *opening = ctx;
	struct sctrace *t = trace_of(s);
	struct fanout *fanout;
	struct fanout_opts opts;
	int err = open_own(s, ctx);

	if (!err)
		err = fanout_opts(t, opening->o, &opts);
	if (!err)
		err = fanout__new(&fanout, t->bpf, &opts);
	if (err)
		return err;
	t->bpf = NULL;
	t->source = NULL;
	return subscribe(t, fanout, &opts);
}

int share__open(struct sctrace *t, const struct sctrace_opts *o,
		int (*open)(struct sctrace *t, const struct sctrace_opts *o))
{
	struct opening opening = { o, open };
	const struct session_sharing sharing = {
		.sharable = o->sharable,
		.only = o->share_only,
		.joins = o->share,
		.unlike =
			unlike(o)
				? "handles that share have no stacks, kvm, probes, secontext, own_only, and no fds, peers and predicate in a "
				  "capture file"
				: NULL,
		.join = join,
		.open_sharable = open_sharable,
		.open_own = open_own,
		.ctx = &opening,
	};

	return session__open_shared(&t->base, &sharing);
}

/* Subscribes to the records of a target. */
int share__target(struct sctrace *t, pid_t tid, unsigned flags)
{
	int err = t->sub ? subscriber__target(t->sub, (uint32_t)tid, flags & SCTRACE_THREADS) : 0;

	for (size_t i = 0; !err && t->sub && i < t->attach.nwatch; i++)
		err = subscriber__target(t->sub, t->attach.watch[i].tid, false);
	if (!err && t->sub && t->decode.owners)
		programs__tell_owners(t->bpf);
	return err;
}

int share__cgroup(struct sctrace *t, int fd)
{
	return t->sub ? subscriber__cgroup(t->sub, fd) : programs__cgroup(t->bpf, fd);
}

int share__select(struct sctrace *t, const struct selection *calls, bool paused)
{
	return t->sub ? subscriber__select(t->sub, calls, paused) : programs__select(t->bpf, &t->decode, calls, paused);
}

int share__untarget(struct sctrace *t, pid_t tid, bool threads, struct buf *out)
{
	if (t->sub)
		return subscriber__untarget(t->sub, (uint32_t)tid, threads, t->base.proc, out);
	return programs__untarget(t->bpf, tid, threads ? SCT_T_THREADS : 0, out);
}

void share__forget(struct sctrace *t, pid_t tid, bool threads)
{
	struct buf tids = {};

	if (t->sub)
		subscriber__untarget(t->sub, (uint32_t)tid, threads, t->base.proc, &tids);
	else
		programs__forget(t->bpf, (uint32_t)tid);
	buf__free(&tids);
}

int share__attach(struct sctrace *t)
{
	return t->sub ? subscriber__attach(t->sub) : programs__attach(t->bpf);
}

void share__detach(struct sctrace *t)
{
	if (t->sub)
		subscriber__leave(t->sub);
	else
		programs__detach(t->bpf);
}

void share__close(struct sctrace *t)
{
	if (t->sub && !guard__ours(&t->base.guard))
		subscriber__forked(t->sub);
	if (t->bpf && !t->sub)
		programs__close(t->bpf);
	else if (t->source)
		t->source->ops->free(t->source);
}
