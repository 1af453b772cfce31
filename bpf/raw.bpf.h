/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The same programs where the kernel does not know its own types: raw
 * tracepoints, whose arguments are plain numbers. Registers are copied first.
 */
#ifndef RAW_BPF_H
#define RAW_BPF_H

struct bpf_raw_tracepoint_args {
	__u64 args[5];
};

SEC("?raw_tp/sys_enter")
int raw_sys_enter(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_current();
	struct pt_regs regs;

	if (!st || bpf_probe_read_kernel(&regs, sizeof(regs), (void *)ctx->args[0]))
		return 0;
	return do_enter(st, &regs, ctx->args[1]);
}

SEC("?raw_tp/sys_exit")
int raw_sys_exit(struct bpf_raw_tracepoint_args *ctx)
{
	struct task_state *st = state_current();
	struct pt_regs regs;

	if (!st || bpf_probe_read_kernel(&regs, sizeof(regs), (void *)ctx->args[0]))
		return 0;
	return do_exit(st, &regs, ctx->args[1]);
}

SEC("?raw_tp/sched_process_fork")
int raw_task_fork(struct bpf_raw_tracepoint_args *ctx)
{
	return do_task_fork((void *)ctx->args[0], (void *)ctx->args[1]);
}

SEC("?raw_tp/sched_process_exec")
int raw_task_exec(struct bpf_raw_tracepoint_args *ctx)
{
	struct linux_binprm *bprm = (void *)ctx->args[2];

	return do_task_exec((void *)ctx->args[0], ctx->args[1], BPF_CORE_READ(bprm, filename));
}

SEC("?raw_tp/sched_process_exit")
int raw_task_exit(struct bpf_raw_tracepoint_args *ctx)
{
	return do_task_exit((void *)ctx->args[0]);
}

SEC("?raw_tp/signal_deliver")
int raw_signal_deliver(struct bpf_raw_tracepoint_args *ctx)
{
	return do_signal_deliver(ctx->args[0], (void *)ctx->args[1], (void *)ctx->args[2]);
}

SEC("?raw_tp/signal_generate")
int raw_signal_generate(struct bpf_raw_tracepoint_args *ctx)
{
	return do_signal_generate(ctx->args[0], (void *)ctx->args[1], (void *)ctx->args[2], ctx->args[3], ctx->args[4]);
}

#endif
