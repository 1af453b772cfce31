/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the kernel's tracepoints in tracefs. */
#ifndef SCT_PROBE_TRACEFS_H
#define SCT_PROBE_TRACEFS_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct tracepoint {
	char *name;	 /* CATEGORY:NAME */
	char *prototype; /* fields as text (probe/fields.h) */
	uint32_t id;	 /* id for perf_event_open(2) */
};

struct tracepoints {
	struct tracepoint *v; /* sorted by name */
	size_t n, cap;
};

/*
 * Adds the tracepoints whose category and name match patterns of fnmatch(3). Returns 0, -ENOENT if none matches, or
 * another -errno, all with a message.
 */
int tracepoints__find(struct tracepoints *t, const char *category, const char *name, const struct errmsg *errmsg);
void tracepoints__free(struct tracepoints *t);

#endif
