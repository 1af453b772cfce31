/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* In which files a probe is looked for. */
#ifndef SCT_PROBE_FILES_H
#define SCT_PROBE_FILES_H

#include <sys/types.h>

#include "util/errmsg.h"

/* Whose probes they are, if no file is named. */
struct probe_owner {
	pid_t pid;	     /* a process, whose files these are; 0: none */
	const char *program; /* or a file; NULL: none */
};

struct probe_files {
	char **v;
	unsigned n;
};

/*
 * The file of that name: one without a directory is a library's, or a program's.
 * NULL: the owner's program. 0 or -errno.
 */
int probe_files__find(struct probe_files *f, const struct probe_owner *o, const char *name,
		      const struct errmsg *errmsg);
/* All that a process has mapped to run. */
int probe_files__mapped(struct probe_files *f, pid_t pid, const struct errmsg *errmsg);
void probe_files__free(struct probe_files *f);

#endif
