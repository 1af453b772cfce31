// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What stat, statx, statfs say of a file. */
#include <inttypes.h>
#include <stdio.h>

#include "decode/core/struct.h"
#include "decode/fs/fs.h"

#define NSEC 1000000000

void emit_date(struct out *o, int64_t sec, int64_t frac, int digits)
{
	if ((sec || frac) && frac >= 0)
		o->ops->date(o, sec, frac, (unsigned)digits, true);
}

/* Seconds; the next member has the part of one. */
void field_stat_time(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t sec = field_signed(c, f, r);
	uint64_t nsec = field_count(c, f, r);

	out_int(o, sec);
	emit_date(o, sec, nsec < NSEC ? (int64_t)nsec : -1, 9);
}
