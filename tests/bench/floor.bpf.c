// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * The least that tracing can cost: the programs compare the process id and read the clock, at enter and exit, and send
 * nothing.
 */
#include "common/kernel.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u32 target;
__u64 last, calls;

SEC("tp_btf/sys_enter")
int floor_enter(void *ctx)
{
	if (bpf_get_current_pid_tgid() >> 32 != target)
		return 0;
	last = bpf_ktime_get_ns();
	calls++;
	return 0;
}

SEC("tp_btf/sys_exit")
int floor_exit(void *ctx)
{
	if (bpf_get_current_pid_tgid() >> 32 != target)
		return 0;
	last = bpf_ktime_get_ns();
	return 0;
}
