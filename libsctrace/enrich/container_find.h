/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the cgroup of a running container or a service of systemd by its name or id. */
#ifndef SCT_ENRICH_CONTAINER_FIND_H
#define SCT_ENRICH_CONTAINER_FIND_H

#include "util/cgroupfs.h"

/*
 * Opens the directory of the cgroup of version 2 that belongs to a container, a pod or a service. word: first a name or
 * the end of one after a '/' (in Kubernetes "NAMESPACE/POD/CONTAINER"), or a whole id; if nothing fits, the first digits
 * of an id, at least 4; then a unit without ".service". Of two that fit, one below the other, the outer one is opened.
 * root: where the runtimes' files are. Returns a descriptor; -ENOENT if nothing fits, -EEXIST if several containers do,
 * or another error, all with a message.
 */
int container_find__open(const struct cgroupfs *c, const char *root, const char *word, const struct errmsg *errmsg);
/* As cgroupfs__open(), with the name of a container and the files of this machine. */
int container_find__open_here(int proc, const char *word, const struct errmsg *errmsg);

#endif
