/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef PREEMPT_BPF_H
#define PREEMPT_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

const volatile bool preemptible = false; /* tracepoint programs may be preempted (7.x) */
const volatile bool perf_tp = false;	 /* the programs of perf_tp.bpf.h are used instead, which are not preempted */

/*
 * Calls kernel function n. libsctrace/load/btf_load.c fills in the function's id: libbpf would read all of the kernel's
 * types for two functions.
 */
#define KFUNC_CALL(n)                                                                                                  \
	asm volatile(".8byte %[call]" ::[call] "i"(0x2085ull | (__u64)(n) << 32) : "r0", "r1", "r2", "r3", "r4", "r5")

static __always_inline void preempt_disable(void)
{
	KFUNC_CALL(SCT_KFUNC_PREEMPT_DISABLE);
}

static __always_inline void preempt_enable(void)
{
	KFUNC_CALL(SCT_KFUNC_PREEMPT_ENABLE);
}

/*
 * Disables preemption until leave() where tracepoint programs may be preempted (7.x), because programs use data of
 * their CPU.
 */
static __always_inline void stay(void)
{
	if (preemptible && !perf_tp)
		preempt_disable();
}

static __always_inline void leave(void)
{
	if (preemptible && !perf_tp)
		preempt_enable();
}

#endif
