/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Describes a task: its state, since when, who stopped it, and the call that it is in. */
#ifndef WHY_TASK_BPF_H
#define WHY_TASK_BPF_H

#include "common/sched.bpf.h"
#include "common/task.bpf.h"
#include "why/file.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

#define PF_KTHREAD 0x00200000
#define STATE_MASK 0x40f /* TASK_INTERRUPTIBLE, UNINTERRUPTIBLE, STOPPED, TRACED, TASK_NOLOAD */
#define TASK_UNINTERRUPTIBLE 0x2
#define TASK_FROZEN 0x8000 /* by a cgroup of version 1, or a suspend; since Linux 6.1 */
#define JOBCTL_STOP_SIGMASK 0xffff
#define WHY_STACK 8 /* frames of the kernel stack that tell waits apart */

struct completion;

struct task_struct___why {
	int on_cpu;
	unsigned int ptrace;
	struct task_struct *parent;
	struct completion *vfork_done;
} __attribute__((preserve_access_index));

/* The CPU is in the task since 5.16, before in its thread_info. */
struct thread_info___cpu {
	__u32 cpu;
} __attribute__((preserve_access_index));

struct task_struct___cpu {
	struct thread_info___cpu thread_info;
} __attribute__((preserve_access_index));

struct task_struct___old_cpu {
	unsigned int cpu;
} __attribute__((preserve_access_index));

static __always_inline __u32 cpu_of(struct task_struct *t)
{
	struct task_struct___cpu *new = (void *)t;
	struct task_struct___old_cpu *old = (void *)t;

	if (bpf_core_field_exists(new->thread_info.cpu))
		return BPF_CORE_READ(new, thread_info.cpu);
	if (bpf_core_field_exists(old->cpu))
		return BPF_CORE_READ(old, cpu);
	return 0;
}

/*
 * Returns since when the task is in its state: when it got its CPU, was queued for one, or left it; 0: unknown. Of the
 * reader, it is a reading of the scheduler's clock.
 */
static __always_inline __u64 since_of(struct task_struct *task, const struct sct_why_task *out)
{
	struct task_struct___sched *t = (void *)task;
	__u64 at = 0;

	if (!bpf_core_field_exists(t->sched_info))
		return 0;
	if (out->flags & SCT_WHY_ON_CPU && !(out->flags & SCT_WHY_SELF))
		at = BPF_CORE_READ(t, sched_info.last_arrival);
	else if (!out->state && !(out->flags & SCT_WHY_ON_CPU))
		at = BPF_CORE_READ(t, sched_info.last_queued);
	return at ? at : task_off_cpu_since(task);
}

static __always_inline void flags_of(struct task_struct *task, struct sct_why_task *out)
{
	struct task_struct___why *t = (void *)task;
	struct task_struct___sched *sched = (void *)task;
	unsigned long jobctl = BPF_CORE_READ(sched, jobctl);
	struct cfs_rq *cfs;

	out->stop = jobctl & JOBCTL_STOP_SIGMASK;
	if (jobctl & JOBCTL_TRAP_FREEZE)
		out->flags |= SCT_WHY_FROZEN;
	/* the field is an int, and a byte since Linux 7: this macro reads as many bytes as the kernel's field has */
	if (bpf_core_field_exists(t->on_cpu) && BPF_CORE_READ_BITFIELD_PROBED(t, on_cpu))
		out->flags |= SCT_WHY_ON_CPU;
	if (BPF_CORE_READ(task, flags) & PF_KTHREAD)
		out->flags |= SCT_WHY_KTHREAD;
	if (BPF_CORE_READ(t, vfork_done))
		out->flags |= SCT_WHY_VFORK;
	if (BPF_CORE_READ(t, ptrace)) {
		out->flags |= SCT_WHY_TRACED;
		out->tracer = pid_in_ns(BPF_CORE_READ(t, parent));
	}
	if (bpf_core_field_exists(struct cfs_rq, throttle_count) && bpf_core_field_exists(sched->se.cfs_rq)) {
		cfs = BPF_CORE_READ(sched, se.cfs_rq);
		if (BPF_CORE_READ(cfs, throttle_count) > 0)
			out->flags |= SCT_WHY_THROTTLED;
	}
	if ((__u32)BPF_CORE_READ(task, pid) == (__u32)bpf_get_current_pid_tgid())
		out->flags |= SCT_WHY_SELF;
}

/* Returns the task's number in its own pid namespace, as its own memory has it. */
static __always_inline __u32 inner_pid(struct task_struct *t)
{
	struct pid *pid = BPF_CORE_READ(t, thread_pid);
	struct upid *u;

	if (!pid)
		return 0;
	u = upid_at(pid, BPF_CORE_READ(pid, level));
	return BPF_CORE_READ(u, nr);
}

static __always_inline void task_describe(struct task_struct *t, struct sct_why_task *out)
{
	__u32 state;

	out->tid = pid_in_ns(t);
	out->tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	out->ppid = pid_in_ns(BPF_CORE_READ(t, real_parent, group_leader));
	out->parent_tid = pid_in_ns(BPF_CORE_READ(t, real_parent));
	out->inner = inner_pid(t);
	out->uid = BPF_CORE_READ(t, real_cred, uid.val);
	state = task_state_of(t);
	out->state = state & STATE_MASK;
	if (state & TASK_FROZEN)
		out->flags |= SCT_WHY_FROZEN;
	out->exit_state = BPF_CORE_READ(t, exit_state);
	out->cpu = cpu_of(t);
	out->nr = -1;
	flags_of(t, out);
	if (out->exit_state && BPF_CORE_READ(t, signal, live.counter) > 0)
		out->flags |= SCT_WHY_LIVE_GROUP;
	out->now = bpf_ktime_get_ns();
	out->since = since_of(t, out);
	out->start = BPF_CORE_READ(t, group_leader, start_boottime);
	out->mm = (__u64)BPF_CORE_READ(t, mm);
	if (bpf_core_field_exists(t->cgroups))
		out->cgroup = BPF_CORE_READ(t, cgroups, dfl_cgrp, kn, id);
	bpf_probe_read_kernel_str(out->comm, sizeof(out->comm), t->comm);
}

/* Describes the file of one of the task's descriptors. */
static __always_inline void task_file(struct task_struct *task, __u64 fd, struct sct_why_file *to)
{
	struct task_struct___files *t = (void *)task;
	struct fdtable *fdt = BPF_CORE_READ(t, files, fdt);
	struct file **slots, *f = NULL;

	if (fd >= BPF_CORE_READ(fdt, max_fds))
		return;
	slots = BPF_CORE_READ(fdt, fd);
	bpf_probe_read_kernel(&f, sizeof(f), slots + fd);
	if (f)
		file_describe(f, to);
}

#ifdef __TARGET_ARCH_x86
#define THREAD_SIZE 16384 /* of every kernel without KASAN */
#define USER_CS 3	  /* privilege level in the code segment of user mode */

struct task_struct___stack {
	void *stack;
} __attribute__((preserve_access_index));

/* Before Linux 5.15 there is no bpf_task_pt_regs(): the registers are at the end of the task's kernel stack. */
static __always_inline bool regs_from_stack(struct task_struct *t, struct pt_regs *to)
{
	void *stack = BPF_CORE_READ((struct task_struct___stack *)t, stack);

	return stack && !bpf_probe_read_kernel(to, sizeof(*to), stack + THREAD_SIZE - sizeof(*to)) &&
	       (to->cs & USER_CS) == USER_CS;
}
#else
static __always_inline bool regs_from_stack(struct task_struct *t, struct pt_regs *to)
{
	return false;
}
#endif

/* Sets the call of the registers. Arguments of 32-bit calls are left out, since those of socketcall() are in memory. */
static __always_inline void regs_take(struct task_struct *t, const struct pt_regs *regs, struct sct_why_task *out)
{
	out->flags |= SCT_WHY_REGS;
	out->nr = (int)REGS_NR(regs);
	if (TASK_IS_COMPAT(t, regs))
		out->flags |= SCT_WHY_COMPAT;
	else
		regs_args(regs, false, out->args);
}

/* Sets the call that a sleeping task is in, and the file of the descriptor in its first argument. */
static __always_inline void task_call(struct task_struct *t, struct pt_regs *room, struct sct_why_task *out)
{
	if (bpf_core_enum_value_exists(enum bpf_func_id___sct, BPF_FUNC_task_pt_regs___sct))
		regs_take(t, (void *)bpf_task_pt_regs(t), out);
	else if (regs_from_stack(t, room))
		regs_take(t, room, out);
	if (out->nr >= 0 && !(out->flags & SCT_WHY_COMPAT))
		task_file(t, (__u32)out->args[0], &out->file);
}

/*
 * True if waits of a call are told apart by the task's stack only. Other calls, on pipes and sockets or without a file,
 * have one way to wait, and reading the stack is a third of a task's cost.
 */
static __always_inline bool stack_tells(const struct sct_why_task *t)
{
	return t->state && (t->nr < 0 || t->state & TASK_UNINTERRUPTIBLE || t->file.kind == SCT_WHY_INODE);
}

static __always_inline __u64 stack_hash(const __u64 *ip, __u32 n)
{
	__u64 h = 1;

	for (__u32 i = 0; i < WHY_STACK; i++)
		if (i < n)
			h = (h ^ ip[i]) * 0x9e3779b97f4a7c15ull;
	return h | 1;
}

#endif
