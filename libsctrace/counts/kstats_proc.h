/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the task iterator says, from /proc: where there is none, or it cannot see a task's registers. */
#ifndef SCT_COUNTS_KSTATS_PROC_H
#define SCT_COUNTS_KSTATS_PROC_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/kstats_abi.h"
#include "lookup/row.h"

/* Not 0 stops. */
typedef int proc_task_fn(void *ctx, uint32_t tid, uint32_t pid);

/* proc: as procfs__open() gives it. */

/* Every thread there is. 0, -errno, or what fn returned. */
int proc__each(int proc, proc_task_fn *fn, void *ctx);
/* Name, parent and start of the process. false: it has ended, or is the kernel's own. */
bool proc__describe(int proc, struct kstat_task *t);
/* The call that a sleeping thread is in: its index; -1: none, or it is not to be seen. */
int proc__call(int proc, uint32_t tid);
/* Which arguments name the call's file and its socket's other end. */
struct kstat_call proc__describe_call(const struct sct_row *row);
/*
 * The path argument of the call that a sleeping thread is in, or what its descriptor
 * refers to; to be freed. NULL: it has none, is not to be seen, or is in another call.
 */
char *proc__call_file(int proc, uint32_t pid, uint32_t tid, unsigned call);
/*
 * Likewise, the address that the call was given, or that of the other end of its
 * descriptor's socket; host: without a port. false: there is none, or it is not to be seen.
 */
bool proc__call_peer(int proc, uint32_t pid, uint32_t tid, unsigned call, bool host, struct kstat_name *out);

#endif
