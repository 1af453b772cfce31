/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads records and delivers them as events. */
#ifndef SCT_API_POLL_H
#define SCT_API_POLL_H

#include "api/handle.h"

/* Handles a record that the reader made. A record_fn whose ctx is the struct sctrace. */
int poll__record(void *ctx, const struct sct_rec *rec, size_t size);
/*
 * Call it after the programs were detached: delivers the remaining events, then closes the recording. Returns 0,
 * -errno, or pair__answer() if the callback stopped delivery: then events are left.
 */
int poll__rest(struct sctrace *t);

#endif
