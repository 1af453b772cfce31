/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Whose descriptors an iterator looks at, and which: incall.bpf.c. */
#ifndef SUBJECT_BPF_H
#define SUBJECT_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

/* Set by the reader before it runs the iterator, but for the task itself. */
struct {
	__u64 task;
	__u32 tid; /* in the reader's pid namespace */
	__u32 nfds;
	__s32 fds[SCT_INCALL_FDS];
} subject = {};

/* By itself: within BPF_CORE_READ() the member would be taken for one of the kernel's. */
static __always_inline void *subject_task(void)
{
	return (void *)subject.task;
}

#endif
