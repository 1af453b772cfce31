/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The container or the unit that a cgroup belongs to, by the names that runtimes and systemd give to cgroups. */
#ifndef SCT_CONTAINER_H
#define SCT_CONTAINER_H

#include <stddef.h>

/*
 * Writes the name in the path of a cgroup: the first 12 digits of the id of a container of docker, containerd, podman,
 * CRI-O or Kubernetes; the name of a machine or of a container of LXC; otherwise that of a service. The innermost
 * container counts, and any container before a service. Returns text, or NULL if the path has none of these.
 */
const char *container__text(const char *path, char *text, size_t size);

#endif
