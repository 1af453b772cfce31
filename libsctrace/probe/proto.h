/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Parses the parts that prototypes and structs are made of: words, numbers, types. */
#ifndef SCT_PROBE_PROTO_H
#define SCT_PROBE_PROTO_H

#include <stdbool.h>
#include <stdint.h>

#include "probe/types.h"
#include "probe/words.h"
#include "util/errmsg.h"

struct proto {
	char *p; /* position in a text, into which NULs are written */
	const struct errmsg *errmsg;
	struct types *types;
	bool kernel; /* types of kernel objects (kfile, kpath, ...) are allowed */
};

/* A parsed type, such as "fd", "bytes(n)", "hex(u16)", "request*" or "point[4]@16". */
struct proto_type {
	const struct word *word; /* NULL: a struct */
	const struct sct_flags *flags;
	char *length;	/* length of bytes() or array(), as text */
	uint16_t type;	/* the struct's type, or the element's of an array */
	uint8_t narrow; /* size in bytes; 0: the word's own */
	bool pointer;	/* TYPE* */
	unsigned n;	/* n of TYPE[n]; 0: no array */
	int at;		/* offset of @at; -1: none was given */
};

/* Returns the first character from p on that is not blank. */
char *proto__blanks(char *p);
/* Skips blanks and one character, and returns the character, or 0 at the end. */
char proto__next(struct proto *ps);
/*
 * Returns the next word, or NULL if there is none. The character after it, which is skipped with the blanks before it, is
 * stored in *after, and a NUL ends the word in its place.
 */
char *proto__word(struct proto *ps, char *after);
/* Parses a type, and stores the character after it, which is skipped, in *after. Returns 0, or -EINVAL with a message. */
int proto__type(struct proto *ps, struct proto_type *t, char *after);
/* Makes the row of a member, without its length. Returns 0, or -EINVAL with a message if no member can have the type. */
int proto__member(const struct proto *ps, const char *name, const struct proto_type *t, struct field *f,
		  struct member *m);
/* Returns the enum sct_type of what a pointer to t points to, -EINVAL if that cannot be shown, -ENOMEM or -E2BIG. */
int proto__pointed(const struct proto *ps, const struct proto_type *t);

#define proto__fail(ps, ...) errmsg__set((ps)->errmsg, -EINVAL, __VA_ARGS__)

#endif
