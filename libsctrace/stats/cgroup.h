/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Paths of cgroups by their ids, remembered: a cgroup may be gone when its row is read, or printed. */
#ifndef SCT_CGROUP_H
#define SCT_CGROUP_H

#include <stddef.h>
#include <stdint.h>

struct cgroups {
	int proc; /* as procfs__open() gives it; the caller's */
	struct cgroup_path {
		uint64_t id;
		char *path;
	} * p;
	size_t n, cap;
	/* The malloc'd path of one that was removed, or NULL. gone may be NULL itself. */
	char *(*gone)(void *ctx, uint64_t id);
	void *ctx;
};

/* "/system.slice/x.service", or its number. Never NULL; valid until cgroups__free(). */
const char *cgroups__path(struct cgroups *c, uint64_t id);
void cgroups__free(struct cgroups *c);

#endif
