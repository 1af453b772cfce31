/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Decides which tasks' hits of probes are wanted. */
#ifndef PROBE_SCOPE_BPF_H
#define PROBE_SCOPE_BPF_H

#include "common/scope.bpf.h"

/* Not inline, so that programs that capture memory use less stack. */
static __noinline struct task_state *state_in_scope(void)
{
	struct task_state *st;

	if (scope_is_open() && !CURRENT(mm))
		return NULL;
	if (scope.cgroups || scope_narrows())
		return state_begins();
	st = state_current();
	return st || !all_tasks || is_reader() ? st : state_make();
}

/*
 * Returns the current task's state if its hits are wanted. If the scope is open (all tasks, or cgroups), a hit may be
 * the first event of a task, and its state is made here. Kernel threads are left out. A return is wanted if its entry
 * was, even if the task's name has changed since.
 */
static __always_inline struct task_state *state_at_probe(bool returned)
{
	if (returned || (!scope_is_open() && !scope_narrows()))
		return state_current();
	return state_in_scope();
}

#endif
