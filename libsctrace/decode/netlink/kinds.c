// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_ROUTE: attributes of links that depend on the link's kind. */
#include "decode/core/addr.h"
#include "decode/netlink/netlink.h"

#define NL_ROWS "tables/netlink/nlkinds.def"
#include "decode/netlink/declare.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- values ---- */

bool nl_time(const struct nl *n, struct rd *r, unsigned digits)
{
	uint64_t v = 0, second = digits == 2 ? 100 : 1000;

	if (rd_left(r) > sizeof(v))
		return false;
	rd_bytes(r, &v, rd_left(r));
	out_uint(n->o, v);
	if (v)
		out_form_note(n->o, "%llu.%0*llu s", (unsigned long long)(v / second), (int)digits,
			      (unsigned long long)(v % second));
	return true;
}

/* Emits clock ticks, 100 (USER_HZ) per second. */
bool nl_ticks(const struct nl *n, struct rd *r)
{
	return nl_time(n, r, 2);
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
	decode_hwaddr(n->o, r->p, 6);
	out_close(n->o, OUT_STRUCT);
	return true;
}

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

/* ---- IFLA_LINKINFO: the data depend on the kind ---- */

#define INFO_KIND 1
#define INFO_SLAVE_KIND 4

/* Compares a name, which need not end with a NUL. */
static bool is_name(const char *p, size_t n, const char *name)
{
	size_t len = strlen(name);

	return n >= len && !memcmp(p, name, len) && (n == len || !p[len]);
}

/*
 * Finds the attribute of this type in the list, which names a kind of link. Returns the kind's set of attributes, or
 * NULL if it is not known.
 */
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

/* ---- counters ---- */

static const char *const stats_names[] = {
	"rx_packets",	    "tx_packets",	 "rx_bytes",	      "tx_bytes",	 "rx_errors",
	"tx_errors",	    "rx_dropped",	 "tx_dropped",	      "multicast",	 "collisions",
	"rx_length_errors", "rx_over_errors",	 "rx_crc_errors",     "rx_frame_errors", "rx_fifo_errors",
	"rx_missed_errors", "tx_aborted_errors", "tx_carrier_errors", "tx_fifo_errors",	 "tx_heartbeat_errors",
	"tx_window_errors", "rx_compressed",	 "tx_compressed",     "rx_nohandler",	 "rx_otherhost_dropped",
};

/* Emits the counters, of which older kernels have only 23. */
bool nl_stats(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 23 * 4)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, stats_names, 24, 4);
	out_close(n->o, OUT_STRUCT);
	return true;
}

bool nl_stats64(const struct nl *n, struct rd *r)
{
	if (rd_left(r) < 25 * 8 && rd_left(r) != 23 * 8 && rd_left(r) != 24 * 8)
		return false;
	out_open(n->o, OUT_STRUCT);
	nl_word_fields(n, r, stats_names, 25, 8);
	out_close(n->o, OUT_STRUCT);
	return true;
}

#include "decode/netlink/define.h"
