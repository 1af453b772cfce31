/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the files in which a probe is searched. */
#ifndef SCT_PROBE_FILES_H
#define SCT_PROBE_FILES_H

#include <sys/types.h>

#include "util/errmsg.h"

/* The process or program whose probes are meant if a probe names no file. */
struct probe_owner {
	pid_t pid;	     /* a process, in whose root directory files are searched; 0: none */
	const char *program; /* path of a program; NULL: none */
};

struct probe_files {
	char **v;
	unsigned n;
};

/*
 * Adds the file of a name; a name without a '/' is searched in the directories of libraries and in PATH. A NULL name is
 * the owner's program. Returns 0 or -errno.
 */
int probe_files__find(struct probe_files *f, const struct probe_owner *o, const char *name,
		      const struct errmsg *errmsg);
/* Adds all files that a process has mapped executable. Returns 0 or -errno. */
int probe_files__mapped(struct probe_files *f, pid_t pid, const struct errmsg *errmsg);
void probe_files__free(struct probe_files *f);

#endif
