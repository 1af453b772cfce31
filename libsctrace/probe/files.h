/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds the files in which probes are searched. */
#ifndef SCT_PROBE_FILES_H
#define SCT_PROBE_FILES_H

#include <sys/types.h>

#include "util/errmsg.h"

/* Process or program that probes without a file are in. */
struct probe_owner {
	pid_t pid;	     /* process, in whose root directory files are searched; 0: none */
	const char *program; /* path of a program, or NULL */
};

struct probe_files {
	char **v;
	unsigned n;
	size_t cap;
};

/*
 * Adds a file. A name without a '/' is searched in the directories of libraries and in PATH; NULL is the owner's
 * program. Returns 0, or -errno with a message.
 */
int probe_files__find(struct probe_files *f, const struct probe_owner *o, const char *name,
		      const struct errmsg *errmsg);
/* Adds all files of which a process has executable mappings. Returns 0, or -errno with a message. */
int probe_files__mapped(struct probe_files *f, pid_t pid, const struct errmsg *errmsg);
void probe_files__free(struct probe_files *f);

#endif
