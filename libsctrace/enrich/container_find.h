/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the cgroup of a running container, or of a service of systemd, by name or id. */
#ifndef SCT_ENRICH_CONTAINER_FIND_H
#define SCT_ENRICH_CONTAINER_FIND_H

#include "util/cgroupfs.h"

/*
 * Opens the directory of the version 2 cgroup of a container, a pod or a service. word is tried in this order: a name,
 * or the end of a name after a '/' (in Kubernetes "NAMESPACE/POD/CONTAINER"), or a whole id; the first digits of an id,
 * at least 4; a unit without ".service". If two nested cgroups fit, the outer one is opened. root: directory below
 * which the runtimes' files are. Returns a descriptor; -ENOENT if nothing fits; -EEXIST if several containers fit; or
 * another error, all with a message.
 */
int container_find__open(const struct cgroupfs *c, const char *root, const char *word, const struct errmsg *errmsg);
/* As cgroupfs__open(), for a container, with the runtimes' files of this machine. */
int container_find__open_here(int proc, const char *word, const struct errmsg *errmsg);

#endif
