/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Netlink: messages and attributes; what the families share. */
#ifndef SCT_DECODE_NETLINK_H
#define SCT_DECODE_NETLINK_H

#include "decode/core/call.h"

#define NL_ALIGN(n) (((n) + 3ull) & ~3ull)

struct nl_set;

/* What is known of the message around. */
struct nl {
	struct out *o;
	const struct call *c;
	int proto;				/* NETLINK_*, -1: not known */
	uint8_t family;				/* of the addresses in it */
	const struct sct_flags *families;	/* names of families that are no AF_*; NULL: none */
	const struct nl_set *data, *slave_data; /* of the link's kind; NULL: not known */
	const struct sct_flags **commands;	/* of the generic family that the message told of last */
};

/* Emits the bytes of an attribute; false: they are not what it should hold. */
typedef bool nl_fn(const struct nl *n, struct rd *r);

enum nl_kind {
	NL_HEX, /* nothing is known of it */
	NL_U8,
	NL_U16,
	NL_U32,
	NL_S32,
	NL_FD,
	NL_U64,
	NL_S64,
	NL_X8, /* in hexadecimal */
	NL_X16,
	NL_X32,
	NL_X64,
	NL_STR,
	NL_CSTR,
	NL_ADDR,   /* of the message's family */
	NL_HWADDR, /* arg: not NULL, of a link */
	NL_IFINDEX,
	NL_FLAGS8, /* arg: the names */
	NL_FLAGS16,
	NL_FLAGS32,
	NL_SYM8,
	NL_SYM16,
	NL_SYM32,
	NL_BE32, /* of the network */
	NL_INET, /* addresses, whatever the message's family */
	NL_INET6,
	NL_NEST,	 /* arg: struct nl_set */
	NL_FN,		 /* fn */
	NL_LIST,	 /* likewise; what could not be read of its bytes is its own business */
	NL_SHORT = 0x40, /* or'ed to a number: more than 8 bytes are none */
};

#define NL_ANY 0xffff /* a rule of attributes of any number */

struct nl_rule {
	uint16_t type;
	uint8_t kind;
	const void *arg;
	nl_fn *fn;
};

/* The attributes of one place. */
struct nl_set {
	const struct sct_flags *names;
	const struct nl_rule *rules;
	size_t n;
};

/*
 * Messages of a call that fails may go on in memory that could not be read (rd.ends): what is not there as a whole is
 * printed as its address. rd.lacks counts the bytes that are missing.
 */
static inline uint64_t nl_addr(const struct rd *r)
{
	return r->addr + (uint64_t)(r->p - r->start);
}

/* Bytes of it, read or not. */
static inline uint64_t nl_size(const struct rd *r)
{
	return rd_left(r) + r->lacks;
}

/* The first n bytes, or what there is. */
struct rd nl_first(const struct rd *r, uint64_t n);
/* Goes on by n bytes, or to the end of those that were not read. */
void nl_skip(struct rd *r, uint64_t n);

/* The bytes in hexadecimal; the address where not all of them were read. */
void nl_hex(const struct nl *n, struct rd *r);
/* Likewise, of bytes of which nothing is known: as many as are shown suffice. */
void nl_unknown(const struct nl *n, struct rd *r);
/* A string; of what is shown, a NUL at the end is not part of it. */
void nl_str(const struct nl *n, struct rd *r);
/* A number of any size up to 8 bytes, in parts of a second: 2 digits of it, or 3. */
bool nl_time(const struct nl *n, struct rd *r, unsigned digits);
void nl_attrs(const struct nl *n, struct rd *r, const struct nl_set *set);
/* The rest of a list has more elements than are shown: emits ... */
bool nl_list_ends(const struct nl *n, size_t i);

/* Lengths stand at the head of each element; they are aligned to 4 bytes. */
typedef uint32_t nl_len_fn(const struct rd *r);
typedef void nl_item_fn(const struct nl *n, struct rd *r, const void *arg);
void nl_list(const struct nl *n, struct rd *r, size_t head, nl_len_fn *len, nl_item_fn *item, const void *arg);
uint32_t nl_len16(const struct rd *r);

/* Unsigned words of size bytes by these names: as many as there are; all in braces, or false. */
void nl_word_fields(const struct nl *n, struct rd *r, const char *const *names, size_t count, unsigned size);
bool nl_words(const struct nl *n, struct rd *r, const char *const *names, size_t count, unsigned size);
/* IPPROTO_*, a number of any size up to 8 bytes. */
bool nl_ip_protocol(const struct nl *n, struct rd *r);
/* [[NAME]=1, ...]: numbers (NL_S32, NL_U32, NL_U64) at the places that names gives; minus: put after a name */
bool nl_indexed(const struct nl *n, struct rd *r, const struct sct_flags *names, const char *minus, enum nl_kind);

/* Messages that begin with a struct that begins with an address family. */
struct nl_message {
	uint8_t first, last; /* types */
	uint8_t size;	     /* of the struct */
	const char *family;
	void (*head)(const struct nl *n, struct rd *r);
	const struct nl_set *attrs;
	const struct sct_flags *families; /* as in struct nl */
};

/* Of NETLINK_ROUTE, by type and address family: what is in nltables.def; NULL: no such message. */
const struct nl_message *nl_other_message(unsigned type, uint8_t family);
extern const struct nl_set nl_bridge_port_set;
bool nl_link_info(const struct nl *n, struct rd *r);
/* Clock ticks. */
bool nl_ticks(const struct nl *n, struct rd *r);
/* Counters of a link, in 32 or in 64 bits. */
bool nl_stats(const struct nl *n, struct rd *r);
bool nl_stats64(const struct nl *n, struct rd *r);

/* A message of NETLINK_ROUTE, of NETLINK_SOCK_DIAG: what follows its header. */
void nl_route(struct nl *n, struct rd *r, unsigned type);
void nl_diag(struct nl *n, struct rd *r, unsigned type, unsigned flags);
/* Of NETLINK_NETFILTER: the type, the names of its flags, what follows the header. */
void nl_filter_type(const struct nl *n, uint16_t type);
const struct sct_flags *nl_filter_flags(uint16_t type);
void nl_filter(const struct nl *n, struct rd *r, uint16_t type);
/* Of NETLINK_CRYPTO. */
void nl_crypto(const struct nl *n, struct rd *r, uint16_t type);
/* Of NETLINK_GENERIC. */
void nl_generic(const struct nl *n, struct rd *r, uint16_t type);
/* Two words in brackets. */
void nl_cookie(const struct nl *n, struct rd *r, const char *name);
/* An address of this family, in the room of an IPv6 one. */
#define NL_ADDR_SIZE 16
void nl_inet_addr(const struct nl *n, const uint8_t a[NL_ADDR_SIZE], uint8_t family, const char *name);
/* struct inet_diag_sockid with addresses of this family. */
void nl_sockid(const struct nl *n, struct rd *r, uint8_t family);
void nl_smc_request(const struct nl *n, struct rd *r);
void nl_smc_socket(const struct nl *n, struct rd *r);
extern const struct nl_set nl_smc_set;
/* A message of which nothing more is known than that it begins with a family. */
void nl_family_data(const struct nl *n, struct rd *r);
/* The struct of size bytes that a message begins with, after its first byte, the family. False if it is cut short. */
bool nl_head(const struct nl *n, struct rd *r, const char *family, size_t size,
	     void (*head)(const struct nl *n, struct rd *r));

#endif
