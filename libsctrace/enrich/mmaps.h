/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reports executable mappings that processes make as records (struct sct_map). They come from perf events
 * (perf_event_open(2)), which also report the mappings that an execve makes.
 *
 * Order: a mapping is published before the call that made it ends, so before anything in it is called. A reader that
 * first looks how far the rings are filled, and then reads the perf events, has all mappings that calls in the rings
 * may come from.
 */
#ifndef SCT_ENRICH_MMAPS_H
#define SCT_ENRICH_MMAPS_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/record.h"

struct mmaps;

/* Opens a perf event with a buffer on each online CPU. Returns 0 or -errno. */
int mmaps__open(struct mmaps **out);
/* Returns the number of open descriptors. m may be NULL. */
unsigned mmaps__fds(const struct mmaps *m);
void mmaps__close(struct mmaps *m);
/* Moves the records in the perf buffers to the list of pending records. Returns 0 or -ENOMEM. */
int mmaps__read(struct mmaps *m);
/*
 * Emits the pending records up to ts (CLOCK_MONOTONIC, ns), in order. Drops records of processes for which wanted()
 * returns false. Returns 0 or the error of fn.
 */
int mmaps__before(struct mmaps *m, uint64_t ts, bool (*wanted)(void *ctx, uint32_t tgid), record_fn *fn, void *ctx);
/*
 * Emits the mappings of a running process, from /proc/PID/maps. ts: the records' time. Returns 0 or the error of fn.
 */
int mmaps__snapshot(int proc, uint32_t tgid, uint64_t ts, record_fn *fn, void *ctx);

#endif
