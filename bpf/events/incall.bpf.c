// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * What descriptors of another task refer to, for the call that it was in when it was attached to: as the programs of
 * sctrace.bpf.c tell of them when a call begins. An object of its own, as it needs a scratch and a table of files that
 * no program uses which may run on the same CPU meanwhile.
 */
#define SCRATCH_OF() 0
#define FD_SUBJECT() subject_task()

#include "common/kernel.h"
#include "common/subject.bpf.h"
#include "record/fd.bpf.h"

char LICENSE[] SEC("license") = "Dual BSD/GPL";

/* The files of the subject's descriptors, as chunks. Those that there is no room for are missing. */
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
		files->epoch++; /* no references: each is told of */
		cap_fd(subject.fds[i]);
	}
	bpf_seq_write(ctx->meta->seq, s->data, MASKED(s->off, SCT_INCALL_BYTES - 1));
	return 0;
}
