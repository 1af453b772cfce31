/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whose hits of probes are taken. */
#ifndef PROBE_SCOPE_BPF_H
#define PROBE_SCOPE_BPF_H

#include "common/scope.bpf.h"

/* A function of its own, so that the stack of what captures memory is as short as without it. */
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
 * The current task's state, if its hits are wanted. Of every task, or of those of
 * a cgroup, a name or a user, one may be seen here first, as it need not have
 * made a call since the start: then its state is made. Threads of the kernel are
 * left out. A return belongs to the entry, whatever the task is called by then.
 */
static __always_inline struct task_state *state_at_probe(bool returned)
{
	if (returned || (!scope_is_open() && !scope_narrows()))
		return state_current();
	return state_in_scope();
}

#endif
