/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A reader's own choice of results, where the kernel sends more: the beginning of
 * a call is held until its end tells what it came to, as the programs do it
 * (bpf/events/result_filter.bpf.h).
 */
#ifndef SCT_LIVE_DEFERRED_H
#define SCT_LIVE_DEFERRED_H

#include <stdbool.h>

#include "event/record.h"
#include "util/tidmap.h"

/* Is each call that mine want one that all want? */
bool result_filter__within(const struct sct_result_filter *mine, const struct sct_result_filter *all);
/* ns: how long the call took; 0 if its beginning was not seen. */
bool result_filter__want(const struct sct_result_filter *r, int64_t ret, uint64_t ns);

struct deferred {
	struct sct_result_filter results;
	struct tidmap enters; /* task -> its call's enter record */
};

/* A copy, in place of the one that the task has. 0 or -ENOMEM. */
int deferred__keep(struct deferred *h, const struct sct_enter *e, size_t size);
/*
 * Takes the enter record of a call that has ended: with the place in the stream that its end has. To be freed; NULL:
 * there is none.
 */
struct sct_enter *deferred__take(struct deferred *h, const struct sct_exit *x, size_t *size);
/* The task goes on under another number. */
void deferred__move(struct deferred *h, uint32_t from, uint32_t to);
/* The task's call has no end. */
void deferred__drop(struct deferred *h, uint32_t tid);
void deferred__free(struct deferred *h);

#endif
