/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Netlink messages and attributes, for all families. */
#ifndef SCT_DECODE_NETLINK_H
#define SCT_DECODE_NETLINK_H

#include "decode/core/call.h"

#define NL_ALIGN(n) (((n) + 3ull) & ~3ull)

struct nl_set;

/* State of the enclosing message. */
struct nl {
	struct out *o;
	const struct call *c;
	int proto;				/* NETLINK_*, -1: not known */
	uint8_t family;				/* family of the addresses in the message */
	const struct sct_flags *families;	/* names of families beside AF_*; NULL: none */
	const struct nl_set *data, *slave_data; /* sets of the link's kind; NULL: not known */
	const struct sct_flags **commands;	/* commands of the generic netlink family that the message named last */
};

/* Emits the bytes of an attribute. Returns false if they are not a value of its type. */
typedef bool nl_fn(const struct nl *n, struct rd *r);

enum nl_kind {
	NL_HEX, /* unknown content */
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
	NL_ADDR,   /* address of the message's address family */
	NL_HWADDR, /* arg: not NULL for the address of a link */
	NL_IFINDEX,
	NL_FLAGS8, /* arg: the names */
	NL_FLAGS16,
	NL_FLAGS32,
	NL_SYM8,
	NL_SYM16,
	NL_SYM32,
	NL_BE32, /* in network byte order */
	NL_INET, /* an IPv4 address, whatever family the message has */
	NL_INET6,
	NL_NEST,	 /* arg: struct nl_set */
	NL_FN,		 /* emitted by fn, if all its bytes could be read */
	NL_LIST,	 /* emitted by fn, which handles bytes that could not be read */
	NL_SHORT = 0x40, /* flag for kinds that are numbers: a value of more than 8 bytes is printed as bytes */
};

#define NL_ANY 0xffff /* type of a rule for attributes of any number */

struct nl_rule {
	uint16_t type;
	uint8_t kind;
	const void *arg;
	nl_fn *fn;
};

/* The attributes that a message or a nested list may have. */
struct nl_set {
	const struct sct_flags *names;
	const struct nl_rule *rules;
	size_t n;
};

/*
 * If a call failed, part of its messages may be in memory that could not be read: rd.ends is set, and rd.lacks has the
 * number of missing bytes. A value with missing bytes is printed as its address.
 */
static inline uint64_t nl_addr(const struct rd *r)
{
	return r->addr + (uint64_t)(r->p - r->start);
}

/* Returns the number of bytes of a value, including missing ones. */
static inline uint64_t nl_size(const struct rd *r)
{
	return rd_left(r) + r->lacks;
}

/* Returns a cursor for the first n bytes, or for all if there are fewer. */
struct rd nl_first(const struct rd *r, uint64_t n);
/* Skips n bytes, including missing ones, or all if there are fewer. */
void nl_skip(struct rd *r, uint64_t n);

/* Emits bytes in hex, or their address if any are missing. */
void nl_hex(const struct nl *n, struct rd *r);
/* Emits bytes of unknown content in hex, or their address if any of those that the sink shows are missing. */
void nl_unknown(const struct nl *n, struct rd *r);
/* Emits a string; if the last byte shown is a NUL, it is not part of the string. */
void nl_str(const struct nl *n, struct rd *r);
/* Emits a time of up to 8 bytes, in hundredths (digits 2) or thousandths (digits 3) of a second. */
bool nl_time(const struct nl *n, struct rd *r, unsigned digits);
void nl_attrs(const struct nl *n, struct rd *r, const struct nl_set *set);
/* Called before element i of a list. If the sink shows no more elements, marks that and returns true. */
bool nl_list_ends(const struct nl *n, size_t i);

/*
 * Emits a list: each element begins with its length, and is aligned to 4 bytes. head: bytes before an element's data.
 */
typedef uint32_t nl_len_fn(const struct rd *r);
typedef void nl_item_fn(const struct nl *n, struct rd *r, const void *arg);
void nl_list(const struct nl *n, struct rd *r, size_t head, nl_len_fn *len, nl_item_fn *item, const void *arg);
uint32_t nl_len16(const struct rd *r);

/*
 * Emit unsigned numbers of size bytes as fields with these names. nl_word_fields() emits those that the cursor has;
 * nl_words() emits all of them as a struct, or returns false if any is missing.
 */
void nl_word_fields(const struct nl *n, struct rd *r, const char *const *names, size_t count, unsigned size);
bool nl_words(const struct nl *n, struct rd *r, const char *const *names, size_t count, unsigned size);
/* Emits IPPROTO_*, a number of up to 8 bytes. */
bool nl_ip_protocol(const struct nl *n, struct rd *r);
/*
 * Emits [[NAME]=1, ...]: numbers (NL_S32, NL_U32, NL_U64) at the indices that names gives. minus: suffix of the
 * names.
 */
bool nl_indexed(const struct nl *n, struct rd *r, const struct sct_flags *names, const char *minus, enum nl_kind);

/* A message that begins with a struct whose first byte is an address family. */
struct nl_message {
	uint8_t first, last; /* first and last message type */
	uint8_t size;	     /* size of the struct */
	const char *family;
	void (*head)(const struct nl *n, struct rd *r);
	const struct nl_set *attrs;
	const struct sct_flags *families; /* as in struct nl */
};

/* Returns the description of a NETLINK_ROUTE message in tables.c, by type and address family, or NULL. */
const struct nl_message *nl_other_message(unsigned type, uint8_t family);
extern const struct nl_set nl_bridge_port_set;
bool nl_link_info(const struct nl *n, struct rd *r);
/* Emits clock ticks. */
bool nl_ticks(const struct nl *n, struct rd *r);
/* Emit the counters of a link, in 32 or in 64 bits. */
bool nl_stats(const struct nl *n, struct rd *r);
bool nl_stats64(const struct nl *n, struct rd *r);

/* Emit the body of a message of NETLINK_ROUTE, and of NETLINK_SOCK_DIAG. */
void nl_route(struct nl *n, struct rd *r, unsigned type);
void nl_diag(struct nl *n, struct rd *r, unsigned type, unsigned flags);
/* For messages of NETLINK_NETFILTER: emit the type, return the names of its flags, and emit the body. */
void nl_filter_type(const struct nl *n, uint16_t type);
const struct sct_flags *nl_filter_flags(uint16_t type);
void nl_filter(const struct nl *n, struct rd *r, uint16_t type);
/* Emits the body of a message of NETLINK_CRYPTO. */
void nl_crypto(const struct nl *n, struct rd *r, uint16_t type);
/* Emits the body of a message of NETLINK_GENERIC. */
void nl_generic(const struct nl *n, struct rd *r, uint16_t type);
/* Emits a socket's cookie, two 32-bit words, in brackets. */
void nl_cookie(const struct nl *n, struct rd *r, const char *name);
/* Emits an address of this family as a field. a has room for an IPv6 address. */
#define NL_ADDR_SIZE 16
void nl_inet_addr(const struct nl *n, const uint8_t a[NL_ADDR_SIZE], uint8_t family, const char *name);
/* Emits struct inet_diag_sockid, with addresses of this family. */
void nl_sockid(const struct nl *n, struct rd *r, uint8_t family);
void nl_smc_request(const struct nl *n, struct rd *r);
void nl_smc_socket(const struct nl *n, struct rd *r);
extern const struct nl_set nl_smc_set;
/* Emits a message whose type is not known, but which begins with an address family. */
void nl_family_data(const struct nl *n, struct rd *r);
/*
 * Emits the struct of size bytes that a message begins with, whose first byte, the family, is consumed already.
 * Returns false if the struct is cut short.
 */
bool nl_head(const struct nl *n, struct rd *r, const char *family, size_t size,
	     void (*head)(const struct nl *n, struct rd *r));

#endif
