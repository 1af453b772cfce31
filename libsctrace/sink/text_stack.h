/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* strace -k's lines, and -i's address. */
#ifndef SCT_TEXT_STACK_H
#define SCT_TEXT_STACK_H

#include "event/pair.h"
#include "util/buf.h"

struct stacks;

/* A line for each frame of the event's call. */
void text_stack__put(struct buf *b, struct stacks *stacks, const struct event *ev);
/* "[00007f0000001000] ". 0: not known. word: bytes of an address */
void text_stack__ip(struct buf *b, uint64_t ip, unsigned word);

#endif
