/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Executable mappings that processes make, as records of the stream (struct sct_map). They come from the kernel's
 * perf events (perf_event_open(2)), which report an execve's own mappings, too.
 *
 * Order: a mapping is published before the call that made it ends, so before anything is called from it. A reader
 * that reads the perf events after it has looked at how far the rings go has seen every mapping that a call in the
 * rings may come from.
 */
#ifndef SCT_ENRICH_MMAPS_H
#define SCT_ENRICH_MMAPS_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/record.h"

struct mmaps;

/* Opens an event with a buffer for each online CPU. Returns 0 or -errno. */
int mmaps__open(struct mmaps **out);
/* Returns the number of open descriptors; 0 for NULL. */
unsigned mmaps__fds(const struct mmaps *m);
void mmaps__close(struct mmaps *m);
/* Reads the perf buffers into the list of pending records. Returns 0 or -ENOMEM. */
int mmaps__read(struct mmaps *m);
/*
 * Emits, in order, the pending records up to ts (CLOCK_MONOTONIC, ns) of processes for which wanted() returns true,
 * and drops those of others. Returns 0 or the error of fn.
 */
int mmaps__before(struct mmaps *m, uint64_t ts, bool (*wanted)(void *ctx, uint32_t tgid), record_fn *fn, void *ctx);
/*
 * Emits the mappings of a running process, from /proc/PID/maps. ts: the records' time. Returns 0 or the error of fn.
 */
int mmaps__snapshot(int proc, uint32_t tgid, uint64_t ts, record_fn *fn, void *ctx);

#endif
