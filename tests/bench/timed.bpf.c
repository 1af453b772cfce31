// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* The least that timing a call can cost: a pid check and two clock reads. */
#include "common/kernel.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

const volatile __u32 target = 0;
__u64 began = 0, spent = 0;

SEC("tp_btf/sys_enter")
int BPF_PROG(timed_enter)
{
	if (bpf_get_current_pid_tgid() >> 32 == target)
		began = bpf_ktime_get_ns();
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(timed_exit)
{
	if (bpf_get_current_pid_tgid() >> 32 == target)
		spent = bpf_ktime_get_ns() - began;
	return 0;
}
