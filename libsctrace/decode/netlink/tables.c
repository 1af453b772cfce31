// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_ROUTE: queueing, neighbour tables, next hops, statistics and the smaller families. */
#include "decode/core/addr.h"
#include "decode/netlink/netlink.h"

#define NL_ROWS "tables/netlink/nltables.def"
#include "decode/netlink/declare.h"

#define RTM_NEWCACHEREPORT 96
#define AF_INET 2
#define AF_INET6 10
#define AF_MPLS 28
#define FAMILY_IPMR 128
#define FAMILY_IP6MR 129

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static void ifindex(const struct nl *n, struct rd *r, const char *name)
{
	out_field(n->o, name);
	out_ifindex(n->o, rd_u32(r));
}

/* ---- queueing ---- */

static bool tc_stats(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "packets", "drops", "overlimits", "bps", "pps", "qlen", "backlog" };

	if (rd_left(r) < 36)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "bytes", rd_u64(r));
	nl_word_fields(n, r, names, COUNT(names), 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool tc_estimator(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 2)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_int(n->o, "interval", (int8_t)rd_u8(r));
	out_f_uint(n->o, "ewma_log", rd_u8(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool stats_basic(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 12)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "bytes", rd_u64(r));
	out_f_uint(n->o, "packets", rd_u32(r));
	out_close(n->o, OUT_STRUCT);
	return true;
}

static const char *const rate_names[] = { "bps", "pps" };

static bool stats_rate(const struct nl *n, struct rd *r)
{
	return nl_words(n, r, rate_names, 2, 4);
}

static bool stats_rate64(const struct nl *n, struct rd *r)
{
	return nl_words(n, r, rate_names, 2, 8);
}

static bool stats_queue(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "qlen", "backlog", "drops", "requeues", "overlimits" };

	return nl_words(n, r, names, COUNT(names), 4);
}

static bool stab_base(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "linklayer", "mpu", "mtu", "tsize" };

	if (rd_left(r) < 24)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "cell_log", rd_u8(r));
	out_f_uint(n->o, "size_log", rd_u8(r));
	out_f_int(n->o, "cell_align", rd_i16(r));
	out_f_int(n->o, "overhead", rd_i32(r));
	nl_word_fields(n, r, names, COUNT(names), 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

static bool stab_data(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 2)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= 2 && !nl_list_ends(n, i); i++)
		out_uint(n->o, rd_u16(r));
	out_close(n->o, OUT_ARRAY);
	return true;
}

static bool action_delta(const struct nl *n, struct rd *r)
{
	return nl_time(n, r, 3);
}

/* Emits a list of actions. The type of each attribute is the action's position. */
static bool action_list(const struct nl *n, struct rd *r)
{
	static const struct sct_flags no_names = { .base = ~0ull };
	static const struct nl_rule each = { NL_ANY, NL_NEST, &action_set, NULL };
	static const struct nl_set set = { &no_names, &each, 1 };

	if (rd_left(r) < 4)
		return false;
	nl_attrs(n, r, &set);
	return true;
}

static void tc_head(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "tcm_handle", "tcm_parent", "tcm_info" };

	rd_skip(r, 3);
	ifindex(n, r, "tcm_ifindex");
	nl_word_fields(n, r, names, COUNT(names), 4);
}

static void pad3(const struct nl *n, struct rd *r)
{
	rd_skip(r, 3);
}

/* ---- neighbour tables ---- */

static bool table_config(const struct nl *n, struct rd *r)
{
	static const char *const first[] = { "ndtc_entries", "ndtc_last_flush", "ndtc_last_rand", "ndtc_hash_rnd" };
	static const char *const last[] = { "ndtc_hash_chain_gc", "ndtc_proxy_qlen" };

	if (rd_left(r) < 32)
		return false;
	out_open(n->o, OUT_STRUCT);
	out_f_uint(n->o, "ndtc_key_len", rd_u16(r));
	out_f_uint(n->o, "ndtc_entry_size", rd_u16(r));
	nl_word_fields(n, r, first, COUNT(first), 4);
	out_field(n->o, "ndtc_hash_mask");
	out_hex_width(n->o, rd_u32(r), 8);
	nl_word_fields(n, r, last, COUNT(last), 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

/* Emits statistics. Older kernels have one counter less. */
static bool table_stats(const struct nl *n, struct rd *r)
{
	static const char *const names[] = {
		"ndts_allocs",		 "ndts_destroys",	"ndts_hash_grows",	 "ndts_res_failed",
		"ndts_lookups",		 "ndts_hits",		"ndts_rcv_probes_mcast", "ndts_rcv_probes_ucast",
		"ndts_periodic_gc_runs", "ndts_forced_gc_runs", "ndts_table_fulls",
	};

	if (rd_left(r) != 80 && rd_left(r) < 88)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, names, COUNT(names), 8);
	out_close(n->o, OUT_STRUCT);
	return true;
}

/* ---- address labels, DCB, settings, multicast groups of bridges, namespaces ---- */

static void label_head(const struct nl *n, struct rd *r)
{
	rd_skip(r, 1);
	out_f_uint(n->o, "ifal_prefixlen", rd_u8(r));
	out_f_uint(n->o, "ifal_flags", rd_u8(r));
	ifindex(n, r, "ifal_index");
	out_f_uint(n->o, "ifal_seq", rd_u32(r));
}

static void dcb_head(const struct nl *n, struct rd *r)
{
	out_f_sym(n->o, "cmd", &flags_dcb_commands, rd_u8(r));
	rd_skip(r, 2);
}

static void mdb_head(const struct nl *n, struct rd *r)
{
	rd_skip(r, 3);
	ifindex(n, r, "ifindex");
}

static bool group_entry(const struct nl *n, struct rd *r)
{
	struct rd addr;
	uint16_t proto;

	if (rd_left(r) < 28)
		return false;
	out_open(n->o, OUT_STRUCT);
	ifindex(n, r, "ifindex");
	out_f_sym(n->o, "state", &flags_mdb_states, rd_u8(r));
	out_f_flags(n->o, "flags", &flags_mdb_flags, rd_u8(r));
	out_f_uint(n->o, "vid", rd_u16(r));
	addr = rd_make(r->p, 16, r->word);
	rd_skip(r, 16);
	proto = be16(rd_u16(r));
	rd_skip(r, 2);
	out_field(n->o, "addr");
	out_open(n->o, OUT_STRUCT);
	if (proto == AF_INET6) {
		decode_inet6(n->o, addr.p, "u");
	} else {
		out_field(n->o, "u");
		if (proto == AF_INET)
			decode_inet_bytes(n->o, addr.p, 16);
		else
			out_str(n->o, addr.p, 16, OUT_STR_HEX | OUT_STR_WHOLE);
	}
	out_field(n->o, "proto");
	out_call(n->o, "htons");
	out_sym(n->o, &flags_addrfams, proto);
	out_close(n->o, OUT_CALL);
	out_close(n->o, OUT_STRUCT);
	out_close(n->o, OUT_STRUCT);
	if (nl_size(r))
		nl_attrs(n, r, &entry_attr_set);
	return true;
}

static bool router_port(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 4)
		return false;
	out_ifindex(n->o, rd_u32(r));
	if (nl_size(r))
		nl_attrs(n, r, &router_port_set);
	return true;
}

/* ---- statistics ---- */

static bool bridge_vlan(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "rx_bytes", "rx_packets", "tx_bytes", "tx_packets" };
	uint32_t pad;

	if (rd_left(r) < 40)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, names, 4, 8);
	out_f_uint(n->o, "vid", rd_u16(r));
	out_f_flags(n->o, "flags", &flags_bridge_vlan_flags, rd_u16(r));
	pad = rd_u32(r);
	if (pad)
		out_f_hex(n->o, "pad2", pad);
	out_close(n->o, OUT_STRUCT);
	if (nl_size(r))
		nl_hex(n, r);
	return true;
}

static bool bridge_stp(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "transition_blk", "transition_fwd", "rx_bpdu",
					     "tx_bpdu",	       "rx_tcn",	 "tx_tcn" };

	if (!nl_words(n, r, names, COUNT(names), 8))
		return false;
	if (nl_size(r))
		nl_hex(n, r);
	return true;
}

/* Emits counters. Each has a value per direction, except for parse errors. */
static bool bridge_multicast(const struct nl *n, struct rd *r)
{
	static const char *const names[] = {
		"igmp_v1queries", "igmp_v2queries",   "igmp_v3queries", "igmp_leaves",
		"igmp_v1reports", "igmp_v2reports",   "igmp_v3reports", "igmp_parse_errors",
		"mld_v1queries",  "mld_v2queries",    "mld_leaves",	"mld_v1reports",
		"mld_v2reports",  "mld_parse_errors", "mcast_bytes",	"mcast_packets",
	};

	if (rd_left(r) < 240)
		return false;
	out_open(n->o, OUT_STRUCT);
	for (size_t i = 0; i < COUNT(names); i++) {
		struct rd both = rd_make(r->p, 16, r->word);

		out_field(n->o, names[i]);
		if (i == 7 || i == 13) {
			out_uint(n->o, rd_u64(r));
			continue;
		}
		nl_indexed(n, &both, &flags_multicast_directions, "", NL_U64);
		rd_skip(r, 16);
	}
	out_close(n->o, OUT_STRUCT);
	if (nl_size(r))
		nl_hex(n, r);
	return true;
}

static bool mpls_stats(const struct nl *n, struct rd *r)
{
	static const char *const names[] = { "rx_packets", "tx_packets", "rx_bytes",   "tx_bytes",  "rx_errors",
					     "tx_errors",  "rx_dropped", "tx_dropped", "rx_noroute" };

	if (!nl_words(n, r, names, COUNT(names), 8))
		return false;
	if (nl_size(r))
		nl_hex(n, r);
	return true;
}

static bool stats_af_spec(const struct nl *n, struct rd *r)
{
	static const struct nl_rule rules[] = { { AF_MPLS, NL_NEST, &mpls_stats_set, NULL } };
	static const struct nl_set set = { &flags_addrfams, rules, COUNT(rules) };

	if (rd_left(r) < 4)
		return false;
	nl_attrs(n, r, &set);
	return true;
}

static void counts_head(const struct nl *n, struct rd *r)
{
	uint8_t pad1 = rd_u8(r);
	uint16_t pad2 = rd_u16(r);

	if (pad1)
		out_f_hex(n->o, "pad1", pad1);
	if (pad2)
		out_f_hex(n->o, "pad2", pad2);
	ifindex(n, r, "ifindex");
	out_f_flags(n->o, "filter_mask", &flags_ifla_stats_mask, rd_u32(r));
}

/* ---- next hops ---- */

static bool hop_group(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 8)
		return false;
	out_open(n->o, OUT_ARRAY);
	for (size_t i = 0; rd_left(r) >= 8 && !nl_list_ends(n, i); i++) {
		uint32_t id = rd_u32(r);
		uint8_t weight = rd_u8(r), high = rd_u8(r);
		uint16_t resvd2 = rd_u16(r);

		out_open(n->o, OUT_STRUCT);
		out_f_uint(n->o, "id", id);
		out_f_uint(n->o, "weight", weight);
		out_f_uint(n->o, "weight_high", high);
		if (resvd2)
			out_f_hex(n->o, "resvd2", resvd2);
		out_close(n->o, OUT_STRUCT);
	}
	out_close(n->o, OUT_ARRAY);
	return true;
}

static void hop_head(const struct nl *n, struct rd *r)
{
	uint8_t scope = rd_u8(r), proto = rd_u8(r), resvd = rd_u8(r);

	out_f_sym(n->o, "nh_scope", &flags_route_scopes, scope);
	out_f_sym(n->o, "nh_protocol", &flags_route_protocols, proto);
	if (resvd)
		out_f_hex(n->o, "resvd", resvd);
	out_f_flags(n->o, "nh_flags", &flags_nexthop_flags, rd_u32(r));
}

/* ---- messages ---- */

/* Returns the description of a multicast routing report, which has special address families. */
static const struct nl_message *report(uint8_t family)
{
	static const struct nl_message kinds[] = {
		{ 0, 0, 1, "rtgen_family", pad3, NULL, &flags_rtnl_families },
		{ 0, 0, 1, "rtgen_family", pad3, &report_set, &flags_rtnl_families },
		{ 0, 0, 1, "rtgen_family", pad3, &report6_set, &flags_rtnl_families },
	};

	return &kinds[family == FAMILY_IPMR ? 1 : family == FAMILY_IP6MR ? 2 : 0];
}

const struct nl_message *nl_other_message(unsigned type, uint8_t family)
{
	static const struct nl_message kinds[] = {
		{ 36, 38, 20, "tcm_family", tc_head, &tc_set },
		{ 40, 42, 20, "tcm_family", tc_head, &tc_set },
		{ 44, 46, 20, "tcm_family", tc_head, &tc_set },
		{ 48, 50, 1, "tca_family", pad3, &action_root_set },
		{ 64, 64, 1, "ndtm_family", pad3, &table_set },
		{ 66, 67, 1, "ndtm_family", pad3, &table_set },
		{ 72, 74, 12, "ifal_family", label_head, &label_set },
		{ 78, 79, 4, "dcb_family", dcb_head, &dcb_set },
		{ 80, 82, 1, "ncm_family", pad3, &conf_set },
		{ 84, 86, 8, "family", mdb_head, &mdb_set },
		{ 88, 90, 1, "rtgen_family", pad3, &ns_set },
		{ 92, 92, 12, "family", counts_head, &counts_set },
		{ 94, 94, 12, "family", counts_head, &counts_set },
		{ 100, 102, 20, "tcm_family", tc_head, &tc_set },
		{ 104, 106, 8, "nh_family", hop_head, &hop_set },
	};

	if (type == RTM_NEWCACHEREPORT)
		return report(family);
	for (size_t i = 0; i < COUNT(kinds); i++)
		if (type >= kinds[i].first && type <= kinds[i].last)
			return &kinds[i];
	return NULL;
}

#include "decode/netlink/define.h"
