/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Where the time of a task goes: on a CPU, runnable, or asleep; in calls and between them.
 *
 * The time of a task is a sequence of stretches: a call, the gap to the next call, and so on. Within a stretch, the
 * scheduler's tracepoints add up the time that the task was off its CPU (kstat_state.off), and which part of that it
 * was runnable (kstat_state.ready). At the end of a stretch, both go to the row of the call or to kstat_state.gap, which
 * goes to the row of KSTAT_NR_USER when the next call ends.
 */
#ifndef KSTATS_SPLIT_BPF_H
#define KSTATS_SPLIT_BPF_H

#include "stats/kstats_row.bpf.h"
#include <bpf/bpf_tracing.h>

static __always_inline void split_add(struct kstat_split *to, const struct kstat_split *from)
{
	to->system += from->system;
	to->user += from->user;
	to->runnable += from->runnable;
	to->blocked += from->blocked;
}

/* Adds a stretch of d ns, of which the task was off its CPU for `off` ns, and runnable for `ready` of these. */
static __always_inline void split_stretch(struct kstat_split *to, __u64 d, __u64 off, __u64 ready, bool in_call)
{
	/* clocks of CPUs may differ by some ns */
	if (off > d)
		off = d;
	if (ready > off)
		ready = off;
	if (in_call)
		to->system += d - off;
	else
		to->user += d - off;
	to->runnable += ready;
	to->blocked += off - ready;
}

/* Ends a stretch of the current task. */
static __always_inline void split_take(struct kstat_split *to, struct task_state *st, __u64 d, bool in_call)
{
	split_stretch(to, d, st->off, st->ready, in_call);
	st->off = st->ready = 0;
}

/* The gap before the first call of a task, which has been in no call yet, began when the task was enrolled. */
static __always_inline void gap_first(struct task_state *st)
{
	if (!st->gap_ts && !st->seen)
		st->gap_ts = st->enter_ts;
}

/* Ends the gap at the time now. What a command's process does before its execve is not counted. */
static __always_inline void gap_ends(struct task_state *st, __u64 now)
{
	if (st->gap_ts && !(st->flags & SCT_T_WAIT_EXEC))
		split_take(&st->gap, st, now - st->gap_ts, false);
	st->off = st->ready = 0;
	st->gap_ts = 0;
}

/* A call has ended at the time now: a gap begins. */
static __always_inline void gap_begins(struct task_state *st, __u64 now)
{
	st->off = st->ready = 0;
	st->gap_ts = now;
}

/* Moves the gaps since the last call to the row r. Does nothing if r is NULL. */
static __always_inline void gap_count(struct kstat_row *r, struct task_state *st)
{
	if (!r)
		return;
	split_add(&r->split, &st->gap);
	st->gap = (struct kstat_split){};
}

/* A task is created: it is runnable, and its first gap begins. */
static __always_inline void split_born(struct task_state *st)
{
	if (with_split && st && !st->gap_ts)
		st->gap_ts = st->off_ts = st->ready_ts = bpf_ktime_get_ns();
}

/* A task leaves its CPU. If it was woken before it left, its state is that of a running task, and it is runnable. */
static __always_inline void task_leaves(struct task_state *st, struct task_struct *t, bool preempted)
{
	st->off_ts = bpf_ktime_get_ns();
	st->ready_ts = preempted || !task_state_of(t) ? st->off_ts : 0;
}

/* A task gets a CPU. */
static __always_inline void task_arrives(struct task_state *st)
{
	__u64 now = bpf_ktime_get_ns();

	st->off += now - st->off_ts;
	if (st->ready_ts)
		st->ready += now - st->ready_ts;
	st->off_ts = 0;
}

static __always_inline int do_split(bool preempted, struct task_struct *prev, struct task_struct *next)
{
	struct task_state *st = state_of(prev);

	if (st)
		task_leaves(st, prev, preempted);
	st = state_of(next);
	if (st && st->off_ts)
		task_arrives(st);
	return 0;
}

SEC("sct_typed/sched_switch")
int BPF_PROG(split_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	return do_split(preempt, prev, next);
}

SEC("?sct_raw/sched_switch")
int raw_split_switch(struct bpf_raw_tracepoint_args *ctx)
{
	return do_split(ctx->args[0], (void *)ctx->args[1], (void *)ctx->args[2]);
}

static __always_inline int do_wakeup(struct task_struct *t)
{
	struct task_state *st = state_of(t);

	if (st && st->off_ts && !st->ready_ts)
		st->ready_ts = bpf_ktime_get_ns();
	return 0;
}

SEC("sct_typed/sched_wakeup")
int BPF_PROG(split_wakeup, struct task_struct *t)
{
	return do_wakeup(t);
}

SEC("?sct_raw/sched_wakeup")
int raw_split_wakeup(struct bpf_raw_tracepoint_args *ctx)
{
	return do_wakeup((void *)ctx->args[0]);
}

/*
 * Writes the time of a task that no row has yet to out. Another CPU may change st meanwhile. Before the task's first event
 * it is not known here whether the task is in a call: then the time is in out->in.
 */
static __always_inline void split_of(const struct task_state *st, struct kstat_task *out)
{
	__u64 now = bpf_ktime_get_ns(), off = st->off, ready = st->ready, off_ts = st->off_ts, ready_ts = st->ready_ts;
	__u64 gap_ts = st->gap_ts, from = gap_ts ? gap_ts : st->enter_ts;

	out->gap = st->gap;
	if (!from || (st->flags & SCT_T_WAIT_EXEC) || (!gap_ts && !st->in_call && st->seen))
		return; /* the last case is a call that is not counted */
	if (off_ts && now > off_ts)
		off += now - off_ts;
	if (off_ts && ready_ts && now > ready_ts)
		ready += now - ready_ts;
	if (gap_ts)
		split_stretch(&out->gap, now - from, off, ready, false);
	else
		split_stretch(&out->in, now - from, off, ready, true);
}

#endif
