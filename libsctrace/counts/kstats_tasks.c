// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Lists tasks and the calls that they are in. */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include <bpf/bpf.h>

#include "counts/kstats_impl.h"
#include "counts/kstats_proc.h"
#include "load/bpf_load.h"
#include "attach/task_status.h"
#include "util/grow.h"

struct tasks_walk {
	struct kstats *a;
	kstats_task_fn *fn;
	void *ctx;
	uint32_t self;
	struct kstat_state *states; /* without an iterator: sorted by tid */
	size_t nstates, cap;
};

/*
 * Sets the call of a task if it began before the start. It can be seen only while the task sleeps. With a scope of
 * CPUs the call is left out, as the CPU on which it began is not known.
 */
static void call_before(const struct kstats *a, struct kstat_task *t)
{
	bool hidden = a->skel->rodata->scope.by_cpu || task_status__read(a->proc, t->tid).stopped;
	int call = hidden ? -1 : proc__call(a->proc, t->tid);

	if (call >= 0 && !a->on[call])
		t->in = (struct kstat_split){}; /* of a call that is not counted */
	if (call < 0 || !a->on[call])
		return;
	t->call = (uint16_t)call;
	t->in_call = 1;
}

static int by_tid(const void *a, const void *b)
{
	const struct kstat_state *x = a, *y = b;

	return (x->tid > y->tid) - (x->tid < y->tid);
}

/* Reads the hash of states and sorts them by their tid, since keys are ids of the initial pid namespace. */
static int states_read(struct tasks_walk *w)
{
	int fd = bpf_map__fd(w->a->skel->maps.tasks_hash), end = 0;
	uint32_t keys[BATCH], pos = 0;

	while (!end) {
		uint32_t n = BATCH;

		if (!GROW(w->states, w->cap, w->nstates + BATCH))
			return -ENOMEM;
		end = bpf_map_lookup_batch(fd, w->nstates ? &pos : NULL, &pos, keys, w->states + w->nstates, &n, NULL)
			      ? -errno
			      : 0;
		if (end && end != -ENOENT)
			return end;
		w->nstates += n;
	}
	qsort(w->states, w->nstates, sizeof(*w->states), by_tid);
	return 0;
}

/* Returns the flags of a task that has no state yet: those that were requested for it or its process, or 0. */
static uint32_t flags_asked(const struct kstats *a, uint32_t tid, uint32_t pid)
{
	int fd = bpf_map__fd(a->skel->maps.targets);
	uint32_t flags;

	if (a->all)
		return SCT_T_TRACED;
	if (!bpf_map_lookup_elem(fd, &tid, &flags))
		return flags;
	return !bpf_map_lookup_elem(fd, &pid, &flags) && flags & SCT_T_THREADS ? flags : 0;
}

static int task_from_proc(void *ctx, uint32_t tid, uint32_t pid)
{
	struct kstat_task t = { .tid = tid, .pid = pid };
	struct kstat_state key = { .tid = tid };
	struct tasks_walk *w = ctx;
	const struct kstat_state *st = bsearch(&key, w->states, w->nstates, sizeof(key), by_tid);

	t.flags = st ? st->flags : flags_asked(w->a, tid, pid);
	if (pid == w->self || !t.flags || !proc__describe(w->a->proc, &t))
		return 0;
	if (st) {
		t.id = st->id ? st->id : st->seen;
		t.call = st->call;
		t.in_call = st->in_call;
		t.enter_ts = st->seen ? st->enter_ts : 0;
		t.start = st->start ? st->start : t.start;
	}
	if (!(st && st->seen) && !(t.flags & SCT_T_WAIT_EXEC))
		call_before(w->a, &t);
	return w->fn(w->ctx, &t);
}

static int tasks_iterate(struct tasks_walk *w)
{
	struct buf b = {};
	int err = bpf_load__iterate(w->a->skel->progs.kstat_tasks, &b, &w->a->errmsg);

	for (size_t i = 0; !err && i + sizeof(struct kstat_task) <= b.len; i += sizeof(struct kstat_task)) {
		struct kstat_task t;

		memcpy(&t, b.p + i, sizeof(t));
		if (!w->a->sees_calls && t.flags && !(t.flags & SCT_T_WAIT_EXEC) && !t.id && !t.in_call)
			call_before(w->a, &t);
		err = w->fn(w->ctx, &t);
	}
	buf__free(&b);
	return err;
}

int kstats__tasks(struct kstats *a, kstats_task_fn *fn, void *ctx)
{
	struct tasks_walk w = { .a = a, .fn = fn, .ctx = ctx, .self = (uint32_t)getpid() };
	int err;

	if (features__has(&a->features, FEAT_ITER))
		return tasks_iterate(&w);
	err = states_read(&w);
	if (!err)
		err = proc__each(a->proc, task_from_proc, &w);
	free(w.states);
	return err;
}
