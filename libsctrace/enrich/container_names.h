/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reads names of containers from the state files of docker, containerd (Kubernetes, nerdctl), podman, CRI-O and
 * systemd-machined. No daemon is asked. The files are below root ("/"; other directories in tests), and are read with
 * openat2(): no symbolic link below a runtime's directory is followed, and only regular files of at most 16 MiB are
 * read. A container whose cgroup is in a user's slice is searched in that user's files only.
 */
#ifndef SCT_ENRICH_CONTAINER_NAMES_H
#define SCT_ENRICH_CONTAINER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "enrich/container.h"
#include "util/buf.h"

struct container_name {
	/* "web"; in Kubernetes "NAMESPACE/POD/CONTAINER"; for a pod's own container "NAMESPACE/POD" */
	char text[CONTAINER_TEXT];
	bool pod; /* it is a pod's own container (pause) */
};

/* Finds the name of the container with this id. path: path of its cgroup. Returns false if no state file has a name. */
bool container_names__find(const char *root, const char *path, const char *id, struct container_name *name);
/*
 * Writes the name of the container that a cgroup belongs to or, without a name, the same as container__text(). Returns
 * text, or NULL if the path names no container.
 */
const char *container_names__text(const char *root, const char *path, char *text, size_t size);
/*
 * Calls fn for each task of containerd and each machine of systemd-machined, with the end of the path of its cgroup.
 * They are listed because their cgroups may have any name.
 */
void container_names__each_alias(const char *root, void (*fn)(void *ctx, const char *name, const char *end), void *ctx);
/* Appends the directories below root that exist and may have such state files, each after ", ". */
void container_names__places(const char *root, struct buf *to);

#endif
