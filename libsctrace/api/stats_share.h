/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Operations of a handle of statistics that work differently if it shares programs. */
#ifndef SCT_API_STATS_SHARE_H
#define SCT_API_STATS_SHARE_H

#include "api/stats_handle.h"

/*
 * Joins the programs of o->share, or opens new ones with the options ao. Sets s->kstats. Returns 0 or -errno with a
 * message.
 */
int stats_share__open(struct sctrace_stats *s, const struct sctrace_stats_opts *o, struct kstats_opts *ao,
		      int (*open)(struct sctrace_stats *s, struct kstats_opts *ao));
/* These work whether the handle shares or not. */
int stats_share__target(struct sctrace_stats *s, pid_t tid, uint32_t flags);
int stats_share__mark(struct sctrace_stats *s);
int stats_share__untarget(struct sctrace_stats *s, pid_t tid, uint32_t flags, struct buf *out);
int stats_share__select(struct sctrace_stats *s, const struct selection *calls, bool none);
/* Attaches the programs and enrolls the targets. */
int stats_share__start(struct sctrace_stats *s);
/* Reads and empties the kernel's rows; adds them to s->stats and s->delta. */
int stats_share__drain(struct sctrace_stats *s);
int stats_share__tasks(struct sctrace_stats *s, kstats_task_fn *fn, void *ctx);
/* Detaches the programs and drains the remaining rows. */
int stats_share__stop(struct sctrace_stats *s);
uint64_t stats_share__missed(const struct sctrace_stats *s);
/* Returns how many handles use these programs. */
unsigned stats_share__count(const struct sctrace_stats *s);
void stats_share__close(struct sctrace_stats *s);

#endif
