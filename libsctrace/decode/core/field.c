// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "decode/core/field.h"

#include <string.h>

/* Makes a cursor for n bytes at an offset of the record. Returns false if the record does not have them. */
static bool record_part(const struct rd *all, uint32_t off, uint32_t n, struct rd *r)
{
	if (off > rd_left(all) || n > rd_left(all) - off)
		return false;
	*r = rd_make(all->p + off, n, 8);
	return true;
}

/* Finds the field's bytes. A __data_loc or __rel_loc field has their position in the record. */
static bool bytes_of(const struct call *c, const struct probe_field *f, struct rd *r)
{
	struct rd all;
	uint32_t at;

	if (!call_chunk(c, 0, SCT_PART_SELF, 0, AT_ENTER, &all) || !record_part(&all, f->off, f->size, r))
		return false;
	if (f->kind < EF_LOC)
		return true;
	at = rd_u32(r);
	return record_part(&all, (at & 0xffff) + (f->kind >= EF_REL ? f->off + f->size : 0u), at >> 16, r);
}

static void emit_number(struct out *o, const struct probe_field *f, struct rd *r)
{
	unsigned unused = 64 - 8 * f->width;
	uint64_t v = 0;

	rd_bytes(r, &v, f->width);
	if (f->kind == EF_ADDRESS)
		out_addr(o, v);
	else if (f->kind == EF_SIGNED)
		out_int(o, (int64_t)(v << unused) >> unused);
	else
		out_uint(o, v);
}

static void emit_numbers(struct out *o, const struct probe_field *f, struct rd *r)
{
	if (rd_left(r) < 2u * f->width) {
		emit_number(o, f, r);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; rd_left(r) >= f->width && out_item(o, i); i++)
		emit_number(o, f, r);
	out_close(o, OUT_ARRAY);
}

void field__emit(struct out *o, const struct call *c, const struct probe_field *f)
{
	struct rd r;

	if (!bytes_of(c, f, &r)) {
		out_unknown(o);
		return;
	}
	switch (f->kind) {
	case EF_STR:
	case EF_LOC:
	case EF_REL: {
		size_t n = strnlen((const char *)r.p, rd_left(&r));

		out_str(o, r.p, n, 0);
		return;
	}
	case EF_LOC_DATA:
	case EF_REL_DATA:
		out_str(o, r.p, rd_left(&r), OUT_STR_HEX);
		return;
	}
	emit_numbers(o, f, &r);
}
