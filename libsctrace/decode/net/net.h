/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions that the decoders of sockets share. */
#ifndef SCT_DECODE_NET_H
#define SCT_DECODE_NET_H

#include "decode/core/call.h"

/* Most bytes that strace reads of an address: struct sockaddr_storage. */
#define SOCKADDR_MAX 128

/* Emits the address in r, or the pointer addr. have: r is valid; len: length by the call. */
void net_sockaddr(struct out *o, const struct call *c, uint64_t addr, bool have, struct rd *r, int64_t len);

/* Returns *(int *)argument reg as it is after the call, or before it if that was less; -1 if it is not known. */
int32_t net_len_out(const struct call *c, unsigned reg);

#endif
