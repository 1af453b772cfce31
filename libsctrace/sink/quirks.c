// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/quirks.h"

#include <string.h>

/* The note of a poll's return value has no room for more: strace was seen to add an element up to here. */
#define READY_WIDTH 996

void quirk__ready_begin(struct ready *r, size_t start)
{
	r->start = start;
	r->fits = start + 1;
}

bool quirk__ready_fits(struct ready *r, struct buf *b)
{
	if (b->len - r->start <= READY_WIDTH) {
		r->fits = b->len;
		return true;
	}
	b->len = r->fits;
	if (r->fits > r->start + 1)
		buf__lit(b, ", ");
	buf__lit(b, "...");
	/* nothing else comes: the end has nothing to take back */
	r->start = b->len;
	return false;
}

void quirk__ready_end(struct ready *r, struct buf *b)
{
	quirk__ready_fits(r, b);
}

const char *quirk__name(const char *name, enum out_group g)
{
	return (g == OUT_SET || g == OUT_NOTSET) && !strncmp(name, "SIG", 3) ? name + 3 : name;
}
