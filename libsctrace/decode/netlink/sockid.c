// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* NETLINK_SOCK_DIAG: the struct that identifies a socket. */
#include "decode/core/addr.h"
#include "decode/netlink/netlink.h"

#define AF_INET 2
#define AF_INET6 10

void nl_cookie(const struct nl *n, struct rd *r, const char *name)
{
	out_field(n->o, name);
	out_open(n->o, OUT_ARRAY);
	out_uint(n->o, rd_u32(r));
	out_uint(n->o, rd_u32(r));
	out_close(n->o, OUT_ARRAY);
}

void nl_inet_addr(const struct nl *n, const uint8_t a[NL_ADDR_SIZE], uint8_t family, const char *name)
{
	if (family == AF_INET6) {
		decode_inet6(n->o, a, name);
		return;
	}
	out_field(n->o, name);
	if (family == AF_INET)
		decode_inet_bytes(n->o, a, NL_ADDR_SIZE);
	else
		out_str(n->o, a, NL_ADDR_SIZE, OUT_STR_HEX | OUT_STR_WHOLE);
}

void nl_sockid(const struct nl *n, struct rd *r, uint8_t family)
{
	uint16_t sport = rd_u16(r), dport = rd_u16(r);
	uint8_t src[NL_ADDR_SIZE], dst[NL_ADDR_SIZE];

	rd_bytes(r, src, sizeof(src));
	rd_bytes(r, dst, sizeof(dst));
	out_field(n->o, "id");
	out_open(n->o, OUT_STRUCT);
	out_field(n->o, "idiag_sport");
	decode_htons(n->o, sport);
	out_field(n->o, "idiag_dport");
	decode_htons(n->o, dport);
	nl_inet_addr(n, src, family, "idiag_src");
	nl_inet_addr(n, dst, family, "idiag_dst");
	out_field(n->o, "idiag_if");
	out_ifindex(n->o, rd_u32(r));
	nl_cookie(n, r, "idiag_cookie");
	out_close(n->o, OUT_STRUCT);
}
