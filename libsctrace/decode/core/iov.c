// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Vectors of buffers, of an argument or inside what it points to. */
#include "decode/core/emit.h"

static void emit_iov_data(struct out *o, const struct call *c, unsigned arg, unsigned sub, uint64_t base, uint64_t len,
			  int when)
{
	struct rd r;

	if (base && !len)
		out_str(o, "", 0, 0);
	else if (!base || !call_partial(c, arg, SCT_PART_ITEM, sub, when, &r) || !decode_suffices(o, &r, len))
		out_addr(o, base);
	else
		decode_bytes(o, c, &r, len);
}

void decode_iov(struct out *o, const struct call *c, unsigned arg, unsigned vec, unsigned sub, uint64_t addr,
		uint64_t n, int when, uint64_t total)
{
	unsigned size = 2u * c->abi->word;
	struct rd r;

	if (!call_least(c, arg, vec, sub, when, size, &r)) {
		out_unread(o, addr);
		return;
	}
	r.addr = addr;
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &r, i, size); i++) {
		uint64_t base, len, used;

		base = rd_ulong(&r);
		len = rd_ulong(&r);
		used = len < total ? len : total;
		if (total != UINT64_MAX)
			total -= used;
		out_open(o, OUT_STRUCT);
		out_field(o, "iov_base");
		emit_iov_data(o, c, arg, sub | (unsigned)i, base, used, when);
		out_f_uint(o, "iov_len", len);
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}
