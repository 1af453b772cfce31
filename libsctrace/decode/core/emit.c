// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Emits values that take several operations of the sink. */
#include "decode/core/emit.h"

#define PATH_MAX_SHOWN 4095
#define SHOW_LEAST 256

void decode_bytes(struct out *o, const struct call *c, struct rd *r, uint64_t n)
{
	out_bytes(o, r->p, rd_left(r), n, 0);
}

bool decode_suffices(const struct out *o, const struct rd *r, uint64_t n)
{
	return !r->ends || rd_left(r) >= n || rd_left(r) > o->bytes;
}

bool decode_short(struct out *o, const struct rd *r, size_t size)
{
	if (rd_left(r) >= size)
		return false;
	if (r->ends)
		out_beyond(o, r->addr + (uint64_t)(r->p - r->start));
	else
		out_more(o);
	return true;
}

bool decode_element(struct out *o, const struct rd *r, uint64_t i, size_t size)
{
	/* an unreadable element ends the list, even beyond the elements that are shown */
	if (r->ends && rd_left(r) < size)
		return !decode_short(o, r, size);
	return out_item(o, i) && !decode_short(o, r, size);
}

void decode_cstring(struct out *o, const struct call *c, struct rd *r, bool path)
{
	size_t n = rd_left(r);
	bool ended = n && !r->p[n - 1];
	unsigned flags = ended ? OUT_STR_NUL : OUT_STR_CUT;

	n -= ended;
	if (!path)
		out_str(o, r->p, n, flags);
	else if (n <= PATH_MAX_SHOWN)
		out_str(o, r->p, n, flags | OUT_STR_WHOLE);
	else
		out_str(o, r->p, PATH_MAX_SHOWN, OUT_STR_CUT | OUT_STR_WHOLE);
}

void decode_dev(struct out *o, uint64_t dev)
{
	out_dev(o, (dev >> 8 & 0xfff) | (dev >> 32 & ~0xfffull), (dev & 0xff) | (dev >> 12 & 0xffffff00));
}

void decode_date(struct out *o, int64_t sec, int64_t frac, int digits)
{
	if ((sec || frac) && frac >= 0)
		o->ops->date(o, sec, frac, (unsigned)digits, true);
}

static bool all_zero(const uint8_t *p, size_t n)
{
	for (; n; n--)
		if (*p++)
			return false;
	return true;
}

void decode_tail(struct out *o, const struct call *c, struct rd *r, uint64_t from, uint64_t to)
{
	size_t most = o->bytes > SHOW_LEAST ? o->bytes : SHOW_LEAST;

	if (all_zero(r->p, rd_left(r)))
		return;
	out_rest(o, r->p, rd_left(r) < most ? rd_left(r) : most, from, to);
}
