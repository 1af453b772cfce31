/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How calls that failed, functions and tasks end. */
#ifndef SCT_TEXT_END_H
#define SCT_TEXT_END_H

#include <stdint.h>

#include "sink/text_out.h"
#include "util/buf.h"

struct call;

/* "= ", after which the value returned comes */
void text_end__equals(struct buf *b);
/* "= -1 ENOENT (No such file or directory)" */
void text_end__errno(struct buf *b, int64_t ret);
/* "0644" of a mode that the call returned */
void text_end__oct(struct buf *b, int64_t ret);
/* "4294967258 ENOSYS (Function not implemented)": an int that was not extended */
void text_end__dec32(struct buf *b, int64_t ret);
/* "+++ exited with 0 +++", of a status as wait(2) gives it */
void text_end__status(struct buf *b, unsigned code);
/* "= 19", of a probed function: by its type, or the register. out writes into b. */
void text_end__returned(struct text_out *out, struct buf *b, const struct call *c);

#endif
