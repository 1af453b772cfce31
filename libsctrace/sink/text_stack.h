/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* strace -k's lines. */
#ifndef SCT_TEXT_STACK_H
#define SCT_TEXT_STACK_H

#include "event/pair.h"
#include "util/buf.h"

struct stacks;

/* A line for each frame of the event's call. */
void text_stack__put(struct buf *b, struct stacks *stacks, const struct event *ev);

#endif
