/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
#ifndef PREEMPT_BPF_H
#define PREEMPT_BPF_H

#include "kernel.h"
#include <bpf/bpf_helpers.h>

const volatile bool preemptible = false; /* programs may be preempted: 7.x */
const volatile bool steady = false;	 /* but those are used that are not: steady.bpf.h */

/*
 * Programs use what belongs to their CPU. Tracepoints used to run them with
 * preemption off; where they no longer do (7.x), it is said.
 */
extern void bpf_preempt_disable(void) __ksym __weak;
extern void bpf_preempt_enable(void) __ksym __weak;

static __always_inline void stay(void)
{
	if (preemptible && !steady)
		bpf_preempt_disable();
}

static __always_inline void leave(void)
{
	if (preemptible && !steady)
		bpf_preempt_enable();
}

#endif
