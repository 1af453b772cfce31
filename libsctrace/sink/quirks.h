/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Peculiarities of strace that are repeated here so that lines are equal. */
#ifndef SCT_QUIRKS_H
#define SCT_QUIRKS_H

#include <stdbool.h>
#include <stddef.h>

#include "decode/core/call.h"
#include "decode/core/out.h"
#include "util/buf.h"

/* Positions in the buffer: where the note of a poll begins, and where its last element that had room ends. */
struct ready {
	size_t start, fits;
};

void quirk__ready_begin(struct ready *, size_t start);
/* Called before the next element. Returns false if the last one had no room, and prints "..." in its place. */
bool quirk__ready_fits(struct ready *, struct buf *b);
/* Called after the last element: prints "..." in its place if it had no room. */
void quirk__ready_end(struct ready *, struct buf *b);

/* Returns the name of a constant as strace prints it in a group: signals in a set have no "SIG", as in [INT TERM]. */
const char *quirk__name(const char *name, enum out_group);

/* Returns strace's name of an argument (-N), such as "dirfd" for the kernel's "dfd", or "arg1" if it has no name. */
const char *quirk__arg_name(const struct call *c, unsigned arg);
/* Returns the argument that has this name in the kernel or in strace, or -1. */
int quirk__find_arg(const struct call *c, const char *name);
/* Returns whether strace -y prints a descriptor that this call returns as a number only, without its file. */
bool quirk__returns_number(const struct call *c);
/* Returns whether the call returns the number of a process or thread, after which -Y prints a name. */
bool quirk__returns_pid(const struct call *c);
/* Returns whether the argument is not one process's number, but a group's, for example: -Y prints no name for it. */
bool quirk__is_group(const struct call *c, unsigned arg);

#endif
