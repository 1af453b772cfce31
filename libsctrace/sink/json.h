/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events as NDJSON: one object, one line, one event. */
#ifndef SCT_JSON_H
#define SCT_JSON_H

#include "decode/core/decode.h"
#include "sctrace.h"

/* clock_offset: wall clock minus the records' clock, ns. pair: knows the calls in progress. All outlive the sink. */
int json__new(struct sctrace_json **out, const struct sctrace_json_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset, struct pair *pair);
int json__event(struct sctrace_json *x, const struct event *ev);
int json__flush(struct sctrace_json *x);
/* Nothing more will come: writes the calls in progress. */
int json__detach(struct sctrace_json *x);
void json__free(struct sctrace_json *x);

#endif
