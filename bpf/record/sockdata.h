/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Checks of memory that is given to socket calls: a part of the interpreter of capture plans (capture.h). */
#ifndef SOCKDATA_H
#define SOCKDATA_H

#include "record/chunk.h"

/* Returns the family of the socket address at addr, or 0 if it cannot be read. */
PLAN_INLINE(__u16, family_of, __u64 addr)
{
	__u16 family = 0;

	return READ_USER(&family, sizeof(family), addr) ? 0 : family;
}

/*
 * True if n bytes at addr may be netlink messages, as they begin with a plausible length. The socket is looked at only
 * then, because that takes as long as everything else. Memory that is unreadable, or shorter than a message's head,
 * counts only for tasks that have had a netlink socket: many others send a single byte as a wakeup.
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

/*
 * begins_as_netlink() for send() and recv(). For sendto(), true also if the address has the length of a netlink
 * address.
 */
static __always_inline bool maybe_netlink(const struct scratch *s, __u64 addr, __u64 n)
{
	return (s->args[4] && s->args[5] == NLADDR) || begins_as_netlink(s, addr, n);
}

#endif
