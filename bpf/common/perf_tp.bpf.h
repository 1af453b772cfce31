/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Programs of calls and tasks for kernels that preempt tracepoint programs (7.x). The kernel skips a program if its CPU
 * is already inside it, so while a program is preempted, all events on that CPU would be missed. These programs are
 * never preempted: perf disables preemption for its programs, and a new task is woken under a lock that does.
 *
 * They return 1 so that other perf events on the tracepoints still get their samples. raw.bpf.h lists what an object
 * defines before it includes this.
 */
#ifndef PERF_TP_BPF_H
#define PERF_TP_BPF_H

#include "arch/arch.h"
#include "common/task.bpf.h"
#include <bpf/bpf_tracing.h>

#define PF_IO_WORKER 0x10

struct tp_syscall {
	__u64 common;
	long id;
	long ret; /* sys_exit only */
};

struct tp_exec {
	__u64 common;
	__u32 filename; /* offset of the string in the low half */
	pid_t pid;
	pid_t old_pid;
};

static __always_inline const struct pt_regs *regs_current(void)
{
	return (void *)bpf_task_pt_regs(bpf_get_current_task_btf());
}

SEC("?sct_perf/raw_syscalls/sys_enter")
int perf_sys_enter(struct tp_syscall *ctx)
{
	struct task_state *st;

	if (nr_is_off(ctx->id, SCT_NR_BEGINS) && !call_is_compat(regs_current()))
		return 1;
	st = state_calling(true);
	if (st) {
		keep_regs(st, (__u64)regs_current());
		do_enter(st, regs_current(), ctx->id);
	}
	return 1;
}

SEC("?sct_perf/raw_syscalls/sys_exit")
int perf_sys_exit(struct tp_syscall *ctx)
{
	struct task_state *st;

	if (nr_is_off(ctx->id, SCT_NR_ENDS) && !call_is_compat(regs_current()))
		return 1;
	st = state_calling(false);
	if (st)
		do_exit(st, regs_current(), ctx->ret);
	return 1;
}

/* Runs in the parent, before the child does. io_uring workers pass here, too. */
SEC("?sct_typed/sched_wakeup_new")
int BPF_PROG(perf_task_fork, struct task_struct *child)
{
	if (child->flags & PF_IO_WORKER)
		return 0;
	return do_task_fork(bpf_get_current_task_btf(), child);
}

SEC("?sct_perf/sched/sched_process_exec")
int perf_task_exec(struct tp_exec *ctx)
{
	do_task_exec(bpf_get_current_task_btf(), ctx->old_pid, (const char *)ctx + (ctx->filename & 0xffff), NULL);
	return 1;
}

SEC("?sct_perf/sched/sched_process_exit")
int perf_task_exit(void *ctx)
{
	do_task_exit(bpf_get_current_task_btf());
	return 1;
}

#endif
