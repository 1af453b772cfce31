/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Programs of probes on functions in user space and in the kernel. An object defines these before it includes this
 * header:
 *   struct hit              state of a program that handles a hit; probe: the probe's number; kernel: a kernel function
 *   hit_begin(h, returned)  false if the hit is not wanted
 *   hit_entry(h, ctx), hit_return(h, ctx)
 *                           handle a function's entry or return
 */
#ifndef PROGRAMS_BPF_H
#define PROGRAMS_BPF_H

#include "probe/probe_ctx.bpf.h"

static __always_inline int on_entry(struct pt_regs *ctx, bool kernel)
{
	struct hit h = { .kernel = kernel };

	h.probe = probe_of(ctx);
	if (hit_begin(&h, false))
		hit_entry(&h, ctx);
	return 0;
}

static __always_inline int on_return(struct pt_regs *ctx, bool kernel)
{
	struct hit h = { .kernel = kernel };

	h.probe = probe_of(ctx);
	if (hit_begin(&h, true))
		hit_return(&h, ctx);
	return 0;
}

SEC("sct_probe/entry")
int probe_entry(struct pt_regs *ctx)
{
	return on_entry(ctx, false);
}

SEC("sct_probe/kentry")
int probe_kentry(struct pt_regs *ctx)
{
	return on_entry(ctx, true);
}

SEC("sct_probe/return")
int probe_return(struct pt_regs *ctx)
{
	return on_return(ctx, false);
}

SEC("sct_probe/kreturn")
int probe_kreturn(struct pt_regs *ctx)
{
	return on_return(ctx, true);
}

#endif
