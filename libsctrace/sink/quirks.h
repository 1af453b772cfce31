/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Peculiarities of strace that are repeated here so that lines are equal. */
#ifndef SCT_QUIRKS_H
#define SCT_QUIRKS_H

#include <stdbool.h>
#include <stddef.h>

#include "decode/core/call.h"
#include "decode/core/out.h"
#include "util/buf.h"

/* Positions in the buffer: the start of a poll's note, and the end of the last element that fits in it. */
struct ready {
	size_t start, fits;
};

void quirk__ready_begin(struct ready *, size_t start);
/* Called before the next element. If the last one did not fit, replaces it with "..." and returns false. */
bool quirk__ready_fits(struct ready *, struct buf *b);
/* Called after the last element: replaces it with "..." if it did not fit. */
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
