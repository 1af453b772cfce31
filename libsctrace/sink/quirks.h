/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Peculiarities of strace that are repeated here so that lines are equal. */
#ifndef SCT_QUIRKS_H
#define SCT_QUIRKS_H

#include <stdbool.h>
#include <stddef.h>

#include "decode/core/call.h"
#include "decode/core/out.h"
#include "util/buf.h"

/* Where the note of a poll began, and its last element: positions in the buffer. */
struct ready {
	size_t start, fits;
};

void quirk__ready_begin(struct ready *, size_t start);
/* Before the next element: false if the last one had no room; then "..." is printed in its place. */
bool quirk__ready_fits(struct ready *, struct buf *b);
/* Called after the last element: prints "..." in its place if it had no room. */
void quirk__ready_end(struct ready *, struct buf *b);

/* Signals in a set go without their SIG: [INT TERM]. */
const char *quirk__name(const char *name, enum out_group);

/* The name of a call's argument (-N), by the kernel's: "dirfd" for "dfd"; of what has none, strace counts: "arg1". */
const char *quirk__arg_name(const struct call *c, unsigned arg);
/* -y: is what the call returns printed without its file? */
bool quirk__returns_number(const struct call *c);
/* -Y: does the call return who it is; is this argument not of one process? */
bool quirk__returns_pid(const struct call *c);
bool quirk__is_group(const struct call *c, unsigned arg);

#endif
