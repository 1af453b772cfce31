// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/scope.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/handle.h"
#include "lookup/abi.h"
#include "util/comm_filter.h"
#include "util/number.h"

/* Checks the patterns of names. The filter is made from them when the programs are loaded. */
static int comms_make(struct sct_scope *s, const char *patterns, struct guard *g)
{
	const struct errmsg errmsg = { g->now, sizeof(g->now) };
	struct sct_comm_filter *f = malloc(sizeof(*f));
	int lanes = f ? comm_filter__make(f, patterns, &errmsg) : -ENOMEM;

	free(f);
	if (lanes < 0)
		return lanes;
	if (strlen(patterns) >= sizeof(s->comms))
		return guard__fail(g, -E2BIG, "there are too many names of tasks: use at most %zu bytes",
				   sizeof(s->comms) - 1);
	s->comm_lanes = (uint32_t)lanes;
	strcpy(s->comms, patterns);
	return 0;
}

/*
 * Reads the processors that are online; without /sys, those that are configured. Returns false if the list cannot be
 * parsed.
 */
static bool cpus_online(__u64 *bits)
{
	FILE *f = fopen("/sys/devices/system/cpu/online", "re");
	char list[4096];
	bool ok = f && fgets(list, sizeof(list), f);

	if (f)
		fclose(f);
	if (!ok)
		snprintf(list, sizeof(list), "0-%ld", sysconf(_SC_NPROCESSORS_CONF) - 1);
	list[strcspn(list, "\n")] = '\0';
	return number__set(list, bits, SCT_CPUS_MAX);
}

/* Parses a list of CPUs. elsewhere: they are those of a recording's machine */
static int cpus_make(struct sct_scope *s, const char *list, bool elsewhere, struct guard *g)
{
	__u64 online[SCT_CPUS_MAX / 64];
	bool known = !elsewhere && cpus_online(online);

	if (!number__set(list, s->cpus, SCT_CPUS_MAX))
		return guard__fail(g, -EINVAL, "'%s' is no list of processors: use numbers and ranges, as in 0-3,7",
				   list);
	for (unsigned cpu = 0; cpu < SCT_CPUS_MAX && known; cpu++)
		if (s->cpus[cpu / 64] & ~online[cpu / 64] & 1ull << cpu % 64)
			return guard__fail(g, -ENODEV, "processor %u is not online: see /sys/devices/system/cpu/online",
					   cpu);
	s->by_cpu = 1;
	return 0;
}

int scope__make(struct sct_scope *s, const struct scope_opts *o, bool shared, struct guard *g)
{
	int err;

	*s = (struct sct_scope){ .cgroups = o->cgroups && shared ? SCT_CGROUPS_REPORT : o->cgroups };
	if (o->own_only && (o->all || o->cgroups))
		return guard__fail(g, -EPERM, "tracing tasks of other users needs root (or CAP_SYS_PTRACE)");
	if (o->nuids > SCT_UIDS_MAX)
		return guard__fail(g, -EINVAL, "%zu users are too many: use at most %d", o->nuids, SCT_UIDS_MAX);
	if (o->nskip > SCT_SKIP_MAX)
		return guard__fail(g, -EINVAL, "%zu processes to leave out are too many: use at most %d", o->nskip,
				   SCT_SKIP_MAX);
	s->nuids = (uint32_t)o->nuids;
	for (size_t i = 0; i < o->nuids; i++)
		s->uids[i] = o->uids[i];
	s->nskip = (uint32_t)o->nskip;
	for (size_t i = 0; i < o->nskip; i++)
		s->skip[i] = (uint32_t)o->skip[i];
	err = o->comm ? comms_make(s, o->comm, g) : 0;
	if (!err && o->cpus)
		err = cpus_make(s, o->cpus, o->elsewhere, g);
	s->narrows = s->nuids || s->nskip || s->comm_lanes || s->by_cpu;
	return err;
}

/* ---- results ---- */

/* Parses "ENOENT,EAGAIN" or "!EINTR". */
static int errnos_make(struct sct_result_filter *r, const char *set, struct guard *g)
{
	bool inverted = *set == '!';
	const char *word = set + inverted;
	struct suggest near;
	char text[64];

	for (;; word++) {
		size_t n = strcspn(word, ",");
		unsigned err = errno__number(word, n);

		if (!err) {
			errno__suggest(&near, word, n);
			return guard__fail(g, -EINVAL, "invalid error number '%.*s'%s", (int)n, word,
					   suggest__text(&near, text, sizeof(text)));
		}
		r->errnos[err / 64] |= 1ull << err % 64;
		word += n;
		if (!*word)
			break;
	}
	for (size_t i = 0; inverted && i < SCT_ERRNOS / 64; i++)
		r->errnos[i] = ~r->errnos[i];
	r->by_errno = true;
	return 0;
}

int result_filter__make(struct sct_result_filter *r, const struct result_opts *o, struct guard *g)
{
	int err = 0;

	*r = (struct sct_result_filter){
		.failed = o->failed,
		.successful = o->successful,
		.by_range = o->range,
		.min = o->min,
		.max = o->max,
		.min_ns = o->min_ns,
	};
	if (o->range && o->min > o->max)
		return guard__fail(g, -EINVAL,
				   "no result is between %lld and %lld: the first number has to be the smaller one",
				   (long long)o->min, (long long)o->max);
	if (o->errnos)
		err = errnos_make(r, o->errnos, g);
	r->any = r->failed || r->successful || r->by_range || r->by_errno || r->min_ns;
	return err;
}

int result_filter__of_events(struct sct_result_filter *r, struct sctrace *t, const struct sctrace_opts *o)
{
	const struct result_opts ro = {
		.failed = o->failed,
		.errnos = o->errnos,
		.min_ns = o->min_ns,
		.range = o->ret_range,
		.min = o->ret_min,
		.max = o->ret_max,
	};
	int err = result_filter__make(r, &ro, &t->base.guard);

	/*
	 * Results are not filtered in the kernel with `until`, because the call that it waits for must be sent, nor in
	 * a replay, which has no kernel filter.
	 */
	if (!err && t->predicate && !t->until && !o->replay)
		t->narrowed = matcher__narrow(t->predicate, r);
	return err;
}

/* ---- cgroups ---- */

int scope__cgroup_fail(struct guard *g, int err, const char *path)
{
	if (err == -E2BIG)
		return guard__fail(g, err, "there are too many cgroups: at most %d", SCT_CGROUPS_MAX);
	if (err == -EBADF)
		return guard__fail(g, err, "'%s' is no cgroup of version 2", path);
	return guard__fail(g, err, "cannot trace the cgroup '%s': %s", path, strerror(-err));
}
