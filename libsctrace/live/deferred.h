/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * A subscriber's own result filter, used if the kernel sends results that this subscriber does not want. The enter
 * record of a call is deferred until the exit record has the result, as in the BPF programs
 * (bpf/common/result_filter.bpf.h).
 */
#ifndef SCT_LIVE_DEFERRED_H
#define SCT_LIVE_DEFERRED_H

#include <stdbool.h>

#include "event/record.h"
#include "util/tidmap.h"

/* Returns true if every call that passes the filter 'mine' also passes the filter 'all'. */
bool result_filter__within(const struct sct_result_filter *mine, const struct sct_result_filter *all);
/* Returns true if a call passes the filter. ns: how long the call took; 0 if its beginning was not seen. */
bool result_filter__want(const struct sct_result_filter *r, int64_t ret, uint64_t ns);
/* Returns true if the call that ends with this record passes the filter. */
bool result_filter__want_exit(const struct sct_result_filter *r, const struct sct_exit *x);

struct deferred {
	struct sct_result_filter results;
	struct tidmap enters; /* task -> struct kept: the enter record of its call */
};

/* Keeps a copy of the enter record, in place of an earlier one of the same task. Returns 0 or -ENOMEM. */
int deferred__keep(struct deferred *h, const struct sct_enter *e, size_t size);
/*
 * Returns the kept enter record of the call that ends with x, or NULL if none was kept. The caller frees it. Its time,
 * CPU and loss count are set to those of x, so that both records have the same place in the stream.
 */
struct sct_enter *deferred__take(struct deferred *h, const struct sct_exit *x, size_t *size);
/* Moves a kept record to another tid: a thread that calls execve gets its leader's tid. */
void deferred__move(struct deferred *h, uint32_t from, uint32_t to);
/* Drops the task's kept record, because the task has ended. */
void deferred__drop(struct deferred *h, uint32_t tid);
void deferred__free(struct deferred *h);

#endif
