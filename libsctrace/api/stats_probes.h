/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Probes that a handle of statistics counts. */
#ifndef SCT_API_STATS_PROBES_H
#define SCT_API_STATS_PROBES_H

#include "api/stats_handle.h"

/* Returns whether the options name probes. */
bool stats_probes__wanted(const struct sctrace_stats_opts *o);
/*
 * Finds the probes and the keys, and sets their options in ao. Call it after the calls are selected. Returns 0 or
 * -errno with a message; -EOPNOTSUPP if the kernel cannot count by a key.
 */
int stats_probes__find(struct sctrace_stats *s, const struct sctrace_stats_opts *o, struct kstats_opts *ao);
/* Loads the programs of probes; those of system calls must be loaded. */
int stats_probes__open(struct sctrace_stats *s, const struct sctrace_stats_opts *o, const struct kstats_opts *ao);
/* These do nothing if there are no probes. */
int stats_probes__attach(struct sctrace_stats *s);
void stats_probes__detach(struct sctrace_stats *s);
void stats_probes__pause(struct sctrace_stats *s, bool pause);
/* Returns the number of hits that are in no row. */
uint64_t stats_probes__lost(const struct sctrace_stats *s);
/* Writes the texts of the arguments that are keys to `texts`, and sets names to point to them. Returns 0 or -ENOMEM. */
int stats_probes__names(struct sctrace_stats *s, const struct pcount_key *key, struct buf *texts, const char **names);
struct footprint;
void stats_probes__cost(const struct sctrace_stats *s, struct footprint *cost);
void stats_probes__close(struct sctrace_stats *s);

#endif
