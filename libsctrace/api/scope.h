/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Who is looked at beside targets, and which calls by what they came to: from the options to what the programs take. */
#ifndef SCT_API_SCOPE_H
#define SCT_API_SCOPE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "sctrace.h"
#include "abi/sctrace_abi.h"
#include "util/guard.h"

/* What the options of events and of statistics have alike. */
struct scope_opts {
	bool all, cgroups, own_only;
	const uint32_t *uids;
	size_t nuids;
	const char *comm;
	const pid_t *skip;
	size_t nskip;
};

#define SCOPE_OPTS(o)                                                                                                  \
	{                                                                                                              \
		.all = (o)->all_tasks, .cgroups = (o)->cgroups, .own_only = (o)->own_only, .uids = (o)->uids,          \
		.nuids = (o)->nuids, .comm = (o)->comm, .skip = (o)->skip, .nskip = (o)->nskip                         \
	}

/*
 * shared: several handles have these programs, each with cgroups of its own. Returns 0, or -EINVAL or -EPERM with a
 * message.
 */
int scope__make(struct sct_scope *s, const struct scope_opts *o, bool shared, struct guard *g);
int result_filter__make(struct sct_result_filter *r, const struct sctrace_opts *o, struct guard *g);
/* Opens a cgroup's directory, named from the root of all or of the cgroups. Descriptor or -errno, with a text. */
int scope__cgroup(const char *path, struct guard *g);
/* The text of an error that adding it to the programs' map returned. Returns err. */
int scope__cgroup_fail(struct guard *g, int err, const char *path);

#endif
