// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Arguments of io_uring_register(). */
#include <stdio.h>

#include "decode/core/emit.h"
#include "decode/core/struct.h"

/* ---- IORING_REGISTER_PROBE ---- */

#define PROBE_HEAD 16
#define PROBE_OP 8
#define PROBE_OPS 256 /* most operations that the kernel accepts */

/* Emits an opcode; unknown ones in decimal. */
static void emit_ring_op(struct out *o, const char *field, unsigned op)
{
	out_field(o, field);
	out_symbol(o, &flags_io_uring_ops, op, SYM_ENUM_UDEC);
}

static void emit_words(struct out *o, const char *field, struct rd *r, unsigned n)
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

static void emit_nonzero(struct out *o, const char *field, uint64_t v)
{
	if (v)
		out_f_hex(o, field, v);
}

/*
 * Emits a struct io_uring_probe. room: number of elements in the caller's array; answer: ops_len is the number that
 * the kernel filled in.
 */
static void emit_probe(struct out *o, const struct call *c, struct rd *r, uint32_t room, bool answer)
{
	unsigned last = rd_u8(r), len = rd_u8(r), resv = rd_u16(r);
	uint32_t n = answer ? len : room;

	out_open(o, OUT_STRUCT);
	emit_ring_op(o, "last_op", last);
	out_f_uint(o, "ops_len", len);
	emit_nonzero(o, "resv", resv);
	emit_words(o, "resv2", r, 3);
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
		emit_ring_op(o, "op", rd_u8(r));
		emit_nonzero(o, "resv", rd_u8(r));
		flags = rd_u16(r);
		out_f_flags(o, "flags", &flags_io_uring_op_flags, flags);
		emit_nonzero(o, "resv2", rd_u32(r));
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
}

/*
 * Emits the probe. The kernel demands zeros before the call, so the struct before the call is only shown if it has
 * anything else.
 */
void argfn_ring_probe(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t room = c->args[3];
	size_t size = PROBE_HEAD + (size_t)room * PROBE_OP;
	bool any = false;
	struct rd r;

	if (room > PROBE_OPS) {
		out_unread(o, c->args[reg]);
		return;
	}
	if (call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, size, &r)) {
		for (size_t i = 0; i < size && i < rd_left(&r); i++)
			any |= r.p[i];
		if (any)
			emit_probe(o, c, &r, room, false);
	}
	if (!c->done || c->failed || !call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, size, &r)) {
		if (!any)
			out_unread(o, c->args[reg]);
		return;
	}
	if (any)
		out_becomes(o);
	emit_probe(o, c, &r, room, true);
}

static void emit_workers(struct out *o, const struct call *c, struct rd *r, uint32_t n)
{
	out_open(o, OUT_INDEXED);
	for (uint32_t i = 0; i < n && decode_element(o, r, i, 4); i++) {
		out_index(o, &flags_io_uring_workers, i, "");
		out_uint(o, rd_u32(r));
	}
	out_close(o, OUT_INDEXED);
}

/* Emits the limits that the caller sets, and then the previous ones, which the call returns. */
void argfn_ring_workers(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t n = c->args[3];
	struct rd r = rd_make(NULL, 0, 4);

	if (!c->args[reg] || (n && !call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, 4, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	emit_workers(o, c, &r, n);
	if (!c->done || !n || r.ends)
		return;
	out_becomes(o);
	if (!c->failed && call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, 4, &r))
		emit_workers(o, c, &r, n);
	else
		out_unread(o, c->args[reg]);
}

void field_ring_restriction(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_sym(o, &flags_io_uring_restrictions, field_value(c, f, r));
	out_note(o, "op: %#x", (unsigned)field_count(c, f, r));
}

#define FILES_SKIP (-2)

void field_ring_slot(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int32_t fd = (int32_t)field_value(c, f, r);

	if (fd == FILES_SKIP)
		out_name_dec(o, "IORING_REGISTER_FILES_SKIP", (uint64_t)fd);
	else
		out_fd(o, fd);
}

/* Emits a list of files, whose number is in an argument. */
void field_ring_files(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r);
	uint32_t n = c->args[3];
	struct rd list = rd_make("", 0, c->abi->word);

	if (!addr || (n && !field_listed(c, f, r, &list)))
		out_unread(o, addr);
	else
		struct__emit_array(o, c, (enum sct_type)f->type, &list, n);
}

#define OP_MASK 0x7fffffffu
#define REGISTER_CLOCK 29

/* Returns the value that nr_args must have for a single struct: 1, or 0 for a clock. */
static uint32_t structs_wanted(const struct call *c)
{
	return (c->args[1] & OP_MASK) != REGISTER_CLOCK;
}

/* Emits a single struct, before or after the call, or both, by the row's direction. */
void argfn_ring_one(struct out *o, const struct call *c, const struct sct_arg *a)
{
	enum sct_type type = (enum sct_type)a->type;
	unsigned reg = call_reg(c, a), size = abi__size(c->abi, type);
	bool one = (uint32_t)c->args[3] == structs_wanted(c), in = false, out = false;
	struct rd before, after;

	if (one && a->dir & IN)
		in = call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, size, &before);
	if (one && a->dir & OUT && c->done && !c->failed)
		out = call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, size, &after);
	if (in)
		struct__emit(o, c, type, &before, NULL);
	if (in && out)
		out_becomes(o);
	if (out)
		struct__emit(o, c, type, &after, NULL);
	if (!in && !out)
		out_addr(o, c->args[reg]);
}

/* Emits files or buffers with tags; the last argument is the struct's size. */
void argfn_ring_rsrc(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if ((uint32_t)c->args[3] < sizeof(struct lp64_ring_files) ||
	    !call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, sizeof(struct lp64_ring_files), &r)) {
		out_addr(o, c->args[reg]);
		return;
	}
	struct__emit(o, c, (enum sct_type)a->type, &r, NULL);
}

void type_ring_probe(struct out *o, const struct call *c, struct rd *r)
{
	emit_probe(o, c, r, c->args[3], false);
}

/* ---- IORING_REGISTER_SEND_MSG_RING ---- */

#define SQE_BYTES 64
#define CMD_BYTES 64

enum {
	OP_NOP = 0,
	OP_SENDMSG = 9,
	OP_RECVMSG = 10,
	OP_ACCEPT = 13,
	OP_SEND = 26,
	OP_RECV = 27,
	OP_SEND_ZC = 47,
	OP_SENDMSG_ZC = 48,
	OP_RECV_ZC = 58,
	OP_MSG_RING = 40,
	OP_FIXED_FD_INSTALL = 54,
	OP_NOP128 = 63,
	OP_URING_CMD128 = 64,
};

/* Returns true for operations whose last members are attributes: those that read, write, send and receive. */
static bool has_attributes(unsigned op)
{
	static const uint8_t ops[] = { 1, 2, 4, 5, 9, 10, 22, 23, 26, 27, 47, 49, 58, 60, 61 };

	for (size_t i = 0; i < sizeof(ops); i++)
		if (ops[i] == op)
			return true;
	return false;
}

static unsigned sqe_op(const struct rd *r)
{
	return (unsigned)struct__number(r, 0, 1);
}

bool cond_ring_sqe_attrs(const struct call *c, const struct rd *r)
{
	(void)c;
	return has_attributes(sqe_op(r)) && struct__number(r, offsetof(struct lp64_ring_sqe, attr_type_mask), 8);
}

bool cond_ring_sqe_value(const struct call *c, const struct rd *r)
{
	return !cond_ring_sqe_attrs(c, r);
}

bool cond_ring_sqe_long(const struct call *c, const struct rd *r)
{
	(void)c;
	return sqe_op(r) == OP_NOP128 || sqe_op(r) == OP_URING_CMD128;
}

void field_ring_op(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_symbol(o, &flags_io_uring_ops, field_value(c, f, r), SYM_ENUM_UDEC);
}

/* Emits the flags member, whose name depends on the operation. For most operations it prints as a number. */
void field_ring_sqe_flags(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	switch (field_count(c, f, r)) {
	case OP_NOP:
	case OP_NOP128:
		out_f_flags(o, "nop_flags", &flags_io_uring_nop_flags, v);
		break;
	case OP_MSG_RING:
		out_f_flags(o, "msg_ring_flags", &flags_io_uring_msg_ring_flags, v);
		break;
	case OP_FIXED_FD_INSTALL:
		out_f_flags(o, "install_fd_flags", &flags_io_uring_fixed_fd_flags, v);
		break;
	default:
		out_f_hex(o, "rw_flags", v);
	}
}

/* Emits the member ioprio, which has flags for some operations. */
void field_ring_sqe_ioprio(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	switch (field_count(c, f, r)) {
	case OP_ACCEPT:
		out_flags(o, &flags_io_uring_accept_flags, v);
		break;
	case OP_SENDMSG:
	case OP_RECVMSG:
	case OP_SEND:
	case OP_RECV:
	case OP_SEND_ZC:
	case OP_SENDMSG_ZC:
	case OP_RECV_ZC:
		out_flags(o, &flags_io_uring_recvsend_flags, v);
		break;
	default:
		out_uint(o, v);
	}
}

/* Emits a signal set; the next member has its size in bytes. */
void field_ring_sigmask(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd in;

	if (field_count(c, f, r) == abi__size(c->abi, T_sigset) && field_pointed(c, f, r, &in))
		struct__emit(o, c, T_sigset, &in, NULL);
	else
		out_unread(o, field_value(c, f, r));
}

void field_ring_sqe_cmd(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd cmd = struct__part(r, SQE_BYTES);

	(void)f;
	if (rd_left(&cmd) < CMD_BYTES) {
		out_addr(o, c->args[2] + SQE_BYTES);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < CMD_BYTES && out_item(o, i); i++)
		out_hex(o, rd_u8(&cmd));
	out_close(o, OUT_ARRAY);
}

void argfn_ring_sqe(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if ((uint32_t)c->args[3] == 1 && call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, SQE_BYTES, &r))
		struct__emit(o, c, (enum sct_type)a->type, &r, NULL);
	else
		out_addr(o, c->args[reg]);
}

/* ---- IORING_REGISTER_QUERY ---- */

#define QUERIES 1000 /* most entries of a list that the kernel takes */

/*
 * Emits the struct that the query's operation selects, whatever size was given. r->via: number of the query in the
 * list. The data of the first query is in the chunk of an ordinary pointer.
 */
void field_ring_query(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	static const uint16_t types[] = { T_ring_query_opcodes, T_ring_query_zcrx, T_ring_query_scq,
					  T_ring_query_zcrx_event };
	uint64_t op = MEMBER(r, ring_query, query_op), addr = field_value(c, f, r);
	struct rd in;
	bool found;

	if (r->via)
		found = call_can_reach(c, addr) && call_partial(c, r->arg - 1u, SCT_PART_ITEM, r->via, AT_ENTER, &in);
	else
		found = field_partly(c, f, r, &in);
	if (op < sizeof(types) / sizeof(types[0]) && found && rd_left(&in) >= call_size(c, types[op]))
		struct__emit(o, c, (enum sct_type)types[op], &in, NULL);
	else
		out_unread(o, addr);
}

/* Finds query k of the list, at addr. Returns false if it was not captured. */
static bool query_find(const struct call *c, unsigned reg, uint64_t addr, unsigned k, struct call_place *at,
		       struct rd *r)
{
	bool found = k ? call_in_order(c, reg, SCT_PART_VEC, k, AT_ENTER, at, r)
		       : call_partial(c, reg, SCT_PART_SELF, 0, AT_ENTER, r);

	if (!found || !call_can_reach(c, addr) || rd_left(r) < call_size(c, T_ring_query))
		return false;
	r->arg = (uint16_t)(reg + 1);
	r->via = (uint16_t)k;
	return true;
}

/* Emits the list of queries, each nested in the one before it. It does not recurse, as the list may be long. */
void argfn_ring_query(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), shown = (unsigned)out_wanted(o, QUERIES), k = 0;
	uint64_t addr = c->args[reg];
	struct call_place at = { 0, 0 };
	struct rd r;

	if ((uint32_t)c->args[3]) {
		out_addr(o, addr);
		return;
	}
	for (; k < shown && query_find(c, reg, addr, k, &at, &r); k++) {
		out_open(o, OUT_STRUCT);
		struct__emit(o, c, T_ring_query, &r, NULL);
		out_field(o, "next_entry");
		addr = MEMBER(&r, ring_query, next_entry);
	}
	out_unread(o, addr);
	if (k == shown && query_find(c, reg, addr, k, &at, &r))
		out_note(o, "...");
	while (k--)
		out_close(o, OUT_STRUCT);
}
