/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Probes that are counted in a handle of statistics. */
#ifndef SCT_API_STATS_PROBES_H
#define SCT_API_STATS_PROBES_H

#include "api/stats_handle.h"

/* Are any asked for? */
bool stats_probes__wanted(const struct sctrace_stats_opts *o);
/*
 * Finds them, and the keys; the calls are selected already. -EOPNOTSUPP: a key is
 * not one that the kernel can keep, the text says which. ao: is told of them.
 */
int stats_probes__find(struct sctrace_stats *s, const struct sctrace_stats_opts *o, struct kstats_opts *ao);
/* Loads their programs; those of the calls are loaded. */
int stats_probes__open(struct sctrace_stats *s, const struct sctrace_stats_opts *o, const struct kstats_opts *ao);
/* These do nothing where there are none. */
int stats_probes__attach(struct sctrace_stats *s);
void stats_probes__detach(struct sctrace_stats *s);
void stats_probes__pause(struct sctrace_stats *s, bool pause);
/* Hits that no row has. */
uint64_t stats_probes__lost(const struct sctrace_stats *s);
/* Adds the texts of the arguments that are keys, at the indexes of these, and points names to them. */
int stats_probes__names(struct sctrace_stats *s, const struct pcount_key *key, struct buf *texts, const char **names);
/* Sets the arguments of a public row. */
void stats_probes__public(const struct sctrace_stats *s, struct sctrace_stat *out);
struct footprint;
void stats_probes__cost(const struct sctrace_stats *s, struct footprint *cost);
void stats_probes__close(struct sctrace_stats *s);

#endif
