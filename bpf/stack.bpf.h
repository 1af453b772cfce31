/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Where a call is made: the instruction pointer, and what userspace unwinds, the registers and the stack. */
#ifndef STACK_BPF_H
#define STACK_BPF_H

#include "arch.h"
#include "capture.bpf.h"
#include "label.bpf.h"
#include "task.bpf.h"

#define STACK_MAX 0x8000
#define STACK_ABOVE 64 /* above the first frame: what a reader of that frame may look at */
#define STACK_PAGES (STACK_MAX / LEAST_PAGE + 1)

/* n bytes of the stack, to the offset at of the record's data. */
__noinline int stack_piece(__u64 addr, __u64 at, __u64 n)
{
	struct scratch *s = scratch_get();

	if (!s)
		return -EFAULT;
	at = MASKED(at, DATA_MASK);
	n = MASKED(n, DATA_MASK);
	return bpf_probe_read_user((void *)s->data + at, n, (void *)addr) ? -EFAULT : 0;
}

/* The n bytes from sp on, or the whole pages of them that can be read. */
__noinline int cap_stack(__u64 sp, __u64 n)
{
	struct scratch *s = scratch_get();
	struct sct_chunk *c;
	__u64 done = 0, len, at;

	if (!s)
		return 0;
	c = chunk_begin(s, 0, SCT_PART_STACK, 0);
	if (!c)
		return 0;
	if (n > STACK_MAX)
		n = STACK_MAX;
	if (n > room(s))
		n = room(s);
	at = s->off + CHUNK;
	if (!stack_piece(sp, at, n))
		done = n;
	for (__u32 i = 0; i < STACK_PAGES && done < n; i++) {
		len = LEAST_PAGE - (sp + done) % LEAST_PAGE;
		if (len > n - done)
			len = n - done;
		if (stack_piece(sp + done, at + done, len))
			break;
		done += len;
	}
	chunk_end(s, c, MASKED(done, DATA_MASK));
	return 0;
}

/*
 * Bytes above sp that may hold frames. The first thread's stack ends where the
 * kernel put the arguments; the C libraries put what belongs to a thread, to
 * which its thread pointer points, above its stack.
 */
static __always_inline __u64 stack_bytes(const struct pt_regs *regs)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	__u64 sp = REGS_SP(regs), n;

	n = BPF_CORE_READ(t, mm, start_stack) - sp;
	if (n < STACK_MAX)
		return n + STACK_ABOVE;
	n = thread_pointer(t, regs) - sp;
	return n < STACK_MAX ? n + STACK_ABOVE : STACK_MAX;
}

/* regs: an address, of which the verifier need not know what it is */
static __always_inline void capture_stack(struct scratch *s, const struct pt_regs *regs)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_REGS, 0);
	const struct pt_regs *copy;

	if (!c)
		return;
	copy = (void *)c + CHUNK;
	bpf_probe_read_kernel((void *)copy, sizeof(*copy), regs);
	chunk_end(s, c, sizeof(*copy));
	cap_stack(REGS_SP(copy), stack_bytes(copy));
}

/* Where the call returns to. */
static __always_inline void capture_ip(struct scratch *s, const struct pt_regs *regs)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_IP, 0);

	if (!c)
		return;
	*(__u64 *)((void *)c + CHUNK) = REGS_IP(regs);
	chunk_end(s, c, sizeof(__u64));
}

/* What the task is called now. */
static __always_inline void capture_comm(struct scratch *s)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_COMM, 0);

	if (!c)
		return;
	__builtin_memset((void *)c + CHUNK, 0, 16);
	comm_current((void *)c + CHUNK);
	chunk_end(s, c, 16);
}

static __always_inline void capture_place(struct scratch *s, const struct pt_regs *regs)
{
	if (ips)
		capture_ip(s, regs);
	if (comms)
		capture_comm(s);
	if (labels)
		capture_sid(s);
	if (stacks)
		capture_stack(s, regs);
}

#endif
