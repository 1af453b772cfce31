/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A subscriber's own result filter, where the kernel sends more results than the subscriber wants: the enter record
 * of a call is kept until the exit record has the result, as the BPF programs do (bpf/common/result_filter.bpf.h).
 */
#ifndef SCT_LIVE_DEFERRED_H
#define SCT_LIVE_DEFERRED_H

#include <stdbool.h>

#include "event/record.h"
#include "util/tidmap.h"

/* Returns true if every call that passes filter mine also passes filter all. */
bool result_filter__within(const struct sct_result_filter *mine, const struct sct_result_filter *all);
/* Returns true if a call passes the filter. ns: how long the call took; 0 if its beginning was not seen. */
bool result_filter__want(const struct sct_result_filter *r, int64_t ret, uint64_t ns);
/* Returns true if the call that ends with this record passes the filter. */
bool result_filter__want_exit(const struct sct_result_filter *r, const struct sct_exit *x);

struct deferred {
	struct sct_result_filter results;
	struct tidmap enters; /* task -> struct kept, the enter record of its call */
};

/* Keeps a copy of the enter record in place of the task's former one. Returns 0 or -ENOMEM. */
int deferred__keep(struct deferred *h, const struct sct_enter *e, size_t size);
/*
 * Returns the kept enter record of a call that has ended, which the caller frees, or NULL if none was kept. Time, CPU
 * and loss count are those of x, so that both records have one place in the stream.
 */
struct sct_enter *deferred__take(struct deferred *h, const struct sct_exit *x, size_t *size);
/* Moves a kept record to another tid, since a thread that calls execve gets the tid of its leader. */
void deferred__move(struct deferred *h, uint32_t from, uint32_t to);
/* Drops the task's kept record: the call will have no end. */
void deferred__drop(struct deferred *h, uint32_t tid);
void deferred__free(struct deferred *h);

#endif
