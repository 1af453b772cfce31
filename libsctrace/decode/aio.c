// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Asynchronous I/O: iocbs, io_uring's parameters. */
#include "decode/fs.h"

#define FLAG_RESFD 0x1
#define FLAG_IOPRIO 0x2
#define IOPRIO_SHIFT 13

#define SETUP_ATTACH_WQ 0x20

/* ---- iocb ----------------------------------------------------------------------- */

struct iocb_any {
	uint64_t data, buf, nbytes;
	int64_t offset;
	uint32_t key, rw_flags, flags;
	uint16_t op;
	int16_t reqprio;
	int32_t fd, resfd;
};

enum iocb_shape { SHAPE_NONE, SHAPE_RW, SHAPE_VECTOR, SHAPE_POLL };

static enum iocb_shape iocb_shape(unsigned op)
{
	switch (op) {
	case 0:
	case 1:
		return SHAPE_RW;
	case 5:
		return SHAPE_POLL;
	case 7:
	case 8:
		return SHAPE_VECTOR;
	}
	return SHAPE_NONE;
}

static void rd_iocb(struct rd *r, struct iocb_any *b)
{
	b->data = rd_u64(r);
	b->key = rd_u32(r);
	b->rw_flags = rd_u32(r);
	b->op = rd_u16(r);
	b->reqprio = rd_i16(r);
	b->fd = rd_i32(r);
	b->buf = rd_u64(r);
	b->nbytes = rd_u64(r);
	b->offset = rd_i64(r);
	rd_skip(r, 8);
	b->flags = rd_u32(r);
	b->resfd = rd_i32(r);
}

static void emit_iocb_head(struct out *o, const struct call *c, const struct iocb_any *b)
{
	out_f_hex(o, "aio_data", b->data);
	if (b->key)
		out_f_uint(o, "aio_key", b->key);
	if (b->rw_flags)
		out_f_flags(o, "aio_rw_flags", &flags_rwf_flags, b->rw_flags);
	out_field(o, "aio_lio_opcode");
	out_symbol(o, &flags_iocb_cmds, b->op, SYM_ENUM_UDEC);
	if (b->flags & FLAG_IOPRIO) {
		uint16_t prio = b->reqprio;

		out_field(o, "aio_reqprio");
		out_call(o, "IOPRIO_PRIO_VALUE");
		out_sym(o, &flags_ioprio_classes, prio >> IOPRIO_SHIFT);
		out_uint(o, prio & ((1u << IOPRIO_SHIFT) - 1));
		out_close(o, OUT_CALL);
	} else if (b->reqprio) {
		out_f_int(o, "aio_reqprio", b->reqprio);
	}
	out_field(o, "aio_fildes");
	emit_fd(o, c, b->fd);
}

static void emit_iocb(struct out *o, const struct call *c, struct rd *r, bool whole)
{
	enum iocb_shape shape;
	struct iocb_any b;

	rd_iocb(r, &b);
	shape = whole ? iocb_shape(b.op) : SHAPE_NONE;
	out_open(o, OUT_STRUCT);
	emit_iocb_head(o, c, &b);
	if (shape == SHAPE_POLL)
		out_f_flags(o, "aio_buf", &flags_poll_events, b.buf);
	else if (shape != SHAPE_NONE)
		out_f_addr(o, "aio_buf", b.buf);
	if (shape == SHAPE_RW)
		out_f_uint(o, "aio_nbytes", b.nbytes);
	if (shape == SHAPE_RW || shape == SHAPE_VECTOR)
		out_f_int(o, "aio_offset", b.offset);
	if (shape != SHAPE_NONE && b.flags) {
		out_f_flags(o, "aio_flags", &flags_iocb_flags, b.flags);
		if (b.flags & FLAG_RESFD) {
			out_field(o, "aio_resfd");
			emit_fd(o, c, b.resfd);
		}
	}
	out_close(o, OUT_STRUCT);
}

void type_iocb(struct out *o, const struct call *c, struct rd *r)
{
	emit_iocb(o, c, r, false);
}

/* Pointers to iocbs; what they point to is there if it was captured. */
void argfn_iocbs(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int64_t n = c->abi->word == 4 ? (int32_t)c->args[1] : (int64_t)c->args[1];
	struct rd r;

	if (n < 0 || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (int64_t i = 0; i < n; i++) {
		struct rd item;
		uint64_t p;

		if (!out_item(o, i))
			break;
		if (rd_left(&r) < r.word) {
			out_more(o);
			break;
		}
		p = rd_ulong(&r);
		if (p && call_chunk(c, reg, SCT_PART_ITEM, i, AT_ENTER, &item))
			emit_iocb(o, c, &item, true);
		else
			out_addr(o, p);
	}
	out_close(o, OUT_ARRAY);
}

void type_io_event(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t data = rd_u64(r), obj = rd_u64(r);
	int64_t res = rd_i64(r), res2 = rd_i64(r);

	out_open(o, OUT_STRUCT);
	out_f_hex(o, "data", data);
	out_f_hex(o, "obj", obj);
	out_f_int(o, "res", res);
	out_f_int(o, "res2", res2);
	out_close(o, OUT_STRUCT);
}

/* ---- io_uring -------------------------------------------------------------------- */

#define OFFSETS 7

/* Offsets of a ring's parts, then what is reserved. */
static void emit_offsets(struct out *o, const char *field, struct rd *r, const char *const *names)
{
	uint32_t resv1;
	uint64_t resv2;

	out_field(o, field);
	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < OFFSETS; i++)
		out_f_uint(o, names[i], rd_u32(r));
	resv1 = rd_u32(r);
	resv2 = rd_u64(r);
	if (resv1)
		out_f_hex(o, "resv1", resv1);
	if (resv2)
		out_f_hex(o, "resv2", resv2);
	out_close(o, OUT_STRUCT);
}

static void emit_reserved(struct out *o, const uint32_t *v, unsigned n)
{
	bool any = false;

	for (unsigned i = 0; i < n; i++)
		any |= v[i];
	if (!any)
		return;
	out_field(o, "resv");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < n; i++)
		out_hex(o, v[i]);
	out_close(o, OUT_ARRAY);
}

static void emit_ring_answer(struct out *o, struct rd *r, uint32_t sq, uint32_t cq, uint32_t features)
{
	static const char *const sq_names[] = {
		"head", "tail", "ring_mask", "ring_entries", "flags", "dropped", "array"
	};
	static const char *const cq_names[] = {
		"head", "tail", "ring_mask", "ring_entries", "overflow", "cqes", "flags"
	};

	out_f_uint(o, "sq_entries", sq);
	out_f_uint(o, "cq_entries", cq);
	out_f_flags(o, "features", &flags_io_uring_features, features);
	emit_offsets(o, "sq_off", r, sq_names);
	emit_offsets(o, "cq_off", r, cq_names);
}

static void emit_ring_params(struct out *o, const struct call *c, struct rd *r, bool answered)
{
	uint32_t sq = rd_u32(r), cq = rd_u32(r), flags = rd_u32(r);
	uint32_t cpu = rd_u32(r), idle = rd_u32(r), features = rd_u32(r), wq = rd_u32(r), resv[3];

	for (unsigned i = 0; i < 3; i++)
		resv[i] = rd_u32(r);
	out_open(o, OUT_STRUCT);
	out_f_flags(o, "flags", &flags_io_uring_setup_flags, flags);
	out_f_hex(o, "sq_thread_cpu", cpu);
	out_f_uint(o, "sq_thread_idle", idle);
	if (flags & SETUP_ATTACH_WQ) {
		out_field(o, "wq_fd");
		emit_fd(o, c, wq);
	}
	emit_reserved(o, resv, 3);
	if (answered)
		emit_ring_answer(o, r, sq, cq, features);
	out_close(o, OUT_STRUCT);
}

void argfn_io_uring_params(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool answered = c->done && !c->failed;
	struct rd r;

	if (answered && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		emit_ring_params(o, c, &r, true);
	else if (call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		emit_ring_params(o, c, &r, false);
	else
		out_unread(o, c->args[reg]);
}

void type_io_uring_params(struct out *o, const struct call *c, struct rd *r)
{
	emit_ring_params(o, c, r, false);
}
