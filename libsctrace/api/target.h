/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What a caller asks to be traced, for lines and for summaries. */
#ifndef SCT_API_TARGET_H
#define SCT_API_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/guard.h"

/*
 * SCTRACE_FOLLOW ... as SCT_T_* in *out. -EINVAL: no such flags, -ESRCH: no such
 * task; with own_only -EPERM: ptrace would not attach to it.
 * proc: as procfs__open() gives it.
 */
int target__flags(int proc, pid_t tid, unsigned flags, bool own_only, uint32_t *out);
/* The text of what went wrong with one. Returns err. */
int target__fail(struct guard *g, int err, pid_t tid, unsigned flags);

#endif
