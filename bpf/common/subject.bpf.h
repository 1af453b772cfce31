/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* The task and the descriptors that the iterator of incall.bpf.c looks at. */
#ifndef SUBJECT_BPF_H
#define SUBJECT_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

/* The reader sets all but 'task' before it runs the iterator. */
struct {
	__u64 task;
	__u32 tid; /* in the reader's pid namespace */
	__u32 nfds;
	__s32 fds[SCT_INCALL_FDS];
} subject = {};

/* A function, because BPF_CORE_READ() would relocate the member like one of the kernel's. */
static __always_inline void *subject_task(void)
{
	return (void *)subject.task;
}

#endif
