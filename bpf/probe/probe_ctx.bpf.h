/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which probe a program runs for, and what it finds in its context: for programs that send hits and those that count them. */
#ifndef PROBE_CTX_BPF_H
#define PROBE_CTX_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

const volatile bool has_cookies = true; /* Linux 5.15 */

/* Without cookies: the program of one instruction's worth that runs first says which probe it is of. */
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
 * A function of the kernel by programs of its own (fentry, fexit): these two are
 * copied for each (libsctrace/load/fentry.c), with the probe's number in place
 * of this one.
 */
#define OWN(what)                                                                                                      \
	({                                                                                                             \
		__u64 own_;                                                                                            \
		asm volatile("%0 = %[own]" : "=r"(own_) : [own] "i"(what));                                            \
		own_;                                                                                                  \
	})

/* Before Linux 6.6, x86 keeps as many bytes of an argument as it has, beside what was in memory before. */
static __always_inline __u64 own_argument(void *ctx, __u32 i, __u64 widths)
{
	__u64 v = 0, bytes = SCT_WIDTH(widths, i);

	bpf_get_func_arg(ctx, i, &v); /* fails if there is none */
	return bytes && bytes < 8 ? v & ((1ull << 8 * bytes) - 1) : v;
}

/*
 * The arguments lie in a frame that the kernel made for both programs of this
 * call, above that of the function: what is called from there lies below, tail
 * calls, too. So the end of the arguments tells calls apart as the caller's stack
 * pointer does; the rest of that frame's layout is the kernel's own.
 */
static __always_inline __u64 own_frame(void *ctx)
{
	return (__u64)ctx + 8 * (bpf_get_func_arg_cnt(ctx) & 15); /* the verifier wants a bound */
}

#endif
