/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* What memory given to a socket's calls looks like: a part of the interpreter of capture plans (capture.h). */
#ifndef SOCKDATA_H
#define SOCKDATA_H

#include "record/chunk.h"

/* Of a socket's address; 0: it cannot be read. */
PLAN_INLINE(__u16, family_of, __u64 addr)
{
	__u16 family = 0;

	return READ_USER(&family, sizeof(family), addr) ? 0 : family;
}

/*
 * Do n bytes at addr begin with a length that makes sense in a netlink message? Only then is it worth looking at the
 * socket, which takes as long as all the rest. What is shorter than a message's head, or cannot be read, is taken for a
 * message only in tasks that are known to have had such a socket: others send a byte to wake somebody.
 */
static __always_inline bool begins_as_netlink(const struct scratch *s, __u64 addr, __u64 n)
{
	__u32 len = 0;

	if (n >= NLMSG_HEAD && !READ_USER(&len, sizeof(len), addr)) {
		if (len >= NLMSG_MOST)
			return false;
		if (len >= NLMSG_HEAD)
			return true;
	}
	return s->flags & SCT_T_NETLINK;
}

/* Likewise of send() and recv(): also if sendto() has an address as long as netlink's. */
static __always_inline bool maybe_netlink(const struct scratch *s, __u64 addr, __u64 n)
{
	return (s->args[4] && s->args[5] == NLADDR) || begins_as_netlink(s, addr, n);
}

#endif
