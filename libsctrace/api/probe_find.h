/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the probes that a user's specifications name, and their places. */
#ifndef SCT_API_PROBE_FIND_H
#define SCT_API_PROBE_FIND_H

#include <stdbool.h>
#include <sys/types.h>

#include "probe/probe.h"
#include "util/errmsg.h"

struct features;

/* Which probes, and where. PROBE_ASK() takes the members from struct sctrace_opts or sctrace_stats_opts. */
struct probe_ask {
	const char *const *specs;
	unsigned n;
	const char *rows;
	pid_t pid;
	const char *program;
	bool go_returns, own_only;
	const struct features *features; /* features of the kernel, NULL if they were not determined yet */
};

#define PROBE_ASK(o)                                                                                                   \
	{                                                                                                              \
		.specs = (o)->probes, .n = (o)->nprobes, .rows = (o)->probe_rows, .pid = (o)->probe_pid,               \
		.program = (o)->probe_file, .go_returns = (o)->go_returns, .own_only = (o)->own_only                   \
	}

/* Adds the probes to the set. Returns 0 or -errno with a message in errmsg. */
int probe_find__all(struct probes *probes, const struct probe_ask *ask, const struct errmsg *errmsg);

#endif
