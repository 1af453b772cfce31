/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Finds the security context of the file that a traced process's path refers to. While the process lives, the path is
 * resolved in its root and directory; afterwards, by the directory's path that the kernel reported. Files are opened
 * with O_PATH only.
 */
#ifndef SCT_ENRICH_SECCONTEXT_INODE_LABEL_H
#define SCT_ENRICH_SECCONTEXT_INODE_LABEL_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

struct path_of {
	uint32_t tid, tgid;
	bool elsewhere;	  /* when it was last seen, the task had another root, or other mounts, than this process */
	const char *path; /* as the process passed it */
	/* directory that a relative path begins at: SCT_AT_FDCWD or a descriptor; its path (NULL: unknown) and inode */
	int32_t dir;
	const char *dir_path;
	uint64_t dir_ino;
};

struct inode_label {
	char context[512];
	char path[PATH_MAX]; /* path of the file without symbolic links; "": unknown */
	uint32_t mode;
};

/* Finds the context. proc is a descriptor of /proc. Returns false if there is no such file, or it has no context. */
bool inode_label__get(struct inode_label *out, int proc, const struct path_of *p);
/*
 * Sets *elsewhere to whether the task has another root, or other mounts, than this process. Returns false if it has
 * ended.
 */
bool inode_label__elsewhere(int proc, uint32_t tid, bool *elsewhere);

#endif
