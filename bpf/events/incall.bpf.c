// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * Describes the files of another task's descriptors, for the call that was in progress when the task was attached to.
 * Makes the same chunks as the programs of sctrace.bpf.c when a call begins. It is a separate object because its
 * scratch and its table of files must not be used by programs that run on the same CPU at the same time.
 */
#define SCRATCH_OF() 0
#define FD_SUBJECT() subject_task()

#include "common/kernel.h"
#include "common/subject.bpf.h"
#include "record/fd.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* Writes the files of the subject's descriptors as chunks. Files for which there is no room are missing. */
SEC("sct_iter/task")
int files_of_task(struct bpf_iter__task *ctx)
{
	struct task_struct *t = ctx->task;
	struct fd_table *files = fd_table_get();
	struct scratch *s = scratch_get();

	if (!t || !s || !files || pid_in_ns(t) != subject.tid || task_ended(t))
		return 0;
	subject.task = (__u64)t;
	s->off = 0;
	for (__u32 i = 0; i < SCT_INCALL_FDS; i++) {
		if (i >= subject.nfds || s->off > SCT_INCALL_BYTES - 2 * FD_PATH_MAX)
			break;
		files->epoch++; /* a new epoch: no chunk may refer to a file of an earlier run */
		cap_fd(subject.fds[i]);
	}
	bpf_seq_write(ctx->meta->seq, s->data, MASKED(s->off, SCT_INCALL_BYTES - 1));
	return 0;
}
