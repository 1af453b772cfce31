/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Which calls are wanted by what they came to. That is known at their end: until
 * then a call is held, its memory not read, and nothing sent.
 */
#ifndef RESULTS_BPF_H
#define RESULTS_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

/* Decided by the reader before loading. */
const volatile struct sct_results results = {};

static __always_inline bool errno_wanted(__u32 err)
{
	return err < SCT_ERRNOS && results.errnos[err / 64] & 1ull << err % 64;
}

static __always_inline bool result_wanted(long ret)
{
	bool failed = ret < 0 && ret >= -4095;

	if (results.failed && !failed)
		return false;
	if (results.by_errno && !(failed && errno_wanted(-ret)))
		return false;
	return !results.by_range || (ret >= results.min && ret <= results.max);
}

/* Of a call whose beginning was seen. */
static __always_inline bool time_wanted(__u64 ns)
{
	return ns >= results.min_ns;
}

#endif
