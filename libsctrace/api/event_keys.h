/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The keys of tables that are made from the events of a handle: what they need, and their texts. */
#ifndef SCT_API_EVENT_KEYS_H
#define SCT_API_EVENT_KEYS_H

#include "stats/event_stats.h"
#include "stats/event_by.h"

struct sctrace;

/* Their ctx is the handle, struct sctrace. */
extern const struct event_texts event_keys__texts;

/* Returns whether stacks are among the keys of sctrace_opts.keys, which may be invalid. */
bool event_keys__stacks(const char *keys);
/* Has captured what the keys need (sctrace_opts.keys). Returns 0, or -EINVAL with a message. */
int event_keys__capture(struct sctrace *t, const char *keys);
/*
 * Live, with such keys: emits a record of the paths of all cgroups that are known, if rec is of a task in another cgroup. Returns
 * 0, -ENOMEM, or the error of fn.
 */
int event_keys__record(struct sctrace *t, const struct sct_rec *rec, record_fn *fn, void *ctx);
/*
 * Checks that a call that is selected, or a probe, has each argument that is a key. In a replay, probes may come later, and
 * any name is valid. Returns 0, or -EINVAL with a message.
 */
int event_keys__check(const struct sctrace *t, const struct event_by *by, const struct errmsg *errmsg);

#endif
