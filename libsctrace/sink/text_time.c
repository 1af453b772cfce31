// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_time.h"

#include "util/marks.h"

void text_time__fraction(struct buf *b, uint64_t ns, enum sctrace_precision precision)
{
	static const struct {
		unsigned digits, unit;
	} forms[] = {
		[SCTRACE_PRECISION_MS] = { 3, 1000000 },
		[SCTRACE_PRECISION_US] = { 6, 1000 },
		[SCTRACE_PRECISION_NS] = { 9, 1 },
	};

	if (precision < SCTRACE_PRECISION_MS)
		return;
	buf__char(b, '.');
	buf__udec_pad(b, ns / forms[precision].unit, forms[precision].digits);
}

void text_clock__init(struct text_clock *c, const int64_t *offset, unsigned style, enum sctrace_precision precision)
{
	*c = (struct text_clock){ .offset = offset, .style = style, .precision = precision, .second = -1 };
}

void text_clock__put(struct text_clock *c, struct buf *b, uint64_t ts)
{
	uint64_t wall = ts + (uint64_t)*c->offset;
	time_t sec = (time_t)(wall / NS);

	mark(b, SCTRACE_ROLE_TIME);
	if (c->style > 2) {
		buf__udec(b, (uint64_t)sec);
	} else {
		if (sec != c->second) {
			struct tm tm;

			localtime_r(&sec, &tm);
			strftime(c->stamp, sizeof(c->stamp), "%H:%M:%S", &tm);
			c->second = sec;
		}
		buf__str(b, c->stamp);
	}
	text_time__fraction(b, wall % NS, c->precision);
	buf__char(b, ' ');
}
