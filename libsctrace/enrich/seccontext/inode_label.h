/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The security context of the file that a path of a traced process leads to. It
 * is looked up where the process would find it, as long as it lives, and by the
 * kernel's path of its directory when it has gone. Nothing is opened but as a
 * place (O_PATH).
 */
#ifndef SCT_ENRICH_SECCONTEXT_INODE_LABEL_H
#define SCT_ENRICH_SECCONTEXT_INODE_LABEL_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct path_of {
	uint32_t tid, tgid;
	bool elsewhere;	  /* when it was last seen it had another root than we */
	const char *path; /* as the process has it */
	/* of a relative one, the directory: SCT_AT_FDCWD or a descriptor, and what the kernel had of it; NULL: not known */
	int32_t dir;
	const char *dir_path;
	uint64_t dir_ino;
};

struct inode_label {
	char context[512];
	char path[PATH_MAX]; /* of the file, without symbolic links; "": not known */
	uint32_t mode;
};

/* proc: as procfs__open() gives it. false: there is no such file, or it has none. */
bool inode_label__get(struct inode_label *out, int proc, const struct path_of *p);
/* Has the task another root, or other mounts, than we? false where it has gone. */
bool inode_label__elsewhere(int proc, uint32_t tid, bool *elsewhere);

#endif
