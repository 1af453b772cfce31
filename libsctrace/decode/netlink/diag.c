// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_SOCK_DIAG: requests for sockets, as ss makes them, and the kernel's answers. */
#include "decode/core/addr.h"
#include "decode/core/insn.h"
#include "decode/core/struct.h"
#include "decode/netlink/netlink.h"

#include <stdio.h>

#define SOCKADDR_MAX 128 /* struct sockaddr_storage */
#define NL_ROWS "tables/netlink/nldiag.def"
#include "decode/netlink/declare.h"

#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 10
#define AF_NETLINK 16
#define AF_PACKET 17
#define AF_SMC 43

#define TCPDIAG_GETSOCK 18
#define DCCPDIAG_GETSOCK 19
#define FLAG_REQUEST 1
#define NDIAG_PROTO_ALL 255

#define SOCKID_SIZE 48
#define KEY_SIZE 80
#define MD5SIG_SIZE 100
#define MCLIST_SIZE 44
#define HWADDR_SIZE 32

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- values ---- */

static bool meminfo(const struct nl *n, struct rd *r)
{
	return nl_indexed(n, r, &flags_sk_meminfo, "", NL_U32);
}

/* ---- requests for sockets of inet ---- */

static bool hostcond(const struct nl *n, struct rd *r)
{
	uint8_t family, prefix, a[NL_ADDR_SIZE] = { 0 };
	size_t size;

	if (!rd_left(r))
		return true;
	if (rd_left(r) < 8)
		return false;
	family = rd_u8(r);
	prefix = rd_u8(r);
	rd_skip(r, 2);
	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, "family", &flags_addrfams, family);
	out_f_uint(n->o, "prefix_len", prefix);
	out_f_uint(n->o, "port", rd_u32(r));
	size = family == AF_INET ? 4 : family == AF_INET6 ? 16 : SIZE_MAX;
	if (rd_left(r) >= size) {
		rd_bytes(r, a, size);
		if (family == AF_INET6) {
			decode_inet6(n->o, a, "addr");
		} else {
			out_field(n->o, "addr");
			decode_inet(n->o, a);
		}
	} else if (rd_left(r)) {
		out_field(n->o, "addr");
		nl_hex(n, r);
	}
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool bytecode_op(const struct nl *n, struct rd *r, uint8_t *code)
{
	uint8_t yes;

	if (rd_left(r) < 4)
		return false;
	*code = rd_u8(r);
	yes = rd_u8(r);
	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, "code", &flags_inet_diag_bytecodes, *code);
	out_f_uint(n->o, "yes", yes);
	out_f_uint(n->o, "no", rd_u16(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

/* Emits an instruction and its operand; further instructions are not shown. */
static bool bytecode(const struct nl *n, struct rd *r)
{
	static const char *const mark[] = { "mark", "mask" };
	uint8_t code, ignored;
	bool known = false;

	if (!bytecode_op(n, r, &code))
		return false;
	if (!rd_left(r))
		return true;
	switch (code) {
	case 2 ... 5: /* the port is in the instruction after this one */
		known = bytecode_op(n, r, &ignored);
		break;
	case 7:
	case 8:
		known = hostcond(n, r);
		break;
	case 9:
		known = rd_left(r) >= 4;
		if (known)
			out_ifindex(n->o, rd_u32(r));
		break;
	case 10:
		known = nl_words(n, r, mark, 2, 4);
	}
	if (!known)
		nl_hex(n, r);
	return true;
}

static void inet_request(const struct nl *n, struct rd *r)
{
	uint8_t protocol = rd_u8(r), ext = rd_u8(r);

	rd_skip(r, 1);
	out_f_sym(n->o, "sdiag_protocol", &flags_inet_protocols, protocol);
	out_f_flags(n->o, "idiag_ext", &flags_inet_diag_ext, ext);
	out_f_flags(n->o, "idiag_states", &flags_tcp_state_bits, rd_u32(r));
	nl_sockid(n, r, n->family);
}

static void inet_request_old(const struct nl *n, struct rd *r)
{
	uint8_t src = rd_u8(r), dst = rd_u8(r), ext = rd_u8(r);

	out_f_uint(n->o, "idiag_src_len", src);
	out_f_uint(n->o, "idiag_dst_len", dst);
	out_f_flags(n->o, "idiag_ext", &flags_inet_diag_ext, ext);
	nl_sockid(n, r, n->family);
	out_f_flags(n->o, "idiag_states", &flags_tcp_state_bits, rd_u32(r));
	out_f_uint(n->o, "idiag_dbs", rd_u32(r));
}

/* ---- sockets of inet ---- */

static bool inet_meminfo(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "idiag_rmem", "idiag_wmem", "idiag_fmem", "idiag_tmem" };

	return nl_words(n, r, names, 4, 4);
}

static bool vegas(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "tcpv_enabled", "tcpv_rttcnt", "tcpv_rtt", "tcpv_minrtt" };

	return nl_words(n, r, names, 4, 4);
}

static bool dctcp(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "dctcp_alpha", "dctcp_ab_ecn", "dctcp_ab_tot" };

	if (rd_left(r) < 16)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "dctcp_enabled", rd_u16(r));
	out_f_uint(n->o, "dctcp_ce_state", rd_u16(r));
	nl_word_fields(n, r, names, 3, 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool bbr(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "bbr_min_rtt", "bbr_pacing_gain", "bbr_cwnd_gain" };

	if (rd_left(r) < 20)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_hex(n->o, "bbr_bw_lo", rd_u32(r));
	out_f_hex(n->o, "bbr_bw_hi", rd_u32(r));
	nl_word_fields(n, r, names, 3, 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

/* Emits the shutdown flags as a number, with their names as a note. */
static bool inet_shutdown(const struct nl *n, struct rd *r)
{
	if (rd_left(r) > sizeof(uint64_t))
		return false;
	out_symbol(n->o, &flags_sk_shutdown, rd_u8(r), SYM_NOTE_FLAGS);
	return true;
}

static bool md5sig(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < MD5SIG_SIZE)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= MD5SIG_SIZE && !nl_list_ends(n, i); i++) {
		uint8_t family = rd_u8(r), prefix = rd_u8(r), a[NL_ADDR_SIZE], key[KEY_SIZE];
		uint16_t len = rd_u16(r);

		rd_bytes(r, a, sizeof(a));
		rd_bytes(r, key, sizeof(key));
		out_open(n->o, OUT_STRUCT);
		out_f_sym(n->o, "tcpm_family", &flags_addrfams, family);
		out_f_uint(n->o, "tcpm_prefixlen", prefix);
		out_f_uint(n->o, "tcpm_keylen", len);
		nl_inet_addr(n, a, family, "tcpm_addr");
		out_field(n->o, "tcpm_key");
		out_str(n->o, key, len < KEY_SIZE ? len : KEY_SIZE, OUT_STR_HEX | OUT_STR_WHOLE);
		out_close(n->o, OUT_STRUCT);
	}
	out_close(n->o, OUT_ARRAY);
	return true;
}

static bool hex32(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	out_hex(n->o, rd_u32(r));
	return true;
}

/* Emits a value that has the size of a number. Returns false if it has another size. */
static bool storage_value(const struct nl *n, struct rd *r)
{
	size_t size = rd_left(r);
	uint64_t v = 0;

	if (size != 1 && size != 2 && size != 4 && size != 8)
		return false;
	rd_bytes(r, &v, size);
	out_hex(n->o, v);
	return true;
}

static bool all_zero(const struct rd *r)
{
	for (size_t i = 0; i < rd_left(r); i++)
		if (r->p[i])
			return false;
	return true;
}

static bool inet_sockopt(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "recverr",		"is_icsk",	"freebind",
					     "hdrincl",		"mc_loop",	"transparent",
					     "mc_all",		"nodefrag",	"bind_address_no_port",
					     "recverr_rfc4884", "defer_connect" };
	unsigned bits;

	if (rd_left(r) < 2)
		return false;
	bits = rd_u16(r);
	out_open(n->o, OUT_STRUCT);
	for (size_t i = 0; i < COUNT(names); i++)
		if (out_full(n->o) || bits >> i & 1)
			out_f_uint(n->o, names[i], bits >> i & 1);
	if (out_full(n->o) || bits >> COUNT(names)) {
		out_f_hex(n->o, "unused", bits >> COUNT(names));
		out_note(n->o, "bits 3..8");
	}
	out_close(n->o, OUT_STRUCT);
	if (!all_zero(r))
		out_rest(n->o, r->p, rd_left(r), 2, rd_left(r) + 2);
	return true;
}

/* Emits the addresses of an association. */
static bool addresses(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < SOCKADDR_MAX)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= SOCKADDR_MAX && !nl_list_ends(n, i); i++) {
		struct rd one = rd_make(r->p, SOCKADDR_MAX, r->word);

		struct__emit(n->o, n->c, T_sockaddr, &one, NULL);
		rd_skip(r, SOCKADDR_MAX);
	}
	out_close(n->o, OUT_ARRAY);
	return true;
}

static void inet_socket(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "idiag_expires", "idiag_rqueue", "idiag_wqueue", "idiag_uid",
					     "idiag_inode" };
	uint8_t state = rd_u8(r), timer = rd_u8(r), retrans = rd_u8(r);

	out_f_sym(n->o, "idiag_state", &flags_tcp_states, state);
	out_f_uint(n->o, "idiag_timer", timer);
	out_f_uint(n->o, "idiag_retrans", retrans);
	nl_sockid(n, r, n->family);
	nl_word_fields(n, r, names, COUNT(names), 4);
}

/* ---- AF_UNIX ---- */

static void unix_request(const struct nl *n, struct rd *r)
{
	out_f_uint(n->o, "sdiag_protocol", rd_u8(r));
	rd_skip(r, 2);
	out_f_flags(n->o, "udiag_states", &flags_tcp_state_bits, rd_u32(r));
	out_f_uint(n->o, "udiag_ino", rd_u32(r));
	out_f_flags(n->o, "udiag_show", &flags_unix_diag_show, rd_u32(r));
	nl_cookie(n, r, "udiag_cookie");
}

static void unix_socket(const struct nl *n, struct rd *r)
{
	uint8_t type = rd_u8(r), state = rd_u8(r);

	rd_skip(r, 1);
	out_f_sym(n->o, "udiag_type", &flags_sock_types, type);
	out_f_sym(n->o, "udiag_state", &flags_tcp_states, state);
	out_f_uint(n->o, "udiag_ino", rd_u32(r));
	nl_cookie(n, r, "udiag_cookie");
}

static bool vfs(const struct nl *n, struct rd *r)
{
	uint32_t ino, dev;

	if (rd_left(r) < 8)
		return false;
	ino = rd_u32(r);
	dev = rd_u32(r);
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "udiag_vfs_dev");
	if (out_coded(n->o, dev, OUT_HEX)) {
		out_call(n->o, "makedev");
		out_hex(n->o, dev >> 8 & 0xfff);
		out_hex(n->o, (dev & 0xff) | (dev >> 12 & 0xfff00));
		out_close(n->o, OUT_CALL);
		out_coded_end(n->o);
	}
	out_f_uint(n->o, "udiag_vfs_ino", ino);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool numbers(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= 4 && !nl_list_ends(n, i); i++)
		out_uint(n->o, rd_u32(r));
	out_close(n->o, OUT_ARRAY);
	return true;
}

static bool rqlen(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "udiag_rqueue", "udiag_wqueue" };

	return nl_words(n, r, names, 2, 4);
}

/* ---- AF_NETLINK ---- */

static void netlink_request(const struct nl *n, struct rd *r)
{
	uint8_t proto = rd_u8(r);

	rd_skip(r, 2);
	out_field(n->o, "sdiag_protocol");
	if (proto == NDIAG_PROTO_ALL)
		out_name(n->o, "NDIAG_PROTO_ALL", proto);
	else
		out_sym(n->o, &flags_netlink_protocols, proto);
	out_f_uint(n->o, "ndiag_ino", rd_u32(r));
	out_f_flags(n->o, "ndiag_show", &flags_netlink_diag_show, rd_u32(r));
	nl_cookie(n, r, "ndiag_cookie");
}

static void netlink_socket(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "ndiag_portid", "ndiag_dst_portid", "ndiag_dst_group", "ndiag_ino" };
	uint8_t type = rd_u8(r), proto = rd_u8(r), state = rd_u8(r);

	out_f_sym(n->o, "ndiag_type", &flags_sock_types, type);
	out_f_sym(n->o, "ndiag_protocol", &flags_netlink_protocols, proto);
	out_f_sym(n->o, "ndiag_state", &flags_netlink_states, state);
	nl_word_fields(n, r, names, COUNT(names), 4);
	nl_cookie(n, r, "ndiag_cookie");
}

static bool groups(const struct nl *n, struct rd *r)
{
	size_t size = n->c->abi->word;

	if (rd_left(r) < size)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= size && !nl_list_ends(n, i); i++)
		out_hex_width(n->o, size == 8 ? rd_u64(r) : rd_u32(r), (unsigned)size * 2);
	out_close(n->o, OUT_ARRAY);
	return true;
}

static bool netlink_ring(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "ndr_block_size", "ndr_block_nr", "ndr_frame_size", "ndr_frame_nr" };

	return nl_words(n, r, names, 4, 4);
}

/* ---- AF_PACKET ---- */

static void packet_request(const struct nl *n, struct rd *r)
{
	out_f_hex(n->o, "sdiag_protocol", rd_u8(r));
	rd_skip(r, 2);
	out_f_uint(n->o, "pdiag_ino", rd_u32(r));
	out_f_flags(n->o, "pdiag_show", &flags_packet_diag_show, rd_u32(r));
	nl_cookie(n, r, "pdiag_cookie");
}

static void packet_socket(const struct nl *n, struct rd *r)
{
	uint8_t type = rd_u8(r);

	out_f_sym(n->o, "pdiag_type", &flags_sock_types, type);
	out_f_sym(n->o, "pdiag_num", &flags_ethernet_protocols, rd_u16(r));
	out_f_uint(n->o, "pdiag_ino", rd_u32(r));
	nl_cookie(n, r, "pdiag_cookie");
}

static bool packet_info(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "pdi_reserve", "pdi_copy_thresh", "pdi_tstamp" };

	if (rd_left(r) < 24)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "pdi_index");
	out_ifindex(n->o, rd_u32(r));
	out_f_sym(n->o, "pdi_version", &flags_tpacket_versions, rd_u32(r));
	nl_word_fields(n, r, names, 3, 4);
	out_f_flags(n->o, "pdi_flags", &flags_packet_diag_flags, rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool mclist(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < MCLIST_SIZE)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= MCLIST_SIZE && !nl_list_ends(n, i); i++) {
		uint8_t a[HWADDR_SIZE];
		uint16_t len;

		out_open(n->o, OUT_STRUCT);
		out_field(n->o, "pdmc_index");
		out_ifindex(n->o, rd_u32(r));
		out_f_uint(n->o, "pdmc_count", rd_u32(r));
		out_f_uint(n->o, "pdmc_type", rd_u16(r));
		len = rd_u16(r);
		out_f_uint(n->o, "pdmc_alen", len);
		rd_bytes(r, a, sizeof(a));
		out_f_str(n->o, "pdmc_addr", a, len < HWADDR_SIZE ? len : HWADDR_SIZE, OUT_STR_HEX | OUT_STR_WHOLE);
		out_close(n->o, OUT_STRUCT);
	}
	out_close(n->o, OUT_ARRAY);
	return true;
}

static bool packet_ring(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "pdr_block_size", "pdr_block_nr",	  "pdr_frame_size", "pdr_frame_nr",
					     "pdr_retire_tmo", "pdr_sizeof_priv", "pdr_features" };

	return nl_words(n, r, names, COUNT(names), 4);
}

static bool filter(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < INSN_SIZE)
		return false;
	decode_insns(n->o, r, rd_left(r) / INSN_SIZE, INSN_SOCKET);
	return true;
}

/* ---- messages ---- */

struct diag_kind {
	uint8_t family;
	uint8_t size; /* size of the struct that begins with the family */
	const char *name;
	void (*head)(const struct nl *n, struct rd *r);
	const struct nl_set *attrs;
};

static const struct diag_kind requests[] = {
	{ AF_UNIX, 24, "sdiag_family", unix_request, NULL },
	{ AF_INET, 56, "sdiag_family", inet_request, &inet_req_set },
	{ AF_INET6, 56, "sdiag_family", inet_request, &inet_req_set },
	{ AF_NETLINK, 20, "sdiag_family", netlink_request, NULL },
	{ AF_PACKET, 20, "sdiag_family", packet_request, NULL },
	{ AF_SMC, 4 + SOCKID_SIZE, "diag_family", nl_smc_request, NULL },
};
static const struct diag_kind old_request = { AF_INET, 60, "idiag_family", inet_request_old, &inet_req_set };
static const struct diag_kind sockets[] = {
	{ AF_UNIX, 16, "udiag_family", unix_socket, &unix_set },
	{ AF_INET, 72, "idiag_family", inet_socket, &inet_set },
	{ AF_INET6, 72, "idiag_family", inet_socket, &inet_set },
	{ AF_NETLINK, 28, "ndiag_family", netlink_socket, &netlink_set },
	{ AF_PACKET, 16, "pdiag_family", packet_socket, &packet_set },
	{ AF_SMC, 64, "diag_family", nl_smc_socket, &nl_smc_set },
};

static const struct diag_kind *kind_of(const struct nl *n, unsigned type, unsigned flags)
{
	const struct diag_kind *k = flags & FLAG_REQUEST ? requests : sockets;
	bool old = type == TCPDIAG_GETSOCK || type == DCCPDIAG_GETSOCK;

	for (size_t i = 0; i < COUNT(requests); i++)
		if (k[i].family == n->family)
			return flags & FLAG_REQUEST && old && k[i].head == inet_request ? &old_request : &k[i];
	return NULL;
}

void nl_diag(struct nl *n, struct rd *r, unsigned type, unsigned flags)
{
	struct rd body = nl_first(r, UINT64_MAX);
	const struct diag_kind *k;

	n->family = rd_u8(&body);
	k = kind_of(n, type, flags);
	if (!k || !nl_size(&body)) {
		nl_family_data(n, &body);
		return;
	}
	if (nl_head(n, &body, k->name, k->size, k->head) && k->attrs && nl_size(&body))
		nl_attrs(n, &body, k->attrs);
}

#include "decode/netlink/define.h"
