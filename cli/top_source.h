/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Statistics and traces that --top opens while it runs, of the tasks and calls of the command line. */
#ifndef CLI_TOP_SOURCE_H
#define CLI_TOP_SOURCE_H

#include "run_stats.h"
#include "top_rows.h"

/* The options of the command line, narrowed to what one row of the table is about. */
struct top_scope {
	struct options o;
	char call[64], comm[32];
	pid_t pid;
};

/*
 * row: NULL for the whole table. Keys that the kernel cannot filter are left to the caller: top_detail.c filters with
 * top_rows__is(), top_trace.c only names them.
 */
void top_scope__init(struct top_scope *p, const struct options *o, const struct top_rows *rows,
		     const struct top_row *row);
/*
 * Calls the functions for each cgroup, process and descendant that is traced. Returns 0, or what the last one returned if
 * there is none left.
 */
int top_source__targets(const struct session *s, const struct options *o, int (*task)(void *handle, pid_t pid),
			int (*cgroup)(void *handle, const struct scope_cgroup *c), void *handle);
/*
 * Opens and starts statistics by these keys. Returns 0, or -errno with a message in s->why. Capabilities that are needed for
 * it are in effect only meanwhile.
 */
int top_source__stats(struct sctrace_stats **out, struct session *s, struct top_scope *p, const char *by, bool hist);

#endif
