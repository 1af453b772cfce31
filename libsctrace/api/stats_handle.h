/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of statistics, as the files of api/ share it. */
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
	struct ksharer *sharer; /* of handles that share programs; kstats is the sharer's then */
	struct stats unread;	/* rows of this handle that another one has taken from the kernel */
	struct stats stats;
	struct stats delta; /* rows since the last sctrace_stats_delta(); empty without opts.deltas */
	struct cgroups cgroups;
	struct probes probes; /* probes whose hits are counted */
	struct uprobes *uprobes;
	struct event_by keys;	    /* with probes: the keys, some of which are arguments */
	struct decode_opts decode;  /* how arguments are printed */
	uint32_t by, if_can;	    /* KSTAT_BY_*: keys; those among them that may be left out */
	struct buf args;	    /* texts of a row's arguments, while its callback runs */
	uint8_t order[KEY_COLUMNS]; /* the columns of keys, in the order of the options */
	unsigned norder;
	bool hist, deltas;
	struct sct_result_filter results;
	int alive;
	uint64_t now;
	uint64_t missed_before; /* value of stats_share__missed() at the last reset */
};

/* Returns NULL for NULL. */
static inline struct session *stats_session(struct sctrace_stats *s)
{
	return s ? &s->base : NULL;
}

static inline struct sctrace_stats *stats_of(struct session *s)
{
	return (struct sctrace_stats *)s;
}

/* Counts a row that was taken from the kernel. */
void stats_handle__took(struct sctrace_stats *s, const struct kstat_row *r, const uint64_t *hist);
/* Adds a row of the kernel and the names of its keys to rows of this handle. Returns 0 or -ENOMEM. */
int stats_handle__row(struct sctrace_stats *s, struct stats *to, const struct kstat_by_key *key,
		      const struct kstat_row *r, const uint64_t *hist);
/* A kstats_row_fn whose ctx is the handle: adds the row to all rows that were read. */
int stats_handle__on_row(void *ctx, const struct kstat_by_key *key, const struct kstat_row *r, const uint64_t *hist);

#endif
