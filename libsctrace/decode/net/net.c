// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Arguments of calls on sockets, other than addresses, messages and options. */
#include "decode/core/addr.h"
#include "decode/core/struct.h"
#include "decode/net/net.h"

#define AF_INET_ 2
#define AF_AX25_ 3
#define AF_INET6_ 10
#define AF_NETLINK_ 16
#define AF_PACKET_ 17
#define SOCK_TYPE_MASK 0xfu

/* ---- members of structs ---- */

/* Copies a member of f->n bytes; missing bytes become 0. */
static void member_copy(const struct call *c, const struct field *f, const struct rd *r, void *to)
{
	struct rd at = struct__part(r, field_off(c, f));

	memset(to, 0, f->n);
	memcpy(to, at.p, rd_left(&at) < f->n ? rd_left(&at) : f->n);
}

void field_inet_addr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint8_t addr[4];

	member_copy(c, f, r, addr);
	decode_inet(o, addr);
}

void field_inet6_addr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint8_t addr[16];

	member_copy(c, f, r, addr);
	decode_inet6(o, addr, f->name);
}

void field_hwaddr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	uint8_t addr[8];

	member_copy(c, f, r, addr);
	decode_hwaddr(o, addr, n < sizeof(addr) ? n : sizeof(addr));
}

void field_sockaddr(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	struct rd addr = rd_make(at.p, rd_left(&at) < f->n ? rd_left(&at) : f->n, r->word);

	type_sockaddr(o, c, &addr);
}

/* ---- socket() ---- */

void argfn_sock_type(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = (uint32_t)call_arg(c, a);
	const char *type = flags__name(&flags_sock_types, v & SOCK_TYPE_MASK);

	if (!type) {
		out_flags(o, &flags_sock_type_flags, v);
		return;
	}
	out_open(o, OUT_BITS);
	out_name(o, type, v & SOCK_TYPE_MASK);
	if (v & ~SOCK_TYPE_MASK)
		out_flags(o, &flags_sock_type_flags, v & ~SOCK_TYPE_MASK);
	out_close(o, OUT_BITS);
}

static const struct sct_flags *protocols_of(uint64_t family)
{
	static const struct {
		uint8_t family;
		const struct sct_flags *names;
	} families[] = {
		{ AF_INET_, &flags_inet_protocols },
		{ AF_INET6_, &flags_inet_protocols },
		{ 23, &flags_irda_protocols },
		{ 29, &flags_can_protocols },
		{ 31, &flags_bt_protocols },
		{ 33, &flags_addrfams },
		{ 34, &flags_isdn_protocols },
		{ 35, &flags_phonet_protocols },
		{ 37, &flags_caif_protocols },
		{ 39, &flags_nfc_protocols },
		{ 41, &flags_kcm_protocols },
		{ 43, &flags_smc_protocols },
		{ AF_NETLINK_, &flags_netlink_protocols },
	};

	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (families[i].family == family)
			return families[i].names;
	return NULL;
}

void argfn_sock_protocol(struct out *o, const struct call *c, const struct sct_arg *a)
{
	const struct sct_flags *names = protocols_of(c->args[0]);
	uint64_t v = call_arg(c, a);

	if (names) {
		out_sym(o, names, (uint32_t)v);
	} else if (c->args[0] == AF_PACKET_) {
		out_call(o, "htons");
		out_sym(o, &flags_ethernet_protocols, be16((uint16_t)v));
		out_close(o, OUT_CALL);
	} else if (c->args[0] == AF_AX25_) {
		out_symbol(o, &flags_ax25_protocols, v, SYM_NOTE_HEX);
	} else {
		out_uint(o, v);
	}
}

/* ---- lengths that the call changes ---- */

/* Emits [128 => 16]: the length that the caller passed, and the length that the call returned, if it differs. */
static void socklen(struct out *o, const struct call *c, unsigned reg)
{
	struct rd r;
	int32_t in;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	in = rd_i32(&r);
	out_open(o, OUT_ARRAY);
	out_int(o, in);
	if (c->done && !c->failed && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r)) {
		int32_t out = rd_i32(&r);

		if (out != in) {
			out_becomes(o);
			out_int(o, out);
		}
	}
	out_close(o, OUT_ARRAY);
}

/* Emits the length of an address, or the pointer to it if the call has no address. */
void argfn_socklen(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);

	if (!c->args[reg - 1])
		out_unread(o, c->args[reg]);
	else
		socklen(o, c, reg);
}

void argfn_sockopt_get_len(struct out *o, const struct call *c, const struct sct_arg *a)
{
	socklen(o, c, call_reg(c, a));
}

/* ---- data ---- */

void argfn_net_buf(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int when = a->dir == IN ? AT_ENTER : AT_EXIT;
	uint64_t n = c->args[a->len_arg % SCT_NARGS];
	struct rd r;

	if (a->len == SCT_LEN_RET && c->ret >= 0 && (uint64_t)c->ret < n)
		n = c->ret;
	if (call_netlink(c) < -1 || (when == AT_EXIT && (!c->done || c->failed)) || !c->args[reg] ||
	    !call_partial(c, reg, SCT_PART_SELF, 0, when, &r) || !decode_payload(o, c, &r, n))
		decode_value(o, c, a);
}

/* ---- recvmmsg() ---- */

bool auxfn_recvmmsg_left(struct out *o, const struct call *c)
{
	struct rd r;

	if (c->failed)
		return false;
	if (!c->ret) {
		out_name(o, "Timeout", 0);
		return true;
	}
	if (!c->args[4] || !call_chunk(c, 4, SCT_PART_SELF, 0, AT_EXIT, &r))
		return false;
	out_field(o, "left");
	decode_struct(o, c, 4, c->row->args[4].type, AT_EXIT);
	return true;
}
