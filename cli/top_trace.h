/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The trace of slow calls that --top opens for a row. */
#ifndef CLI_TOP_TRACE_H
#define CLI_TOP_TRACE_H

#include "top_slow.h"
#include "top_source.h"

struct top_trace {
	struct sctrace *trace;
	struct top_slow *slow;
	struct top_scope scope;
	uint32_t tid, pid; /* only calls of this thread and process; 0: of all */
	const char *paths[2], *peers[2];
};

/*
 * Begins to trace calls of the row that take "least" ns or more, with stacks, into slow. Returns 0, or -errno with a message
 * in s->why.
 */
int top_trace__open(struct top_trace *t, struct session *s, const struct top_rows *rows, const struct top_row *row,
		    struct top_slow *slow);
/* Takes the calls that have ended. */
void top_trace__poll(struct top_trace *t);
void top_trace__close(struct top_trace *t);

#endif
