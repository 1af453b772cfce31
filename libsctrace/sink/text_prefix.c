// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_prefix.h"

#include "sctrace.h"
#include "sink/text_label.h"
#include "util/marks.h"

void text_prefix__init(struct text_prefix *p, struct sctrace_text_opts *opts, const int64_t *clock_offset)
{
	if (!opts->timestamp_precision)
		opts->timestamp_precision = opts->timestamps > 1 ? SCTRACE_PRECISION_US : SCTRACE_PRECISION_S;
	if (!opts->relative_precision)
		opts->relative_precision = SCTRACE_PRECISION_US;
	*p = (struct text_prefix){ .opts = opts };
	text_clock__init(&p->clock, clock_offset, opts->timestamps, opts->timestamp_precision);
}

void text_prefix__put(struct text_prefix *p, struct text_out *out, uint32_t tid, uint64_t ts, uint32_t nr, bool resumes)
{
	const struct sctrace_text_opts *opts = p->opts;
	struct buf *b = out->b;

	if (opts->prefix == SCTRACE_PREFIX_PID) {
		size_t at = b->len;

		mark(b, SCTRACE_ROLE_TASK);
		buf__udec(b, tid);
		text_out__comm(out, tid, resumes);
		if (b->len - at < 5)
			buf__pad(b, ' ', 5 - (b->len - at));
		buf__char(b, ' ');
	} else if (opts->prefix == SCTRACE_PREFIX_BRACKETS && p->alive > 1) {
		mark_text(b, SCTRACE_ROLE_PUNCT, "[");
		mark(b, SCTRACE_ROLE_TASK);
		buf__printf(b, "pid %5u", tid);
		text_out__comm(out, tid, resumes);
		mark_text(b, SCTRACE_ROLE_PUNCT, "] ");
	}
	text_label__task(out, tid);
	if (opts->timestamps)
		text_clock__put(&p->clock, b, ts);
	if (opts->relative) {
		uint64_t ns = p->last_ts && ts > p->last_ts ? ts - p->last_ts : 0;

		mark(b, SCTRACE_ROLE_TIME);
		buf__printf(b, opts->timestamps ? "(+%6llu" : "%6llu", (unsigned long long)(ns / NS));
		text_time__fraction(b, ns % NS, opts->relative_precision);
		buf__str(b, opts->timestamps ? ") " : " ");
	}
	p->last_ts = ts;
	if (opts->syscall_number) {
		mark_text(b, SCTRACE_ROLE_PUNCT, "[");
		mark(b, SCTRACE_ROLE_NUMBER);
		buf__printf(b, "%4u", nr);
		mark_text(b, SCTRACE_ROLE_PUNCT, "] ");
	}
}
