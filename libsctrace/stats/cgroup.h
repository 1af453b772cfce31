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
	int proc; /* from procfs__open(), borrowed; -1: the cgroups are of another machine */
	struct cgroup_path {
		uint64_t id;
		char *path;
		char *container; /* NULL until it is asked for, "" if the path has none */
	} * p;
	size_t n, cap;	 /* n is at most CGROUPS_MAX, since a file or a user may name any number of cgroups */
	uint32_t *index; /* hash table of 2 * cap slots, by id: 1 + the index in p, or 0 for a free slot */
	size_t written;	 /* number of entries of p that cgroups__write() has written */
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
 * Writes a line "ID PATH" for each cgroup that was remembered since the last time, and after it, if the container is
 * known, "ID=CONTAINER".
 */
void cgroups__write(struct cgroups *c, struct buf *out);
/* Returns whether cgroups__write() has nothing to write. */
bool cgroups__all_written(const struct cgroups *c);
/* Remembers the cgroups in len bytes of lines written by cgroups__write(). */
void cgroups__parse(struct cgroups *c, const char *lines, size_t len);
/* Returns the name of the cgroup's container, its id or a unit, or NULL. Valid until cgroups__free(). */
const char *cgroups__container(struct cgroups *c, uint64_t id);
/*
 * Returns whether the cgroup is the one that name means, or below it: its path from the root of the hierarchy, the end
 * of its path, or its directory where it is usually mounted.
 */
bool cgroups__below(struct cgroups *c, uint64_t id, const char *name);
/*
 * Returns whether the cgroup belongs to the container or unit that word means, as container_find__open() resolves it.
 */
bool cgroups__in_container(struct cgroups *c, uint64_t id, const char *word);
void cgroups__free(struct cgroups *c);

#endif
