// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Emits vectors of buffers, of an argument or inside the memory that it points to. */
#include "decode/core/emit.h"

#define SUB_MAX 256

/*
 * Returns true if a chunk's number can stand for buffer i. If the number also has the index of a message or struct,
 * only eight bits are left for the buffer.
 */
static bool has_number(const struct call *c, unsigned arg, uint64_t i)
{
	for (unsigned k = 0; i >= SUB_MAX && k < c->row->nargs; k++) {
		const struct sct_arg *a = &c->row->args[k];

		if (call_reg(c, a) == arg && (a->kind == K_MMSG || a->kind == K_PTRS || a->kind == K_STRUCT))
			return false;
	}
	return true;
}

static void emit_iov_data(struct out *o, const struct call *c, unsigned arg, unsigned sub, uint64_t base, uint64_t len,
			  int when, struct call_place *at)
{
	struct rd r;

	if (base && !len)
		out_str(o, "", 0, 0);
	else if (base && call_in_order(c, arg, SCT_PART_ITEM, sub, when, at, &r) && decode_suffices(o, &r, len))
		decode_bytes(o, c, &r, len);
	else if (base && call_had_no_room(c, arg, when, at))
		out_str(o, "", 0, OUT_STR_CUT);
	else
		out_addr(o, base);
}

void decode_iov(struct out *o, const struct call *c, unsigned arg, unsigned vec, unsigned sub, uint64_t addr,
		uint64_t n, int when, uint64_t total)
{
	unsigned size = 2u * c->abi->word;
	struct call_place at = { 0, 0 };
	struct rd r;

	if (!call_elements(c, arg, vec, sub, when, n, size, &r)) {
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
		if (has_number(c, arg, i))
			emit_iov_data(o, c, arg, sub | (unsigned)i, base, used, when, &at);
		else
			out_str(o, "", 0, OUT_STR_CUT);
		out_f_uint(o, "iov_len", len);
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}
