/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The state of a task in objects that count. bpf/meson.build selects this file by the include path. */
#ifndef TASK_STATE_BPF_H
#define TASK_STATE_BPF_H

#include "common/kernel.h"
#include "common/sched.bpf.h"
#include "abi/kstats_abi.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

#define task_state kstat_state

const volatile bool with_split = false; /* split times into struct kstat_split; set by the reader before loading */

struct task_struct___on_cpu {
	int on_cpu;
} __attribute__((preserve_access_index));

/*
 * Called when the reader enrolls a task, in a call or between calls. The call in progress is timed from here: see
 * call_begun().
 */
static __always_inline void state_enrolled(struct task_state *st, struct task_struct *task)
{
	struct task_struct___on_cpu *t = (void *)task;

	if (!st->seen && !st->enter_ts)
		st->enter_ts = bpf_ktime_get_ns();
	if (!with_split || st->seen || st->off_ts)
		return;
	/* the size of on_cpu differs between kernels */
	if (bpf_core_field_exists(t->on_cpu) && BPF_CORE_READ_BITFIELD_PROBED(t, on_cpu))
		return;
	st->off_ts = bpf_ktime_get_ns();
	st->ready_ts = task_state_of(task) ? 0 : st->off_ts;
}

#endif
