/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Translates options to filters of the BPF programs: by task (scope), and by result. */
#ifndef SCT_API_SCOPE_H
#define SCT_API_SCOPE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sctrace.h"
#include "abi/sctrace_abi.h"
#include "util/guard.h"

/* Options for the scope that handles of events and of statistics have in common. */
struct scope_opts {
	bool all, cgroups, own_only;
	const uint32_t *uids;
	size_t nuids;
	const char *comm;
	const pid_t *skip;
	size_t nskip;
	const char *cpus;
	bool elsewhere; /* in a replay: cpus are those of another machine */
};

#define SCOPE_OPTS(o)                                                                                                  \
	{                                                                                                              \
		.all = (o)->all_tasks, .cgroups = (o)->cgroups, .own_only = (o)->own_only, .uids = (o)->uids,          \
		.nuids = (o)->nuids, .comm = (o)->comm, .skip = (o)->skip, .nskip = (o)->nskip, .cpus = (o)->cpus      \
	}

/*
 * Fills the scope. shared: several handles share the programs, each with its own cgroups. Returns 0, or -EINVAL or
 * -EPERM with a message.
 */
int scope__make(struct sct_scope *s, const struct scope_opts *o, bool shared, struct guard *g);

/* Options that filter calls by their results. */
struct result_opts {
	bool failed, successful, range;
	const char *errnos;
	uint64_t min_ns;
	int64_t min, max;
};

/* Fills the filter. Returns 0, or -EINVAL with a message. */
int result_filter__make(struct sct_result_filter *r, const struct result_opts *o, struct guard *g);
/*
 * Fills the filter for a handle of events, including what the predicate narrows. Returns 0, or -EINVAL with a message.
 */
int result_filter__of_events(struct sct_result_filter *r, struct sctrace *t, const struct sctrace_opts *o);
/* Sets the message for an error of adding a cgroup to the programs' map. Returns err. */
int scope__cgroup_fail(struct guard *g, int err, const char *path);

#endif
