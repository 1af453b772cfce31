// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_ROUTE: links, addresses, routes, neighbours, rules. */
#include "decode/core/addr.h"
#include "decode/netlink/netlink.h"

#include <stdio.h>

#define NL_ROWS "tables/netlink/nlroute.def"
#include "decode/netlink/declare.h"

#define RTM_GETNEIGH 30
#define AF_BRIDGE 7
#define AF_INET6 10
#define HWADDR_SIZE 32

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define SET(name, names, rules) static const struct nl_set name = { &flags_##names, rules, COUNT(rules) }

/* ---- values ---- */

static bool or_hex(const struct nl *n, const struct sct_flags *names, uint64_t v)
{
	out_sym(n->o, names, v);
	return true;
}

/* ---- links ---- */

static bool ifmap(const struct nl *n, struct rd *r)
{
	uint64_t start, end, base;
	uint16_t irq;
	uint8_t dma, port;

	if (rd_left(r) < 28)
		return false;
	start = rd_u64(r);
	end = rd_u64(r);
	base = rd_u64(r);
	irq = rd_u16(r);
	dma = rd_u8(r);
	port = rd_u8(r);
	out_open(n->o, OUT_STRUCT);
	out_f_hex(n->o, "mem_start", start);
	out_f_hex(n->o, "mem_end", end);
	out_f_hex(n->o, "base_addr", base);
	out_f_uint(n->o, "irq", irq);
	out_f_uint(n->o, "dma", dma);
	out_f_uint(n->o, "port", port);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool inet_conf(const struct nl *n, struct rd *r)
{
	return nl_indexed(n, r, &flags_inet_devconf, "-1", NL_S32);
}

static bool inet6_conf(const struct nl *n, struct rd *r)
{
	return nl_indexed(n, r, &flags_inet6_devconf, "", NL_S32);
}

static bool inet6_stats(const struct nl *n, struct rd *r)
{
	return nl_indexed(n, r, &flags_ipstats_mib, "", NL_U64);
}

static bool icmp6_stats(const struct nl *n, struct rd *r)
{
	return nl_indexed(n, r, &flags_icmp6_mib, "", NL_U64);
}

static bool inet6_cacheinfo(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "max_reasm_len", "tstamp", "reachable_time", "retrans_time" };

	return nl_words(n, r, names, 4, 4);
}

static bool inet6_token(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 16)
		return false;
	decode_inet6(n->o, r->p, NULL);
	return true;
}

static const struct nl_rule af_spec_rules[] = {
	{ 2, NL_NEST, &inet_set, NULL },
	{ 10, NL_NEST, &inet6_set, NULL },
	{ 45, NL_NEST, &mctp_set, NULL },
};
SET(af_spec_set, addrfams, af_spec_rules);

/* Emits attributes: of the bridge if the message's family is AF_BRIDGE, else a list for each address family. */
static bool af_spec(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	nl_attrs(n, r, n->family == AF_BRIDGE ? &bridge_spec_set : &af_spec_set);
	return true;
}

static bool bridge_vlan(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_flags(n->o, "flags", &flags_bridge_vlan_flags, rd_u16(r));
	out_f_uint(n->o, "vid", rd_u16(r));
	out_close(n->o, OUT_STRUCT);
	if (nl_size(r))
		nl_hex(n, r);
	return true;
}

static bool protinfo(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4 || (n->family != AF_INET6 && n->family != AF_BRIDGE))
		return false;
	nl_attrs(n, r, n->family == AF_INET6 ? &inet6_set : &nl_bridge_port_set);
	return true;
}

static const struct nl_set prop_set;

static const struct nl_rule prop_rules[] = {
	{ 53, NL_STR, NULL, NULL },
};
SET(prop_set, ifla_attrs, prop_rules);

/* ---- links: virtual functions ---- */

static bool vf_mac(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4 + HWADDR_SIZE)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "vf", rd_u32(r));
	out_field(n->o, "mac");
	decode_hwaddr(n->o, r->p, HWADDR_SIZE);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool vf_broadcast(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < HWADDR_SIZE)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "broadcast");
	decode_hwaddr(n->o, r->p, HWADDR_SIZE);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static const char *const vf_vlan_names[] = { "vf", "vlan", "qos" };

static bool vf_vlan(const struct nl *n, struct rd *r)
{
	return nl_words(n, r, vf_vlan_names, 3, 4);
}

static bool vf_vlan_info(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 16)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, vf_vlan_names, 3, 4);
	out_field(n->o, "vlan_proto");
	out_call(n->o, "htons");
	out_sym(n->o, &flags_ethernet_protocols, be16(rd_u16(r)));
	out_close(n->o, OUT_CALL);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool vf_tx_rate(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "vf", "rate" };

	return nl_words(n, r, names, 2, 4);
}

static bool vf_rate(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "vf", "min_tx_rate", "max_tx_rate" };

	return nl_words(n, r, names, 3, 4);
}

static bool vf_setting(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "vf", "setting" };

	return nl_words(n, r, names, 2, 4);
}

static bool vf_link_state(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 8)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "vf", rd_u32(r));
	out_f_sym(n->o, "link_state", &flags_vf_link_states, rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

/* Emits a GUID. The struct has 12 bytes in ABIs that align 64-bit numbers to 4 bytes, else 16. */
static bool vf_guid(const struct nl *n, struct rd *r)
{
	size_t size = rd_left(r);

	if (size != 12 && size != 16)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "vf", rd_u32(r));
	rd_skip(r, size - 12);
	out_f_hex(n->o, "guid", rd_u64(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool port_vsi(const struct nl *n, struct rd *r)
{
	static const uint8_t none[3];

	if (rd_left(r) < 8)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "vsi_mgr_id", rd_u8(r));
	out_field(n->o, "vsi_type_id");
	out_str(n->o, r->p, 3, OUT_STR_HEX | OUT_STR_WHOLE);
	rd_skip(r, 3);
	out_f_uint(n->o, "vsi_type_version", rd_u8(r));
	if (memcmp(r->p, none, sizeof(none))) {
		out_field(n->o, "pad");
		out_str(n->o, r->p, sizeof(none), OUT_STR_HEX | OUT_STR_WHOLE);
	}
	out_close(n->o, OUT_STRUCT);
	return true;
}

static void link_head(const struct nl *n, struct rd *r)
{
	uint16_t type;
	uint32_t index, flags, change;

	rd_skip(r, 1);
	type = rd_u16(r);
	index = rd_u32(r);
	flags = rd_u32(r);
	change = rd_u32(r);
	out_f_sym(n->o, "ifi_type", &flags_arp_hardware_types, type);
	out_field(n->o, "ifi_index");
	out_ifindex(n->o, index);
	out_f_flags(n->o, "ifi_flags", &flags_iface_flags, flags);
	out_f_hex(n->o, "ifi_change", change);
}

/* ---- addresses ---- */

static bool ifa_cacheinfo(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "ifa_prefered", "ifa_valid", "cstamp", "tstamp" };

	return nl_words(n, r, names, 4, 4);
}

static void addr_head(const struct nl *n, struct rd *r)
{
	uint8_t len = rd_u8(r), flags = rd_u8(r), scope = rd_u8(r);

	out_f_uint(n->o, "ifa_prefixlen", len);
	out_f_flags(n->o, "ifa_flags", &flags_ifaddr_flags, flags);
	out_f_sym(n->o, "ifa_scope", &flags_route_scopes, scope);
	out_field(n->o, "ifa_index");
	out_ifindex(n->o, rd_u32(r));
}

/* ---- routes ---- */

static bool rta_cacheinfo(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 32)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "rta_clntref", rd_u32(r));
	out_f_uint(n->o, "rta_lastuse", rd_u32(r));
	out_f_uint(n->o, "rta_expires", rd_u32(r));
	out_f_uint(n->o, "rta_error", rd_u32(r));
	out_f_uint(n->o, "rta_used", rd_u32(r));
	out_f_hex(n->o, "rta_id", rd_u32(r));
	out_f_uint(n->o, "rta_ts", rd_u32(r));
	out_f_uint(n->o, "rta_tsage", rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool mfc_stats(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "mfcs_packets", "mfcs_bytes", "mfcs_wrong_if" };

	return nl_words(n, r, names, 3, 8);
}

static bool via(const struct nl *n, struct rd *r)
{
	struct nl in = *n;
	uint16_t family;

	if (rd_left(r) < 2)
		return false;
	family = rd_u16(r);
	in.family = family > UINT8_MAX ? 0 : (uint8_t)family;
	out_open(n->o, OUT_STRUCT);
	out_f_sym(n->o, "rtvia_family", &flags_addrfams, family);
	if (nl_size(r)) {
		if (in.family == 2 && rd_left(r) >= 4) {
			out_field(n->o, "rtvia_addr");
			decode_inet(n->o, r->p);
		} else if (in.family == 10 && rd_left(r) >= 16) {
			decode_inet6(n->o, r->p, "rtvia_addr");
		} else {
			out_field(n->o, "rtvia_addr");
			nl_hex(&in, r);
		}
	}
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool rta_table(const struct nl *n, struct rd *r)
{
	return rd_left(r) >= 4 && or_hex(n, &flags_route_tables, rd_u32(r));
}

static bool multipath(const struct nl *n, struct rd *r);

static void nexthop(const struct nl *n, struct rd *r, const void *arg)
{
	uint16_t len = rd_u16(r);
	uint8_t flags = rd_u8(r), hops = rd_u8(r);
	uint32_t index = rd_u32(r);
	bool data = nl_size(r);

	if (data)
		out_open(n->o, OUT_ARRAY);
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "rtnh_len", len);
	out_f_flags(n->o, "rtnh_flags", &flags_nexthop_flags, flags);
	out_f_uint(n->o, "rtnh_hops", hops);
	out_field(n->o, "rtnh_ifindex");
	out_ifindex(n->o, index);
	out_close(n->o, OUT_STRUCT);
	if (!data)
		return;
	nl_attrs(n, r, &route_set);
	out_close(n->o, OUT_ARRAY);
}

static bool multipath(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 8)
		return false;
	nl_list(n, r, 8, nl_len16, nexthop, NULL);
	return true;
}

static void route_head(const struct nl *n, struct rd *r)
{
	uint8_t dst = rd_u8(r), src = rd_u8(r), tos = rd_u8(r), table = rd_u8(r);
	uint8_t proto = rd_u8(r), scope = rd_u8(r), type = rd_u8(r);
	uint32_t flags = rd_u32(r);

	out_f_uint(n->o, "rtm_dst_len", dst);
	out_f_uint(n->o, "rtm_src_len", src);
	out_f_flags(n->o, "rtm_tos", &flags_ip_tos_flags, tos);
	out_f_sym(n->o, "rtm_table", &flags_route_tables, table);
	out_f_sym(n->o, "rtm_protocol", &flags_route_protocols, proto);
	out_f_sym(n->o, "rtm_scope", &flags_route_scopes, scope);
	out_f_sym(n->o, "rtm_type", &flags_route_types, type);
	out_f_flags(n->o, "rtm_flags", &flags_route_flags, flags);
}

/* ---- neighbours ---- */

static bool nda_cacheinfo(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "ndm_confirmed", "ndm_used", "ndm_updated", "ndm_refcnt" };

	return nl_words(n, r, names, 4, 4);
}

static bool port(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 2)
		return false;
	/* strace prints htons() here in every style of -X */
	out_call(n->o, "htons");
	out_uint(n->o, be16(rd_u16(r)));
	out_close(n->o, OUT_CALL);
	return true;
}

static void neigh_head(const struct nl *n, struct rd *r)
{
	uint32_t index;
	uint16_t state;
	uint8_t flags, type;

	rd_skip(r, 3);
	index = rd_u32(r);
	state = rd_u16(r);
	flags = rd_u8(r);
	type = rd_u8(r);
	out_field(n->o, "ndm_ifindex");
	out_ifindex(n->o, index);
	out_f_flags(n->o, "ndm_state", &flags_neigh_states, state);
	out_f_flags(n->o, "ndm_flags", &flags_neigh_flags, flags);
	out_f_sym(n->o, "ndm_type", &flags_route_types, type);
}

/* ---- rules ---- */

static bool uid_range(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "start", "end" };

	return nl_words(n, r, names, 2, 4);
}

static bool port_range(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "start", rd_u16(r));
	out_f_uint(n->o, "end", rd_u16(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool tunnel(const struct nl *n, struct rd *r)
{
	uint64_t high, low;

	if (rd_left(r) < 8)
		return false;
	high = be32(rd_u32(r));
	low = be32(rd_u32(r));
	out_call(n->o, "htobe64");
	out_uint(n->o, high << 32 | low);
	out_close(n->o, OUT_CALL);
	return true;
}

static void rule_head(const struct nl *n, struct rd *r)
{
	uint8_t dst = rd_u8(r), src = rd_u8(r), tos = rd_u8(r), table = rd_u8(r);
	uint8_t res1 = rd_u8(r), res2 = rd_u8(r), action = rd_u8(r);
	uint32_t flags = rd_u32(r);

	(void)res1;
	(void)res2;
	out_f_uint(n->o, "dst_len", dst);
	out_f_uint(n->o, "src_len", src);
	out_f_flags(n->o, "tos", &flags_ip_tos_flags, tos);
	out_f_sym(n->o, "table", &flags_rule_tables, table);
	out_f_sym(n->o, "action", &flags_rule_actions, action);
	out_f_flags(n->o, "flags", &flags_rule_flags, flags);
}

/* ---- messages ---- */

static const struct nl_message kinds[] = {
	{ 16, 19, 16, "ifi_family", link_head, &link_set },   { 20, 22, 8, "ifa_family", addr_head, &addr_set },
	{ 24, 26, 12, "rtm_family", route_head, &route_set }, { 28, 30, 12, "ndm_family", neigh_head, &neigh_set },
	{ 32, 34, 12, "family", rule_head, &rule_set },	      { 56, 58, 8, "ifa_family", addr_head, &addr_set },
	{ 60, 62, 8, "ifa_family", addr_head, &addr_set },
};

void nl_route(struct nl *n, struct rd *r, unsigned type)
{
	struct rd body = nl_first(r, UINT64_MAX);
	const struct nl_message *k = NULL;

	n->family = rd_u8(&body);
	k = nl_other_message(type, n->family);
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (type >= kinds[i].first && type <= kinds[i].last)
			k = &kinds[i];
	if (type == RTM_GETNEIGH && n->family == AF_BRIDGE)
		k = &kinds[0]; /* this request begins with a link's header */
	if (!k) {
		nl_family_data(n, &body);
		return;
	}
	n->families = k->families;
	if (!nl_head(n, &body, k->family, k->size, k->head) || !nl_size(&body))
		return;
	if (k->attrs)
		nl_attrs(n, &body, k->attrs);
	else
		nl_hex(n, &body);
}

#include "decode/netlink/define.h"
