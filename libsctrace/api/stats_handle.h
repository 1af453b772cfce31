/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of statistics, for the files of api/. */
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
	struct session base; /* must be the first member */
	struct kstats *kstats;
	struct ksharer *sharer; /* set if the handle shares programs; kstats then belongs to it */
	struct stats unread;	/* rows of this handle that another handle has read from the kernel */
	struct stats stats;
	struct stats delta; /* rows since the last sctrace_stats_delta(); empty unless opts.deltas */
	struct cgroups cgroups;
	struct probes probes; /* probes that are counted */
	struct uprobes *uprobes;
	struct event_by keys;	    /* with probes: the keys, which include arguments */
	struct decode_opts decode;  /* how arguments of probes are printed */
	uint32_t by, if_can;	    /* keys; those of them that may be dropped */
	struct buf args;	    /* buffer for the texts of a row's arguments */
	uint8_t order[KEY_COLUMNS]; /* columns of the keys, in the order of the options */
	unsigned norder;
	bool hist, deltas;
	struct sct_result_filter results;
	int alive;
	uint64_t now;
	uint64_t missed_before; /* value of stats_share__missed() at the last reset */
};

/* Returns the handle's session, NULL for NULL. */
static inline struct session *stats_session(struct sctrace_stats *s)
{
	return s ? &s->base : NULL;
}

static inline struct sctrace_stats *stats_of(struct session *s)
{
	return (struct sctrace_stats *)s;
}

/* Accounts for a row that was read from the kernel. */
void stats_handle__took(struct sctrace_stats *s, const struct kstat_row *r, const uint64_t *hist);
/* Adds a row of the kernel, and the names in its key, to rows of this handle. Returns 0 or -ENOMEM. */
int stats_handle__row(struct sctrace_stats *s, struct stats *to, const struct kstat_by_key *key,
		      const struct kstat_row *r, const uint64_t *hist);
/* Adds a row to all rows of the handle. A kstats_row_fn whose ctx is the handle. */
int stats_handle__on_row(void *ctx, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist);

#endif
