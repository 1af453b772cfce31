/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Writes the ends of lines: errors, return values, exit statuses. */
#ifndef SCT_TEXT_END_H
#define SCT_TEXT_END_H

#include <stdint.h>

#include "sink/text_out.h"
#include "util/buf.h"

struct call;

/* Writes "= ", which precedes the return value. */
void text_end__equals(struct buf *b);
/* Writes "= -1 ENOENT (No such file or directory)". */
void text_end__errno(struct buf *b, int64_t ret);
/* Writes a mode that the call returned: "0644". */
void text_end__oct(struct buf *b, int64_t ret);
/*
 * Writes a return value whose low 32 bits are -errno, without sign extension, and the error's name: "4294967258 ENOSYS
 * (Function not implemented)".
 */
void text_end__dec32(struct buf *b, int64_t ret);
/* Writes "+++ exited with 0 +++" for a status of wait(2). */
void text_end__status(struct buf *b, unsigned code);
/*
 * Writes the return value of a probed function, "= 19": by its declared type or, without one, as a register. out must
 * write to b.
 */
void text_end__returned(struct text_out *out, struct buf *b, const struct call *c);

#endif
