// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* struct ifreq: network interfaces' ioctls. */
#include <stdio.h>

#include "decode/fs/fs.h"

#define IFNAMSIZ 16
#define SOCKADDR 16

#define SA_DATA 14

/* Bytes of a hardware address, by ARPHRD_; others show all. */
static const struct {
	uint16_t family, len;
} hw_lens[] = {
	{ 0, 7 },   { 1, 6 },	{ 3, 7 },   { 6, 6 },	{ 7, 1 },   { 15, 2 },	{ 27, 8 },  { 270, 5 },
	{ 271, 5 }, { 290, 1 }, { 768, 4 }, { 772, 6 }, { 773, 1 }, { 774, 6 }, { 776, 4 }, { 777, 4 },
	{ 778, 4 }, { 779, 4 }, { 780, 6 }, { 783, 4 }, { 801, 6 }, { 802, 6 }, { 803, 6 }, { 804, 8 },
	{ 805, 8 }, { 820, 1 }, { 821, 1 }, { 822, 1 }, { 825, 8 }, { 826, 8 },
};

static void emit_if_name(struct out *o, struct rd *r)
{
	char name[IFNAMSIZ];
	size_t n;

	rd_bytes(r, name, IFNAMSIZ);
	n = strnlen(name, IFNAMSIZ);
	if (n == IFNAMSIZ)
		out_str(o, name, IFNAMSIZ - 1, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(o, name, n, OUT_STR_NUL | OUT_STR_WHOLE);
}

static void emit_name(struct out *o, const char *field, struct rd *r)
{
	out_field(o, field);
	emit_if_name(o, r);
}

static size_t hw_len(uint16_t family)
{
	for (size_t i = 0; i < sizeof(hw_lens) / sizeof(hw_lens[0]); i++)
		if (hw_lens[i].family == family)
			return hw_lens[i].len;
	return SA_DATA;
}

static void emit_hwaddr(struct out *o, struct rd *r)
{
	uint16_t family = rd_u16(r);
	size_t n = hw_len(family);
	char text[3 * SA_DATA + 1] = "";

	for (size_t i = 0; i < n; i++)
		snprintf(text + (i ? 3 * i - 1 : 0), 4, i ? ":%02x" : "%02x", rd_u8(r));
	out_open(o, OUT_STRUCT);
	out_f_sym(o, "sa_family", &flags_arphrd, family);
	out_field(o, "sa_data");
	out_form(o, text);
	out_close(o, OUT_STRUCT);
}

static void emit_map(struct out *o, struct rd *r)
{
	uint64_t start = rd_ulong(r), end = rd_ulong(r);
	uint16_t base = rd_u16(r);
	uint8_t irq = rd_u8(r), dma = rd_u8(r), port = rd_u8(r);

	out_open(o, OUT_STRUCT);
	out_f_hex(o, "mem_start", start);
	out_f_hex(o, "mem_end", end);
	out_f_hex(o, "base_addr", base);
	out_f_hex(o, "irq", irq);
	out_f_hex(o, "dma", dma);
	out_f_hex(o, "port", port);
	out_close(o, OUT_STRUCT);
}

enum ifr { IFR_FLAGS, IFR_ADDR, IFR_HWADDR, IFR_INT, IFR_NAME, IFR_MAP };

static const struct ifr_field {
	uint16_t get, set; /* requests */
	uint8_t what;	   /* enum ifr */
	const char *name;
} ifr_fields[] = {
	{ 0x8913, 0x8914, IFR_FLAGS, "ifr_flags" },   { 0x8915, 0x8916, IFR_ADDR, "ifr_addr" },
	{ 0x8917, 0x8918, IFR_ADDR, "ifr_dstaddr" },  { 0x8919, 0x891a, IFR_ADDR, "ifr_broadaddr" },
	{ 0x891b, 0x891c, IFR_ADDR, "ifr_netmask" },  { 0x891d, 0x891e, IFR_INT, "ifr_metric" },
	{ 0x8921, 0x8922, IFR_INT, "ifr_mtu" },	      { 0, 0x8923, IFR_NAME, "ifr_newname" },
	{ 0x8927, 0x8924, IFR_HWADDR, "ifr_hwaddr" }, { 0x8929, 0x8930, IFR_NAME, "ifr_slave" },
	{ 0, 0x8931, IFR_HWADDR, "ifr_hwaddr" },      { 0, 0x8932, IFR_HWADDR, "ifr_hwaddr" },
	{ 0, 0x8937, IFR_HWADDR, "ifr_hwaddr" },      { 0x8933, 0, IFR_INT, "ifr_ifindex" },
	{ 0x8942, 0x8943, IFR_INT, "ifr_qlen" },      { 0x8970, 0x8971, IFR_MAP, "ifr_map" },
};

static void emit_value(struct out *o, const struct call *c, const struct ifr_field *f, struct rd *r)
{
	struct rd sa;

	if (f->what == IFR_NAME) {
		emit_name(o, f->name, r);
		return;
	}
	out_field(o, f->name);
	switch (f->what) {
	case IFR_FLAGS:
		out_flags(o, &flags_if_flags, rd_u16(r));
		break;
	case IFR_ADDR:
		sa = rd_make(r->p, rd_left(r) < SOCKADDR ? rd_left(r) : SOCKADDR, r->word);
		type_sockaddr(o, c, &sa);
		break;
	case IFR_HWADDR:
		emit_hwaddr(o, r);
		break;
	case IFR_INT:
		out_int(o, rd_i32(r));
		break;
	case IFR_MAP:
		emit_map(o, r);
		break;
	}
}

/* Named by its interface; the value goes in or comes out. */
void argfn_ifreq(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t cmd = c->args[1];
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_STRUCT);
	emit_name(o, "ifr_name", &r);
	for (size_t i = 0; i < sizeof(ifr_fields) / sizeof(ifr_fields[0]); i++) {
		const struct ifr_field *f = &ifr_fields[i];

		if (cmd == f->set) {
			emit_value(o, c, f, &r);
		} else if (cmd == f->get && c->done && !c->failed &&
			   call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r)) {
			rd_skip(&r, IFNAMSIZ);
			emit_value(o, c, f, &r);
		}
	}
	out_close(o, OUT_STRUCT);
}

/* SIOCGIFNAME: the other way round */
void argfn_ifreq_index(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	rd_skip(&r, IFNAMSIZ);
	out_open(o, OUT_STRUCT);
	out_f_int(o, "ifr_ifindex", rd_i32(&r));
	if (c->done && !c->failed && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		emit_name(o, "ifr_name", &r);
	out_close(o, OUT_STRUCT);
}

void type_ifreq(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_STRUCT);
	emit_name(o, "ifr_name", r);
	out_more(o);
	out_close(o, OUT_STRUCT);
}

static void emit_ifc_len(struct out *o, const struct call *c, int32_t len)
{
	int32_t size = abi__size(c->abi, T_ifreq);

	out_int(o, len);
	if (len > 0 && len % size == 0)
		out_note(o, "%d * sizeof(struct ifreq)", len / size);
}

/* Names and addresses. */
static void emit_ifc_buf(struct out *o, const struct call *c, unsigned reg, uint64_t buf, int32_t len)
{
	int32_t size = abi__size(c->abi, T_ifreq);
	struct rd r = rd_make("", 0, c->abi->word);

	if (len >= size && (!buf || !call_chunk(c, reg, SCT_PART_NEST, 0, AT_EXIT, &r))) {
		out_addr(o, buf);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (int32_t i = 0; i < len / size; i++) {
		struct rd e, sa;

		if (!out_item(o, i))
			break;
		if (rd_left(&r) < (size_t)size) {
			out_more(o);
			break;
		}
		e = rd_make(r.p, size, r.word);
		rd_skip(&r, size);
		out_open(o, OUT_STRUCT);
		emit_name(o, "ifr_name", &e);
		out_field(o, "ifr_addr");
		sa = rd_make(e.p, SOCKADDR, e.word);
		type_sockaddr(o, c, &sa);
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}

void argfn_ifconf(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int32_t len, now = 0;
	uint64_t buf;
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	len = rd_i32(&r);
	buf = rd_ulong(&r);
	out_open(o, OUT_STRUCT);
	out_field(o, "ifc_len");
	emit_ifc_len(o, c, len);
	if (c->done && !c->failed && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r)) {
		now = rd_i32(&r);
		if (now != len) {
			out_becomes(o);
			emit_ifc_len(o, c, now);
		}
	}
	out_field(o, "ifc_buf");
	if (c->done && !c->failed)
		emit_ifc_buf(o, c, reg, buf, now);
	else
		out_addr(o, buf);
	out_close(o, OUT_STRUCT);
}

void type_ifconf(struct out *o, const struct call *c, struct rd *r)
{
	int32_t len = rd_i32(r);
	uint64_t buf = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "ifc_len", len);
	out_f_addr(o, "ifc_buf", buf);
	out_close(o, OUT_STRUCT);
}
