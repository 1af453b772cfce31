/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Checks of targets, for handles of events and of statistics. */
#ifndef SCT_API_TARGET_H
#define SCT_API_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "util/buf.h"
#include "util/guard.h"
#include "util/tidmap.h"

/*
 * Translates SCTRACE_FOLLOW etc. to SCT_T_* in *out. Returns 0; -EINVAL for unknown flags; -ESRCH for a task that does
 * not exist; with own_only, -EPERM for a task that ptrace would not attach to. proc: from procfs__open().
 */
int target__flags(int proc, pid_t tid, unsigned flags, bool own_only, uint32_t *out);
/*
 * Finds the processes that descend from those in tree: adds their ids (pid_t) to out and to tree. proc: from
 * procfs__open(). Returns 0 or -ENOMEM.
 */
int target__descendants(int proc, struct tidmap *tree, struct buf *out);
/* Sets the message for a target that could not be added. Returns err. */
int target__fail(struct guard *g, int err, pid_t tid, unsigned flags);

#endif
