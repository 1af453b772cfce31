/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Capabilities of this process: capabilities(7). */
#ifndef SCT_UTIL_CAPS_H
#define SCT_UTIL_CAPS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define CAP_BIT(cap) (1ull << (cap))

/* The capabilities that are in effect, a bit each (CAP_* of linux/capability.h); 0 if the kernel does not say. */
uint64_t caps__effective(void);
/*
 * True if the program's file gave this process capabilities that the user who started it does not have, and
 * CAP_SYS_PTRACE is not among them: by ptrace(2) this process could trace that user's own processes only.
 */
bool caps__own_only(void);
/*
 * A program whose file has CAP_DAC_READ_SEARCH keeps it out of effect while it opens files that its user names, and
 * these functions open the kernel's own files with it: for tracefs, which only root may enter, and for what /proc has
 * of other users' tasks. Without that capability they are the C library's.
 */
FILE *caps__fopen(const char *path);
DIR *caps__opendir(const char *path);
int caps__openat(int dir, const char *path, int flags);
ssize_t caps__readlinkat(int dir, const char *path, char *buf, size_t size);

#endif
