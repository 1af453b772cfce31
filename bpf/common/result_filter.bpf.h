/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Filter of calls by their results and durations, which are known when a call ends. */
#ifndef RESULT_FILTER_BPF_H
#define RESULT_FILTER_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_helpers.h>

/* Set by the reader before loading. */
const volatile struct sct_result_filter result_filter = {};

static __always_inline bool errno_wanted(__u32 err)
{
	return err < SCT_ERRNOS && result_filter.errnos[err / 64] & 1ull << err % 64;
}

static __always_inline bool result_wanted(long ret)
{
	bool failed = ret < 0 && ret >= -4095;

	if (failed ? result_filter.successful : result_filter.failed)
		return false;
	if (result_filter.by_errno && !(failed && errno_wanted(-ret)))
		return false;
	return !result_filter.by_range || (ret >= result_filter.min && ret <= result_filter.max);
}

/* True if a call of this duration is wanted. */
static __always_inline bool time_wanted(__u64 ns)
{
	return ns >= result_filter.min_ns;
}

#endif
