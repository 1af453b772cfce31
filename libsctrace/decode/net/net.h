/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Shared by the decoders of sockets. */
#ifndef SCT_DECODE_NET_H
#define SCT_DECODE_NET_H

#include "decode/core/call.h"

/* What strace reads of an address at most: struct sockaddr_storage. */
#define SOCKADDR_MAX 128

/* An address of an argument, or where it would be; len: what the call says of its length. */
void net_sockaddr(struct out *o, const struct call *c, uint64_t addr, bool have, struct rd *r, int64_t len);

/* *(int *)argument reg after the call, or before it if that was less; -1: not known. */
int32_t net_len_out(const struct call *c, unsigned reg);

#endif
