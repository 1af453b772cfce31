/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The kernel's tracepoints, as its tracefs describes them. */
#ifndef SCT_PROBE_TRACEFS_H
#define SCT_PROBE_TRACEFS_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct tracepoint {
	char *name;	 /* CATEGORY:NAME */
	char *prototype; /* its fields (probe/fields.h) */
	uint32_t id;	 /* for perf_event_open(2) */
};

struct tracepoints {
	struct tracepoint *v; /* by name */
	size_t n;
};

/* Those whose category and name match the patterns of fnmatch(3). 0 or -errno; none matches: -ENOENT. */
int tracepoints__find(struct tracepoints *t, const char *category, const char *name, const struct errmsg *errmsg);
void tracepoints__free(struct tracepoints *t);

#endif
