/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Finds the number of the probe that a program was called for. Included by the programs that send hits and by those
 * that count them.
 */
#ifndef PROBE_CTX_BPF_H
#define PROBE_CTX_BPF_H

#include "arch/arch.h"
#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#undef PT_REGS_IP
#define PT_REGS_IP(r) REGS_IP(r)
#include <bpf/usdt.bpf.h>

const volatile bool has_cookies = true; /* Linux 5.15 */

/* Without cookies, a small program that runs first writes its probe's number here. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} probe_now SEC(".maps");

static __always_inline __u32 probe_of(void *ctx)
{
	__u32 zero = 0, *now;

	if (has_cookies)
		return bpf_get_attach_cookie(ctx);
	now = bpf_map_lookup_elem(&probe_now, &zero);
	return now ? *now : ~0u;
}

/*
 * Reads the arguments of a probed function; the caller may overwrite them with go_args(). Without the barrier, clang
 * merges the two into loads with a variable offset, which verifiers refuse.
 */
static __always_inline void probe_args(const struct pt_regs *ctx, __u64 *args)
{
	func_args(ctx, args);
	barrier();
}

static __always_inline __u64 return_address(const struct pt_regs *ctx, bool kernel)
{
	return kernel ? kfunc_from(ctx) : func_from(ctx);
}

#endif
