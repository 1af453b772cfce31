/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Capabilities of this process, capabilities(7). */
#ifndef SCT_UTIL_CAPS_H
#define SCT_UTIL_CAPS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define CAP_BIT(cap) (1ull << (cap))

/* Returns the effective capabilities, CAP_BIT() each, or 0 if capget(2) fails. */
uint64_t caps__effective(void);
/*
 * Returns true if the program's file gave this process capabilities that its user lacks, but not CAP_SYS_PTRACE: by
 * the rules of ptrace(2), such a process may trace its user's own processes only.
 */
bool caps__own_only(void);
/*
 * A program whose file has CAP_DAC_READ_SEARCH keeps it ineffective while it opens files that its user names. These
 * functions make it effective while they open the kernel's files: tracefs, which only root may enter, and other
 * users' tasks in /proc. Without the capability they act as the C library's functions.
 */
FILE *caps__fopen(const char *path);
DIR *caps__opendir(const char *path);
int caps__openat(int dir, const char *path, int flags);
ssize_t caps__readlinkat(int dir, const char *path, char *buf, size_t size);

#endif
