// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* setsockopt(), getsockopt(). */
#include "decode/net/net.h"
#include "decode/core/tail.h"

#define OPTVAL_ARG 3

#define LEVEL_IP 0
#define LEVEL_SOCKET 1
#define LEVEL_IPV6 41
#define LEVEL_RAW 255
#define LEVEL_PACKET 263
#define LEVEL_NETLINK 270

#define OPT_ERROR 4
#define OPT_LINGER 13
#define OPT_PEERCRED 17
#define OPT_FILTER 26
#define OPT_REUSEPORT_CBPF 51
#define OPT_TXREHASH 74
#define OPT_ADD_MEMBERSHIP 35
#define OPT_DROP_MEMBERSHIP 36
#define OPT_MCAST_JOIN 42
#define OPT_MCAST_LEAVE 45
#define OPT_ICMP_FILTER 1
#define OPT_PACKET_STATISTICS 6
#define OPT_LIST_MEMBERSHIPS 9

/* ---- names ---- */

static const struct {
	uint16_t level;
	const struct sct_flags *both, *set, *get;
} levels[] = {
	{ LEVEL_IP, &flags_ip_options, &flags_ip_set_options, &flags_ip_get_options },
	{ LEVEL_SOCKET, &flags_socket_options, &flags_socket_set_options, &flags_socket_get_options },
	{ 6, &flags_tcp_options, NULL, NULL },
	{ 17, &flags_udp_options, NULL, NULL },
	{ 40, &flags_vsock_options, NULL, NULL },
	{ LEVEL_IPV6, &flags_ipv6_options, &flags_ipv6_set_options, &flags_ipv6_get_options },
	{ 101, &flags_can_raw_options, NULL, NULL },
	{ 132, &flags_sctp_options, NULL, NULL },
	{ LEVEL_RAW, &flags_raw_options, NULL, NULL },
	{ 256, &flags_ipx_options, NULL, NULL },
	{ 257, &flags_ax25_options, NULL, NULL },
	{ LEVEL_PACKET, &flags_packet_options, NULL, NULL },
	{ 266, &flags_irda_options, NULL, NULL },
	{ 268, &flags_llc_options, NULL, NULL },
	{ 269, &flags_dccp_options, NULL, NULL },
	{ LEVEL_NETLINK, &flags_netlink_options, NULL, NULL },
	{ 271, &flags_tipc_options, NULL, NULL },
	{ 272, &flags_rxrpc_options, NULL, NULL },
	{ 273, &flags_pppol2tp_options, NULL, NULL },
	{ 274, &flags_bluetooth_options, NULL, NULL },
	{ 275, &flags_pnpipe_options, NULL, NULL },
	{ 276, &flags_rds_options, NULL, NULL },
	{ 277, &flags_iucv_options, NULL, NULL },
	{ 278, &flags_caif_options, NULL, NULL },
	{ 279, &flags_alg_options, NULL, NULL },
	{ 280, &flags_nfc_llcp_options, NULL, NULL },
	{ 281, &flags_kcm_options, NULL, NULL },
	{ 282, &flags_tls_options, NULL, NULL },
	{ 283, &flags_xdp_options, NULL, NULL },
};

void argfn_sockopt_level(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t level = (uint32_t)call_arg(c, a);
	const struct sct_flags none = { .unknown = "SOL_??" }; /* two question marks, here only */

	out_sym(o, flags__name(&flags_socklayers, level) ? &flags_socklayers : &none, level);
}

static void option_name(struct out *o, const struct call *c, uint32_t option, bool set)
{
	uint32_t level = (uint32_t)c->args[1];
	const struct sct_flags *own;
	const char *name;

	for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
		if (levels[i].level != level)
			continue;
		own = set ? levels[i].set : levels[i].get;
		name = own ? flags__name(own, option) : NULL;
		if (name)
			out_name(o, name, option);
		else
			out_sym(o, levels[i].both, option);
		return;
	}
	out_uint(o, option);
}

void argfn_sockopt_set_name(struct out *o, const struct call *c, const struct sct_arg *a)
{
	option_name(o, c, (uint32_t)call_arg(c, a), true);
}

void argfn_sockopt_get_name(struct out *o, const struct call *c, const struct sct_arg *a)
{
	option_name(o, c, (uint32_t)call_arg(c, a), false);
}

/* ---- values ---- */

/* SOL_SOCKET's options that are an int, whatever the length says. */
static bool is_int(uint32_t level, uint32_t option, bool set)
{
	static const uint8_t ints[] = {
		1,  2,	5,  6,	7,  8,	9,  10, 11, 12, 14, 15, 16, 18, 19, 27, 29, 30, 32, 33, 34, 35,
		36, 37, 40, 41, 42, 43, 44, 45, 46, 49, 53, 56, 60, 63, 64, 65, 68, 69, 70, 73, 74, 75,
	};

	if (level == LEVEL_NETLINK)
		return set || option != OPT_LIST_MEMBERSHIPS;
	if (level != LEVEL_SOCKET)
		return false;
	if (option == OPT_ERROR)
		return !set;
	return option <= UINT8_MAX && memchr(ints, (int)option, sizeof(ints));
}

static void one_int(struct out *o, uint32_t level, uint32_t option, uint32_t v)
{
	const char *name, *text;

	out_open(o, OUT_ARRAY);
	if (level == LEVEL_SOCKET && option == OPT_TXREHASH) {
		out_symbol(o, &flags_txrehash_modes, (uint64_t)(int64_t)(int32_t)v, SYM_ENUM_DEC);
	} else if (level == LEVEL_SOCKET && option == OPT_ERROR) {
		name = v ? errno__name(v, &text) : NULL;
		if (name)
			out_name(o, name, v);
		else
			out_uint(o, v);
	} else {
		out_int(o, (int32_t)v);
	}
	out_close(o, OUT_ARRAY);
}

/* Four bytes are an int, anything else is a string of n bytes. */
static void any(struct out *o, const struct call *c, struct rd *r, uint64_t n)
{
	if (n == 4 && rd_left(r) >= 4)
		one_int(o, LEVEL_IP, 0, rd_u32(r));
	else
		decode_bytes(o, c, r, n);
}

static void linger(struct out *o, const struct call *c, struct rd *r)
{
	int32_t on = rd_i32(r), time = rd_i32(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "l_onoff", on);
	out_f_int(o, "l_linger", time);
	out_close(o, OUT_STRUCT);
}

static void mreq(struct out *o, const struct call *c, struct rd *r)
{
	uint8_t group[4], local[4];

	rd_bytes(r, group, sizeof(group));
	rd_bytes(r, local, sizeof(local));
	out_open(o, OUT_STRUCT);
	out_field(o, "imr_multiaddr");
	net_inet_addr(o, group);
	out_field(o, "imr_interface");
	net_inet_addr(o, local);
	out_close(o, OUT_STRUCT);
}

static void mreq6(struct out *o, const struct call *c, struct rd *r)
{
	uint8_t group[16];

	rd_bytes(r, group, sizeof(group));
	out_open(o, OUT_STRUCT);
	net_inet6_addr(o, group, "ipv6mr_multiaddr");
	out_field(o, "ipv6mr_interface");
	out_ifindex(o, rd_u32(r));
	out_close(o, OUT_STRUCT);
}

static void group_req(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t index = rd_u32(r);
	struct rd group;

	rd_align(r, r->word);
	group = rd_make(r->p, SOCKADDR_MAX, r->word);
	out_open(o, OUT_STRUCT);
	out_field(o, "gr_interface");
	out_ifindex(o, index);
	out_field(o, "gr_group");
	type_sockaddr(o, c, &group);
	out_close(o, OUT_STRUCT);
}

static void packet_mreq(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t index = rd_u32(r);
	uint16_t type = rd_u16(r), alen = rd_u16(r);

	out_open(o, OUT_STRUCT);
	out_field(o, "mr_ifindex");
	out_ifindex(o, index);
	out_f_sym(o, "mr_type", &flags_packet_mreq_types, type);
	out_f_uint(o, "mr_alen", alen);
	out_field(o, "mr_address");
	net_hwaddr(o, r->p, alen < 8 ? alen : 8);
	out_close(o, OUT_STRUCT);
}

static void tpacket_req(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const names[] = { "tp_block_size", "tp_block_nr", "tp_frame_size", "tp_frame_nr" };

	out_open(o, OUT_STRUCT);
	for (size_t i = 0; i < 4; i++)
		out_f_uint(o, names[i], rd_u32(r));
	out_close(o, OUT_STRUCT);
}

static void sock_fprog(struct out *o, const struct call *c, struct rd *r)
{
	uint16_t len = rd_u16(r);
	uint64_t filter = rd_ulong(r);
	struct rd insns = rd_make(NULL, 0, r->word);
	bool have = call_chunk(c, OPTVAL_ARG, SCT_PART_NEST, 0, AT_ENTER, &insns);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "len", len);
	out_field(o, "filter");
	if (out_full(o) && filter && (have || !len))
		decode_insns(o, &insns, len, INSN_SOCKET);
	else
		out_addr(o, filter);
	out_close(o, OUT_STRUCT);
}

/* Message types that are kept away; bytes that did not come count as all ones. */
static void icmp_filter(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t bits = UINT32_MAX, n = 0;
	size_t have = rd_left(r) < 4 ? rd_left(r) : 4;
	enum out_group g;

	memcpy(&bits, r->p, have);
	for (unsigned i = 0; i < 32; i++)
		n += bits >> i & 1;
	g = n > 16 ? OUT_NOTSET : OUT_SET;
	if (g == OUT_NOTSET)
		bits = ~bits;
	out_open(o, g);
	for (unsigned i = 0; i < 32; i++)
		if (bits >> i & 1)
			out_sym(o, &flags_icmp_types, i);
	out_close(o, g);
}

/* ---- setsockopt() ---- */

static const struct {
	uint16_t level, option, size, size64; /* bytes it needs, on 64 bit ABIs too */
	bool exact;
	type_fn *fn;
} set_kinds[] = {
	{ LEVEL_IP, OPT_ADD_MEMBERSHIP, 8, 8, false, mreq },
	{ LEVEL_IP, OPT_DROP_MEMBERSHIP, 8, 8, false, mreq },
	{ LEVEL_IP, OPT_MCAST_JOIN, 132, 136, false, group_req },
	{ LEVEL_IP, OPT_MCAST_LEAVE, 132, 136, false, group_req },
	{ LEVEL_SOCKET, OPT_LINGER, 8, 8, false, linger },
	{ LEVEL_SOCKET, OPT_FILTER, 8, 16, true, sock_fprog },
	{ LEVEL_SOCKET, OPT_REUSEPORT_CBPF, 8, 16, true, sock_fprog },
	{ LEVEL_IPV6, OPT_MCAST_JOIN, 132, 136, false, group_req },
	{ LEVEL_IPV6, OPT_MCAST_LEAVE, 132, 136, false, group_req },
	{ LEVEL_IPV6, 20, 20, 20, false, mreq6 },
	{ LEVEL_IPV6, 21, 20, 20, false, mreq6 },
	{ LEVEL_IPV6, 27, 20, 20, false, mreq6 },
	{ LEVEL_IPV6, 28, 20, 20, false, mreq6 },
	{ LEVEL_RAW, OPT_ICMP_FILTER, 1, 1, false, icmp_filter },
	{ LEVEL_PACKET, 1, 16, 16, true, packet_mreq },
	{ LEVEL_PACKET, 2, 16, 16, true, packet_mreq },
	{ LEVEL_PACKET, 5, 16, 16, true, tpacket_req },
	{ LEVEL_PACKET, 13, 16, 16, true, tpacket_req },
};

/* Emits the value of an option that has a form of its own. */
static bool set_special(struct out *o, const struct call *c, struct rd *r, int32_t len, uint64_t addr)
{
	uint32_t level = (uint32_t)c->args[1], option = (uint32_t)c->args[2];

	if (is_int(level, option, true)) {
		if (len < 4 || rd_left(r) < 4)
			out_addr(o, addr);
		else
			one_int(o, level, option, rd_u32(r));
		return true;
	}
	for (size_t i = 0; i < sizeof(set_kinds) / sizeof(set_kinds[0]); i++) {
		int32_t size = c->abi->word == 8 ? set_kinds[i].size64 : set_kinds[i].size;

		if (set_kinds[i].level != level || set_kinds[i].option != option)
			continue;
		if (len < size || (set_kinds[i].exact && len != size) || rd_left(r) < (size_t)size)
			out_addr(o, addr);
		else
			set_kinds[i].fn(o, c, r);
		return true;
	}
	return false;
}

void argfn_sockopt_set_value(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int32_t len = (int32_t)c->args[a->len_arg];
	struct rd r;

	if (!c->args[reg] || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		out_unread(o, c->args[reg]);
	else if (!set_special(o, c, &r, len, c->args[reg]))
		any(o, c, &r, (uint64_t)(int64_t)len);
}

/* ---- getsockopt() ---- */

/* A word of the value, or those of its bytes that came. False: nothing is left of it. */
static bool cut_word(struct out *o, const struct call *c, struct rd *r, const char *field, uint32_t *v)
{
	size_t n = rd_left(r);

	if (!n)
		return false;
	if (field)
		out_field(o, field);
	if (n >= 4) {
		*v = rd_u32(r);
		return true;
	}
	out_str(o, r->p, n, OUT_STR_HEX | (field ? OUT_STR_WHOLE : 0));
	rd_skip(r, n);
	return false;
}

static void get_linger(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t v;

	out_open(o, OUT_STRUCT);
	if (cut_word(o, c, r, "l_onoff", &v)) {
		out_int(o, (int32_t)v);
		if (cut_word(o, c, r, "l_linger", &v))
			out_int(o, (int32_t)v);
	}
	out_close(o, OUT_STRUCT);
}

static void get_peercred(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t v;

	out_open(o, OUT_STRUCT);
	if (cut_word(o, c, r, "pid", &v)) {
		out_int(o, (int32_t)v);
		if (cut_word(o, c, r, "uid", &v)) {
			out_id(o, v);
			if (cut_word(o, c, r, "gid", &v))
				out_id(o, v);
		}
	}
	out_close(o, OUT_STRUCT);
}

static void get_statistics(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const names[] = { "tp_packets", "tp_drops", "tp_freeze_q_cnt" };
	uint32_t v;

	out_open(o, OUT_STRUCT);
	for (size_t i = 0; i < 3 && cut_word(o, c, r, names[i], &v); i++)
		out_uint(o, v);
	out_close(o, OUT_STRUCT);
}

static void get_memberships(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= 4; i++) {
		if (!out_item(o, i))
			break;
		out_uint(o, rd_u32(r));
	}
	out_close(o, OUT_ARRAY);
}

static const struct {
	uint16_t level, option;
	type_fn *fn;
} get_kinds[] = {
	{ LEVEL_SOCKET, OPT_LINGER, get_linger },
	{ LEVEL_SOCKET, OPT_PEERCRED, get_peercred },
	{ LEVEL_RAW, OPT_ICMP_FILTER, icmp_filter },
	{ LEVEL_PACKET, OPT_PACKET_STATISTICS, get_statistics },
	{ LEVEL_NETLINK, OPT_LIST_MEMBERSHIPS, get_memberships },
};

/* r ends where the value does. */
static void get_value(struct out *o, const struct call *c, struct rd *r, uint64_t n)
{
	uint32_t level = (uint32_t)c->args[1], option = (uint32_t)c->args[2], v;

	if (is_int(level, option, false)) {
		if (cut_word(o, c, r, NULL, &v))
			one_int(o, level, option, v);
		return;
	}
	for (size_t i = 0; i < sizeof(get_kinds) / sizeof(get_kinds[0]); i++)
		if (get_kinds[i].level == level && get_kinds[i].option == option) {
			get_kinds[i].fn(o, c, r);
			return;
		}
	any(o, c, r, n);
}

void argfn_sockopt_get_value(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int32_t len = net_len_out(c, a->len_arg);
	struct rd r, value;

	if (!c->args[reg] || len < 1 || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	if ((uint32_t)c->args[1] == LEVEL_SOCKET && (uint32_t)c->args[2] == OPT_FILTER) {
		if (out_full(o)) /* len counts instructions */
			decode_insns(o, &r, len, INSN_SOCKET);
		else
			out_unread(o, c->args[reg]);
		return;
	}
	value = rd_make(r.p, rd_left(&r) < (size_t)len ? rd_left(&r) : (size_t)len, r.word);
	get_value(o, c, &value, len);
}

void type_sockopt_value(struct out *o, const struct call *c, struct rd *r)
{
	any(o, c, r, rd_left(r));
}
