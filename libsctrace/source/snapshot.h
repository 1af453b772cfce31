/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What a task that is attached to is doing now: records that the kernel could not send. */
#ifndef SCT_SNAPSHOT_H
#define SCT_SNAPSHOT_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/record.h"

/*
 * Delivers a target record for the task (threads: for each one of its process)
 * and, if calls is set and it is blocked in one, an enter record without memory.
 */
int snapshot__tasks(pid_t tid, bool threads, bool calls, record_fn *fn, void *ctx);

#endif
