/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Handles that share these programs, a bit each. A task has the bits of the handles that count it, a call those of the
 * handles that want it. A call counts for the handles that had both bits set when it began.
 */
#ifndef KSTATS_SHARE_BPF_H
#define KSTATS_SHARE_BPF_H

#include "stats/kstats_maps.bpf.h"
#include "common/task.bpf.h"

/* Returns the handles that count the task. With all_tasks, every handle counts every task. */
static __always_inline __u64 sharers_of(const struct task_state *st)
{
	return all_tasks ? ~0ull : *(volatile __u64 *)&st->of;
}

static __always_inline __u64 sharers_wanting(__u32 call)
{
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);

	return c ? *(volatile __u64 *)&c->readers : 0;
}

/* Stores in st->readers the handles for which the call that begins, or was refused, counts. True if there is any. */
static __always_inline bool call_wanted(struct task_state *st, __u32 call)
{
	if (!shared)
		return call_on(call);
	st->readers = sharers_of(st) & sharers_wanting(call);
	return st->readers;
}

/* Clears st->fresh, because no handle has got the task since this call began. */
static __always_inline void begins_shared(struct task_state *st)
{
	if (shared && st->fresh)
		st->fresh = 0;
}

/*
 * Removes from st->readers the handles that got the task only during the call, or no longer count it. True if any is
 * left.
 */
static __always_inline bool still_wanted(struct task_state *st)
{
	if (!shared)
		return true;
	st->readers &= sharers_of(st) & ~*(volatile __u64 *)&st->fresh;
	return st->readers;
}

/* Returns the requests for this task: by its tid, by its tgid if they are for all threads, and for all tasks. */
static __always_inline struct kstat_sharers sharers_asked(struct task_struct *t)
{
	__u32 tid = pid_in_ns(t), tgid = pid_in_ns(BPF_CORE_READ(t, group_leader)), all = 0;
	struct kstat_sharers out = {}, *s;

	s = bpf_map_lookup_elem(&sharers, &all);
	if (s)
		out = *s;
	if (!tid)
		return out;
	s = bpf_map_lookup_elem(&sharers, &tid);
	if (s) {
		out.of |= s->of;
		out.follow |= s->follow;
		out.follow_threads |= s->follow_threads;
		out.off |= s->off;
	}
	s = tid == tgid ? NULL : bpf_map_lookup_elem(&sharers, &tgid);
	if (s) {
		out.of |= s->of & s->threads;
		out.follow |= s->follow & s->threads;
		out.follow_threads |= s->follow_threads & s->threads;
		out.off |= s->off & s->threads;
	}
	return out;
}

/* Returns the handles that are enrolling the descendants of one of the task's ancestors. */
static __always_inline __u64 tree_sharers(struct task_struct *t)
{
	__u32 root = *(volatile __u32 *)&any_trees ? tree_root(t) : 0;
	struct kstat_sharers *s = root ? bpf_map_lookup_elem(&sharers, &root) : NULL;

	return s ? s->follow : 0;
}

/*
 * Makes the child's state with the handles that follow its parent, even if the iterator has not come to the parent yet.
 */
static __always_inline void fork_shared(struct task_struct *parent, struct task_state *st, struct task_struct *child,
					__u32 flags)
{
	struct kstat_sharers asked = sharers_asked(parent);
	__u64 all = *(volatile __u64 *)&sharing, threads = 0;
	__u64 follow = ((st ? st->follow : tree_sharers(parent)) | asked.follow) & all;
	struct task_state *new;

	if (is_same_process(parent, child))
		threads = ((st ? st->follow_threads : 0) | asked.follow_threads) & all;
	if (!(follow | threads))
		return;
	new = state_create(child, flags);
	if (!new)
		return;
	new->of = follow | threads;
	new->follow = follow;
	new->follow_threads = threads;
}

/*
 * With all_tasks, tasks are counted without enrolling. Notes only that the call in progress does not count for the new
 * handle.
 */
static __always_inline void enroll_shared_all(struct task_struct *t, struct task_state *st)
{
	__u32 all = 0;
	struct kstat_sharers *s = bpf_map_lookup_elem(&sharers, &all);

	if (st && s)
		st->fresh |= s->of;
}

/*
 * Adds to existing tasks the handles that request them, and removes handles. Writes the ids of tasks that lost a
 * handle, or that the user may not trace.
 */
SEC("sct_iter/task")
int enroll_shared(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	struct kstat_sharers asked;
	struct task_state *st;
	__u32 tid;

	if (!t || task_ended(t))
		return 0;
	st = state_of(t);
	if (all_tasks) {
		enroll_shared_all(t, st);
		return 0;
	}
	asked = sharers_asked(t);
	tid = pid_in_ns(t);
	if (st && st->of & asked.off) {
		st->of &= ~asked.off;
		st->follow &= ~asked.off;
		st->follow_threads &= ~asked.off;
		bpf_seq_write(ctx->meta->seq, &tid, sizeof(tid));
		if (!st->of)
			state_delete(t);
	}
	if (!asked.of)
		return 0;
	if (!may_trace(t, target_flags(t))) {
		bpf_seq_write(ctx->meta->seq, &tid, sizeof(tid));
		return 0;
	}
	st = state_create(t, target_flags(t) | SCT_T_TRACED);
	if (!st) {
		not_enrolled++;
		return 0;
	}
	st->fresh |= asked.of & ~st->of;
	st->follow |= asked.follow;
	st->follow_threads |= asked.follow_threads;
	st->of |= asked.of;
	return 0;
}

#endif
