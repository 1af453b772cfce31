/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events as strace's lines. */
#ifndef SCT_TEXT_H
#define SCT_TEXT_H

#include "decode/core/decode.h"
#include "sctrace.h"

/* clock_offset: wall clock minus the records' clock, ns. Both outlive the sink. */
int text__new(struct sctrace_text **out, const struct sctrace_text_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset);
int text__event(struct sctrace_text *x, const struct event *ev);
/* Whose calls in progress are printed at the end if lines are chosen by what calls come to. */
void text__calls_of(struct sctrace_text *x, struct pair *pair);
/* One event alone, into buf as snprintf() does. */
ssize_t text__one(struct sctrace_text *x, const struct event *ev, char *buf, size_t size);
int text__flush(struct sctrace_text *x, bool now);
/* Nothing more will come: ends an open line. */
uint32_t text__open(const struct sctrace_text *x);
int text__detach(struct sctrace_text *x);
void text__free(struct sctrace_text *x);

#endif
