/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The container or the unit that a cgroup belongs to, by the names that runtimes and systemd give to cgroups. */
#ifndef SCT_ENRICH_CONTAINER_H
#define SCT_ENRICH_CONTAINER_H

#include <stddef.h>

#define CONTAINER_TEXT 256
#define CONTAINER_DIGITS_MIN 4 /* a shorter beginning of an id is no id */
#define CONTAINER_ID_SHOWN 12  /* digits, as docker ps prints them */

enum container_kind {
	CONTAINER_NONE,
	CONTAINER_UNIT,	 /* a service of systemd */
	CONTAINER_NAMED, /* a machine, a container of LXC */
	CONTAINER_ID,	 /* a container of docker, containerd, podman, CRI-O or Kubernetes */
};

struct container {
	enum container_kind kind;
	size_t end; /* length of the path of the container's own cgroup; a cgroup below has a longer one */
	char text[CONTAINER_TEXT]; /* the id, the name or the unit */
};

/*
 * Finds the container in the path of a cgroup from the root of its hierarchy. The innermost container counts, and any
 * container before a service.
 */
void container__of_path(const char *path, struct container *c);
/* Writes the text of the container in the path, an id with 12 digits. Returns text, or NULL if there is no container. */
const char *container__text(const char *path, char *text, size_t size);

#endif
