/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Compiles patterns of task names, in the syntax of fnmatch(3), for a matcher without backtracking:
 * bpf/common/scope.bpf.h and comm_filter__fits(). Each pattern is a row of bits, its states. Bit k is set if the first
 * k elements of the pattern (letters, '?', sets) match what was read. A '*' keeps the bit of the element before it
 * set.
 */
#ifndef SCT_UTIL_COMM_FILTER_H
#define SCT_UTIL_COMM_FILTER_H

#include <stdbool.h>

#include "abi/sctrace_abi.h"
#include "util/errmsg.h"

/*
 * Fills f from patterns that are separated by commas. Returns how many lanes of f are used, -EINVAL for a pattern that
 * no name can match, or -E2BIG, with a message.
 */
int comm_filter__make(struct sct_comm_filter *f, const char *patterns, const struct errmsg *errmsg);
/* Returns true if one of the patterns matches the name. */
bool comm_filter__fits(const struct sct_comm_filter *f, const char *comm);

#endif
