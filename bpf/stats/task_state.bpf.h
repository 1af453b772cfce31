/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The state of a task in objects that count. bpf/meson.build selects this file by the include path. */
#ifndef TASK_STATE_BPF_H
#define TASK_STATE_BPF_H

#include "common/kernel.h"
#include "abi/kstats_abi.h"
#include <bpf/bpf_helpers.h>

#define task_state kstat_state

/* Called when the reader enrolls a task. The call in progress is timed from here: see call_begun(). */
static __always_inline void state_enrolled(struct task_state *st)
{
	if (!st->seen && !st->enter_ts)
		st->enter_ts = bpf_ktime_get_ns();
}

#endif
