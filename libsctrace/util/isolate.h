/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Runs a function that parses a file of another user in a child process without privileges: without capabilities, and,
 * if this process runs as root, as the owner of the file. The child inherits no descriptor but the file's.
 */
#ifndef SCT_UTIL_ISOLATE_H
#define SCT_UTIL_ISOLATE_H

#include <stdbool.h>

#include "util/buf.h"
#include "util/errmsg.h"

/* Parses file fd and appends the result to out. Returns 0, or -errno with a message. */
typedef int isolate_fn(void *ctx, int fd, struct buf *out, const struct errmsg *errmsg);

/*
 * Returns whether this process has privileges that a child could drop, and can make one: a process with several threads
 * cannot, since another thread may hold a lock of the C library.
 */
bool isolate__can(void);
/*
 * Runs fn in a child, for the file at path. Appends the child's output to out: the caller has to check it, as the file
 * may have taken over the child. Returns what fn returned; -EIO if the child ended otherwise, or took too much time or
 * memory. The child is made without SIGCHLD, and wait(2) of the host does not see it.
 */
int isolate__run(const char *path, isolate_fn *fn, void *ctx, struct buf *out, const struct errmsg *errmsg);

/* Reads the child's output. Returns false at its end, or if it is damaged. */
struct isolate_reader {
	char *p, *end;
};

bool isolate__string(struct isolate_reader *r, char **s);
bool isolate__bytes(struct isolate_reader *r, void *to, size_t n);

#endif
