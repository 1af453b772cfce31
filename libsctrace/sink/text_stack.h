/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Writes the lines of strace -k, and the address of -i. */
#ifndef SCT_TEXT_STACK_H
#define SCT_TEXT_STACK_H

#include "event/pair.h"
#include "util/buf.h"

struct stacks;

/* Writes a line for each frame of the event's call. */
void text_stack__put(struct buf *b, struct stacks *stacks, const struct event *ev);
/*
 * Writes an address of `word` bytes as "[00007f0000001000] ", or question marks if it is 0, which stands for unknown.
 */
void text_stack__ip(struct buf *b, uint64_t ip, unsigned word);

#endif
