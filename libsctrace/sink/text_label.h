/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Security contexts in lines: [type], [user:role:type:level], [type!!expected]. Nothing where they are not asked for. */
#ifndef SCT_TEXT_LABEL_H
#define SCT_TEXT_LABEL_H

#include "decode/core/file.h"
#include "sink/text_out.h"

/* Of the task that a line is about, before a space. */
void text_label__task(struct text_out *t, uint32_t tid);
/* Of what a descriptor refers to, after a space. */
void text_label__file(struct text_out *t, const struct out_file *f);
/* Of the file that argument i of the call names, if that is a path; likewise. */
void text_label__path(struct text_out *t, const struct call *c, unsigned i);

#endif
