// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Socket addresses. A family's function returns false if the address is too short for it. */
#include "decode/core/addr.h"
#include "decode/net/net.h"

#include <stdio.h>

/* Emits the members of one family. The cursor is after sa_family. n: size of the whole address. */
typedef bool family_fn(struct out *o, struct rd *r, size_t n);

#define SUN_PATH_MAX 108
#define AF_AX25_ 3
#define TIPC_SERVICE_RANGE 1
#define TIPC_SERVICE_ADDR 2
#define TIPC_SOCKET_ADDR 3
#define AX25_CALL_LEN 7
#define AX25_DIGIS_MAX 8
#define BT_PSM_LE_START 0x80
#define BT_PSM_DYN_START 0x1001
#define BT_CID_DYN_START 0x40

/* ---- the common ones ---- */

static bool addr_unix(struct out *o, struct rd *r, size_t n)
{
	size_t len = n - 2 < SUN_PATH_MAX ? n - 2 : SUN_PATH_MAX;
	const uint8_t *nul;

	if (!len)
		return false;
	out_field(o, "sun_path");
	if (!r->p[0]) { /* an abstract name: all bytes belong to it */
		out_str(o, r->p + 1, len - 1, OUT_STR_WHOLE | OUT_STR_NAME);
		return true;
	}
	nul = memchr(r->p, 0, len);
	out_str(o, r->p, nul ? (size_t)(nul - r->p) : len, OUT_STR_WHOLE);
	return true;
}

static void inet_fields(struct out *o, struct rd *r)
{
	uint16_t port = rd_u16(r);
	uint8_t a[4];

	rd_bytes(r, a, sizeof(a));
	out_field(o, "sin_port");
	decode_htons(o, port);
	out_field(o, "sin_addr");
	decode_inet(o, a);
}

static bool addr_inet(struct out *o, struct rd *r, size_t n)
{
	if (n < 16)
		return false;
	inet_fields(o, r);
	return true;
}

/* Returns true for fe80::/10 and ff02::/16, whose scope is an interface. */
static bool is_link_local(const uint8_t a[16])
{
	return (a[0] == 0xfe && (a[1] & 0xc0) == 0x80) || (a[0] == 0xff && (a[1] & 0xf) == 2);
}

/* Emits an IPv6 address. scope: number of bytes that sin6_scope_id has. */
static void inet6_fields(struct out *o, struct rd *r, size_t scope)
{
	uint16_t port = rd_u16(r);
	uint32_t flow = rd_u32(r), id = 0;
	uint8_t a[16];

	rd_bytes(r, a, sizeof(a));
	out_field(o, "sin6_port");
	decode_htons(o, port);
	out_field(o, "sin6_flowinfo");
	if (out_coded_bytes(o, &flow, sizeof(flow))) {
		out_call(o, "htonl");
		out_uint(o, be32(flow));
		out_close(o, OUT_CALL);
		out_coded_end(o);
	}
	decode_inet6(o, a, "sin6_addr");
	if (!scope)
		return;
	rd_bytes(r, &id, scope < sizeof(id) ? scope : sizeof(id));
	out_field(o, "sin6_scope_id");
	if (is_link_local(a))
		out_ifindex(o, id);
	else
		out_uint(o, id);
}

static bool addr_inet6(struct out *o, struct rd *r, size_t n)
{
	if (n < 24)
		return false;
	inet6_fields(o, r, n - 24);
	return true;
}

static bool addr_netlink(struct out *o, struct rd *r, size_t n)
{
	uint16_t pad = rd_u16(r);
	int32_t pid = rd_i32(r);
	uint32_t groups = rd_u32(r);

	if (n < 12)
		return false;
	if (pad)
		out_f_hex(o, "nl_pad", pad);
	out_field(o, "nl_pid");
	out_pid(o, pid);
	out_field(o, "nl_groups");
	out_hex_width(o, groups, 8);
	return true;
}

static bool addr_packet(struct out *o, struct rd *r, size_t n)
{
	uint16_t proto = rd_u16(r);
	uint32_t index = rd_u32(r);
	uint16_t hatype = rd_u16(r);
	uint8_t pkttype = rd_u8(r), halen = rd_u8(r);

	if (n < 20)
		return false;
	out_field(o, "sll_protocol");
	if (out_coded_bytes(o, &proto, sizeof(proto))) {
		out_call(o, "htons");
		out_sym(o, &flags_ethernet_protocols, be16(proto));
		out_close(o, OUT_CALL);
		out_coded_end(o);
	}
	out_field(o, "sll_ifindex");
	out_ifindex(o, index);
	out_f_sym(o, "sll_hatype", &flags_arp_hardware_types, hatype);
	out_f_sym(o, "sll_pkttype", &flags_af_packet_types, pkttype);
	out_f_uint(o, "sll_halen", halen);
	if (!halen)
		return true;
	out_field(o, "sll_addr");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < halen; i++) {
		if (!rd_left(r)) {
			out_more(o);
			break;
		}
		out_hex_width(o, rd_u8(r), 2);
	}
	out_close(o, OUT_ARRAY);
	return true;
}

static void sym_or_hex(struct out *o, const char *field, const struct sct_flags *t, uint32_t v)
{
	const char *name = flags__name(t, v);

	out_field(o, field);
	if (name)
		out_name(o, name, v);
	else
		out_hex(o, v);
}

static bool addr_vsock(struct out *o, struct rd *r, size_t n)
{
	uint16_t reserved = rd_u16(r);
	uint32_t port = rd_u32(r), cid = rd_u32(r);
	uint8_t flags = rd_u8(r), zero[3];

	rd_bytes(r, zero, sizeof(zero));
	if (n < 16)
		return false;
	if (reserved)
		out_f_hex(o, "svm_reserved1", reserved);
	sym_or_hex(o, "svm_cid", &flags_vsock_cids, cid);
	sym_or_hex(o, "svm_port", &flags_vsock_ports, port);
	out_f_flags(o, "svm_flags", &flags_vsock_flags, flags);
	if (zero[0] | zero[1] | zero[2])
		out_f_str(o, "svm_zero", zero, sizeof(zero), OUT_STR_WHOLE | OUT_STR_HEX);
	return true;
}

/* ---- the rare ones ---- */

static bool addr_ipx(struct out *o, struct rd *r, size_t n)
{
	uint16_t port = rd_u16(r);
	uint32_t network = rd_u32(r);
	uint8_t node[6], type, zero;

	rd_bytes(r, node, sizeof(node));
	type = rd_u8(r);
	zero = rd_u8(r);
	if (n < 16)
		return false;
	out_field(o, "sipx_port");
	decode_htons(o, port);
	out_field(o, "sipx_network");
	out_call(o, "htonl");
	out_hex(o, be32(network));
	out_close(o, OUT_CALL);
	out_field(o, "sipx_node");
	out_open(o, OUT_ARRAY);
	for (size_t i = 0; i < sizeof(node); i++)
		out_hex_width(o, node[i], 2);
	out_close(o, OUT_ARRAY);
	out_field(o, "sipx_type");
	out_hex_width(o, type, 2);
	if (zero)
		out_f_hex(o, "sipx_zero", zero);
	return true;
}

/* Emits a name in a field of size bytes, the last of which should be NUL. */
static void name_field(struct out *o, const char *field, const uint8_t *p, size_t size)
{
	const uint8_t *nul = memchr(p, 0, size);

	if (nul)
		out_f_str(o, field, p, nul - p, OUT_STR_WHOLE | OUT_STR_NUL);
	else
		out_f_str(o, field, p, size - 1, OUT_STR_WHOLE | OUT_STR_CUT);
}

static bool addr_x25(struct out *o, struct rd *r, size_t n)
{
	if (n < 18)
		return false;
	out_field(o, "sx25_addr");
	out_open(o, OUT_STRUCT);
	name_field(o, "x25_addr", r->p, 16);
	out_close(o, OUT_STRUCT);
	return true;
}

/* Emits the transport address in an AF_RXRPC address. The cursor is after its family; len includes the family. */
static void emit_transport(struct out *o, struct rd *r, uint16_t family, size_t len)
{
	bool inet = family == 2 || family == 10;

	if (inet) {
		out_field(o, family == 2 ? "sin" : "sin6");
		out_open(o, OUT_STRUCT);
		out_field(o, family == 2 ? "sin_family" : "sin6_family");
	} else {
		out_field(o, "family");
	}
	out_sym(o, &flags_addrfams, family);
	if (family == 2 && len >= 16)
		inet_fields(o, r);
	else if (family == 10 && len >= 24)
		inet6_fields(o, r, len > 24 ? sizeof(uint32_t) : 0);
	else if (len > 2)
		out_str(o, r->p, len - 2, OUT_STR_WHOLE);
	if (inet)
		out_close(o, OUT_STRUCT);
}

static bool addr_rxrpc(struct out *o, struct rd *r, size_t n)
{
	uint16_t service = rd_u16(r), type = rd_u16(r), len = rd_u16(r), family;
	size_t have = rd_left(r);

	if (n < 36)
		return false;
	family = rd_u16(r);
	out_field(o, "srx_service");
	out_symbol(o, &flags_rxrpc_services, service, SYM_NOTE_HEX);
	out_f_sym(o, "transport_type", &flags_sock_types, type);
	out_f_uint(o, "transport_len", len);
	out_field(o, "transport");
	out_open(o, OUT_STRUCT);
	emit_transport(o, r, family, len < have ? len : have);
	out_close(o, OUT_STRUCT);
	return true;
}

static void hex_note(struct out *o, const char *field, const struct sct_flags *t, uint32_t v)
{
	const char *name = flags__name(t, v);

	out_f_hex(o, field, v);
	if (name)
		out_form_note(o, "%s", name);
}

static bool addr_ieee802154(struct out *o, struct rd *r, size_t n)
{
	uint32_t type;
	uint16_t pan;

	rd_skip(r, 2);
	type = rd_u32(r);
	pan = rd_u16(r);
	if (n < 20)
		return false;
	out_field(o, "addr");
	out_open(o, OUT_STRUCT);
	out_field(o, "addr_type");
	out_symbol(o, &flags_ieee802154_addr_types, type, SYM_NOTE_HEX);
	hex_note(o, "pan_id", &flags_ieee802154_pans, pan);
	if (type == 2) {
		hex_note(o, "short_addr", &flags_ieee802154_addrs, rd_u16(r));
	} else if (type) {
		out_field(o, "hwaddr");
		decode_hwaddr(o, r->p, 8);
	}
	out_close(o, OUT_STRUCT);
	return true;
}

/* Emits a scope: like strace, by name or as a signed number in hex. */
static void tipc_scope(struct out *o, int8_t scope)
{
	const char *name;
	char text[16];

	if (scope >= 0) {
		out_sym(o, &flags_tipc_scopes, scope);
		return;
	}
	name = flags__name(&flags_tipc_scopes, (uint64_t)-scope);
	if (name && o->numbers == OUT_NAMES) {
		out_prefixed(o, "-", name, (uint64_t)(int64_t)scope);
		return;
	}
	snprintf(text, sizeof(text), "-%#x", (unsigned)(int8_t)-scope);
	out_form(o, text);
	out_form_note(o, "%s", name ? name : flags_tipc_scopes.unknown);
}

static bool addr_tipc(struct out *o, struct rd *r, size_t n)
{
	uint8_t type = rd_u8(r);
	int8_t scope = (int8_t)rd_u8(r);
	const uint8_t *addr = r->p;
	uint32_t v[3];

	rd_bytes(r, v, sizeof(v));
	if (n < 16)
		return false;
	out_f_sym(o, "addrtype", &flags_tipc_addr_types, type);
	out_field(o, "scope");
	tipc_scope(o, scope);
	out_field(o, "addr");
	if (type < TIPC_SERVICE_RANGE || type > TIPC_SOCKET_ADDR) {
		out_str(o, addr, sizeof(v), OUT_STR_WHOLE);
		return true;
	}
	out_open(o, OUT_STRUCT);
	out_field(o, type == TIPC_SERVICE_RANGE ? "nameseq" : type == TIPC_SERVICE_ADDR ? "name" : "id");
	out_open(o, OUT_STRUCT);
	if (type == TIPC_SERVICE_RANGE) {
		out_f_uint(o, "type", v[0]);
		out_f_uint(o, "lower", v[1]);
		out_f_uint(o, "upper", v[2]);
	} else if (type == TIPC_SERVICE_ADDR) {
		out_field(o, "name");
		out_open(o, OUT_STRUCT);
		out_f_uint(o, "type", v[0]);
		out_f_uint(o, "instance", v[1]);
		out_close(o, OUT_STRUCT);
		out_f_hex(o, "domain", v[2]);
	} else {
		out_f_uint(o, "ref", v[0]);
		out_f_hex(o, "node", v[1]);
	}
	out_close(o, OUT_STRUCT);
	out_close(o, OUT_STRUCT);
	return true;
}

static bool addr_alg(struct out *o, struct rd *r, size_t n)
{
	uint8_t type[14];
	uint32_t feat, mask;

	rd_bytes(r, type, sizeof(type));
	feat = rd_u32(r);
	mask = rd_u32(r);
	if (n < 25)
		return false;
	name_field(o, "salg_type", type, sizeof(type));
	out_field(o, "salg_feat");
	out_symbol(o, &flags_crypto_alg_flags, feat, SYM_NOTE_FLAGS);
	out_field(o, "salg_mask");
	out_symbol(o, &flags_crypto_alg_flags, mask, SYM_NOTE_FLAGS);
	name_field(o, "salg_name", r->p, rd_left(r));
	return true;
}

static bool addr_nfc(struct out *o, struct rd *r, size_t n)
{
	uint32_t dev, target, proto;
	const uint8_t *service;
	uint8_t dsap, ssap;
	uint64_t len;

	rd_skip(r, 2);
	dev = rd_u32(r);
	target = rd_u32(r);
	proto = rd_u32(r);
	if (n < 16)
		return false;
	out_field(o, "dev_idx");
	out_ifindex(o, dev);
	out_f_hex(o, "target_idx", target);
	out_f_sym(o, "nfc_protocol", &flags_nfc_target_protocols, proto);
	if (n < (r->word == 8 ? 96 : 88)) {
		if (n > 16)
			out_more(o);
		return true;
	}
	dsap = rd_u8(r);
	ssap = rd_u8(r);
	service = r->p;
	rd_skip(r, 63 + (r->word == 8 ? 7 : 3));
	len = r->word == 8 ? rd_u64(r) : rd_u32(r);
	hex_note(o, "dsap", &flags_nfc_sap, dsap);
	hex_note(o, "ssap", &flags_nfc_sap, ssap);
	out_f_str(o, "service_name", service, len < 63 ? len : 63, OUT_STR_WHOLE);
	out_f_uint(o, "service_name_len", len);
	return true;
}

static bool addr_qipcrtr(struct out *o, struct rd *r, size_t n)
{
	uint32_t node, port;

	rd_skip(r, 2);
	node = rd_u32(r);
	port = rd_u32(r);
	if (n < 12)
		return false;
	sym_or_hex(o, "sq_node", &flags_qrtr_nodes, node);
	sym_or_hex(o, "sq_port", &flags_qrtr_ports, port);
	return true;
}

static bool addr_xdp(struct out *o, struct rd *r, size_t n)
{
	uint16_t flags = rd_u16(r);
	uint32_t index = rd_u32(r), queue = rd_u32(r), fd = rd_u32(r);

	if (n < 16)
		return false;
	out_f_flags(o, "sxdp_flags", &flags_xdp_sockaddr_flags, flags);
	out_field(o, "sxdp_ifindex");
	out_ifindex(o, index);
	out_f_uint(o, "sxdp_queue_id", queue);
	if (flags & 1) {
		out_field(o, "sxdp_shared_umem_fd");
		out_fd(o, (int32_t)fd);
	} else if (fd) {
		out_f_hex(o, "sxdp_shared_umem_fd", fd);
	}
	return true;
}

static bool addr_mctp(struct out *o, struct rd *r, size_t n)
{
	uint16_t pad0 = rd_u16(r);
	uint32_t network = rd_u32(r);
	uint8_t addr = rd_u8(r), type = rd_u8(r), tag = rd_u8(r), pad1 = rd_u8(r);

	if (n < 12)
		return false;
	if (pad0)
		out_f_hex(o, "__smctp_pad0", pad0);
	sym_or_hex(o, "smctp_network", &flags_mctp_nets, network);
	out_field(o, "smctp_addr");
	out_open(o, OUT_STRUCT);
	sym_or_hex(o, "s_addr", &flags_mctp_addrs, addr);
	out_close(o, OUT_STRUCT);
	out_f_hex(o, "smctp_type", type);
	out_f_hex(o, "smctp_tag", tag);
	if (pad1)
		out_f_hex(o, "__smctp_pad1", pad1);
	return true;
}

/* ---- Bluetooth: four kinds, told apart by their size ---- */

static void htobs(struct out *o, const char *field, const struct sct_flags *names, uint32_t start, uint32_t v)
{
	const char *name = flags__name(names, v);
	char first[64];

	out_field(o, field);
	out_call(o, "htobs");
	if (!name && v > start) {
		name = flags__name(names, start);
		if (o->numbers == OUT_BOTH) {
			snprintf(first, sizeof(first), "%#x /* %s */", start, name);
			name = first;
		}
		out_plus(o, name, v, v - start, false);
	} else {
		out_sym(o, names, v);
	}
	out_close(o, OUT_CALL);
}

static void bt_l2cap(struct out *o, struct rd *r, bool type)
{
	uint16_t psm = rd_u16(r);
	uint8_t addr[6];

	rd_bytes(r, addr, sizeof(addr));
	htobs(o, "l2_psm", &flags_bt_psms, psm < 0x100 ? BT_PSM_LE_START : BT_PSM_DYN_START, psm);
	out_field(o, "l2_bdaddr");
	decode_hwaddr(o, addr, sizeof(addr));
	htobs(o, "l2_cid", &flags_bt_cids, BT_CID_DYN_START, rd_u16(r));
	if (type)
		out_f_sym(o, "l2_bdaddr_type", &flags_bt_addr_types, rd_u8(r));
}

static bool addr_bluetooth(struct out *o, struct rd *r, size_t n)
{
	switch (n) {
	case 4: /* the older struct for HCI, without a channel */
	case 6:
		out_field(o, "hci_dev");
		out_call(o, "htobs");
		out_uint(o, rd_u16(r));
		out_close(o, OUT_CALL);
		if (n == 6)
			out_f_sym(o, "hci_channel", &flags_hci_channels, rd_u16(r));
		return true;
	case 8:
		out_field(o, "sco_bdaddr");
		decode_hwaddr(o, r->p, 6);
		return true;
	case 10:
		out_field(o, "rc_bdaddr");
		decode_hwaddr(o, r->p, 6);
		out_f_uint(o, "rc_channel", r->p[6]);
		return true;
	case 12:
	case 14:
		bt_l2cap(o, r, n == 14);
		return true;
	}
	return false;
}

/* ---- AX.25: six shifted characters and a station number ---- */

static bool is_upper(char ch)
{
	return (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9');
}

/*
 * Writes the text form, such as AB1CDE-5, to buf. Returns false if the bytes have none. Sets *plain if the text stands
 * for these bytes only.
 */
static bool ax25_text(const uint8_t *p, char buf[16], bool *plain)
{
	size_t n = 0;

	*plain = !(p[6] & ~0x1e);
	for (unsigned i = 0; i < 6; i++) {
		char ch = (char)(p[i] >> 1);

		if (ch < ' ' || ch == 0x7f || ch == '*' || ch == '/')
			return false;
		if (p[i] & 1 || !(is_upper(ch) || ch == ' '))
			*plain = false;
		if (ch != ' ') {
			if (n != i) /* a blank inside */
				*plain = false;
			n = i + 1;
		}
		buf[i] = ch;
	}
	if (!n)
		*plain = !p[6]; /* the broadcast address */
	if (!n && *plain)
		snprintf(buf, 16, "*");
	else
		snprintf(buf + n, 16 - n, "-%u", p[6] >> 1 & 15);
	return true;
}

static void ax25_call(struct out *o, const uint8_t *p)
{
	char text[16];
	bool plain = false, has = ax25_text(p, text, &plain);

	if (has && plain) {
		out_form(o, text);
		return;
	}
	out_open(o, OUT_STRUCT);
	out_f_str(o, "ax25_call", p, AX25_CALL_LEN, OUT_STR_WHOLE | OUT_STR_HEX);
	out_close(o, OUT_STRUCT);
	if (has)
		out_note(o, "%s", text);
}

static bool addr_ax25(struct out *o, const struct call *c, struct rd *r, size_t n)
{
	const size_t full = 16 + AX25_DIGIS_MAX * AX25_CALL_LEN;
	const uint8_t *call = r->p;
	int32_t digis;
	bool more = n > full || (n - 16) % AX25_CALL_LEN;

	rd_skip(r, AX25_CALL_LEN + 3);
	digis = rd_i32(r);
	if (n < 16)
		return false;
	if (n > 16 || digis) {
		out_field(o, "fsa_ax25");
		out_open(o, OUT_STRUCT);
	}
	out_field(o, "sax25_call");
	ax25_call(o, call);
	out_f_int(o, "sax25_ndigis", digis);
	if (n == 16 && !digis)
		return true;
	out_close(o, OUT_STRUCT);
	if (digis > 0) {
		out_field(o, "fsa_digipeater");
		out_open(o, OUT_ARRAY);
		for (int i = 0; i < digis && i < AX25_DIGIS_MAX; i++) {
			if (!out_item(o, i))
				break;
			if (rd_left(r) < AX25_CALL_LEN) {
				out_more(o);
				break;
			}
			ax25_call(o, r->p);
			rd_skip(r, AX25_CALL_LEN);
		}
		out_close(o, OUT_ARRAY);
	}
	if (more)
		out_more(o);
	return true;
}

/* ---- any family ---- */

/* Emits an address by its family. Returns false if the family has no decoder, or the address is too short. */
static bool emit_family(struct out *o, const struct call *c, uint16_t family, struct rd *r, size_t n)
{
	static family_fn *const families[] = {
		[1] = addr_unix,       [2] = addr_inet,	    [4] = addr_ipx,	    [9] = addr_x25,
		[10] = addr_inet6,     [16] = addr_netlink, [17] = addr_packet,	    [30] = addr_tipc,
		[31] = addr_bluetooth, [33] = addr_rxrpc,   [36] = addr_ieee802154, [38] = addr_alg,
		[39] = addr_nfc,       [40] = addr_vsock,   [42] = addr_qipcrtr,    [44] = addr_xdp,
		[45] = addr_mctp,
	};

	if (family == AF_AX25_)
		return addr_ax25(o, c, r, n);
	if (family >= sizeof(families) / sizeof(families[0]) || !families[family])
		return false;
	return families[family](o, r, n);
}

void type_sockaddr(struct out *o, const struct call *c, struct rd *r)
{
	size_t n = rd_left(r) < SOCKADDR_MAX ? rd_left(r) : SOCKADDR_MAX;
	struct rd in = rd_make(r->p, n, r->word);
	uint16_t family = rd_u16(&in);
	struct rd body = in;

	o->sockaddr = in.bad ? NULL : r->p;
	o->sockaddr_len = n;
	rd_skip(r, n);
	out_open(o, OUT_STRUCT);
	o->sockaddr = NULL;
	if (in.bad) {
		out_more(o);
	} else {
		out_f_sym(o, "sa_family", &flags_addrfams, family);
		if (!emit_family(o, c, family, &body, n) && n > 2)
			out_f_str(o, "sa_data", in.p, n - 2, OUT_STR_WHOLE);
	}
	out_close(o, OUT_STRUCT);
}

void net_sockaddr(struct out *o, const struct call *c, uint64_t addr, bool have, struct rd *r, int64_t len)
{
	size_t n = len > SOCKADDR_MAX ? SOCKADDR_MAX : len;
	struct rd in;

	if (!addr || !have || len < 2 || rd_left(r) < n) {
		out_addr(o, addr);
		return;
	}
	in = rd_make(r->p, n, r->word);
	type_sockaddr(o, c, &in);
}

int32_t net_len_out(const struct call *c, unsigned reg)
{
	struct rd before, after;
	int32_t in, out;

	if (!c->done || c->failed || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &before) ||
	    !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &after))
		return -1;
	in = rd_i32(&before);
	out = rd_i32(&after);
	return in < out ? in : out;
}

/*
 * Emits an address. Its length is another argument, or in memory that one points to. After the call the length may
 * exceed the caller's buffer and mapped memory: net_sockaddr() checks that the bytes that it emits were read.
 */
void argfn_sockaddr(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool in = a->dir == IN;
	int32_t len = in ? (int32_t)c->args[a->len_arg] : net_len_out(c, a->len_arg);
	bool have;
	struct rd r;

	have = len >= 2 && call_partial(c, reg, SCT_PART_SELF, 0, in ? AT_ENTER : AT_EXIT, &r);
	net_sockaddr(o, c, c->args[reg], have, &r, len);
}
