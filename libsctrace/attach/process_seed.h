/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes the record of a process that ran before the start, from /proc. The kernel sends its own before the first event. */
#ifndef SCT_ATTACH_PROCESS_SEED_H
#define SCT_ATTACH_PROCESS_SEED_H

#include <sys/types.h>

#include "event/record.h"

/*
 * Emits an SCT_REC_PROCESS of the task, without its cgroup. The start is rounded down to 10 ms. proc: from
 * procfs__open(). Returns the result of fn; 0, without a record, if /proc does not have the task; or -ENOMEM.
 */
int process_seed__emit(int proc, pid_t tid, pid_t tgid, const char comm[16], record_fn *fn, void *ctx);

#endif
