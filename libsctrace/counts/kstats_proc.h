/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads tasks and their calls from /proc, for kernels without a task iterator, or whose iterator sees no registers. */
#ifndef SCT_COUNTS_KSTATS_PROC_H
#define SCT_COUNTS_KSTATS_PROC_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/kstats_abi.h"
#include "lookup/row.h"

/* Gets a thread. A return value other than 0 ends proc__each(). */
typedef int proc_task_fn(void *ctx, uint32_t tid, uint32_t pid);

/* In all functions, proc is a descriptor of /proc (procfs__open()). */

/* Calls fn for every thread. Returns 0, -errno, or what fn returned. */
int proc__each(int proc, proc_task_fn *fn, void *ctx);
/* Sets name, parent and start of the task t->tid. Returns false if it has ended or is a kernel thread. */
bool proc__describe(int proc, struct kstat_task *t);
/* Returns the index of the call that a sleeping thread is in, or -1 if it is in none or cannot be seen. */
int proc__call(int proc, uint32_t tid);
/*
 * Returns the path argument of the call that a sleeping thread is in, or the file that its descriptor refers to, to be
 * freed. Returns NULL if it has neither, cannot be seen, or the thread is in another call.
 */
char *proc__call_file(int proc, uint32_t pid, uint32_t tid, unsigned call);
/*
 * Finds the address argument of the call that a sleeping thread is in, or the address of the peer of its descriptor's
 * socket; with host, without the port. Returns false if there is none or it cannot be seen.
 */
bool proc__call_peer(int proc, uint32_t pid, uint32_t tid, unsigned call, bool host, struct kstat_name *out);

/*
 * Writes the name that the BPF programs give a socket address of len bytes (bpf/stats/kstats_name.bpf.h). Returns
 * false if it has none.
 */
bool proc__address_name(const void *addr, size_t len, bool host, struct kstat_name *out);

/* Returns the path of the process's program, to be freed, or NULL. */
char *proc__exe(int proc, uint32_t pid);

#endif
