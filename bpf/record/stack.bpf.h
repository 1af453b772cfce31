/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Captures the instruction pointer of a call and, for unwinding in userspace, the registers and the stack. */
#ifndef STACK_BPF_H
#define STACK_BPF_H

#include "arch/arch.h"
#include "record/capture.bpf.h"
#include "record/label.bpf.h"
#include "common/task.bpf.h"

#define STACK_MAX 0xe000    /* most bytes captured; a record has room for little more */
#define STACK_UNSURE 0x8000 /* most bytes captured if the stack's length is unknown, as of a goroutine */
#define STACK_SPAN 0x40000  /* most bytes searched for readable pages */
#define STACK_ABOVE 64	    /* bytes above the outermost frame that unwinding may read */
#define STACK_PAGES (STACK_SPAN / LEAST_PAGE + 1)
#define STACK_HEAD (CHUNK + sizeof(__u64)) /* bytes of a chunk before the stack's bytes */

/* Reads n bytes of the stack at addr to offset 'at' of the record's data. */
__noinline int stack_piece(__u64 addr, __u64 at, __u64 n)
{
	struct scratch *s = scratch_get();

	if (!stacks || !s)
		return -EFAULT;
	at = MASKED(at, DATA_MASK);
	n = MASKED(n, DATA_MASK);
	return bpf_probe_read_user((void *)s->data + at, n, (void *)addr) ? -EFAULT : 0;
}

/* Completes the chunk whose n bytes stack_piece() has read. */
static __always_inline void piece_end(struct scratch *s, __u64 addr, __u64 n, __u32 which)
{
	struct sct_chunk *c = n ? chunk_begin(s, 0, SCT_PART_STACK_AT, which) : NULL;

	if (!c)
		return;
	*(__u64 *)((void *)c + CHUNK) = addr;
	chunk_end(s, c, sizeof(__u64) + MASKED(n, DATA_MASK));
}

/* Returns how many of the n bytes of a stack are captured: the record must have room for them in one piece. */
static __always_inline __u64 stack_room(struct scratch *s, __u64 n)
{
	__u64 most = n > STACK_SPAN ? STACK_UNSURE : STACK_MAX, left = room(s);

	left = left > STACK_HEAD ? left - STACK_HEAD : 0;
	return left < most ? left : most;
}

/*
 * Reads the next page of a stack of n bytes. s->done bytes were read before, of which the last s->at[0] belong to the
 * current piece; the record has room for s->at[1]. Returns 1 if there is no next page.
 */
__noinline int cap_stack_page(__u64 sp, __u64 n, __u32 which)
{
	struct scratch *s = scratch_get();
	__u64 at, had, left, len;

	if (!stacks || !s)
		return 1;
	at = s->done;
	had = s->at[0];
	left = s->at[1];
	if (at >= n || left < STACK_HEAD)
		return 1;
	len = LEAST_PAGE - (sp + at) % LEAST_PAGE;
	if (len > n - at)
		len = n - at;
	if (len > left - STACK_HEAD)
		len = left - STACK_HEAD;
	s->done = at + len;
	if (!stack_piece(sp + at, s->off + STACK_HEAD + had, len)) {
		s->at[0] = had + len;
		s->at[1] = left - len;
	} else if (had) {
		piece_end(s, sp + at - had, had, which);
		s->at[0] = 0;
		s->at[1] = left - STACK_HEAD;
	}
	return 0;
}

/* Captures a stack with holes (pages that were never written): a piece for each run of readable pages. */
__noinline int cap_stack_pieces(__u64 sp, __u64 n, __u32 which)
{
	struct scratch *s = scratch_get();

	if (!stacks || !s)
		return 0;
	s->done = s->at[0] = 0;
	s->at[1] = stack_room(s, n);
	for (__u32 i = 0; i < STACK_PAGES; i++)
		if (cap_stack_page(sp, n, which))
			break;
	piece_end(s, sp + s->done - s->at[0], s->at[0], which);
	return 0;
}

/*
 * Captures the n bytes from sp on as one piece. Returns -EFAULT if some of them cannot be read: then cap_stack_pieces()
 * is needed.
 */
__noinline int cap_stack(__u64 sp, __u64 n, __u32 which)
{
	struct scratch *s = scratch_get();
	__u64 len;

	if (!stacks || !s || s->off > DATA_MAX - 64)
		return 0;
	len = stack_room(s, n);
	if (n < len)
		len = n;
	if (stack_piece(sp, s->off + STACK_HEAD, len))
		return -EFAULT;
	piece_end(s, sp, len, which);
	return 0;
}

/* Inline, to save stack: functions in a chain of calls share 512 bytes. */
static __always_inline void one_stack(__u64 sp, __u64 n, __u32 which)
{
	if (cap_stack(sp, n, which))
		cap_stack_pieces(sp, n, which);
}

/*
 * Returns the number of bytes above sp that may have frames, or more than STACK_SPAN if it is unknown. The first
 * thread's stack ends at the arguments that the kernel put there. In other threads, the C library puts the thread's
 * data, which the thread pointer points to, above the stack.
 */
static __always_inline __u64 stack_bytes(__u64 sp, const struct pt_regs *regs)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	__u64 n = BPF_CORE_READ(t, mm, start_stack) - sp;

	if (n < STACK_SPAN - STACK_ABOVE)
		return n + STACK_ABOVE;
	n = thread_pointer(t, regs) - sp;
	return n < STACK_SPAN - STACK_ABOVE ? n + STACK_ABOVE : STACK_SPAN + 1;
}

/* True if sp is in the alternate stack that the task had when a signal interrupted it. *n: bytes from sp to its end. */
static __always_inline bool on_alternate(const struct task_state *st, __u64 sp, __u64 *n)
{
	*n = st->alternate + st->alternate_size - sp;
	return sp - st->alternate < st->alternate_size;
}

/*
 * Called when a signal is delivered: keeps the alternate stack and the interrupted stack pointer, because the handler
 * may run on the alternate stack. With SS_AUTODISARM the kernel forgets the alternate stack while the handler runs.
 */
static __always_inline void stack_interrupted(struct task_state *st)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	__u64 base = BPF_CORE_READ(t, sas_ss_sp), size = BPF_CORE_READ(t, sas_ss_size), sp = 0, n;

	if (!size || !st->regs)
		return;
	bpf_probe_read_kernel(&sp, sizeof(sp), REGS_SP_AT((struct pt_regs *)st->regs));
	if (sp - base < size || on_alternate(st, sp, &n))
		return;
	st->alternate = base;
	st->alternate_size = size;
	st->interrupted_sp = sp;
}

/*
 * Captures the stack that the registers in the record's last chunk point to, and the stack that a signal handler
 * interrupted.
 */
__noinline int cap_stacks(void)
{
	struct task_state *st = state_current();
	struct scratch *s = scratch_get();
	const struct pt_regs *regs;
	__u64 sp, n;

	if (!stacks || !s)
		return 0;
	regs = (void *)s->data + MASKED(s->off - sizeof(*regs), DATA_MASK & ~7u);
	sp = REGS_SP(regs);
	if (!st || !on_alternate(st, sp, &n)) {
		one_stack(sp, stack_bytes(sp, regs), 0);
		return 0;
	}
	one_stack(sp, n, 0);
	sp = st->interrupted_sp;
	one_stack(sp, stack_bytes(sp, regs), 1);
	return 0;
}

/* Captures registers and stack. regs: may be a plain number to the verifier, since it is read by a helper. */
static __always_inline void capture_stack(struct scratch *s, const struct pt_regs *regs)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_REGS, 0);

	if (!c)
		return;
	bpf_probe_read_kernel((void *)c + CHUNK, sizeof(*regs), regs);
	chunk_end(s, c, sizeof(*regs));
	cap_stacks();
}

/* Captures the address that the call returns to. */
static __always_inline void capture_ip(struct scratch *s, const struct pt_regs *regs)
{
	struct sct_chunk *c = chunk_begin(s, 0, SCT_PART_IP, 0);

	if (!c)
		return;
	*(__u64 *)((void *)c + CHUNK) = REGS_IP(regs);
	chunk_end(s, c, sizeof(__u64));
}

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
