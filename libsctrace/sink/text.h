/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events as strace's lines. */
#ifndef SCT_TEXT_H
#define SCT_TEXT_H

#include "decode/core/decode.h"
#include "event/sink.h"
#include "sctrace.h"

/*
 * Makes a sink, whose struct begins with a struct sink. decode and clock_offset (wall clock minus the records' clock,
 * ns) must outlive it. Returns 0, -ENOMEM, or -EINVAL with a message in opts->why.
 */
int text__new(struct sctrace_text **out, const struct sctrace_text_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset);
/*
 * Sets the calls in progress. With opts.status, their lines have not been begun, so they are printed at the end of
 * tracing.
 */
void text__calls_of(struct sctrace_text *x, struct pair *pair);
/* Writes the lines of one event to buf. Returns, like snprintf(), their length even if size is smaller, or -errno. */
ssize_t text__one(struct sctrace_text *x, const struct event *ev, char *buf, size_t size);
/* Returns the task whose line is begun and not ended, or 0. */
uint32_t text__open(const struct sctrace_text *x);

#endif
