/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Plans with variants, for calls in which one argument decides the meaning of another (ioctl, fcntl, reboot). */
#ifndef VARIANT_BPF_H
#define VARIANT_BPF_H

#include "record/maps.bpf.h"

static __always_inline __u32 arg_at(const __u64 *args, __u32 i)
{
	return i < SCT_NARGS ? args[i] : 0;
}

/* Returns the variant of the plan that the arguments select and sets *idx to its index, or returns the plan itself. */
static __always_inline struct sct_plan *plan_variant(struct sct_plan *p, __u32 *idx, const __u64 *args)
{
	struct sct_variant_key key = {};
	__u32 *v;

	key.plan = *idx;
	key.sel[0] = arg_at(args, p->sel[0] - 1u) & p->sel_mask;
	if (p->sel[1])
		key.sel[1] = arg_at(args, p->sel[1] - 1u);
	v = bpf_map_lookup_elem(&variants, &key);
	if (!v)
		return p;
	*idx = *v;
	return bpf_map_lookup_elem(&plans, idx);
}

#endif
