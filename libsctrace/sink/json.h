/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events as NDJSON: one object, one line, one event. */
#ifndef SCT_JSON_H
#define SCT_JSON_H

#include "decode/core/decode.h"
#include "event/sink.h"
#include "sctrace.h"

/*
 * Makes a sink, whose struct begins with a struct sink. decode, clock_offset (wall clock minus the records' clock,
 * ns) and pair, which has the calls in progress, must outlive it. Returns 0, -ENOMEM, or -EINVAL with a message in
 * opts->why.
 */
int json__new(struct sctrace_json **out, const struct sctrace_json_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset, struct pair *pair);

#endif
