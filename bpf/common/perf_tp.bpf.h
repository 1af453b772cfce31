/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The same programs for kernels that let others be preempted (7.x), where a
 * program is skipped if its CPU is inside it already: a task that is preempted
 * in one would make it blind for all that runs there meanwhile. These are never
 * preempted: perf switches preemption off for its programs, and a task is woken
 * for the first time under a lock that does.
 *
 * 1 is returned so that others' perf events on these tracepoints go on.
 */
#ifndef PERF_TP_BPF_H
#define PERF_TP_BPF_H

#include "arch/arch.h"
#include "common/object.bpf.h"
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
	__u32 filename; /* offset in the low half */
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

/* In the parent, before the child runs. The kernel's own workers are made so, too. */
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
