/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Rows of statistics as users of the library read them: struct sctrace_stat. */
#ifndef SCT_API_PUBLIC_ROWS_H
#define SCT_API_PUBLIC_ROWS_H

#include "sctrace.h"
#include "stats/cgroup.h"
#include "stats/event_by.h"
#include "stats/stats.h"

struct public_rows {
	struct stats *rows;
	struct cgroups *cgroups;
	const struct event_by *keys; /* keys whose arguments are in args[] */
	uint32_t by;		     /* KSTAT_BY_* */
	bool numbered;	  /* args[] is indexed by the argument's number; otherwise by the position among the keys */
	struct buf *args; /* buffer for the texts of a row's arguments */
};

/* Sorts the rows and calls fn for each. Returns 0, or the result of fn, if that is not 0. */
int public_rows__each(const struct public_rows *p, sctrace_stat_fn *fn, void *ctx);
/* Calls fn for each row of calls in progress (stats.waits). Returns 0, or the result of fn, if that is not 0. */
int public_rows__waits(const struct public_rows *p, sctrace_stat_fn *fn, void *ctx);
/* Sets the number and the ABI of a call. */
void public_row__call(uint64_t call, struct sctrace_stat *out);

#endif
