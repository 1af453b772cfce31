/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Pieces of bpf() that its attributes and the kernel's answers share. */
#ifndef SCT_DECODE_BPF_H
#define SCT_DECODE_BPF_H

#include "decode/call.h"

#define BPF_ATTR_ARG 1 /* register of the attributes */

static inline uint32_t bpf_u32(const uint8_t *p, unsigned off)
{
	uint32_t v;

	memcpy(&v, p + off, sizeof(v));
	return v;
}

static inline uint64_t bpf_u64(const uint8_t *p, unsigned off)
{
	uint64_t v;

	memcpy(&v, p + off, sizeof(v));
	return v;
}

/* The bytes of a struct from known on, if they are not all 0. */
void bpf_extra(struct out *o, const struct call *c, const struct rd *r, size_t known);
/* What the kernel said of an object, in len bytes. False: nothing is known of it. */
bool bpf_info(struct out *o, const struct call *c, uint32_t len);

#endif
