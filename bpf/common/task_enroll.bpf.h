/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef TASK_ENROLL_BPF_H
#define TASK_ENROLL_BPF_H

#include "common/task.bpf.h"

/* Stops tracing a task; writes its id if it was traced. */
static __always_inline void withdraw(struct task_struct *t, struct seq_file *seq)
{
	struct task_state *st = state_of(t);
	__u32 tid;

	if (!st)
		return;
	tid = st->tid;
	state_delete(t);
	bpf_seq_write(seq, &tid, sizeof(tid));
}

/*
 * Creates the states of existing tasks that are targets, and deletes those of tasks that are no longer targets. Writes
 * the ids of the latter, and of tasks that the user may not trace.
 */
SEC("sct_iter/task")
int enroll_tasks(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	__u32 flags, tid;

	if (!t || task_ended(t))
		return 0;
	flags = target_flags(t);
	if (!flags)
		return 0;
	if (flags & SCT_T_UNTARGET) {
		withdraw(t, ctx->meta->seq);
		return 0;
	}
	if (may_trace(t, flags)) {
		struct task_state *st = state_create(t, flags);

		if (st)
			state_enrolled(st, t);
		else
			not_enrolled++;
	} else {
		tid = pid_in_ns(t);
		bpf_seq_write(ctx->meta->seq, &tid, sizeof(tid));
	}
	return 0;
}

#endif
