/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Programs that count system calls, and follow their tasks. */
#ifndef KSTATS_CALLS_BPF_H
#define KSTATS_CALLS_BPF_H

#include "arch/arch.h"
#include "stats/kstats_by.bpf.h"
#include "stats/kstats_maps.bpf.h"
#include "stats/kstats_row.bpf.h"
#include "stats/kstats_share.bpf.h"
#include "stats/kstats_split.bpf.h"
#include "common/preempt.bpf.h"
#include "common/result_filter.bpf.h"
#include "common/scope.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_tracing.h>

/* Creates the current task's state at its first call, with all_tasks. Returns NULL on failure. */
static __noinline struct task_state *state_first(void)
{
	struct task_state *st = state_make();

	if (!st && is_outside())
		return NULL;
	if (!st)
		__sync_fetch_and_add(&untracked, 1);
	else if (is_reader())
		st->flags |= SCT_T_OURS;
	return st;
}

static __always_inline struct task_state *state_any(void)
{
	struct task_state *st = state_current();

	return st ? st : state_first();
}

/* Returns the row of the task's calls, or NULL if the map is full. err: 0, or the errno of an additional row. */
static __always_inline struct kstat_row *task_row(struct task_state *st, __u32 call, __u32 err)
{
	struct kstat_key key = { .call = call, .err = err };
	bool unknown = call_is_unknown(call);
	__u32 epoch = *(volatile __u32 *)&rows_epoch;
	struct kstat_row *r;

	if (unknown) {
		key.call = st->nr;
		key.number = call < SCT_NR_MAX ? KSTAT_NUMBER_NATIVE : KSTAT_NUMBER_COMPAT;
	}
	if (by_cpu) {
		key.owner = 1 + bpf_get_smp_processor_id();
		return row_get(&key, st, epoch);
	}
	if (!err && !unknown) {
		r = slot_get(st, call, epoch);
		if (r)
			return r;
	}
	key.owner = id_of(st);
	return row_get(&key, st, epoch);
}

static __always_inline bool is_error(long ret)
{
	return ret < 0 && ret >= -4095;
}

/* True if a call with this result and elapsed time is counted. ns is 0 if the time is unknown. */
static __always_inline bool call_passes(long ret, __u64 ns)
{
	return !result_filter.any || (result_wanted(ret) && time_wanted(ns));
}

static __always_inline void count(struct task_state *st, __u32 call, long ret, __u64 d, bool timed)
{
	struct kstat_row *r = task_row(st, call, 0);

	if (!r) {
		r = row_other(call);
		if (!r)
			return;
		if (timed)
			row_add(r, d, is_error(ret));
	} else if (timed) {
		row_add(r, d, is_error(ret));
		if (with_wall)
			row_wall(r, d + st->off);
		if (with_hist)
			hist_add(r, d);
	}
	if (with_split && timed)
		split_take(&r->split, st, d, true);
	if (!timed)
		row_untimed(r, is_error(ret));
	if (with_errors && is_error(ret)) {
		r = task_row(st, call, -ret);
		if (r)
			r->calls++;
	}
}

/* Counts the call that was in progress when its task was enrolled. The CPU time that it had used by then is unknown. */
static __noinline void count_in_progress(struct task_state *st, const struct pt_regs *regs, __u32 call, long ret)
{
	__u64 d = bpf_ktime_get_ns() - (st->enter_ts ? st->enter_ts : started);
	struct kstat_row *r;

	if (!call_passes(ret, d))
		return;
	if (by) {
		count_by(st, regs, call >= SCT_NR_MAX, call, ret, d, COUNT_BEGUN);
		return;
	}
	r = task_row(st, call, 0);
	if (!r) {
		r = row_other(call);
		if (!r)
			return;
	} else if (with_hist) {
		hist_add(r, d);
	}
	row_add(r, cpu_time ? 0 : d, is_error(ret));
	r->begun++;
	if (with_wall)
		row_wall(r, d);
	if (with_split)
		split_take(&r->split, st, d, true);
	if (with_errors && is_error(ret)) {
		r = task_row(st, call, -ret);
		if (r)
			r->calls++;
	}
}

/* Handles the first exit of a task, if no call of it was seen to begin: the call was in progress at the start. */
static __always_inline void call_begun(struct task_state *st, const struct pt_regs *regs, long ret)
{
	long nr = REGS_NR(regs);
	__u32 call;

	if (!count_begun || st->flags & (SCT_T_BEGUN | SCT_T_WAIT_EXEC))
		return;
	st->flags |= SCT_T_BEGUN;
	if ((int)nr < 0)
		return;
	call = call_named(st, nr, call_is_compat(regs));
	if (call_on(call))
		count_in_progress(st, regs, call, ret);
}

/*
 * Counts a call without an enter event: seccomp refused it, and its number is still in the registers. Calls in progress
 * at the start have no enter event either; call_begun() handles them. A call that was not wanted when it began is not
 * counted.
 */
static __always_inline void count_refused(struct task_state *st, const struct pt_regs *regs, long ret)
{
	long nr = REGS_NR(regs);
	bool compat;
	__u32 call;

	if (st->seen != KSTAT_SEEN || st->flags & SCT_T_WAIT_EXEC || (int)nr < 0) {
		if (st->seen)
			st->seen = KSTAT_SEEN;
		else
			call_begun(st, regs, ret);
		return;
	}
	compat = call_is_compat(regs);
	call = call_named(st, nr, compat);
	if (!call_wanted(st, call) || !call_passes(ret, 0))
		return;
	if (by)
		count_by(st, regs, compat, call, ret, 0, COUNT_UNTIMED);
	else
		count(st, call, ret, 0, false);
}

/*
 * Counts, when the next call begins, a call whose exit was skipped. Where these programs are preempted (7.x without
 * perf_tp.bpf.h), the kernel skips a program if its CPU is already inside it. The call gets no duration; it is not
 * counted if a filter needs its result. count_refused() counts calls whose enter was skipped.
 */
static __noinline void count_unended(struct task_state *st)
{
	if (result_filter.any)
		return;
	if (by)
		count_by(st, NULL, false, st->call, 0, 0, COUNT_UNTIMED);
	else
		count(st, st->call, 0, 0, false);
}

static __always_inline void call_enters(struct task_state *st, const struct pt_regs *regs, long nr)
{
	bool compat = call_is_compat(regs);
	__u32 call;

	if (st->in_call)
		count_unended(st);
	st->in_call = 0;
	if (st->flags & SCT_T_WAIT_EXEC && !nr_is_exec(nr, compat))
		return;
	call = call_named(st, nr, compat);
	if (with_split)
		gap_first(st);
	begins_shared(st);
	if (!call_wanted(st, call)) {
		if (with_split)
			gap_ends(st, bpf_ktime_get_ns());
		st->seen = KSTAT_SEEN_UNWANTED;
		return;
	}
	st->seen = KSTAT_SEEN;
	st->call = call;
	st->in_call = 1;
	if (!with_split) {
		st->off_ts = 0;
		st->off = 0;
	}
	if (by & KSTAT_BY_NAMES)
		names_early(st, regs, compat);
	st->enter_ts = bpf_ktime_get_ns();
	if (with_split)
		gap_ends(st, st->enter_ts);
}

/* Returns the current task's state if its calls are counted. */
static __always_inline struct task_state *state_calling(bool enters)
{
	struct task_state *st;

	if (scope.cgroups || scope_narrows())
		st = enters ? state_begins() : state_ends();
	else
		st = enters && all_tasks ? state_any() : state_if_any();
	return st && !(st->flags & SCT_T_OURS) ? st : NULL;
}

/* Always false: every call updates its task's state, and the set of counted calls may change. */
static __always_inline bool nr_is_off(long nr, __u8 when)
{
	return false;
}

/* Not needed: statistics do not use signals. */
static __always_inline void keep_regs(struct task_state *st, __u64 regs)
{
}

static __always_inline int do_enter(struct task_state *st, const struct pt_regs *regs, long nr)
{
	struct kstat_cpu *c;

	if (!st)
		return 0;
	if (!(by & KSTAT_BY_NAMES) && !preemptible) {
		call_enters(st, regs, nr);
		return 0;
	}
	c = rows_begin();
	call_enters(st, regs, nr);
	rows_end(c);
	return 0;
}

SEC("sct_typed/sys_enter")
int BPF_PROG(sys_enter, struct pt_regs *regs, long nr)
{
	return do_enter(state_calling(true), regs, nr);
}

/* now: the time, with split */
static __always_inline void call_exits(struct task_state *st, const struct pt_regs *regs, long ret, __u64 now)
{
	__u64 d;

	if (!st->in_call) {
		count_refused(st, regs, ret);
		return;
	}
	d = (with_split ? now : bpf_ktime_get_ns()) - st->enter_ts;
	if (!call_passes(ret, d) || !still_wanted(st)) {
		st->in_call = 0;
		return;
	}
	if (cpu_time)
		d -= st->off;
	if (by)
		count_by(st, regs, st->call >= SCT_NR_MAX, st->call, ret, d, COUNT_TIMED);
	else
		count(st, st->call, ret, d, true);
	st->in_call = 0;
}

/* Returns the row of the time between calls; if there is no room for one, the row of all others, or NULL. */
static __always_inline struct kstat_row *gap_row(struct task_state *st)
{
	struct kstat_row *r = by ? row_gap_by(st) : task_row(st, KSTAT_NR_USER, 0);

	return r ? r : row_other(KSTAT_NR_USER);
}

static __always_inline int do_exit(struct task_state *st, const struct pt_regs *regs, long ret)
{
	__u64 now = with_split ? bpf_ktime_get_ns() : 0;
	struct kstat_cpu *c;

	if (!st)
		return 0;
	c = rows_begin();
	call_exits(st, regs, ret, now);
	/* The call has ended, so a gap begins. It has begun before if seccomp refused a call, which has no enter event. */
	if (with_split && !st->gap_ts && !(st->flags & SCT_T_WAIT_EXEC)) {
		gap_count(gap_row(st), st);
		gap_begins(st, now);
	}
	rows_end(c);
	return 0;
}

SEC("sct_typed/sys_exit")
int BPF_PROG(sys_exit, struct pt_regs *regs, long ret)
{
	return do_exit(state_calling(false), regs, ret);
}

/* Measures the time that a task is off its CPU during a call, which is not CPU time. */
static __always_inline int do_switch(struct task_struct *prev, struct task_struct *next)
{
	struct task_state *out = state_of(prev), *in = state_of(next);
	__u64 now;

	if (!(out && out->in_call) && !(in && in->off_ts))
		return 0;
	now = bpf_ktime_get_ns();
	if (out && out->in_call)
		out->off_ts = now;
	if (in && in->off_ts) {
		in->off += now - in->off_ts;
		in->off_ts = 0;
	}
	return 0;
}

SEC("sct_typed/sched_switch")
int BPF_PROG(task_switch, bool preempt, struct task_struct *prev, struct task_struct *next)
{
	return do_switch(prev, next);
}

SEC("?sct_raw/sched_switch")
int raw_task_switch(struct bpf_raw_tracepoint_args *ctx)
{
	return do_switch((void *)ctx->args[1], (void *)ctx->args[2]);
}

static __always_inline void born_send(struct task_struct *child)
{
	struct kstat_born b = { .tid = pid_in_ns(child) };

	if (bpf_ringbuf_output(&wakeup, &b, sizeof(b), 0))
		__sync_fetch_and_add(&unreported, 1);
}

static __always_inline int do_task_fork(struct task_struct *parent, struct task_struct *child)
{
	struct task_state *st = state_of(parent);
	__u32 flags = fork_flags(parent, st);

	if (child_followed(flags, parent, child) && (st || may_trace(parent, 0))) {
		if (shared)
			fork_shared(parent, st, child, flags);
		else
			split_born(state_create(child, flags | SCT_T_BEGUN));
		if (report_born)
			born_send(child);
	}
	return 0;
}

SEC("sct_typed/sched_process_fork")
int BPF_PROG(task_fork, struct task_struct *parent, struct task_struct *child)
{
	return do_task_fork(parent, child);
}

/*
 * Counts the call during which its thread ends as one that never returned. Not done with --by=, unless handles share
 * the programs: rows may not tell threads apart.
 */
static __always_inline void count_gone(struct task_state *st)
{
	struct kstat_cpu *c = rows_begin();
	struct kstat_row *r = shared ? row_gone_by(st) : task_row(st, st->call, 0);

	if (!r)
		r = row_other(st->call);
	if (r)
		r->gone++;
	rows_end(c);
}

/* Counts the time of the last gap, and of the call in which the thread ends. */
static __always_inline void split_ends(struct task_state *st)
{
	struct kstat_cpu *c = rows_begin();
	__u64 now = bpf_ktime_get_ns();
	struct kstat_row *r;

	gap_first(st);
	if (st->gap_ts)
		gap_ends(st, now);
	gap_count(gap_row(st), st);
	/* the call has no result, so a filter of results leaves it out */
	if (st->in_call && !result_filter.any && still_wanted(st)) {
		r = by ? row_gone_by(st) : task_row(st, st->call, 0);
		if (r)
			split_take(&r->split, st, now - st->enter_ts, true);
	}
	rows_end(c);
}

static __always_inline int do_task_exit(struct task_struct *t)
{
	struct task_state *st = state_current();

	if (!st)
		return 0;
	if ((!by || shared) && !result_filter.any && st->in_call && !(st->flags & SCT_T_OURS) && still_wanted(st))
		count_gone(st);
	if (with_split && !(st->flags & SCT_T_OURS))
		split_ends(st);
	if (!has_iter)
		target_forget(t);
	state_delete(t);
	return 0;
}

static __always_inline int do_task_exec(struct task_struct *t, pid_t old_pid, const char *path,
					struct linux_binprm *bprm)
{
	struct task_state *st;

	state_move(old_pid, bpf_get_current_pid_tgid());
	st = state_current();
	if (!st)
		return 0;
	if (!may_trace(t, 0))
		return do_task_exit(t);
	st->flags &= ~SCT_T_WAIT_EXEC;
	st->tid = pid_in_ns(t); /* if a thread other than the leader called execve, it has the leader's id now */
	return 0;
}

SEC("sct_typed/sched_process_exec")
int BPF_PROG(task_exec, struct task_struct *t, pid_t old_pid)
{
	return do_task_exec(t, old_pid, NULL, NULL);
}

SEC("sct_typed/sched_process_exit")
int BPF_PROG(task_exit, struct task_struct *t)
{
	return do_task_exit(t);
}

/* Run by the reader on each CPU, only to interrupt it: see rows_begin(). */
SEC("sct_run/interrupt_cpu")
int interrupt_cpu(void *ctx)
{
	return 0;
}

#endif
