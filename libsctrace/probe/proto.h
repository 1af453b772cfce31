/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Parses the parts of prototypes and structs: words, numbers, types. */
#ifndef SCT_PROBE_PROTO_H
#define SCT_PROBE_PROTO_H

#include <stdbool.h>
#include <stdint.h>

#include "probe/types.h"
#include "probe/words.h"
#include "util/errmsg.h"

struct proto {
	char *p; /* position in the text; NULs are written into the text */
	const struct errmsg *errmsg;
	struct types *types;
	bool kernel; /* types of kernel objects (kfile, kpath ...) are allowed */
};

/* A parsed type, such as "fd", "bytes(n)", "hex(u16)", "request*" or "point[4]@16". */
struct proto_type {
	const struct word *word; /* NULL: the type is a struct */
	const struct sct_flags *flags;
	char *length;	/* text of the length in bytes() or array() */
	uint16_t type;	/* type of the struct, or of an array's elements */
	uint8_t narrow; /* size in bytes; 0: that of the word */
	bool pointer;	/* a '*' follows */
	unsigned n;	/* N of TYPE[N]; 0: not an array */
	int at;		/* offset given by @OFFSET; -1: none */
};

/* Returns the next character from p on that is not a blank. */
char *proto__blanks(char *p);
/* Skips blanks and one character. Returns that character, or 0 at the end. */
char proto__next(struct proto *ps);
/*
 * Returns the next word, or NULL if there is none. Blanks and one character after it are skipped; *after is that
 * character. A NUL is written after the word.
 */
char *proto__word(struct proto *ps, char *after);
/* Parses a type and skips the character after it, which is stored in *after. Returns 0, or -EINVAL with a message. */
int proto__type(struct proto *ps, struct proto_type *t, char *after);
/*
 * Makes the row of a member, without its length. Returns 0, or -EINVAL with a message if members cannot have this type.
 */
int proto__member(const struct proto *ps, const char *name, const struct proto_type *t, struct field *f,
		  struct member *m);
/* Returns the enum sct_type of what a pointer to t points to; -EINVAL: it cannot be shown; -ENOMEM; -E2BIG. */
int proto__pointed(const struct proto *ps, const struct proto_type *t);

#define proto__fail(ps, ...) errmsg__set((ps)->errmsg, -EINVAL, __VA_ARGS__)

#endif
