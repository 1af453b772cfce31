/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Times in the text sink's lines. */
#ifndef SCT_TEXT_TIME_H
#define SCT_TEXT_TIME_H

#include <stdint.h>
#include <time.h>

#include "sctrace.h"
#include "util/buf.h"

#define NS 1000000000ull

/* Prints the time of day before a line. */
struct text_clock {
	const int64_t *offset; /* wall clock minus the records' clock, ns */
	unsigned style;	       /* sctrace_text_opts.timestamps */
	enum sctrace_precision precision;
	time_t second; /* the second whose text is in stamp */
	char stamp[16];
};

void text_clock__init(struct text_clock *c, const int64_t *offset, unsigned style, enum sctrace_precision precision);
void text_clock__put(struct text_clock *c, struct buf *b, uint64_t ts);
/* Writes a fraction of a second, ".123456", with the digits of the precision. */
void text_time__fraction(struct buf *b, uint64_t ns, enum sctrace_precision precision);

#endif
