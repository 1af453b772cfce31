/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The same programs where the kernel does not know its own types: raw
 * tracepoints, whose arguments are plain numbers. Registers are copied first.
 */
#ifndef SUMMARY_RAW_BPF_H
#define SUMMARY_RAW_BPF_H

struct bpf_raw_tracepoint_args {
	__u64 args[5];
};

static __always_inline const struct pt_regs *regs_copy(__u64 from)
{
	struct sum_scratch *s = scratch_get();

	return s && !bpf_probe_read_kernel(&s->regs, sizeof(s->regs), (void *)from) ? &s->regs : NULL;
}

SEC("?raw_tp/sys_enter")
int sum_raw_enter(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_counted(true);
	const struct pt_regs *regs;

	if (!st)
		return 0;
	stay();
	regs = regs_copy(ctx->args[0]);
	if (regs)
		call_enters(st, regs, ctx->args[1]);
	leave();
	return 0;
}

SEC("?raw_tp/sys_exit")
int sum_raw_exit(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_counted(false);
	const struct pt_regs *regs;

	if (!st)
		return 0;
	stay();
	regs = regs_copy(ctx->args[0]);
	if (regs)
		call_exits(st, regs, ctx->args[1]);
	leave();
	return 0;
}

SEC("?raw_tp/sched_switch")
int sum_raw_switch(struct bpf_raw_tracepoint_args *ctx)
{
	return do_switch((void *)ctx->args[1], (void *)ctx->args[2]);
}

SEC("?raw_tp/sched_process_fork")
int sum_raw_fork(struct bpf_raw_tracepoint_args *ctx)
{
	return do_fork((void *)ctx->args[0], (void *)ctx->args[1]);
}

SEC("?raw_tp/sched_process_exec")
int sum_raw_exec(struct bpf_raw_tracepoint_args *ctx)
{
	return do_exec((void *)ctx->args[0], ctx->args[1]);
}

SEC("?raw_tp/sched_process_exit")
int sum_raw_task_exit(struct bpf_raw_tracepoint_args *ctx)
{
	return do_task_exit((void *)ctx->args[0]);
}

#endif
