// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* io_uring_register: what is registered. */
#include <stdio.h>

#include "decode/fs.h"
#include "decode/tail.h"

/* ---- IORING_REGISTER_PROBE ---- */

#define PROBE_HEAD 16
#define PROBE_OP 8

/* An opcode as a probe has it: what has no name is decimal. */
static void ring_op(struct out *o, const char *field, unsigned op)
{
	out_field(o, field);
	out_symbol(o, &flags_io_uring_ops, op, SYM_ENUM_UDEC);
}

static void words(struct out *o, const char *field, struct rd *r, unsigned n)
{
	uint32_t v[4] = { 0 }, any = 0;

	for (unsigned i = 0; i < n && i < 4; i++)
		any |= v[i] = rd_u32(r);
	if (!any)
		return;
	out_field(o, field);
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < n && i < 4; i++)
		out_hex(o, v[i]);
	out_close(o, OUT_ARRAY);
}

static void if_any(struct out *o, const char *field, uint64_t v)
{
	if (v)
		out_f_hex(o, field, v);
}

/* room: operations that the caller has room for; n: those that are said to be there. */
static void probe(struct out *o, const struct call *c, struct rd *r, uint32_t room, bool answer)
{
	unsigned last = rd_u8(r), len = rd_u8(r), resv = rd_u16(r);
	uint32_t n = answer ? len : room;

	out_open(o, OUT_STRUCT);
	ring_op(o, "last_op", last);
	out_f_uint(o, "ops_len", len);
	if_any(o, "resv", resv);
	words(o, "resv2", r, 3);
	out_field(o, "ops");
	out_open(o, OUT_ARRAY);
	for (uint32_t i = 0; i < n; i++) {
		unsigned flags;

		if (!out_item(o, i))
			break;
		if (i >= room || rd_left(r) < PROBE_OP) {
			out_more(o);
			break;
		}
		out_open(o, OUT_STRUCT);
		ring_op(o, "op", rd_u8(r));
		if_any(o, "resv", rd_u8(r));
		flags = rd_u16(r);
		out_f_flags(o, "flags", &flags_io_uring_op_flags, flags);
		if_any(o, "resv2", rd_u32(r));
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
}

/* The kernel wants zeros: only others are worth a word. */
void argfn_ring_probe(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t room = c->args[3];
	size_t size = PROBE_HEAD + (size_t)room * PROBE_OP;
	bool any = false;
	struct rd r;

	if (call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		for (size_t i = 0; i < size && i < rd_left(&r); i++)
			any |= r.p[i];
		if (any)
			probe(o, c, &r, room, false);
	}
	if (!c->done || c->failed || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r)) {
		if (!any)
			out_unread(o, c->args[reg]);
		return;
	}
	if (any)
		out_becomes(o);
	probe(o, c, &r, room, true);
}

/* ---- arrays ---- */

enum { RESTRICT_REGISTER, RESTRICT_OP, RESTRICT_ALLOWED, RESTRICT_REQUIRED };

void type_ring_restriction(struct out *o, const struct call *c, struct rd *r)
{
	unsigned opcode = rd_u16(r), v = rd_u8(r), resv = rd_u8(r);

	out_open(o, OUT_STRUCT);
	out_f_sym(o, "opcode", &flags_io_uring_restrictions, opcode);
	switch (opcode) {
	case RESTRICT_REGISTER:
		out_f_sym(o, "register_op", &flags_io_uring_register_ops, v);
		break;
	case RESTRICT_OP:
		out_f_sym(o, "sqe_op", &flags_io_uring_ops, v);
		break;
	case RESTRICT_ALLOWED:
	case RESTRICT_REQUIRED:
		out_f_flags(o, "sqe_flags", &flags_io_uring_sqe_flags, v);
		break;
	default:
		out_note(o, "op: %#x", v);
	}
	if_any(o, "resv", resv);
	words(o, "resv2", r, 3);
	out_close(o, OUT_STRUCT);
}

/* Wherever there is room: -1. */

void type_ring_fd(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_STRUCT);
	out_f_id(o, "offset", rd_u32(r));
	if_any(o, "resv", rd_u32(r));
	out_f_int(o, "data", (int32_t)rd_u64(r));
	out_close(o, OUT_STRUCT);
}

void type_ring_fd_gone(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "offset", rd_u32(r));
	if_any(o, "resv", rd_u32(r));
	if_any(o, "data", rd_u64(r));
	out_close(o, OUT_STRUCT);
}

static void workers(struct out *o, const struct call *c, struct rd *r, uint32_t n)
{
	out_open(o, OUT_INDEXED);
	for (uint32_t i = 0; i < n; i++) {
		if (!out_item(o, i))
			break;
		if (rd_left(r) < 4) {
			out_more(o);
			break;
		}
		out_index(o, &flags_io_uring_workers, i, "");
		out_uint(o, rd_u32(r));
	}
	out_close(o, OUT_INDEXED);
}

/* The limits that are wanted, and those that were. */
void argfn_ring_workers(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t n = c->args[3];
	struct rd r = rd_make(NULL, 0, 4);

	if (!c->args[reg] || (n && !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	workers(o, c, &r, n);
	if (!c->done || !n)
		return;
	out_becomes(o);
	if (!c->failed && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		workers(o, c, &r, n);
	else
		out_unread(o, c->args[reg]);
}

/* ---- structs ---- */

void type_ring_buffers(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t addr = rd_u64(r), resv[3];
	uint32_t entries = rd_u32(r);
	unsigned group = rd_u16(r), pad = rd_u16(r);

	for (unsigned i = 0; i < 3; i++)
		resv[i] = rd_u64(r);
	out_open(o, OUT_STRUCT);
	out_f_addr(o, "ring_addr", addr);
	out_f_uint(o, "ring_entries", entries);
	out_f_uint(o, "bgid", group);
	if_any(o, "pad", pad);
	if (resv[0] | resv[1] | resv[2]) {
		out_field(o, "resv");
		out_open(o, OUT_ARRAY);
		for (unsigned i = 0; i < 3; i++)
			out_hex(o, resv[i]);
		out_close(o, OUT_ARRAY);
	}
	out_close(o, OUT_STRUCT);
}

typedef void item_fn(struct out *o, const struct call *c, struct rd *r);

static void item_fd(struct out *o, const struct call *c, struct rd *r)
{
	emit_fd(o, c, rd_i32(r));
}

static void item_tag(struct out *o, const struct call *c, struct rd *r)
{
	out_hex(o, rd_u64(r));
}

static void item_iov(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_STRUCT);
	out_f_addr(o, "iov_base", rd_ulong(r));
	out_f_uint(o, "iov_len", rd_ulong(r));
	out_close(o, OUT_STRUCT);
}

/* n things that the pointer at offset off leads to. */
static void things(struct out *o, const struct call *c, const char *field, uint64_t addr, unsigned off, uint32_t n,
		   item_fn *item)
{
	struct rd r = rd_make(NULL, 0, c->abi->word);

	out_field(o, field);
	if (!addr || (n && !call_chunk(c, 2, SCT_PART_NEST, off, AT_ENTER, &r))) {
		out_addr(o, addr);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint32_t i = 0; i < n; i++) {
		if (!out_item(o, i))
			break;
		if (!rd_left(&r)) {
			out_more(o);
			break;
		}
		item(o, c, &r);
	}
	out_close(o, OUT_ARRAY);
}

static void item_update_fd(struct out *o, const struct call *c, struct rd *r)
{
	int32_t fd = rd_i32(r);

	if (fd == -2)
		out_name(o, "IORING_REGISTER_FILES_SKIP", (uint64_t)fd);
	else
		emit_fd(o, c, fd);
}

/* The number of files is an argument: of any number so many bytes were taken (the row's NEST). */
#define FILES_TAKEN 132

void type_files_update(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t offset = rd_u32(r), resv = rd_u32(r), n = c->args[3], shown = n;
	uint64_t fds = rd_u64(r);

	shown = (uint32_t)out_wanted(o, n);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "offset", offset);
	if_any(o, "resv", resv);
	if (shown <= FILES_TAKEN / 4)
		things(o, c, "fds", fds, 8, n, item_update_fd);
	else
		out_f_addr(o, "fds", fds);
	out_close(o, OUT_STRUCT);
}

#define RSRC_SIZE 32
#define FILES2 13
#define FILES_UPDATE2 14

static void rsrc_register(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t nr = rd_u32(r), flags = rd_u32(r);
	uint64_t resv = rd_u64(r), data = rd_u64(r), tags = rd_u64(r);

	out_f_uint(o, "nr", nr);
	out_f_flags(o, "flags", &flags_io_uring_rsrc_flags, flags);
	if_any(o, "resv2", resv);
	things(o, c, "data", data, 16, nr, (uint32_t)c->args[1] == FILES2 ? item_fd : item_iov);
	things(o, c, "tags", tags, 24, nr, item_tag);
}

static void rsrc_update(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t offset = rd_u32(r), resv = rd_u32(r), nr, resv2;
	uint64_t data = rd_u64(r), tags = rd_u64(r);

	nr = rd_u32(r);
	resv2 = rd_u32(r);
	out_f_uint(o, "offset", offset);
	if_any(o, "resv", resv);
	things(o, c, "data", data, 8, nr, (uint32_t)c->args[1] == FILES_UPDATE2 ? item_update_fd : item_iov);
	things(o, c, "tags", tags, 16, nr, item_tag);
	out_f_uint(o, "nr", nr);
	if_any(o, "resv2", resv2);
}

/* Files and buffers with tags; the last argument is the struct's size. */
void argfn_ring_rsrc(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), op = c->args[1];
	uint32_t size = c->args[3];
	struct rd r;

	if (size < RSRC_SIZE || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_STRUCT);
	if (op == FILES2 || op == FILES2 + 2)
		rsrc_register(o, c, &r);
	else
		rsrc_update(o, c, &r);
	if (size > RSRC_SIZE)
		decode_tail(o, c, &r, RSRC_SIZE, size);
	out_close(o, OUT_STRUCT);
}

void type_ring_rsrc(struct out *o, const struct call *c, struct rd *r)
{
	rsrc_register(o, c, r);
}

void type_ring_probe(struct out *o, const struct call *c, struct rd *r)
{
	probe(o, c, r, c->args[3], false);
}
