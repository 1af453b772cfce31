/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Finds the signal that stopped a task, which /proc does not show. */
#ifndef TASK_STOP_BPF_H
#define TASK_STOP_BPF_H

#include "common/task.bpf.h"

struct task_struct___stop {
	unsigned long jobctl;
} __attribute__((preserve_access_index));

#define JOBCTL_STOP_SIGMASK 0xffff

/* Writes a struct sct_stop for each traced task that a signal has stopped, now or earlier. */
SEC("sct_iter/task")
int stopped_tasks(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	struct sct_stop out = {};
	struct task_state *st;

	if (!t)
		return 0;
	st = state_of(t);
	if (!st)
		return 0;
	out.tid = st->tid;
	out.sig = BPF_CORE_READ((struct task_struct___stop *)t, jobctl) & JOBCTL_STOP_SIGMASK;
	if (out.sig)
		bpf_seq_write(ctx->meta->seq, &out, sizeof(out));
	return 0;
}

#endif
