// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: commands to SCSI devices. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define TO_DEV 0xfffffffe
#define TO_FROM_DEV 0xfffffffc

bool cond_sg_sends(const struct call *c, const struct rd *r)
{
	uint32_t direction = (uint32_t)MEMBER(r, sg_io_v3, dxfer_direction);

	(void)c;
	return direction == TO_DEV || direction == TO_FROM_DEV;
}

/* found: what is there, if it was captured */
static void emit_hexed(struct out *o, const struct call *c, const struct field *f, const struct rd *r, bool found,
		       const struct rd *in)
{
	uint64_t addr = field_value(c, f, r), n = field_count(c, f, r);

	if (addr && !n)
		out_str(o, "", 0, OUT_STR_HEX);
	else if (!found || !decode_suffices(o, in, n))
		out_unread(o, addr);
	else
		out_bytes(o, in->p, rd_left(in) < n ? rd_left(in) : n, n, OUT_STR_HEX);
}

void field_hexed_buf(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;
	bool found = field_partly(c, f, r, &in);

	emit_hexed(o, c, f, r, found, &in);
}

/* Where it is a vector of buffers, their memory is not captured. */
static void emit_data(struct out *o, const struct call *c, const struct field *f, const struct rd *r, uint64_t buffers)
{
	if (buffers)
		out_addr(o, field_value(c, f, r));
	else
		field_hexed_buf(o, c, f, r);
}

void field_sg_data(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	/* the member is at the same place in all ABIs */
	emit_data(o, c, f, r, MEMBER(r, sg_io_v3, iovec_count));
}

/* Likewise, what was there before the call. */
void field_sg_sent(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;
	bool found;

	if (MEMBER(r, sg_io_v3, iovec_count)) {
		out_addr(o, field_value(c, f, r));
		return;
	}
	found = field_partly_when(c, f, r, AT_ENTER, &in);
	emit_hexed(o, c, f, r, found, &in);
}

void field_sg_dout(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_data(o, c, f, r, MEMBER(r, sg_io_v4, dout_iovec_count));
}

void field_sg_din(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_data(o, c, f, r, MEMBER(r, sg_io_v4, din_iovec_count));
}

/* The struct's first member says which of two it is. */
void argfn_sg_io(struct out *o, const struct call *c, const struct sct_arg *a)
{
	const size_t first = sizeof(uint32_t);
	unsigned reg = call_reg(c, a);
	struct rd in, out;
	enum sct_type type;
	uint32_t id;

	if (!c->args[reg] || !call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, first, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	id = (uint32_t)struct__number(&in, 0, first);
	if (id != 'S' && id != 'Q') {
		out_open(o, OUT_ARRAY);
		out_uint(o, id);
		out_close(o, OUT_ARRAY);
		return;
	}
	type = id == 'S' ? T_sg_io_v3 : T_sg_io_v4;
	out_open(o, OUT_STRUCT);
	out_field(o, id == 'S' ? "interface_id" : "guard");
	out_char(o, (uint8_t)id);
	if (rd_left(&in) < call_size(c, type))
		out_unread(o, c->args[reg] + first);
	else
		struct__emit(o, c, type, &in,
			     c->done && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &out) ? &out : NULL);
	out_close(o, OUT_STRUCT);
}
