// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Netlink messages. */
#include "decode/net.h"

int net_netlink_proto(const struct call *c)
{
	(void)c;
	return -1;
}

bool net_netlink(struct out *o, const struct call *c, struct rd *r, uint64_t n, int proto)
{
	(void)o;
	(void)c;
	(void)r;
	(void)n;
	(void)proto;
	return false;
}
