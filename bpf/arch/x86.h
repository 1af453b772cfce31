/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* x86_64, and i386 programs on it. */
#ifndef ARCH_X86_H
#define ARCH_X86_H

#define ABI_NATIVE SCT_ABI_X86_64
#define ABI_COMPAT SCT_ABI_I386
#define NR_execve 59
#define NR_execveat 322
#define NR_rt_sigreturn 15
#define NR_COMPAT_execve 11
#define NR_COMPAT_execveat 358
#define NR_COMPAT_sigreturn 119
#define NR_COMPAT_rt_sigreturn 173
#define TS_COMPAT 0x2

struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx;
	unsigned long r11, r10, r9, r8, ax, cx, dx, si, di;
	unsigned long orig_ax, ip, cs, flags, sp, ss;
};

#define CALL_IS_COMPAT(r) (CURRENT(thread_info.status) & TS_COMPAT)
/* CALL_IS_COMPAT for task t instead of the current one */
#define TASK_IS_COMPAT(t, r) (BPF_CORE_READ(t, thread_info.status) & TS_COMPAT)
#define REGS_NR(r) ((r)->orig_ax)
#define EXIT_BEGINS_WITH_NR 1
#define REGS_SP(r) ((r)->sp)
#define REGS_SP_AT(r) (&(r)->sp) /* address of the stack pointer in a struct pt_regs of the kernel */
#define REGS_IP(r) ((r)->ip)

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)
struct thread_struct {
	unsigned long fsbase;
};

struct task_struct___tp {
	struct thread_struct thread;
};
#pragma clang attribute pop

static __always_inline __u64 thread_pointer(struct task_struct *t, const struct pt_regs *r)
{
	return BPF_CORE_READ((struct task_struct___tp *)t, thread.fsbase);
}

/*
 * i386 has multiplexed calls: socketcall(), ipc(), and the first mmap() and select(), whose arguments are in memory.
 * They are recorded as the call that they stand for, under its number. If it has no number, it gets one from here that
 * no kernel uses (tables/nr/i386.def has the same).
 */
enum {
	NR_i386_select = 82,
	NR_i386_mmap = 90,
	NR_i386_socketcall = 102,
	NR_i386_ipc = 117,
	INNER_MMAP = 500,
	INNER_SELECT,
	INNER_ACCEPT,
	INNER_SEND,
	INNER_RECV,
	INNER_SEMOP,
	INNER_SEMTIMEDOP,
	INNER_SEMCTL,
	INNER_SHMAT,
	INNER_MSGRCV, /* msgrcv() in its old form, with pointer and type in a struct */
	NR_i386_semctl = 394,
};

/* By the first argument of socketcall(): number of the call (socket, bind ...), and of its arguments. */
const volatile __u16 socketcalls[32] = { 0,   359, 361, 362, 363, INNER_ACCEPT, 367, 368, 360, INNER_SEND, INNER_RECV,
					 369, 371, 373, 366, 365, 370,		372, 364, 337, 345 };
const volatile __u8 socketcall_words[32] = { 0, 3, 3, 3, 2, 3, 3, 3, 4, 4, 4, 6, 6, 2, 5, 5, 3, 3, 4, 5, 4 };

enum {
	IPC_SEMOP = 1,
	IPC_SEMGET,
	IPC_SEMCTL,
	IPC_SEMTIMEDOP,
	IPC_MSGSND = 11,
	IPC_MSGRCV,
	IPC_MSGGET,
	IPC_MSGCTL,
	IPC_SHMAT = 21,
	IPC_SHMDT,
	IPC_SHMGET,
	IPC_SHMCTL,
};

const volatile __u16 ipc_calls[32] = {
	[IPC_SEMOP] = INNER_SEMOP, [IPC_SEMGET] = 393, [IPC_SEMCTL] = INNER_SEMCTL, [IPC_SEMTIMEDOP] = INNER_SEMTIMEDOP,
	[IPC_MSGSND] = 400,	   [IPC_MSGRCV] = 401, [IPC_MSGGET] = 399,	    [IPC_MSGCTL] = 402,
	[IPC_SHMAT] = INNER_SHMAT, [IPC_SHMDT] = 398,  [IPC_SHMGET] = 395,	    [IPC_SHMCTL] = 396,
};

static __always_inline bool is_wrapper(__u32 nr)
{
	return nr == NR_i386_socketcall || nr == NR_i386_ipc || nr == NR_i386_mmap || nr == NR_i386_select;
}

/*
 * Replaces the arguments of ipc(call, first, second, third, ptr, fifth) in a by those of the call that it stands for.
 * Returns that call's number, or 0 if it is unknown.
 */
static __always_inline __u32 ipc_call(__u32 call, __u64 *a)
{
	__u64 first = a[1], second = a[2], third = a[3], ptr = a[4], fifth = a[5];
	__u32 nr = ipc_calls[call & 31], v[2] = {};

	if ((call & 0xffff) >= 32)
		return 0;
	a[0] = first;
	a[1] = second;
	a[2] = third;
	switch (call & 0xffff) {
	case IPC_SEMCTL:
		a[3] = ptr;
		if (bpf_probe_read_user(v, 4, (void *)ptr))
			return NR_i386_semctl;
		a[3] = v[0];
		break;
	case IPC_SEMTIMEDOP:
		a[3] = fifth;
		a[1] = ptr;
		a[2] = second;
		break;
	case IPC_MSGSND:
		a[3] = third;
		a[1] = ptr;
		a[2] = second;
		break;
	case IPC_MSGRCV:
		a[1] = ptr;
		a[2] = second;
		a[3] = fifth;
		a[4] = third;
		if (call >> 16)
			break;
		/* the old form, with pointer and type in a struct */
		a[5] = ptr;
		bpf_probe_read_user(v, 8, (void *)ptr);
		a[1] = v[0];
		a[3] = v[1];
		return INNER_MSGRCV;
	case IPC_SEMOP:
	case IPC_SHMAT:
		a[1] = ptr;
		a[2] = second;
		break;
	case IPC_MSGCTL:
	case IPC_SHMCTL:
		a[2] = ptr;
		break;
	case IPC_SHMDT:
		a[0] = ptr;
		break;
	}
	return nr;
}

/* Reads n arguments of 4 bytes at addr into a. Returns 0, or -1 if they cannot be read. */
static __always_inline int vector_args(__u64 addr, __u32 n, __u64 *a)
{
	__u32 v[8] = {};

	if (bpf_probe_read_user(v, (n * 4) & 31, (void *)addr))
		return -1;
	for (int i = 0; i < 6; i++)
		a[i] = v[i];
	return 0;
}

/*
 * Replaces the arguments of the multiplexed call nr in a by those of the call that it stands for. Returns that call's
 * number, or 0 if it is unknown or its arguments cannot be read.
 */
static __noinline int inner_call(__u32 nr, __u64 *a)
{
	__u32 call = a[0];

	switch (nr) {
	case NR_i386_socketcall:
		if (vector_args(a[1], socketcall_words[call & 31], a))
			return 0;
		return call < 32 ? socketcalls[call & 31] : 0;
	case NR_i386_ipc:
		return ipc_call(call, a);
	case NR_i386_mmap:
		return vector_args(call, 6, a) ? 0 : INNER_MMAP;
	case NR_i386_select:
		return vector_args(call, 5, a) ? 0 : INNER_SELECT;
	}
	return 0;
}

static __always_inline void regs_compat_args(const struct pt_regs *r, __u64 *a)
{
	a[0] = (__u32)r->bx;
	a[1] = (__u32)r->cx;
	a[2] = (__u32)r->dx;
	a[3] = (__u32)r->si;
	a[4] = (__u32)r->di;
	a[5] = (__u32)r->bp;
}

static __always_inline void regs_args(const struct pt_regs *r, bool compat, __u64 *a)
{
	if (compat) {
		regs_compat_args(r, a);
		if (is_wrapper(r->orig_ax)) {
			__u64 inner[6];

			regs_compat_args(r, inner);
			if (inner_call(r->orig_ax, inner))
				for (int i = 0; i < 6; i++)
					a[i] = inner[i];
		}
		return;
	}
	a[0] = r->di;
	a[1] = r->si;
	a[2] = r->dx;
	a[3] = r->r10;
	a[4] = r->r8;
	a[5] = r->r9;
}

static __always_inline __u32 regs_nr(const struct pt_regs *r, bool compat, __u32 nr)
{
	__u64 inner[6];
	__u32 meant;

	if (!compat || !is_wrapper(nr))
		return nr;
	regs_compat_args(r, inner);
	meant = inner_call(nr, inner);
	return meant ? meant : nr;
}

/*
 * Returns the call's return value. ipc(SHMAT) stores its result, an address, in memory. A sigreturn to a call that
 * failed returns the error without sign extension.
 */
static __always_inline long regs_ret(const struct pt_regs *r, bool compat, long ret)
{
	__u32 v;

	if (compat && ret >> 12 == 0xfffff)
		return (__s32)ret;
	if (!compat || r->orig_ax != NR_i386_ipc || (r->bx & 0xffff) != IPC_SHMAT || ret < 0)
		return ret;
	return bpf_probe_read_user(&v, 4, (void *)(__u64)(__u32)r->si) ? ret : v;
}

/* Returns the address of the signal mask (8 bytes) that a sigreturn takes from the stack. */
static __always_inline __u64 sigframe_mask(const struct pt_regs *r, bool compat)
{
	/* siginfo and ucontext come after the return address, which has been popped, and on i386 three more words */
	return compat ? (__u32)r->sp + 248 : r->sp + 296;
}

/* i386's old frame has the mask in two halves. The return address and the signal's number have been popped. */
#define SIGFRAME_OLD_LOW(r) ((__u32)(r)->sp + 80)
#define SIGFRAME_OLD_HIGH(r) ((__u32)(r)->sp + 712)

/* ---- functions, by the psABI ---- */

static __always_inline void func_args(const struct pt_regs *r, __u64 *a)
{
	a[0] = r->di;
	a[1] = r->si;
	a[2] = r->dx;
	a[3] = r->cx;
	a[4] = r->r8;
	a[5] = r->r9;
}

/* Go's ABIInternal: go.dev/s/regabi */
static __always_inline void go_args(const struct pt_regs *r, __u64 *a)
{
	a[0] = r->ax;
	a[1] = r->bx;
	a[2] = r->cx;
	a[3] = r->di;
	a[4] = r->si;
	a[5] = r->r8;
}

#define FUNC_RET(r) ((r)->ax)
/* The caller's stack pointer after the return: at the entry, the return address is still on the stack. */
#define FUNC_FRAME(r, returned) ((r)->sp + ((returned) ? 0 : 8))

static __always_inline __u64 func_from(const struct pt_regs *r)
{
	__u64 from = 0;

	bpf_probe_read_user(&from, sizeof(from), (void *)r->sp);
	return from;
}

static __always_inline __u64 kfunc_from(const struct pt_regs *r)
{
	__u64 from = 0;

	bpf_probe_read_kernel(&from, sizeof(from), (void *)r->sp);
	return from;
}

#endif
