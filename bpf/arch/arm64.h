/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* arm64, and 32-bit arm programs (EABI) on it. */
#ifndef ARCH_ARM64_H
#define ARCH_ARM64_H

#define ABI_NATIVE SCT_ABI_ARM64
#define ABI_COMPAT SCT_ABI_ARM
#define NR_execve 221
#define NR_execveat 281
#define NR_rt_sigreturn 139
#define NR_COMPAT_execve 11
#define NR_COMPAT_execveat 387
#define NR_COMPAT_sigreturn 119
#define NR_COMPAT_rt_sigreturn 173

/* struct user_pt_regs, and the fields that the kernel keeps after it */
struct pt_regs {
	__u64 regs[31];
	__u64 sp, pc, pstate;
	__u64 orig_x0;
	__s32 syscallno;
	__u32 unused2;
};

#define PSR_MODE32_BIT 0x10
#define CALL_IS_COMPAT(r) ((r)->pstate & PSR_MODE32_BIT)
#define TASK_IS_COMPAT(t, r) CALL_IS_COMPAT(r)
#define REGS_NR(r) ((r)->syscallno)
/*
 * 1 if the exit program may test the call's number before anything else, to return early. On arm64, Linux 6.1 refuses
 * such a program (EINVAL, with an empty log).
 */
#define EXIT_BEGINS_WITH_NR 0
/* The stack pointer of a 32-bit program is r13. */
#define REGS_SP(r) ((r)->pstate & PSR_MODE32_BIT ? (r)->regs[13] : (r)->sp)
/* Address of the stack pointer in a struct pt_regs of the kernel, which has to be read with a helper. */
#define REGS_SP_AT(r)                                                                                                  \
	({                                                                                                             \
		__u64 pstate = 0;                                                                                      \
                                                                                                                       \
		bpf_probe_read_kernel(&pstate, sizeof(pstate), &(r)->pstate);                                          \
		pstate &PSR_MODE32_BIT ? &(r)->regs[13] : &(r)->sp;                                                    \
	})
#define REGS_IP(r) ((r)->pc)

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct thread_uw {
	unsigned long tp_value;
};

struct thread_struct {
	struct thread_uw uw;
};

struct task_struct___tp {
	struct thread_struct thread;
};
#pragma clang attribute pop

static __always_inline __u64 thread_pointer(struct task_struct *t, const struct pt_regs *r)
{
	return BPF_CORE_READ((struct task_struct___tp *)t, thread.uw.tp_value);
}

static __always_inline void regs_args(const struct pt_regs *r, bool compat, __u64 *a)
{
	a[0] = r->orig_x0;
	a[1] = r->regs[1];
	a[2] = r->regs[2];
	a[3] = r->regs[3];
	a[4] = r->regs[4];
	a[5] = r->regs[5];
	if (compat)
		for (int i = 0; i < 6; i++)
			a[i] = (__u32)a[i];
}

/*
 * arm's private calls begin at 0xf0001; they get numbers from INNER_PRIVATE on, which fit into the table
 * (tables/nr/arm.def).
 */
#define ARM_PRIVATE 0xf0000
#define INNER_PRIVATE 500

static __always_inline __u32 regs_nr(const struct pt_regs *r, bool compat, __u32 nr)
{
	if (!compat || nr <= ARM_PRIVATE || nr > ARM_PRIVATE + 6)
		return nr;
	return nr - ARM_PRIVATE + INNER_PRIVATE;
}

static __always_inline long regs_ret(const struct pt_regs *r, bool compat, long ret)
{
	return ret;
}

/*
 * Address of the signal mask in the frame: siginfo (128), then ucontext: flags, link, stack, on arm the registers (84),
 * mask.
 */
static __always_inline __u64 sigframe_mask(const struct pt_regs *r, bool compat)
{
	return REGS_SP(r) + 128 + (compat ? 20 + 84 : 40);
}

/* arm's old frame consists of the ucontext only, with the whole mask. */
#define SIGFRAME_OLD_LOW(r) (REGS_SP(r) + 20 + 84)
#define SIGFRAME_OLD_HIGH(r) (SIGFRAME_OLD_LOW(r) + 4)

/* ---- functions, by the psABI ---- */

static __always_inline void func_args(const struct pt_regs *r, __u64 *a)
{
	a[0] = r->regs[0];
	a[1] = r->regs[1];
	a[2] = r->regs[2];
	a[3] = r->regs[3];
	a[4] = r->regs[4];
	a[5] = r->regs[5];
}

/* Go's ABIInternal begins with the same registers. */
#define go_args func_args

#define FUNC_RET(r) ((r)->regs[0])
#define FUNC_FRAME(r, returned) ((r)->sp)

static __always_inline __u64 func_from(const struct pt_regs *r)
{
	return r->regs[30];
}

#define kfunc_from func_from

#endif
