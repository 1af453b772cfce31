/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Paths of cgroups by id. They are remembered, since a cgroup may be removed before its row is printed. */
#ifndef SCT_CGROUP_H
#define SCT_CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/buf.h"

#define CGROUPS_MAX 65536 /* a power of two */

struct cgroups {
	int proc; /* from procfs__open(); the caller closes it; -1: of another machine, whose containers have no names here */
	struct cgroup_path {
		uint64_t id;
		char *path;
		char *container; /* NULL until it is asked for, "" if the path has none */
	} * p;
	size_t n, cap;	 /* n is at most CGROUPS_MAX: a file, or a user, may name any number */
	uint32_t *index; /* by a hash of id, 2 * cap places: 1 + the place in p, or 0 */
	size_t written;	 /* how many of p cgroups__write() has written */
	/* Returns the path of a removed cgroup, to be freed, or NULL. May be NULL itself. */
	char *(*gone)(void *ctx, uint64_t id);
	void *ctx;
};

/*
 * Returns "/system.slice/x.service", or the id as a number; "?" if there are CGROUPS_MAX others, or without memory.
 * Valid until cgroups__free().
 */
const char *cgroups__path(struct cgroups *c, uint64_t id);
/* Returns whether the path of the cgroup is remembered. */
bool cgroups__has(const struct cgroups *c, uint64_t id);
/*
 * Writes a line "ID PATH" for each cgroup that is remembered since the last time, and after it, if the container is
 * known, "ID=CONTAINER".
 */
void cgroups__write(struct cgroups *c, struct buf *out);
/* Returns whether cgroups__write() has nothing to write. */
bool cgroups__all_written(const struct cgroups *c);
/* Remembers the cgroups in such lines, of len bytes. */
void cgroups__parse(struct cgroups *c, const char *lines, size_t len);
/* Returns the name of the cgroup's container, its id or a unit, or NULL. Valid until cgroups__free(). */
const char *cgroups__container(struct cgroups *c, uint64_t id);
/*
 * Returns whether the cgroup is the one that name means, or below it: its path from the root of the hierarchy, the end of
 * its path, or its directory where it is usually mounted.
 */
bool cgroups__below(struct cgroups *c, uint64_t id, const char *name);
/* Returns whether the cgroup belongs to the container or unit that word means, as container_find__open() has it. */
bool cgroups__in_container(struct cgroups *c, uint64_t id, const char *word);
void cgroups__free(struct cgroups *c);

#endif
