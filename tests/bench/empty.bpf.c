// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/* Programs that do nothing, to measure the cost of the tracepoints. */
#include "common/kernel.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "Dual BSD/GPL";

SEC("tp_btf/sys_enter")
int BPF_PROG(empty_enter)
{
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(empty_exit)
{
	return 0;
}
