// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_ROUTE: what links of some kinds have of their own. */
#include "decode/netlink.h"

#define USER_HZ 100
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- values ---- */

/* Clock ticks: a number of any size up to 8 bytes. */
bool nl_ticks(const struct nl *n, struct rd *r)
{
	uint64_t v = 0;

	if (rd_left(r) > sizeof(v))
		return false;
	rd_bytes(r, &v, rd_left(r));
	out_uint(n->o, v);
	if (v)
		out_note(n->o, "%llu.%02llu s", (unsigned long long)(v / USER_HZ), (unsigned long long)(v % USER_HZ));
	return true;
}

static bool bridge_id(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 8)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "prio");
	out_open(n->o, OUT_ARRAY);
	out_uint(n->o, rd_u8(r));
	out_uint(n->o, rd_u8(r));
	out_close(n->o, OUT_ARRAY);
	out_field(n->o, "addr");
	net_hwaddr(n->o, r->p, 6);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool hex16(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 2)
		return false;
	out_hex(n->o, rd_u16(r));
	return true;
}

/* ---- ports of bridges ---- */

static const struct nl_rule port_rules[] = {
	{ 1, NL_U8, NULL, NULL },	{ 2, NL_U16, NULL, NULL },	{ 3, NL_U32, NULL, NULL },
	{ 4, NL_U8, NULL, NULL },	{ 5, NL_U8, NULL, NULL },	{ 6, NL_U8, NULL, NULL },
	{ 7, NL_U8, NULL, NULL },	{ 8, NL_U8, NULL, NULL },	{ 9, NL_U8, NULL, NULL },
	{ 10, NL_U8, NULL, NULL },	{ 11, NL_U8, NULL, NULL },	{ 12, NL_U8, NULL, NULL },
	{ 13, NL_FN, NULL, bridge_id }, { 14, NL_FN, NULL, bridge_id }, { 15, NL_U16, NULL, NULL },
	{ 16, NL_U16, NULL, NULL },	{ 17, NL_U16, NULL, NULL },	{ 18, NL_U16, NULL, NULL },
	{ 19, NL_U8, NULL, NULL },	{ 20, NL_U8, NULL, NULL },	{ 21, NL_FN, NULL, nl_ticks },
	{ 22, NL_FN, NULL, nl_ticks },	{ 23, NL_FN, NULL, nl_ticks },	{ 25, NL_U8, NULL, NULL },
	{ 27, NL_U8, NULL, NULL },	{ 28, NL_U8, NULL, NULL },	{ 29, NL_U8, NULL, NULL },
	{ 30, NL_U8, NULL, NULL },	{ 31, NL_FN, NULL, hex16 },	{ 32, NL_U8, NULL, NULL },
	{ 33, NL_U8, NULL, NULL },	{ 34, NL_IFINDEX, NULL, NULL }, { 35, NL_U8, NULL, NULL },
	{ 36, NL_U8, NULL, NULL },	{ 37, NL_U32, NULL, NULL },	{ 38, NL_U32, NULL, NULL },
	{ 39, NL_U8, NULL, NULL },
};
const struct nl_set nl_bridge_port_set = { &flags_ifla_brport_attrs, port_rules, COUNT(port_rules) };

/* ---- bridges ---- */

static bool vlan_protocol(const struct nl *n, struct rd *r)
{
	static const struct sct_flags none = { .unknown = "ETHER_P_???" };
	uint16_t v;

	if (rd_left(r) < 2 || rd_left(r) > 8)
		return false;
	v = be16(rd_u16(r));
	out_call(n->o, "htons");
	if (flags__name(&flags_ethernet_protocols, v))
		out_sym(n->o, &flags_ethernet_protocols, v);
	else
		out_sym(n->o, &none, v);
	out_close(n->o, OUT_CALL);
	return true;
}

static bool options(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 8)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_flags(n->o, "optval", &flags_bridge_options, rd_u32(r));
	out_f_flags(n->o, "optmask", &flags_bridge_options, rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool querier_address(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	net_inet_addr(n->o, r->p);
	return true;
}

static bool querier_address6(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 16)
		return false;
	net_inet6_addr(n->o, r->p, NULL);
	return true;
}

static const struct nl_rule querier_rules[] = {
	{ 1, NL_FN, NULL, querier_address },  { 2, NL_IFINDEX, NULL, NULL }, { 3, NL_FN, NULL, nl_ticks },
	{ 5, NL_FN, NULL, querier_address6 }, { 6, NL_IFINDEX, NULL, NULL }, { 7, NL_FN, NULL, nl_ticks },
};
static const struct nl_set querier_set = { &flags_bridge_querier_attrs, querier_rules, COUNT(querier_rules) };

static const struct nl_rule bridge_rules[] = {
	{ 1, NL_FN, NULL, nl_ticks },	{ 2, NL_FN, NULL, nl_ticks },	   { 3, NL_FN, NULL, nl_ticks },
	{ 4, NL_FN, NULL, nl_ticks },	{ 5, NL_U32, NULL, NULL },	   { 6, NL_U16, NULL, NULL },
	{ 7, NL_U8, NULL, NULL },	{ 8, NL_FN, NULL, vlan_protocol }, { 9, NL_FN, NULL, hex16 },
	{ 10, NL_FN, NULL, bridge_id }, { 11, NL_FN, NULL, bridge_id },	   { 12, NL_U16, NULL, NULL },
	{ 13, NL_U32, NULL, NULL },	{ 14, NL_U8, NULL, NULL },	   { 15, NL_U8, NULL, NULL },
	{ 16, NL_FN, NULL, nl_ticks },	{ 17, NL_FN, NULL, nl_ticks },	   { 18, NL_FN, NULL, nl_ticks },
	{ 19, NL_FN, NULL, nl_ticks },	{ 20, NL_HWADDR, NULL, NULL },	   { 22, NL_U8, NULL, NULL },
	{ 23, NL_U8, NULL, NULL },	{ 24, NL_U8, NULL, NULL },	   { 25, NL_U8, NULL, NULL },
	{ 26, NL_U32, NULL, NULL },	{ 27, NL_U32, NULL, NULL },	   { 28, NL_U32, NULL, NULL },
	{ 29, NL_U32, NULL, NULL },	{ 30, NL_FN, NULL, nl_ticks },	   { 31, NL_FN, NULL, nl_ticks },
	{ 32, NL_FN, NULL, nl_ticks },	{ 33, NL_FN, NULL, nl_ticks },	   { 34, NL_FN, NULL, nl_ticks },
	{ 35, NL_FN, NULL, nl_ticks },	{ 36, NL_U8, NULL, NULL },	   { 37, NL_U8, NULL, NULL },
	{ 38, NL_U8, NULL, NULL },	{ 39, NL_U16, NULL, NULL },	   { 41, NL_U8, NULL, NULL },
	{ 42, NL_U8, NULL, NULL },	{ 43, NL_U8, NULL, NULL },	   { 44, NL_U8, NULL, NULL },
	{ 45, NL_U8, NULL, NULL },	{ 46, NL_FN, NULL, options },	   { 47, NL_NEST, &querier_set, NULL },
};
static const struct nl_set bridge_set = { &flags_ifla_br_attrs, bridge_rules, COUNT(bridge_rules) };

/* ---- tun and tap ---- */

static const struct nl_rule tun_rules[] = {
	{ 1, NL_U32, NULL, NULL }, { 2, NL_U32, NULL, NULL }, { 3, NL_SYM8 | NL_SHORT, &flags_tun_types, NULL },
	{ 4, NL_U8, NULL, NULL },  { 5, NL_U8, NULL, NULL },  { 6, NL_U8, NULL, NULL },
	{ 7, NL_U8, NULL, NULL },  { 8, NL_U32, NULL, NULL }, { 9, NL_U32, NULL, NULL },
};
static const struct nl_set tun_set = { &flags_ifla_tun_attrs, tun_rules, COUNT(tun_rules) };

/* ---- IFLA_LINKINFO: the kind says what the data is ---- */

#define INFO_KIND 1
#define INFO_SLAVE_KIND 4

/* A NUL at the end is not asked for. */
static bool is_name(const char *p, size_t n, const char *name)
{
	size_t len = strlen(name);

	return n >= len && !memcmp(p, name, len) && (n == len || !p[len]);
}

/* What stands in the attribute of a list, as far as it is a known kind. */
static const struct nl_set *kind_of(struct rd list, unsigned type, bool slave)
{
	while (rd_left(&list) >= 4) {
		uint16_t len = nl_len16(&list);
		size_t n = len < 4 ? 4 : len < rd_left(&list) ? len : rd_left(&list);
		const char *name = (const char *)list.p + 4;
		uint16_t t;

		rd_skip(&list, 2);
		t = rd_u16(&list);
		if (t == type && is_name(name, n - 4, "bridge"))
			return slave ? &nl_bridge_port_set : &bridge_set;
		if (t == type && !slave && is_name(name, n - 4, "tun"))
			return &tun_set;
		if (len < 4 || NL_ALIGN(len) - 4 >= rd_left(&list))
			break;
		rd_skip(&list, NL_ALIGN(len) - 4);
	}
	return NULL;
}

static bool by_kind(const struct nl *n, struct rd *r, const struct nl_set *set)
{
	if (!set || rd_left(r) < 4)
		return false;
	nl_attrs(n, r, set);
	return true;
}

static bool info_data(const struct nl *n, struct rd *r)
{
	return by_kind(n, r, n->data);
}

static bool slave_data(const struct nl *n, struct rd *r)
{
	return by_kind(n, r, n->slave_data);
}

static const struct nl_rule info_rules[] = {
	{ 1, NL_CSTR, NULL, NULL },
	{ 2, NL_FN, NULL, info_data },
	{ 4, NL_CSTR, NULL, NULL },
	{ 5, NL_FN, NULL, slave_data },
};
static const struct nl_set info_set = { &flags_ifla_info_attrs, info_rules, COUNT(info_rules) };

bool nl_link_info(const struct nl *n, struct rd *r)
{
	struct nl in = *n;

	if (rd_left(r) < 4)
		return false;
	in.data = kind_of(*r, INFO_KIND, false);
	in.slave_data = kind_of(*r, INFO_SLAVE_KIND, true);
	nl_attrs(&in, r, &info_set);
	return true;
}
