/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Opens files of /proc in the caller's own PID namespace. The procfs at /proc may be that of another namespace, where
 * the same number is another process or none.
 */
#ifndef SCT_PROCFS_H
#define SCT_PROCFS_H

#include <dirent.h>
#include <stdio.h>
#include <sys/types.h>

/* Returns a descriptor of the root of procfs, or -1 if none is available: then all files below seem missing. */
int procfs__open(void);
/* Open a file or directory below proc for reading. Return NULL with errno set on failure. */
FILE *procfs__file(int proc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
DIR *procfs__dir(int proc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/*
 * Reads /proc/TID/stat, proc(5), into text. Returns the fields after the name, which may have any character: " STATE PPID
 * ...". Returns NULL if the file cannot be read.
 */
const char *procfs__stat(int proc, pid_t tid, char *text, size_t size);

#endif
