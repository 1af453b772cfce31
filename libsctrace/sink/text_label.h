/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Security contexts in lines: [type], [user:role:type:level], [type!!expected]. Without --secontext, these functions
 * write nothing.
 */
#ifndef SCT_TEXT_LABEL_H
#define SCT_TEXT_LABEL_H

#include "decode/core/file.h"
#include "sink/text_out.h"

/* Writes the security context of the line's task, and a blank. */
void text_label__task(struct text_out *t, uint32_t tid);
/* Writes a blank, and the security context of the file that a descriptor refers to. */
void text_label__file(struct text_out *t, const struct out_file *f);
/* Writes a blank, and the security context of the file that argument i names, if the argument is a path. */
void text_label__path(struct text_out *t, const struct call *c, unsigned i);

#endif
