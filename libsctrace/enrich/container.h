/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the container or unit that a cgroup belongs to, by the names that runtimes and systemd give to cgroups. */
#ifndef SCT_ENRICH_CONTAINER_H
#define SCT_ENRICH_CONTAINER_H

#include <stddef.h>

#define CONTAINER_TEXT 256
#define CONTAINER_DIGITS_MIN 4 /* least digits of the beginning of an id */
#define CONTAINER_ID_SHOWN 12  /* number of digits that are printed, as by docker ps */

enum container_kind {
	CONTAINER_NONE,
	CONTAINER_UNIT,	 /* a service of systemd */
	CONTAINER_NAMED, /* a container of systemd-nspawn or LXC */
	CONTAINER_ID,	 /* a container of docker, containerd, podman, CRI-O or Kubernetes */
};

struct container {
	enum container_kind kind;
	size_t end; /* length of the path of the container's own cgroup: cgroups below it have longer paths */
	char text[CONTAINER_TEXT]; /* id, name or unit */
};

/*
 * Finds the container in a cgroup's path, which begins at the root of the hierarchy. Of nested containers the innermost
 * one is taken, and a container rather than a service.
 */
void container__of_path(const char *path, struct container *c);
/* Writes the container's name or unit, or 12 digits of its id. Returns text, or NULL if the path names no container. */
const char *container__text(const char *path, char *text, size_t size);

#endif
