/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The tasks whose hits of probes are wanted. */
#ifndef PROBE_SCOPE_BPF_H
#define PROBE_SCOPE_BPF_H

#include "common/scope.bpf.h"

/* Not inline, which keeps the stack of the programs that capture memory short. */
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
 * Returns the current task's state if its hits are wanted. With a scope of all tasks, a cgroup, a name or a user, a hit
 * may be the first event of a task since the start: then its state is made. Kernel threads are left out. A return is
 * wanted if its entry was, whatever the task's name is by then.
 */
static __always_inline struct task_state *state_at_probe(bool returned)
{
	if (returned || (!scope_is_open() && !scope_narrows()))
		return state_current();
	return state_in_scope();
}

#endif
