/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Handles that share programs may each ask for tasks of cgroups. An SCT_REC_CGROUPS record says which of these cgroups
 * a task is in. It comes before any other record of the task, and is sent again when a call begins after a change.
 */
#ifndef CGROUPS_BPF_H
#define CGROUPS_BPF_H

#include "record/record.bpf.h"
#include "common/scope.bpf.h"

__u32 cgroups_epoch = 0; /* incremented by the reader after it has put a cgroup into the map */

/* Always 0, which verifiers cannot know. */
static volatile __u64 zero_unknown = 0;

/*
 * Returns the set of the map's cgroups that the current task is in. The loop has no branch per cgroup, which would be
 * 2^64 paths, and zero_unknown makes the results of all its iterations look the same to verifiers.
 */
static __noinline __u64 cgroups_current(void)
{
	__u32 n = *(volatile __u32 *)&ncgroups;
	__u64 in = 0;

	for (__u32 i = 0; i < SCT_CGROUPS_MAX; i++) {
		__s64 is, none;

		if (i >= n)
			break;
		is = bpf_current_task_under_cgroup(&cgroups, i);
		none = is >> 63;	       /* all bits set for an error: no cgroup at i */
		asm volatile("" : "+r"(none)); /* keeps the compiler from making a branch of it */
		in |= (__u64)(is & ~none & 1) << i;
	}
	return in | zero_unknown;
}

static __always_inline bool cgroups_send(struct task_state *st, __u64 in)
{
	struct sct_cgroups r = { .in = in };
	struct sct_cpu *c;
	bool sent = false;
	__u32 cpu;

	c = cpu_hold(&cpu);
	if (!c)
		return false;
	rec_init(&r.rec, c, st, cpu_begin(c), SCT_REC_CGROUPS, cpu);
	sent = !rec_send(&r.rec, sizeof(r), c, cpu);
	cpu_end(c);
	return sent;
}

/*
 * Returns the current task's state if the task is in one of the cgroups or is a target. Sends a record of its cgroups
 * first if they have changed. Returns NULL if the task is neither, or the record had no room.
 */
static __noinline struct task_state *state_with_cgroups(void)
{
	__u32 epoch = *(volatile __u32 *)&cgroups_epoch; /* read before the map is */
	__u64 in = cgroups_current();
	struct task_state *st;

	if (!in && !*(volatile __u32 *)&any_targets)
		return NULL;
	st = state_if_any();
	if (!st && in && !is_reader())
		st = state_make();
	if (!st || (!in && !is_target(st)))
		return NULL;
	if (st->cgroups == in && st->cgroups_epoch == epoch)
		return st;
	if (!cgroups_send(st, in))
		return NULL;
	st->cgroups = in;
	st->cgroups_epoch = epoch;
	st->process_epoch = 0;
	st->owners_epoch = 0; /* a handle that gets the task's records from now on needs its owner */
	return st;
}

/* Returns the current task's state if the call that begins or ends is wanted: see state_begins() and state_ends(). */
static __always_inline struct task_state *state_shared(bool enters)
{
	struct task_state *st = enters ? NULL : state_if_any();

	if (!enters && (!st || st->in_call))
		return st;
	return scope_narrows() && ((!enters && scope.by_cpu) || !in_narrows()) ? NULL : state_with_cgroups();
}

#endif
