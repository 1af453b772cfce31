/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What the text of prototypes and of structs is made of: words, numbers, types. */
#ifndef SCT_PROBE_PROTO_H
#define SCT_PROBE_PROTO_H

#include <stdbool.h>
#include <stdint.h>

#include "probe/types.h"
#include "probe/words.h"
#include "util/errmsg.h"

struct proto {
	char *p; /* in a text that is cut up */
	const struct errmsg *errmsg;
	struct types *types;
	bool kernel; /* kinds of the kernel's functions may be used */
};

/* "fd", "bytes(n)", "hex(u16)", "request*", "point[4]@16" */
struct btf_load {
	const struct word *word; /* NULL: a struct, by its name */
	const struct sct_flags *flags;
	char *length;	/* of bytes() and array() */
	uint16_t type;	/* of a struct or an array */
	uint8_t narrow; /* another number of bytes than the word has; 0: as it has */
	bool pointer;	/* TYPE* */
	unsigned n;	/* TYPE[n]; 0: one */
	int at;		/* @at; -1: none was given */
};

char *proto__blanks(char *p);
/* The next character after blanks, which is skipped; 0 at the end. */
char proto__next(struct proto *ps);
/*
 * A word of at least one character, ended by a NUL in place of what follows it,
 * which is skipped with the blanks before it. NULL: there is none.
 */
char *proto__word(struct proto *ps, char *after);
/* *after: the character after it, which is skipped. */
int proto__type(struct proto *ps, struct btf_load *t, char *after);
/* The row of a member of this type, without a name or a length: 0, or -EINVAL: there is no such member. */
int proto__member(const struct proto *ps, const char *name, const struct btf_load *t, struct field *f,
		  struct member *m);
/* The type of what a pointer to this one leads to, -errno: it leads to nothing that is shown. */
int proto__pointed(const struct proto *ps, const struct btf_load *t);

#define proto__fail(ps, ...) errmsg__set((ps)->errmsg, -EINVAL, __VA_ARGS__)

#endif
