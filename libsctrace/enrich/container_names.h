/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Names of containers from the state files of docker, containerd (Kubernetes, nerdctl), podman, CRI-O and
 * systemd-machined. No daemon is asked. The files below root ("/"; tests have others) are read with openat2(): below the
 * directory of a runtime no symbolic link is followed, and only regular files of at most 16 MiB are read. A container
 * whose cgroup is in the slice of a user is looked for in this user's files only.
 */
#ifndef SCT_ENRICH_CONTAINER_NAMES_H
#define SCT_ENRICH_CONTAINER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "enrich/container.h"
#include "util/buf.h"

struct container_name {
	char text[CONTAINER_TEXT]; /* "web"; in Kubernetes "NAMESPACE/POD/CONTAINER", or "NAMESPACE/POD" */
	bool pod;		   /* a pod's own container, which its other containers belong to */
};

/* Finds the name of the container with this id; path: of its cgroup. Returns false if no state file has a name. */
bool container_names__find(const char *root, const char *path, const char *id, struct container_name *name);
/*
 * Writes the name of the container that a cgroup belongs to, or as container__text() the id or the unit. Returns text, or
 * NULL if the path has no container.
 */
const char *container_names__text(const char *root, const char *path, char *text, size_t size);
/*
 * Calls fn for each task of containerd and each machine of systemd-machined, with the end of its cgroup's path: their
 * cgroups may have any name.
 */
void container_names__each_alias(const char *root, void (*fn)(void *ctx, const char *name, const char *end), void *ctx);
/* Appends the directories of root that exist and have such state files, each after ", ". */
void container_names__places(const char *root, struct buf *to);

#endif
