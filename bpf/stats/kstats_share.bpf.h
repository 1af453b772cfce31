/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Handles that share these programs: each is a bit. A task has the bits of those
 * whose it is, a call those of who wants it, and a row counts for those who had
 * both when the call began.
 */
#ifndef KSTATS_SHARE_BPF_H
#define KSTATS_SHARE_BPF_H

#include "stats/kstats_maps.bpf.h"
#include "common/task.bpf.h"

/* Whose a task is that they all look at together, is nobody's choice. */
static __always_inline __u64 sharers_of(const struct task_state *st)
{
	return all_tasks ? ~0ull : *(volatile __u64 *)&st->of;
}

static __always_inline __u64 sharers_wanting(__u32 call)
{
	struct kstat_call *c = bpf_map_lookup_elem(&calls, &call);

	return c ? *(volatile __u64 *)&c->readers : 0;
}

/* Does the call that begins, or was refused, count? */
static __always_inline bool call_wanted(struct task_state *st, __u32 call)
{
	if (!shared)
		return call_on(call);
	st->readers = sharers_of(st) & sharers_wanting(call);
	return st->readers;
}

/* A call that begins is not what a handle found in progress. */
static __always_inline void begins_shared(struct task_state *st)
{
	if (shared && st->fresh)
		st->fresh = 0;
}

/* Of those who wanted the call when it began: whose task it was then, and is now. */
static __always_inline bool still_wanted(struct task_state *st)
{
	if (!shared)
		return true;
	st->readers &= sharers_of(st) & ~*(volatile __u64 *)&st->fresh;
	return st->readers;
}

/* What is asked for of this task, by its own number or by that of its process, or of all. */
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
		out.off |= s->off;
	}
	s = tid == tgid ? NULL : bpf_map_lookup_elem(&sharers, &tgid);
	if (s) {
		out.of |= s->of & s->threads;
		out.follow |= s->follow & s->threads;
		out.off |= s->off & s->threads;
	}
	return out;
}

/* A child is theirs who follow its parent, also if the iterator has not come to that. */
static __always_inline void fork_shared(struct task_struct *parent, struct task_state *st, struct task_struct *child,
					__u32 flags)
{
	__u64 of = (st ? st->follow : 0) | sharers_asked(parent).follow;
	struct task_state *new;

	of &= *(volatile __u64 *)&sharing;
	if (!of)
		return;
	new = state_create(child, flags);
	if (!new)
		return;
	new->of = of;
	new->follow = of;
}

/* Of all tasks it is no state that makes one counted: what is in progress is not the new one's. */
static __always_inline void mark_all(struct task_struct *t, struct task_state *st)
{
	__u32 all = 0;
	struct kstat_sharers *s = bpf_map_lookup_elem(&sharers, &all);

	if (st && s)
		st->fresh |= s->of;
}

/* As mark_tasks: gives the tasks their bits, and takes them away; writes the ids of those that lost one, or are refused. */
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
		mark_all(t, st);
		return 0;
	}
	asked = sharers_asked(t);
	tid = pid_in_ns(t);
	if (st && st->of & asked.off) {
		st->of &= ~asked.off;
		st->follow &= ~asked.off;
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
		unmarked++;
		return 0;
	}
	st->fresh |= asked.of & ~st->of;
	st->follow |= asked.follow;
	st->of |= asked.of;
	return 0;
}

#endif
