/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Shared by the decoders of sockets. */
#ifndef SCT_DECODE_NET_H
#define SCT_DECODE_NET_H

#include "decode/core/call.h"

/* What strace reads of an address at most: struct sockaddr_storage. */
#define SOCKADDR_MAX 128

/* htons(80) */
void net_htons(struct out *o, uint16_t be);
/* inet_addr("127.0.0.1") */
void net_inet_addr(struct out *o, const uint8_t a[4]);
/* inet_pton(AF_INET6, "::1", &var); var NULL: just the call's first two */
void net_inet6_addr(struct out *o, const uint8_t a[16], const char *var);
/* 01:02:03:04:05:06 */
void net_hwaddr(struct out *o, const uint8_t *p, size_t n);
/* A byte in hex, 0 as 00 */
void net_hexbyte(struct out *o, uint8_t v);

static inline uint16_t be16(uint16_t v)
{
	uint8_t b[2];

	memcpy(b, &v, 2);
	return (uint16_t)(b[0] << 8 | b[1]);
}

static inline uint32_t be32(uint32_t v)
{
	uint8_t b[4];

	memcpy(b, &v, 4);
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

/* An address of an argument, or where it would be; len: what the call says of its length. */
void net_sockaddr(struct out *o, const struct call *c, uint64_t addr, bool have, struct rd *r, int64_t len);

/* *(int *)argument reg after the call, or before it if that was less; -1: not known. */
int32_t net_len_out(const struct call *c, unsigned reg);

/*
 * Netlink messages in a buffer of n bytes, of which r holds the first ones.
 * proto: NETLINK_*. False if that is no message: print the bytes then.
 */
bool net_netlink(struct out *o, const struct call *c, struct rd *r, uint64_t n, int proto);
/* NETLINK_* of the call's socket; -1: a protocol that is not known; -2: no netlink socket. */
int net_netlink_proto(const struct call *c);

#endif
