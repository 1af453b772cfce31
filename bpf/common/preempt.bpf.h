/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef PREEMPT_BPF_H
#define PREEMPT_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

const volatile bool preemptible = false; /* programs may be preempted: 7.x */
const volatile bool perf_tp = false;	 /* but those are used that are not: perf_tp.bpf.h */

/*
 * Calls of the kernel's functions, for which libsctrace/load/btf_load.c puts in
 * where they are: libbpf would read all of the kernel's types for two.
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
 * Programs use what belongs to their CPU. Tracepoints used to run them with
 * preemption off; where they no longer do (7.x), the programs switch it off themselves.
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
