/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events as strace's lines. */
#ifndef SCT_TEXT_H
#define SCT_TEXT_H

#include "decode/core/decode.h"
#include "event/sink.h"
#include "sctrace.h"

/*
 * Makes a sink: the struct begins with a struct sink. decode and clock_offset (wall clock minus the records' clock, ns)
 * outlive it. Returns 0, -ENOMEM, or -EINVAL with opts->why.
 */
int text__new(struct sctrace_text **out, const struct sctrace_text_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset);
/* Sets where calls in progress are found, which are printed at the end if lines are chosen by results. */
void text__calls_of(struct sctrace_text *x, struct pair *pair);
/* Writes the lines of a single event to buf. Returns what snprintf() would, or -errno. */
ssize_t text__one(struct sctrace_text *x, const struct event *ev, char *buf, size_t size);
/* The task whose line is begun and not ended, or 0. */
uint32_t text__open(const struct sctrace_text *x);

#endif
