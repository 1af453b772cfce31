/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Functions that the decoders of sockets share. */
#ifndef SCT_DECODE_NET_H
#define SCT_DECODE_NET_H

#include "decode/core/call.h"

/* Size of struct sockaddr_storage: strace reads no more bytes of an address. */
#define SOCKADDR_MAX 128

/* Emits the address in r or, if have is false, the pointer addr. len: length of the address, from the call. */
void net_sockaddr(struct out *o, const struct call *c, uint64_t addr, bool have, struct rd *r, int64_t len);

/*
 * Returns the int that argument reg points to, the smaller one of its values before and after the call; -1 if it is
 * not known.
 */
int32_t net_len_out(const struct call *c, unsigned reg);

#endif
