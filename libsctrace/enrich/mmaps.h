/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Executable mappings as processes make them, as records of the stream (struct
 * sct_map). They come from the kernel's perf events, which tell of an execve's
 * own mappings too; perf_event_open(2) has the records.
 *
 * Order: a mapping is published before the call that made it ends, so before
 * anything that is called from it. Who reads the perf events after it has
 * looked at how far the rings go has seen every mapping that a call in the
 * rings may come from.
 */
#ifndef SCT_ENRICH_MMAPS_H
#define SCT_ENRICH_MMAPS_H

#include <stdbool.h>
#include <sys/types.h>

#include "event/record.h"

struct mmaps;

/* One event and its buffer for each CPU that is online. 0 or -errno. */
int mmaps__open(struct mmaps **out);
/* Descriptors that are open; of NULL none. */
unsigned mmaps__fds(const struct mmaps *m);
void mmaps__close(struct mmaps *m);
/* Takes what there is. 0 or -ENOMEM. */
int mmaps__read(struct mmaps *m);
/* Hands over, in order, what is not younger than ts (CLOCK_MONOTONIC, ns) and of a process for which wanted() says so. */
int mmaps__before(struct mmaps *m, uint64_t ts, bool (*wanted)(void *ctx, uint32_t tgid), record_fn *fn, void *ctx);
/* Those of a process that is there already, of /proc. ts: the records'. */
int mmaps__snapshot(int proc, uint32_t tgid, uint64_t ts, record_fn *fn, void *ctx);

#endif
