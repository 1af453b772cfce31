/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Exit reasons of virtual CPUs (-e kvm=vcpu). The tracepoint is hit at the end of KVM_RUN, during the ioctl() call. */
#ifndef KVM_BPF_H
#define KVM_BPF_H

#include "record/chunk.bpf.h"
#include "common/kernel.h"
#include "common/task.bpf.h"

const volatile bool kvm_exits = false;

SEC("?sct_raw/kvm_userspace_exit")
int kvm_left(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_current();

	if (st && st->in_call && (int)ctx->args[1] >= 0)
		st->kvm_exit = 1 + (__u32)ctx->args[0];
	return 0;
}

/* Adds the exit reason to the exit record of the call during which the tracepoint was hit. */
static __always_inline void capture_kvm(struct scratch *s, struct task_state *st)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_KVM, 0);

	if (c) {
		*(__u32 *)((void *)c + CHUNK) = st->kvm_exit - 1;
		chunk_end(s, c, sizeof(__u32));
	}
	st->kvm_exit = 0;
}

#endif
