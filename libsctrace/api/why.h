/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The handle of looks at whom tasks wait for. */
#ifndef SCT_API_WHY_H
#define SCT_API_WHY_H

#include <stdbool.h>
#include <stdint.h>

#include "lookup/opts.h"
#include "lookup/select.h"
#include "sctrace.h"
#include "util/buf.h"
#include "util/guard.h"
#include "why/follow.h"

/* Which tasks are asked for. */
struct why_scope {
	pid_t *pids, *trees, *skip;
	size_t npids, ntrees, nskip;
	uint32_t *uids;
	size_t nuids;
	char *comms;
	struct sct_comm_filter comm_filter;
	uint64_t *cgroups; /* ids, sorted */
	size_t ncgroups, cgroups_cap;
	bool by_cgroup;
};

struct sctrace_look {
	struct guard guard;
	int proc;
	struct why_gather *gather;
	struct why_scope scope;
	size_t rows;
	uint32_t asked, left; /* of the last look */
	bool no_stacks;	      /* /proc/TID/stack cannot be read */
	/* for the text of calls */
	struct decode_opts decode;
	struct selection all;
	struct sctrace_text *text;
	int64_t clock_offset;
};

/* Takes the scope from the options. Returns 0 or -errno with a message. */
int why_scope__make(struct why_scope *s, int proc, const struct sctrace_why_opts *o, const struct errmsg *w);
void why_scope__free(struct why_scope *s);
/* Sets for each task whether it is asked for. Returns their number. */
uint32_t why_scope__mark(const struct why_scope *s, const struct why_look *l, bool *asked);

/* Prepares the text of calls. Returns 0 or -errno. */
int why_call__init(struct sctrace_look *w, uint32_t strlen_max);
void why_call__free(struct sctrace_look *w);
/* Appends the call that a task is blocked in, as a line has it, with "..." for what is not known before its end. */
void why_call__text(struct sctrace_look *w, const struct sct_why_task *t, struct buf *out);

/* Delivers the rows of a look. Returns 0, -ENOMEM, or what fn returned. */
int why_rows__each(struct sctrace_look *w, const struct why_look *l, const bool *asked, sctrace_why_fn *fn, void *ctx);

#endif
