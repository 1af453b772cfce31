/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * /proc of the caller's own pid namespace. What is mounted at /proc may be that
 * of another one, where the same number is another process, or nothing.
 */
#ifndef SCT_PROCFS_H
#define SCT_PROCFS_H

#include <dirent.h>
#include <stdio.h>

/* A descriptor of its root; -1: there is none to be had, and nothing below it is found. */
int procfs__open(void);
/* Opens a path below it, for reading. NULL and errno. */
FILE *procfs__file(int proc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
DIR *procfs__dir(int proc, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
