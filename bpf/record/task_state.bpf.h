/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The state of a task in objects that send records. bpf/meson.build selects this file by the include path. */
#ifndef TASK_STATE_BPF_H
#define TASK_STATE_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

#define task_state sct_task_state

/* Called when the reader enrolls a task. Empty, because the reader finds the call in progress itself. */
static __always_inline void state_enrolled(struct task_state *st, struct task_struct *t)
{
}

#endif
