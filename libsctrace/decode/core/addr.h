/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Network addresses, and numbers in network byte order. */
#ifndef SCT_ADDR_H
#define SCT_ADDR_H

#include "decode/core/call.h"

/* Emits htons(80). */
void decode_htons(struct out *o, uint16_t be);
/* Emits inet_addr("127.0.0.1"). */
void decode_inet(struct out *o, const uint8_t a[4]);
/* Emits an IPv4 address from a field of n bytes, which are its raw form. */
void decode_inet_bytes(struct out *o, const uint8_t *a, size_t n);
/* Emits inet_pton(AF_INET6, "::1", &var). var NULL: without the third argument. */
void decode_inet6(struct out *o, const uint8_t a[16], const char *var);
/* Emits a hardware address: 01:02:03:04:05:06. */
void decode_hwaddr(struct out *o, const uint8_t *p, size_t n);
/* Emits the first n bytes as a hardware address. Its raw form has all `bytes` bytes. */
void decode_hwaddr_in(struct out *o, const uint8_t *p, size_t n, size_t bytes);

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

#endif
