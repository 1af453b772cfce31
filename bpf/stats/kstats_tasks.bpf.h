/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Iterator that writes all tasks, and the call that each is in. */
#ifndef KSTATS_TASKS_BPF_H
#define KSTATS_TASKS_BPF_H

#include "common/kernel.h"
#include "stats/kstats_maps.bpf.h"
#include "stats/kstats_share.bpf.h"
#include "stats/kstats_split.bpf.h"
#include "common/sched.bpf.h"
#include "common/scope.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#define TASK_STOPPED_OR_TRACED 0x0c

/* True if the task sleeps, probably in a call. Stopped and frozen tasks are between calls. */
static __always_inline bool sleeping(struct task_struct *t)
{
	__u32 state = task_state_of(t);

	if (BPF_CORE_READ((struct task_struct___sched *)t, jobctl) & JOBCTL_TRAP_FREEZE)
		return false;
	return state && !(state & TASK_STOPPED_OR_TRACED);
}

/*
 * Describes a call that began before the start. A sleeping task is in a call, or in a page fault, which has no number.
 */
static __always_inline void call_before(struct task_struct *t, struct kstat_task *out)
{
	const struct pt_regs *regs;
	bool compat = false;
	long nr;

	if (!sleeping(t))
		return;
	out->since = task_off_cpu_since(t);
	if (!bpf_core_enum_value_exists(enum bpf_func_id___sct, BPF_FUNC_task_pt_regs___sct))
		return; /* without bpf_task_pt_regs() the reader looks into /proc */
	regs = (void *)bpf_task_pt_regs(t);
	nr = (int)REGS_NR(regs);
	if (nr < 0)
		return;
	compat = TASK_IS_COMPAT(t, regs);
	out->call = call_index(nr, compat);
	out->in_call = call_on(out->call);
	if (with_split && !out->in_call)
		out->in = (struct kstat_split){}; /* of a call that is not counted */
}

/* Sets cgroup and uid to what bpf_get_current_cgroup_id() and bpf_get_current_uid_gid() would return in the task. */
static __always_inline void place_of(struct task_struct *task, struct kstat_task *out)
{
	struct task_struct *t = (void *)task;

	out->uid = BPF_CORE_READ(task, real_cred, uid.val);
	if (bpf_core_field_exists(t->cgroups))
		out->cgroup = BPF_CORE_READ(t, cgroups, dfl_cgrp, kn, id);
}

/* Writes a struct kstat_task for each task. */
SEC("sct_iter/task")
int kstat_tasks(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	struct kstat_task out = {};
	struct task_state *st;

	if (!t)
		return 0;
	st = state_of(t);
	out.tid = pid_in_ns(t);
	out.pid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	if (!out.tid)
		return 0;
	out.ppid = pid_in_ns(BPF_CORE_READ(t, real_parent, group_leader));
	out.start = BPF_CORE_READ(t, group_leader, start_boottime);
	bpf_probe_read_kernel(out.comm, sizeof(out.comm), t->comm);
	place_of(t, &out);
	if (task_ended(t))
		st = NULL; /* a zombie: its calls have ended */
	else if (st && !(st->flags & SCT_T_OURS)) {
		out.id = st->id ? st->id : st->seen != 0;
		out.flags = st->flags;
		out.call = st->call;
		out.in_call = st->in_call;
		/* without 'seen', enter_ts is the time when the task was enrolled: call_begun() */
		out.enter_ts = st->seen ? st->enter_ts : 0;
		if (with_split)
			split_of(st, &out);
		/* the CPU on which such a call began is unknown, so a filter by CPU excludes it */
		if (!st->seen && !(st->flags & SCT_T_WAIT_EXEC) && !scope.by_cpu)
			call_before(t, &out);
	} else if (all_tasks && !scope_narrows() && !st && (__u32)BPF_CORE_READ(t, tgid) != self_tgid &&
		   BPF_CORE_READ(t, mm)) {
		out.flags = SCT_T_TRACED;
		call_before(t, &out);
	}
	if (shared && out.flags) {
		out.of = st ? sharers_of(st) : ~0ull;
		out.readers = st && st->in_call ? st->readers & ~st->fresh : sharers_wanting(out.call);
	}
	bpf_seq_write(ctx->meta->seq, &out, sizeof(out));
	return 0;
}

#endif
