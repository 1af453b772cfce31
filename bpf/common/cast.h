/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Loads of members of kernel objects. bpf_rdonly_cast() (Linux 6.2) gives an address a type, and such a load is one
 * instruction. Older kernels need a helper call for each, which takes ten times as long.
 */
#ifndef CAST_H
#define CAST_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* Set by the reader before loading. */
const volatile bool has_cast = false;

/* Calls bpf_rdonly_cast(p, type n). libsctrace/load/btf_load.c replaces the ids of the type and of the function. */
#define CAST_ID(p, n)                                                                                                  \
	({                                                                                                             \
		register __u64 from_ asm("r1") = (__u64)(p);                                                           \
		register void *to_ asm("r0");                                                                          \
		asm volatile(".8byte %[mov]\n.8byte %[call]"                                                           \
			     : "=r"(to_), "+r"(from_)                                                                  \
			     : [mov] "i"(0x2b7ull | (__u64)(n) << 32), [call] "i"(0x2085ull |                          \
										  (__u64)SCT_KFUNC_RDONLY_CAST << 32)  \
			     : "r2", "r3", "r4", "r5");                                                                \
		to_;                                                                                                   \
	})
#define CAST(type, p) ((struct type *)CAST_ID(p, SCT_KTYPE_##type))

/* Reads a member of the struct at address p. */
#define LOAD(type, p, member)                                                                                          \
	({                                                                                                             \
		struct type *at_ = (void *)(p);                                                                        \
		has_cast ? CAST(type, at_)->member : BPF_CORE_READ(at_, member);                                       \
	})

#endif
