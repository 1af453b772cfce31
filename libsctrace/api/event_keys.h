/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The keys of tables that are made from events: what they need to be captured, and their texts. */
#ifndef SCT_API_EVENT_KEYS_H
#define SCT_API_EVENT_KEYS_H

#include "stats/event_stats.h"
#include "stats/event_by.h"

struct sctrace;

/* Functions that write the keys' texts; their ctx is the struct sctrace. */
extern const struct event_texts event_keys__texts;

/* Returns whether stacks are among the keys; keys (sctrace_opts.keys) may be invalid. */
bool event_keys__stacks(const char *keys);
/* Makes the handle capture what the keys (sctrace_opts.keys) need. Returns 0, or -EINVAL with a message. */
int event_keys__capture(struct sctrace *t, const char *keys);
/*
 * Live, with users or cgroups as keys: if the task in rec (SCT_REC_OWNER) is in an unknown cgroup, emits a record of
 * the paths of all known cgroups, including this one. Returns 0, -ENOMEM, or the error of fn.
 */
int event_keys__record(struct sctrace *t, const struct sct_rec *rec, record_fn *fn, void *ctx);
/*
 * Checks that each argument that is a key exists in a selected call or a probe. In a replay, any name is valid, since
 * probes may come later. Returns 0, or -EINVAL with a message.
 */
int event_keys__check(const struct sctrace *t, const struct event_by *by, const struct errmsg *errmsg);

#endif
