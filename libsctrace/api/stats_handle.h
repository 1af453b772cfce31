/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of statistics: what the files share that join the layers. */
#ifndef SCT_API_STATS_HANDLE_H
#define SCT_API_STATS_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "lookup/select.h"
#include "sctrace.h"
#include "counts/kstats.h"
#include "lookup/opts.h"
#include "probe/probe.h"
#include "stats/cgroup.h"
#include "stats/event_by.h"
#include "stats/table.h"
#include "api/session.h"

struct ksharer;
struct uprobes;

struct sctrace_stats {
	struct session base; /* first */
	struct kstats *kstats;
	struct ksharer *sharer; /* with handles that share kstats, which is theirs then */
	struct stats unread;	/* likewise: of this one, and not read by it yet */
	struct stats stats;
	struct stats delta; /* since sctrace_stats_delta() was called; empty unless that was asked for */
	struct cgroups cgroups;
	struct probes probes; /* that are counted, too */
	struct uprobes *uprobes;
	struct event_by keys;	   /* with probes: the keys, of which some are arguments */
	struct decode_opts decode; /* of arguments */
	uint32_t by, if_can;	   /* keys; those to do without where the kernel cannot */
	uint8_t order[NKEYS];	   /* of the keys, as they were asked for */
	unsigned norder;
	bool hist, deltas;
	int alive;
	uint64_t now;
	uint64_t missed_before; /* the last reset */
};

/* NULL of NULL. */
static inline struct session *stats_session(struct sctrace_stats *s)
{
	return s ? &s->base : NULL;
}

static inline struct sctrace_stats *stats_of(struct session *s)
{
	return (struct sctrace_stats *)s;
}

/* A row was taken from the kernel for it. */
void stats_handle__took(struct sctrace_stats *s, const struct kstat_row *r, const uint64_t *hist);
/* Adds a row of the kernel, and its names, to rows of this handle. 0 or -ENOMEM. */
int stats_handle__row(struct sctrace_stats *s, struct stats *to, const struct kstat_by_key *key,
		      const struct kstat_row *r, const uint64_t *hist);
/* A kstats_row_fn: adds it to all that was read. ctx: the handle. */
int stats_handle__on_row(void *ctx, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist);
/* The public number and ABI of a call. */
void stats_handle__call(uint64_t call, struct sctrace_stat *out);

#endif
