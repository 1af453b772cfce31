/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options and control messages of sockets, from tables/net/. */
#ifndef SCT_SOCKOPT_H
#define SCT_SOCKOPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/types.h"

#define SOCKOPT_SETS 0x1
#define SOCKOPT_GETS 0x2

#define SOL(name, number, ...) LEVEL_##name = (number),
#define SOCKOPT(...)
#define SOCKOPT_SET(...)
#define SOCKOPT_GET(...)
#define SOCKOPT_SETS_VIA(...)
#define SOCKOPT_GETS_ARRAY(...)
enum sock_level {
#include "tables/net/sockopt.def"
};
#undef SOL
#undef SOCKOPT
#undef SOCKOPT_SET
#undef SOCKOPT_GET
#undef SOCKOPT_SETS_VIA
#undef SOCKOPT_GETS_ARRAY

/* A socket option, or what is known of a level's options that have no row. */
struct sockopt {
	const char *name; /* name of the option; of a level: comment for an unknown option, or NULL */
	uint16_t level, number;
	uint16_t set, get; /* enum sct_type of the value; T_NONE: an int or a string */
	uint8_t calls;	   /* calls that use this name for the option: SOCKOPT_SETS, SOCKOPT_GETS */
	uint8_t least;	   /* least size of a value, bytes; 0: that of the type */
	bool exact;	   /* the value must not be longer than the type */
	bool bytes;	   /* a value of another size is printed as bytes, not as an address */
	bool list;	   /* getsockopt() returns a list of the type */
	bool array;	   /* getsockopt() returns an array; its length is the number of elements */
};

/* A type of control messages, or what is known of a level's types that have no row. */
struct cmsg_row {
	const char *name; /* name of the type; of a level: comment for an unknown type */
	uint16_t level, number;
	uint16_t type; /* enum sct_type of the data; T_NONE: not decoded */
	uint8_t least; /* least size of the data, bytes; 0: that of the type */
	bool list;     /* the data is a list of the type */
	bool text;     /* the data is a string */
	bool shown;    /* data that is too short is printed as an unknown value */
};

/* Returns the option, or NULL if there is none. call: SOCKOPT_SETS or SOCKOPT_GETS. */
const struct sockopt *sockopt__find(uint32_t level, uint32_t number, unsigned call);
/* Returns the level, or NULL if there is none. */
const struct sockopt *sockopt__level(uint32_t level);

/* Returns the type of control message, or NULL if there is none. */
const struct cmsg_row *cmsg__find(uint32_t level, uint32_t number);
/* Returns the level, or NULL if there is none. */
const struct cmsg_row *cmsg__level(uint32_t level);

#endif
