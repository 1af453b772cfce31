// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* sendmsg() and related calls: message headers, control messages. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"
#include "decode/net/net.h"
#include "lookup/sockopt.h"

#include <inttypes.h>

#define AF_NETLINK_ 16

struct msghdr_copy {
	uint64_t name, iov, iovlen, control, controllen;
	int32_t namelen;
	uint32_t flags;
};

/* The place of a message in a call. */
struct msg_at {
	unsigned arg, sub;
	int when;
	uint64_t data; /* number of valid bytes in its iovecs */
	int32_t asked; /* msg_namelen before the call */
	bool has_asked;
};

static struct msghdr_copy msghdr_read(struct rd *r)
{
	struct msghdr_copy m;

	m.name = rd_ulong(r);
	m.namelen = rd_i32(r);
	m.iov = rd_ulong(r);
	m.iovlen = rd_ulong(r);
	m.control = rd_ulong(r);
	m.controllen = rd_ulong(r);
	m.flags = rd_u32(r);
	rd_align(r, r->word);
	return m;
}

/* ---- control messages ---- */

static void cmsg_data(struct out *o, const struct call *c, struct rd *r, const struct cmsg_row *row)
{
	enum sct_type type = (enum sct_type)row->type;
	unsigned size = type ? abi__size(c->abi, type) : 0;
	bool enough = rd_left(r) >= (row->least ? row->least : size);

	out_field(o, "cmsg_data");
	if (row->text)
		out_str(o, r->p, rd_left(r), OUT_STR_WHOLE);
	else if (!enough && row->shown)
		out_unknown(o);
	else if (!type || !enough)
		out_str(o, r->p, rd_left(r), OUT_STR_WHOLE | OUT_STR_HEX);
	else if (row->list)
		struct__emit_array(o, c, type, r, rd_left(r) / size);
	else
		struct__emit(o, c, type, r, NULL);
}

static void cmsg_type(struct out *o, uint32_t level, uint32_t type, const struct cmsg_row *row)
{
	const struct cmsg_row *types = cmsg__level(level);
	struct sct_flags none = { .unknown = types ? types->name : NULL };

	if (row)
		out_name(o, row->name, type);
	else if (types)
		out_sym(o, &none, type);
	else
		out_hex(o, type);
}

/* Emits one control message; r has at least its head. Returns cmsg_len. */
static uint64_t cmsg_one(struct out *o, const struct call *c, struct rd *r)
{
	size_t left = rd_left(r), head = r->word + 8u;
	uint64_t len = rd_ulong(r);
	uint32_t level = rd_u32(r), type = rd_u32(r);
	static const struct cmsg_row unknown;
	const struct cmsg_row *row = cmsg__find(level, type);
	struct rd data;

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "cmsg_len", len);
	out_f_sym(o, "cmsg_level", &flags_socklayers, level);
	out_field(o, "cmsg_type");
	cmsg_type(o, level, type, row);
	if (len > head && left > head) {
		data = rd_make(r->p, (len < left ? len : left) - head, r->word);
		cmsg_data(o, c, &data, row ? row : &unknown);
	}
	out_close(o, OUT_STRUCT);
	return len;
}

/* Emits control messages. len: msg_controllen; the cursor may hold less. */
static void emit_control(struct out *o, const struct call *c, struct rd *r, uint64_t addr, uint64_t len)
{
	size_t head = r->word + 8u;
	bool cut = rd_left(r) < len;

	if (rd_left(r) < head || len < head) {
		out_addr(o, addr);
		return;
	}
	if (rd_left(r) > len)
		*r = rd_make(r->p, len, r->word);
	out_open(o, OUT_ARRAY);
	for (;;) {
		struct rd one = rd_make(r->p, rd_left(r), r->word);
		uint64_t n = cmsg_one(o, c, &one);
		bool sane = n >= head;

		if (!sane)
			n = head;
		if (n >= rd_left(r))
			break;
		n = (n + r->word - 1) / r->word * r->word;
		if (n >= rd_left(r))
			break;
		rd_skip(r, n);
		if (!sane || rd_left(r) < head) {
			out_beyond(o, addr + (uint64_t)(r->p - r->start));
			cut = false;
			break;
		}
	}
	if (cut)
		out_more(o);
	out_close(o, OUT_ARRAY);
}

/* ---- message headers ---- */

/* Emits the address. Returns its family, or -1. */
static int msg_name(struct out *o, const struct call *c, const struct msg_at *at, const struct msghdr_copy *m)
{
	int32_t len = m->namelen;
	int family = -1;
	struct rd r, in;
	bool have;

	if (at->has_asked && at->asked < len)
		len = at->asked;
	out_field(o, "msg_name");
	/* msg_namelen after the call may exceed the caller's buffer, and mapped memory */
	have = m->name && len >= 2 && call_partial(c, at->arg, SCT_PART_NAME, at->sub, at->when, &r);
	if (have) {
		in = r;
		family = rd_u16(&in);
	}
	net_sockaddr(o, c, m->name, have, &r, len);
	out_f_int(o, "msg_namelen", at->has_asked ? at->asked : m->namelen);
	if (at->has_asked && at->asked != m->namelen) {
		out_becomes(o);
		out_int(o, m->namelen);
	}
	return family;
}

/* Emits n bytes at base, of which the cursor holds the first ones. */
static void msg_data(struct out *o, const struct call *c, struct rd *r, uint64_t base, uint64_t n)
{
	r->addr = base;
	if (decode_payload(o, c, r, n))
		return;
	if (decode_suffices(o, r, n))
		decode_bytes(o, c, r, n);
	else
		out_addr(o, base);
}

/* Emits the netlink messages in each of the buffers. */
static void msg_netlink(struct out *o, const struct call *c, const struct msg_at *at, struct rd *vec, uint64_t n)
{
	uint64_t total = at->data;

	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, vec, i, 2u * vec->word); i++) {
		uint64_t base = rd_ulong(vec), len = rd_ulong(vec);
		uint64_t used = len < total ? len : total;
		unsigned sub = at->sub | (unsigned)i;
		struct rd r;

		if (total != UINT64_MAX)
			total -= used;
		out_open(o, OUT_STRUCT);
		out_field(o, "iov_base");
		if (!base)
			out_addr(o, base);
		else if (!used)
			out_str(o, "", 0, 0);
		else if (!call_partial(c, at->arg, SCT_PART_ITEM, sub, at->when, &r))
			out_addr(o, base);
		else
			msg_data(o, c, &r, base, used);
		out_f_uint(o, "iov_len", len);
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}

static void msg_iov(struct out *o, const struct call *c, const struct msg_at *at, const struct msghdr_copy *m,
		    bool netlink)
{
	unsigned size = 2u * c->abi->word;
	struct rd r;

	out_field(o, "msg_iov");
	if (!m->iov) {
		out_addr(o, m->iov);
	} else if (!m->iovlen) {
		out_open(o, OUT_ARRAY);
		out_close(o, OUT_ARRAY);
	} else if (!netlink) {
		decode_iov(o, c, at->arg, SCT_PART_VEC, at->sub, m->iov, m->iovlen, at->when, at->data);
	} else if (call_elements(c, at->arg, SCT_PART_VEC, at->sub, at->when, m->iovlen, size, &r)) {
		r.addr = m->iov;
		msg_netlink(o, c, at, &r, m->iovlen);
	} else {
		out_unread(o, m->iov);
	}
	out_f_uint(o, "msg_iovlen", m->iovlen);
}

static void msg_fields(struct out *o, const struct call *c, const struct msg_at *at, const struct msghdr_copy *m)
{
	struct rd r;
	int family;

	out_open(o, OUT_STRUCT);
	family = msg_name(o, c, at, m);
	/* a message without an address is netlink if the record says that the call's socket is */
	msg_iov(o, c, at, m, family == AF_NETLINK_ || call_netlink(c) >= -1);
	if (m->controllen) {
		out_field(o, "msg_control");
		if (m->control && call_chunk(c, at->arg, SCT_PART_CONTROL, at->sub, at->when, &r))
			emit_control(o, c, &r, m->control, m->controllen);
		else
			out_addr(o, m->control);
	}
	out_f_uint(o, "msg_controllen", m->controllen);
	out_f_flags(o, "msg_flags", &flags_msg_flags, m->flags);
	out_close(o, OUT_STRUCT);
}

/* Emits the header of a call that received no message: only the size of the buffer for its address. */
static void msg_nothing(struct out *o, const struct call *c, unsigned arg)
{
	struct rd r;
	struct msghdr_copy m;

	if (!call_chunk(c, arg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[arg]);
		return;
	}
	m = msghdr_read(&r);
	out_open(o, OUT_STRUCT);
	out_f_int(o, "msg_namelen", m.namelen);
	out_close(o, OUT_STRUCT);
}

void argfn_msg(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct msg_at at = { .arg = call_reg(c, a), .when = AT_ENTER, .data = UINT64_MAX };
	struct msghdr_copy m;
	struct rd r;

	if (a->dir != IN && c->args[at.arg] && (!c->done || c->failed)) {
		msg_nothing(o, c, at.arg);
		return;
	}
	if (a->dir != IN) {
		at.when = AT_EXIT;
		at.data = (uint64_t)c->ret;
	}
	if (!c->args[at.arg] || !call_chunk(c, at.arg, SCT_PART_SELF, 0, at.when, &r)) {
		out_unread(o, c->args[at.arg]);
		return;
	}
	m = msghdr_read(&r);
	if (at.when == AT_EXIT && call_chunk(c, at.arg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		at.asked = msghdr_read(&r).namelen;
		at.has_asked = true;
	}
	msg_fields(o, c, &at, &m);
}

/* ---- vectors of messages ---- */

/* Reads element i as it is at `when`, the other end of the call. Returns false if it was not captured. */
static bool other_end(const struct call *c, unsigned arg, int when, unsigned i, struct msghdr_copy *m, uint32_t *len)
{
	size_t size = abi__size(c->abi, T_mmsghdr);
	struct rd r;

	if (!call_partial(c, arg, SCT_PART_SELF, 0, when, &r) || rd_left(&r) / size <= i)
		return false;
	rd_skip(&r, i * size);
	r.start = r.p;
	*m = msghdr_read(&r);
	*len = rd_u32(&r);
	return true;
}

static void mmsg_one(struct out *o, const struct call *c, unsigned arg, bool in, unsigned i, struct rd *r)
{
	struct msg_at at = { .arg = arg, .sub = i << 8, .when = in ? AT_ENTER : AT_EXIT };
	struct msghdr_copy m = msghdr_read(r), other;
	uint32_t len = rd_u32(r), old;
	bool moved = c->done && !c->failed && (uint64_t)c->ret > i;

	at.data = in ? UINT64_MAX : len;
	if (in) {
		moved = moved && other_end(c, arg, AT_EXIT, i, &other, &len);
	} else if (other_end(c, arg, AT_ENTER, i, &other, &old)) {
		at.asked = other.namelen;
		at.has_asked = true;
	}
	out_open(o, OUT_STRUCT);
	out_field(o, "msg_hdr");
	msg_fields(o, c, &at, &m);
	if (moved)
		out_f_uint(o, "msg_len", len);
	out_close(o, OUT_STRUCT);
}

/* Returns false if the record had no room for the parts of this message. */
static bool has_parts(const struct call *c, unsigned arg, int when, unsigned i, struct rd one, struct call_place *at)
{
	struct msghdr_copy m = msghdr_read(&one);
	struct rd r;

	return !m.iov || !m.iovlen || call_in_order(c, arg, SCT_PART_VEC, i << 8, when, at, &r) ||
	       !call_had_no_room(c, arg, when, at);
}

void argfn_mmsg(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned arg = call_reg(c, a);
	bool in = a->dir == IN;
	size_t size = abi__size(c->abi, T_mmsghdr);
	uint32_t n = (uint32_t)c->args[a->len_arg];
	int when = in ? AT_ENTER : AT_EXIT;
	struct call_place at = { 0, 0 };
	struct rd r;

	if (!in && c->ret < (int64_t)n)
		n = c->ret < 0 ? 0 : (uint32_t)c->ret;
	if (!c->args[arg] || (!in && (!c->done || c->failed)) ||
	    (n && (!call_partial(c, arg, SCT_PART_SELF, 0, when, &r) || rd_left(&r) < size))) {
		out_unread(o, c->args[arg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint32_t i = 0; i < n && decode_element(o, &r, i, size); i++) {
		struct rd one = rd_make(r.p, size, r.word);

		if (!has_parts(c, arg, when, i, one, &at)) {
			out_more(o);
			break;
		}
		mmsg_one(o, c, arg, in, i, &one);
		rd_skip(&r, size);
	}
	out_close(o, OUT_ARRAY);
}

/* Emits a header without its parts. argfn_mmsg() emits whole vectors. */
void type_mmsghdr(struct out *o, const struct call *c, struct rd *r)
{
	struct msghdr_copy m = msghdr_read(r);
	struct msg_at at = { .arg = SCT_NARGS };

	msg_fields(o, c, &at, &m);
}
