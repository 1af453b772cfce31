/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Programs of calls and tasks for kernels without BTF-typed tracepoints: the arguments of raw tracepoints are plain
 * numbers, so registers are copied first.
 *
 * An object defines these before it includes this header or perf_tp.bpf.h:
 *   nr_is_off(nr, when)      true if no call of this number of the native ABI is wanted; when: SCT_NR_BEGINS or _ENDS
 *   state_calling(enters)    the current task's state if its calls are wanted, or NULL; enters: a call begins
 *   keep_regs(st, regs)      keeps the address of the task's registers; do_enter() may get a copy of them
 *   do_enter(st, regs, nr), do_exit(st, regs, ret), do_task_fork(parent, child), do_task_exit(t)
 *                            handle the events
 *   do_task_exec(t, old_pid, path, bprm)
 *                            path: in kernel memory; bprm: NULL where the program does not get it
 */
#ifndef RAW_BPF_H
#define RAW_BPF_H

#include "arch/arch.h"
#include "common/preempt.bpf.h"
#include "common/task_maps.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

/* A copy of the registers; on old kernels it does not fit on the stack: see cap_msg_parts(). */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct pt_regs);
} raw_regs SEC(".maps");

static __always_inline struct pt_regs *regs_copy(__u64 from)
{
	__u32 zero = 0;
	struct pt_regs *regs = bpf_map_lookup_elem(&raw_regs, &zero);

	return regs && !bpf_probe_read_kernel(regs, sizeof(*regs), (void *)from) ? regs : NULL;
}

SEC("?sct_raw/sys_enter")
int raw_sys_enter(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_calling(true);
	struct pt_regs *regs;

	if (!st)
		return 0;
	keep_regs(st, ctx->args[0]);
	stay();
	regs = regs_copy(ctx->args[0]);
	if (regs)
		do_enter(st, regs, ctx->args[1]);
	leave();
	return 0;
}

SEC("?sct_raw/sys_exit")
int raw_sys_exit(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_calling(false);
	struct pt_regs *regs;

	if (!st)
		return 0;
	stay();
	regs = regs_copy(ctx->args[0]);
	if (regs)
		do_exit(st, regs, ctx->args[1]);
	leave();
	return 0;
}

SEC("?sct_raw/sched_process_fork")
int raw_task_fork(struct bpf_raw_tracepoint_args *ctx)
{
	return do_task_fork((void *)ctx->args[0], (void *)ctx->args[1]);
}

SEC("?sct_raw/sched_process_exec")
int raw_task_exec(struct bpf_raw_tracepoint_args *ctx)
{
	struct linux_binprm *bprm = (void *)ctx->args[2];

	return do_task_exec((void *)ctx->args[0], ctx->args[1], BPF_CORE_READ(bprm, filename), bprm);
}

SEC("?sct_raw/sched_process_exit")
int raw_task_exit(struct bpf_raw_tracepoint_args *ctx)
{
	return do_task_exit((void *)ctx->args[0]);
}

#endif
