/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Registers of a system call, per architecture: the only place. struct pt_regs
 * is user ABI, so its layout needs no relocation.
 */
#ifndef ARCH_H
#define ARCH_H

#include "kernel.h"
#include <bpf/bpf_helpers.h>

/* enum sct_abi_id of libsctrace/table/abi.h */
enum { ABI_X86_64, ABI_I386, ABI_ARM64, ABI_ARM };

#if defined(__TARGET_ARCH_x86)

#define ABI_NATIVE ABI_X86_64
#define ABI_COMPAT ABI_I386
#define NR_execve 59
#define NR_execveat 322
#define NR_rt_sigreturn 15
#define NR_COMPAT_execve 11
#define NR_COMPAT_execveat 358
#define TS_COMPAT 0x2

struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx;
	unsigned long r11, r10, r9, r8, ax, cx, dx, si, di;
	unsigned long orig_ax, ip, cs, flags, sp, ss;
};

#define REGS_NR(r) ((r)->orig_ax)
#define REGS_SP(r) ((r)->sp)

static __always_inline void regs_args(const struct pt_regs *r, bool compat, __u64 *a)
{
	if (compat) {
		a[0] = (__u32)r->bx;
		a[1] = (__u32)r->cx;
		a[2] = (__u32)r->dx;
		a[3] = (__u32)r->si;
		a[4] = (__u32)r->di;
		a[5] = (__u32)r->bp;
		return;
	}
	a[0] = r->di;
	a[1] = r->si;
	a[2] = r->dx;
	a[3] = r->r10;
	a[4] = r->r8;
	a[5] = r->r9;
}

/* rt_sigframe at entry of rt_sigreturn: ucontext behind the return address, popped by then. */
#define SIGFRAME_MASK(r) (REGS_SP(r) + 296)

#elif defined(__TARGET_ARCH_arm64)

#define ABI_NATIVE ABI_ARM64
#define ABI_COMPAT ABI_ARM
#define NR_execve 221
#define NR_execveat 281
#define NR_rt_sigreturn 139
#define NR_COMPAT_execve 11
#define NR_COMPAT_execveat 387

/* struct user_pt_regs, and what the kernel keeps behind it */
struct pt_regs {
	__u64 regs[31];
	__u64 sp, pc, pstate;
	__u64 orig_x0;
	__s32 syscallno;
	__u32 unused2;
};

#define PSR_MODE32_BIT 0x10
#define REGS_NR(r) ((r)->syscallno)
#define REGS_SP(r) ((r)->sp)

static __always_inline void regs_args(const struct pt_regs *r, bool compat, __u64 *a)
{
	a[0] = r->orig_x0;
	a[1] = r->regs[1];
	a[2] = r->regs[2];
	a[3] = r->regs[3];
	a[4] = r->regs[4];
	a[5] = r->regs[5];
}

/* siginfo (128), then ucontext: flags, link, stack (40 in all), mask */
#define SIGFRAME_MASK(r) (REGS_SP(r) + 128 + 40)

#else
#error "no register file for this architecture"
#endif

#endif
