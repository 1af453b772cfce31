/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* riscv64. 32-bit programs are not supported: Debian's kernel does not run them. */
#ifndef ARCH_RISCV_H
#define ARCH_RISCV_H

#define ABI_NATIVE SCT_ABI_RISCV64
#define ABI_COMPAT SCT_ABI_RISCV64
#define NR_execve 221
#define NR_execveat 281
#define NR_rt_sigreturn 139
#define NR_COMPAT_execve NR_execve
#define NR_COMPAT_execveat NR_execveat
#define NR_COMPAT_sigreturn ~0u
#define NR_COMPAT_rt_sigreturn ~0u

/* struct user_regs_struct, and the fields that the kernel keeps after it */
struct pt_regs {
	__u64 pc, ra, sp, gp, tp, t0, t1, t2, s0, s1;
	__u64 a0, a1, a2, a3, a4, a5, a6, a7;
	__u64 s2, s3, s4, s5, s6, s7, s8, s9, s10, s11;
	__u64 t3, t4, t5, t6;
	__u64 status, badaddr, cause;
	__u64 orig_a0;
};

#define CALL_IS_COMPAT(r) false
#define TASK_IS_COMPAT(t, r) false
#define REGS_NR(r) ((r)->a7)
/* See arch/arm64.h. The value 1 was never tested on riscv64. */
#define EXIT_BEGINS_WITH_NR 0
#define REGS_SP(r) ((r)->sp)
#define REGS_SP_AT(r) (&(r)->sp) /* address of the stack pointer in a struct pt_regs of the kernel */
#define REGS_IP(r) ((r)->pc)

static __always_inline __u64 thread_pointer(struct task_struct *t, const struct pt_regs *r)
{
	return r->tp;
}

static __always_inline void regs_args(const struct pt_regs *r, bool compat, __u64 *a)
{
	a[0] = r->orig_a0;
	a[1] = r->a1;
	a[2] = r->a2;
	a[3] = r->a3;
	a[4] = r->a4;
	a[5] = r->a5;
}

static __always_inline __u32 regs_nr(const struct pt_regs *r, bool compat, __u32 nr)
{
	return nr;
}

static __always_inline long regs_ret(const struct pt_regs *r, bool compat, long ret)
{
	return ret;
}

/* Address of the signal mask in the frame: siginfo (128), then ucontext: flags, link, stack (40 in all), mask. */
static __always_inline __u64 sigframe_mask(const struct pt_regs *r, bool compat)
{
	return r->sp + 128 + 40;
}

#define SIGFRAME_OLD_LOW(r) 0
#define SIGFRAME_OLD_HIGH(r) 0

/* ---- functions, by the psABI ---- */

static __always_inline void func_args(const struct pt_regs *r, __u64 *a)
{
	a[0] = r->a0;
	a[1] = r->a1;
	a[2] = r->a2;
	a[3] = r->a3;
	a[4] = r->a4;
	a[5] = r->a5;
}

/* Go's ABIInternal begins with the same registers. */
#define go_args func_args

#define FUNC_RET(r) ((r)->a0)
#define FUNC_FRAME(r, returned) ((r)->sp)

static __always_inline __u64 func_from(const struct pt_regs *r)
{
	return r->ra;
}

#define kfunc_from func_from

#endif
