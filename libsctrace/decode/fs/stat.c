// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Times in the results of stat, statx and statfs. */
#include <inttypes.h>
#include <stdio.h>

#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define NSEC 1000000000

/* Emits seconds as a date; the next member has the fraction. */
void field_stat_time(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t sec = field_signed(c, f, r);
	uint64_t nsec = field_count(c, f, r);

	out_int(o, sec);
	decode_date(o, sec, nsec < NSEC ? (int64_t)nsec : -1, 9);
}
