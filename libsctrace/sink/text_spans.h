/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes the spans of lines that sctrace_text_opts.write_spans gets, from the marks in the text. */
#ifndef SCT_TEXT_SPANS_H
#define SCT_TEXT_SPANS_H

#include "sctrace.h"
#include "util/marks.h"

struct text_spans {
	struct marks marks;
	struct sctrace_span *v;
	size_t cap;
};

/* Writes the first n bytes of b with their spans, and removes their marks. Returns what write_spans did, or -ENOMEM. */
int text_spans__write(struct text_spans *s, const struct sctrace_text_opts *opts, const struct buf *b, size_t n);
void text_spans__free(struct text_spans *s);

#endif
