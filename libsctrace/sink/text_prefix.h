/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The beginning of a line, before the call: the task, the time, the number of the call. */
#ifndef SCT_TEXT_PREFIX_H
#define SCT_TEXT_PREFIX_H

#include "sink/text_out.h"
#include "sink/text_time.h"

struct text_prefix {
	const struct sctrace_text_opts *opts;
	struct text_clock clock;
	uint64_t last_ts; /* time of the last line's event, or 0 */
	unsigned alive;	  /* number of tasks; "[pid 12]" is printed if there are several */
};

/* Sets the precisions in opts that are SCTRACE_PRECISION_DEFAULT. opts and clock_offset must outlive p. */
void text_prefix__init(struct text_prefix *p, struct sctrace_text_opts *opts, const int64_t *clock_offset);
/*
 * Writes the prefix. nr: number of the line's call or, for other lines, of the task's last call. resumes: the line
 * resumes a call.
 */
void text_prefix__put(struct text_prefix *p, struct text_out *out, uint32_t tid, uint64_t ts, uint32_t nr,
		      bool resumes);

#endif
