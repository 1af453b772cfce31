/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Options and control messages of sockets: tables/net/. */
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

/* An option, or what a level has for options that are not known. */
struct sockopt {
	const char *name; /* of a level: the note of an unknown option; NULL: none is known */
	uint16_t level, number;
	uint16_t set, get; /* enum sct_type of the value; T_NONE: an int or a string */
	uint8_t calls;	   /* those that know it by this name: SOCKOPT_SETS, SOCKOPT_GETS */
	uint8_t least;	   /* bytes that make a value; 0: those of the type */
	bool exact;	   /* it has not more bytes than the type either */
	bool bytes;	   /* other numbers of bytes are a string of them, not an address */
	bool list;	   /* what is got is as many of the type as there are */
	bool array;	   /* likewise, and the length that the call has is their number */
};

/* A type of control messages, or a level of theirs. */
struct cmsg_row {
	const char *name; /* of a level: the note of an unknown type */
	uint16_t level, number;
	uint16_t type; /* enum sct_type of the data; T_NONE: they are not printed */
	uint8_t least; /* bytes that make a value; 0: those of the type */
	bool list;     /* as many of the type as there are */
	bool text;     /* a string */
	bool shown;    /* data that are too few are an unknown value */
};

/* call: SOCKOPT_SETS or SOCKOPT_GETS. NULL: no such option. */
const struct sockopt *sockopt__find(uint32_t level, uint32_t number, unsigned call);
/* NULL: no such level. */
const struct sockopt *sockopt__level(uint32_t level);

const struct cmsg_row *cmsg__find(uint32_t level, uint32_t number);
const struct cmsg_row *cmsg__level(uint32_t level);

#endif
