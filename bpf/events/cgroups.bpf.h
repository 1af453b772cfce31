/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Handles that share programs have cgroups of their own. In which of them a task
 * is, the reader is told before anything of the task is sent, and whenever that
 * has changed by the time that a call of it begins.
 */
#ifndef CGROUPS_BPF_H
#define CGROUPS_BPF_H

#include "record/record.bpf.h"
#include "common/scope.bpf.h"

__u32 cgroups_turn = 0; /* the reader adds one when a cgroup has come into the map */

/* 0, of which verifiers know nothing. */
static volatile __u64 zero_unknown = 0;

/*
 * A branch for each cgroup would be 2^64 ways through the program; for what follows, each end of the loop is to look the
 * same to verifiers.
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
		none = is >> 63;	       /* an error, below 0: there is none at i */
		asm volatile("" : "+r"(none)); /* or the compiler makes a branch of it */
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

	stay();
	cpu = bpf_get_smp_processor_id();
	c = cpu_get(cpu);
	if (!c) {
		leave();
		return false;
	}
	rec_init(&r.rec, c, st, cpu_begin(c), SCT_REC_CGROUPS, cpu);
	sent = !rec_send(&r.rec, sizeof(r), c, cpu);
	cpu_end(c);
	return sent;
}

/* The current task's state, if it is in a cgroup or a target. NULL, too, if the reader could not be told. */
static __noinline struct task_state *state_told(void)
{
	__u32 epoch = *(volatile __u32 *)&cgroups_turn; /* before the look at the map */
	__u64 in = cgroups_current();
	struct task_state *st;

	if (!in && !*(volatile __u32 *)&any_targets)
		return NULL;
	st = state_if_any();
	if (!st && in && !is_reader())
		st = state_make();
	if (!st || (!in && !is_target(st)))
		return NULL;
	if (st->cgroups == in && st->cgroups_turn == epoch)
		return st;
	if (!cgroups_send(st, in))
		return NULL;
	st->cgroups = in;
	st->cgroups_turn = epoch;
	return st;
}

/* As state_begins() and state_ends(). */
static __always_inline struct task_state *state_shared(bool enters)
{
	struct task_state *st = enters ? NULL : state_if_any();

	if (!enters && (!st || st->in_call))
		return st;
	return scope_narrows() && !in_narrows() ? NULL : state_told();
}

#endif
