/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What the scheduler knows of a task: its state, and when it left its CPU. */
#ifndef SCHED_BPF_H
#define SCHED_BPF_H

#include "common/kernel.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#define JOBCTL_TRAP_FREEZE (1ul << 23)

/* before 5.14 */
struct task_struct___old {
	long state;
} __attribute__((preserve_access_index));

struct task_struct___new {
	unsigned int __state;
} __attribute__((preserve_access_index));

struct sched_info {
	__u64 last_arrival;
	__u64 last_queued;
} __attribute__((preserve_access_index));

struct cfs_rq {
	int throttle_count;
} __attribute__((preserve_access_index));

struct sched_entity {
	__u64 sum_exec_runtime;
	__u64 prev_sum_exec_runtime;
	struct cfs_rq *cfs_rq;
} __attribute__((preserve_access_index));

struct task_struct___sched {
	unsigned long jobctl;
	struct sched_info sched_info;
	struct sched_entity se;
} __attribute__((preserve_access_index));

/* Returns TASK_* of the kernel, which change between versions from TASK_PARKED (0x40) on. */
static __always_inline __u32 task_state_of(struct task_struct *t)
{
	struct task_struct___new *new = (void *)t;
	struct task_struct___old *old = (void *)t;

	if (bpf_core_field_exists(new->__state))
		return BPF_CORE_READ(new, __state);
	return BPF_CORE_READ(old, state);
}

/*
 * Returns when the task left its CPU: the time at which it got the CPU, plus how long it ran; 0: unknown. The
 * scheduler's clock follows the monotonic one, but without a time server's corrections. Of a running task, the result
 * is a reading of that clock that is at most a tick old.
 */
static __always_inline __u64 task_off_cpu_since(struct task_struct *task)
{
	struct task_struct___sched *t = (void *)task;
	__u64 got, ran;

	if (!bpf_core_field_exists(t->sched_info))
		return 0;
	got = BPF_CORE_READ(t, sched_info.last_arrival);
	ran = BPF_CORE_READ(t, se.sum_exec_runtime) - BPF_CORE_READ(t, se.prev_sum_exec_runtime);
	return got ? got + ran : 0;
}

#endif
