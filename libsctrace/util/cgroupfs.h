/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds cgroups of version 2 by name, wherever their hierarchy is mounted. */
#ifndef SCT_UTIL_CGROUPFS_H
#define SCT_UTIL_CGROUPFS_H

#include <stdbool.h>

#include "util/errmsg.h"

#define CGROUPFS_MOUNTS 32

/* The first CGROUPFS_MOUNTS mounts of cgroup hierarchies. */
struct cgroupfs {
	unsigned n;
	struct cgroup_mount {
		bool v2;
		char dir[256];
	} mounts[CGROUPFS_MOUNTS];
};

/* Reads the mounts. proc: from procfs__open() */
void cgroupfs__mounts(struct cgroupfs *c, int proc);

/*
 * Gets a cgroup. path is relative to the root of the hierarchy, "" for the root itself. fd, the open directory, is
 * valid during the call.
 */
typedef void cgroupfs_fn(void *ctx, const struct cgroup_mount *mount, int fd, const char *path);
/* Calls fn for each cgroup of version 2. A cgroup that is visible through two mounts is passed twice. */
void cgroupfs__each(const struct cgroupfs *c, cgroupfs_fn *fn, void *ctx);
/* Returns true if name is the end of the path, after a '/'. */
bool cgroupfs__ends_with(const char *path, const char *name);
/*
 * Returns the directories where cgroups of version 2 are mounted, separated by ", ", to be freed; NULL if out of
 * memory.
 */
char *cgroupfs__roots(const struct cgroupfs *c);
/* Returns 0, or -ENOENT with a message if no hierarchy of version 2 is mounted. */
int cgroupfs__need_v2(const struct cgroupfs *c, const char *name, const struct errmsg *errmsg);

/*
 * Opens a cgroup's directory. name is the directory, the cgroup's path from the root of the hierarchy, or the end of
 * the path of exactly one cgroup. Returns a descriptor; -EEXIST if several cgroups fit, -ENOENT if none does, or
 * another error, all with a message.
 */
int cgroupfs__open(int proc, const char *name, const struct errmsg *errmsg);

#endif
