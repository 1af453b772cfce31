/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of statistics: what the files share that join the layers. */
#ifndef SCT_STATS_HANDLE_H
#define SCT_STATS_HANDLE_H

#include <stdbool.h>
#include <stdint.h>

#include "lookup/select.h"
#include "sctrace.h"
#include "source/kstats.h"
#include "stats/cgroup.h"
#include "stats/table.h"
#include "util/guard.h"

struct sctrace_stats {
	struct kstats *kstats;
	int proc; /* /proc, or -1 */
	struct stats stats;
	struct cgroups cgroups;
	uint32_t by, if_can;  /* keys; those to do without where the kernel cannot */
	uint8_t order[NKEYS]; /* of the keys, as they were asked for */
	unsigned norder;
	bool hist, all, own_only, cgroups_only;
	struct selection selection;
	bool paused;
	enum life life;
	uint64_t other;
	int alive;
	uint64_t now;
	struct guard guard;
};

/* The calls that trace asks for; NULL: all. */
int stats_handle__select(struct sctrace_stats *s, const char *trace, struct selection *sel);

#endif
