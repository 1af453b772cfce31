/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Security contexts (--secontext) of files and tasks, as SELinux's ids. Userspace (enrich/seccontext/selinux.c)
 * translates the ids, and knows their offsets in SELinux's data of each object.
 */
#ifndef LABEL_BPF_H
#define LABEL_BPF_H

#include "record/chunk.bpf.h"
#include "common/kernel_file.h"
#include <bpf/bpf_core_read.h>

static __always_inline __u32 sid_at(const void *blob, __u32 off)
{
	__u32 sid = 0;

	if (blob)
		bpf_probe_read_kernel(&sid, sizeof(sid), blob + off);
	return sid;
}

static __always_inline __u32 sid_of_inode(struct inode *inode)
{
	return sid_at(BPF_CORE_READ(inode, i_security), label_inode);
}

/* Captures the id of the current task's security context. */
static __always_inline void capture_sid(struct scratch *s)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_SID, 0);
	struct task_struct *t = (void *)bpf_get_current_task();

	if (!c)
		return;
	*(__u32 *)((void *)c + CHUNK) = sid_at(BPF_CORE_READ(t, real_cred, security), label_cred);
	chunk_end(s, c, sizeof(__u32));
}

#endif
