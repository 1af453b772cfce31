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

/* Emits n bytes in hex. found: `in` has the captured bytes. */
static void emit_hexed(struct out *o, uint64_t addr, uint64_t n, bool found, const struct rd *in)
{
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

	emit_hexed(o, field_value(c, f, r), field_count(c, f, r), found, &in);
}

/* Emits n bytes of data, which are in `buffers` iovecs or, if that is 0, in a single buffer. */
static void emit_data(struct out *o, const struct call *c, const struct field *f, const struct rd *r, int when,
		      uint64_t buffers, uint64_t n)
{
	struct rd in;
	bool found;

	if (buffers) {
		field_iovs_when(o, c, f, r, when, n);
		return;
	}
	found = field_partly_when(c, f, r, when, &in);
	emit_hexed(o, field_value(c, f, r), n, found, &in);
}

/* Returns the number of bytes transferred: n without the residual count of the device, if that is plausible. */
static uint64_t bytes_came(uint64_t n, uint64_t rest)
{
	int32_t left = (int32_t)rest;

	return left > 0 && (uint32_t)left <= n ? n - (uint32_t)left : n;
}

/* Returns iovec_count, which has the same offset in all ABIs, as no pointer precedes it. */
static uint64_t v3_buffers(const struct rd *r)
{
	return MEMBER(r, sg_io_v3, iovec_count);
}

static uint64_t v3_came(const struct call *c, const struct rd *r)
{
	size_t off = c->abi->word == 4 ? offsetof(struct i386_sg_io_v3, resid) : offsetof(struct lp64_sg_io_v3, resid);

	return bytes_came(MEMBER(r, sg_io_v3, dxfer_len), struct__number(r, off, sizeof(int32_t)));
}

/* Returns true if the transfer goes both ways and data came back. */
bool cond_sg_returns(const struct call *c, const struct rd *r)
{
	return MEMBER(r, sg_io_v3, dxfer_direction) == TO_FROM_DEV && v3_came(c, r);
}

void field_sg_sent(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_data(o, c, f, r, AT_ENTER, v3_buffers(r), field_count(c, f, r));
}

void field_sg_data(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_data(o, c, f, r, AT_EXIT, v3_buffers(r), v3_came(c, r));
}

void field_sg_dout(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_data(o, c, f, r, AT_ENTER, MEMBER(r, sg_io_v4, dout_iovec_count), field_count(c, f, r));
}

void field_sg_din(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_data(o, c, f, r, AT_EXIT, MEMBER(r, sg_io_v4, din_iovec_count),
		  bytes_came(field_count(c, f, r), MEMBER(r, sg_io_v4, din_resid)));
}

/* Emits struct sg_io_hdr or sg_io_v4, depending on the first member. */
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
