/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Selects calls by the remote end of their socket: --peer. */
#ifndef SCT_PEER_FILTER_H
#define SCT_PEER_FILTER_H

#include "event/pair.h"
#include "lookup/opts.h"
#include "util/errmsg.h"

#define PEER_PATH 108 /* as in struct sockaddr_un */

struct peer {
	bool local;	  /* a unix socket: path is compared instead of addr */
	uint8_t addr[16]; /* IPv4 addresses are mapped: ::ffff:10.0.0.1 */
	unsigned bits;	  /* number of bits of addr that are compared */
	uint16_t port;	  /* 0: any */
	char path[PEER_PATH + 1];
};

/* A filter by remote ends. All zeros let every call pass. */
struct peer_filter {
	struct peer *peers;
	unsigned n;
};

/* Parses a list that ends with a NULL. Returns 0, -ENOMEM, or -EINVAL with a message. */
int peer_filter__init(struct peer_filter *f, const char *const *peers, const struct errmsg *errmsg);
void peer_filter__free(struct peer_filter *f);

/*
 * Returns whether the event's call, which has ended, used a socket connected to one of the peers, or had the address
 * of a peer as an argument or a result.
 */
bool peer_filter__call(const struct peer_filter *f, const struct event *ev, const struct decode_opts *opts);

#endif
