/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Chunks in the per-CPU scratch of the BPF programs. */
#ifndef CHUNK_BPF_H
#define CHUNK_BPF_H

#include "record/maps.bpf.h"

#define EFAULT 14

/* Index of the scratch. An object whose programs run one at a time has only one. */
#ifndef SCRATCH_OF
#define SCRATCH_OF() bpf_get_smp_processor_id()
#endif

/* x & mask, in a form that clang does not optimize away: old verifiers need to see it. */
#define MASKED(x, mask)                                                                                                \
	({                                                                                                             \
		__u64 masked_ = (x);                                                                                   \
		asm volatile("" : "+r"(masked_));                                                                      \
		masked_ &(mask);                                                                                       \
	})

/* The macros that chunk.h needs. */
#define PLAN_INLINE(type, name, ...) static __always_inline type name(__VA_ARGS__)
#define CALL(name, ...) name(__VA_ARGS__)
#define CALL0(name) name()
#define PLAN_STATE
#define COPY(to, n, from) bpf_probe_read_kernel(to, n, from)
#define READ_USER(to, n, addr) bpf_probe_read_user(to, n, (void *)(addr))
#define READ_USER_STR(to, n, addr) bpf_probe_read_user_str(to, n, (void *)(addr))
#include "record/chunk.h"

static __always_inline struct scratch *scratch_get(void)
{
	__u32 cpu = SCRATCH_OF();

	return bpf_map_lookup_elem(&scratches, &cpu);
}

static __always_inline struct sct_plan *plan_of(const struct scratch *s)
{
	__u32 idx = s->plan;

	return bpf_map_lookup_elem(&plans, &idx);
}

#endif
