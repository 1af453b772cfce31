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

/* An option; or the values of a level's unknown options. */
struct sockopt {
	const char *name; /* a level: note for an unknown option; NULL: none */
	uint16_t level, number;
	uint16_t set, get; /* enum sct_type of the value; T_NONE: an int or a string */
	uint8_t calls;	   /* calls that know the option by this name: SOCKOPT_SETS, SOCKOPT_GETS */
	uint8_t least;	   /* least bytes of a value; 0: the size of the type */
	bool exact;	   /* the value must not have more bytes than the type */
	bool bytes;	   /* a value of another size is printed as a string of bytes, not as an address */
	bool list;	   /* getsockopt() returns a list of the type */
	bool array;	   /* getsockopt() returns an array, and its length is the number of elements */
};

/* A type of control messages; or the values of a level's unknown types. */
struct cmsg_row {
	const char *name; /* a level: note for an unknown type */
	uint16_t level, number;
	uint16_t type; /* enum sct_type of the data; T_NONE: the data is not decoded */
	uint8_t least; /* least bytes of the data; 0: the size of the type */
	bool list;     /* as many elements of the type as there are */
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
