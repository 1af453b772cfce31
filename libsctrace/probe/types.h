/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Structs and constants that are not in the tables, but in a file of probes or in the kernel's BTF. Their members are rows
 * like those of tables/structs/, so that capture and output follow from them in the same way. Offsets and sizes are
 * computed here for each layout, by C's rules.
 */
#ifndef SCT_PROBE_TYPES_H
#define SCT_PROBE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/struct.h"
#include "util/buf.h"

#define TYPES_MAX 4096	     /* structs, and sets of constants, in a set of types */
#define TYPE_BYTES_MAX 4096  /* size of a struct */
#define TYPE_DEPTH_MAX 8     /* levels of nested structs */
#define TYPE_VALUES_MAX 8192 /* numbers in a struct, with those in nested ones */
#define TYPE_MEMBERS_MAX 256

struct own_type {
	char *name;   /* NULL: a number that a pointer points to */
	char *source; /* "struct NAME { ... }" */
	struct desc desc;
	struct field *fields;	   /* has room for TYPE_MEMBERS_MAX until done */
	uint32_t end[LAYOUT_MAX];  /* end of the member that was added last */
	uint32_t most[LAYOUT_MAX]; /* highest end of all members */
	uint8_t align[LAYOUT_MAX];
	uint32_t values;
	uint8_t depth;
	bool placed; /* a member has an explicit offset */
	bool done;   /* all members have been added */
};

struct own_names {
	char *name, *source, *unknown;
	struct sct_flags flags;
	struct sct_flag *rows;
};

/* A set of types. decode/ reads only the member own. */
struct types {
	struct own_types own;
	const struct desc **descs;
	struct own_type **v; /* own.n structs */
	struct own_names **names;
	unsigned nnames;
	char **texts; /* names of members and constants point into these */
	unsigned ntexts;
};

/* Returns an empty set, or NULL without memory. */
struct types *types__new(void);
void types__free(struct types *t);
/* Takes over a text that names point into. Returns 0, or -ENOMEM, in which case the text is freed. */
int types__keep(struct types *t, char *text);

/* Returns a struct's type, or T_NONE. */
unsigned types__find(const struct types *t, const char *name);
static inline struct own_type *types__get(const struct types *t, unsigned type)
{
	return type >= T_MAX && type - T_MAX < t->own.n ? t->v[type - T_MAX] : NULL;
}
const struct sct_flags *types__flags(const struct types *t, const char *name);

/* Adds a struct without members; name and source are copied. Returns its type, -ENOMEM, or -E2BIG at TYPES_MAX. */
int types__add(struct types *t, const char *name, const char *source);
/* Adds a set of constants, and takes over rows. Returns 0, -ENOMEM or -E2BIG. */
int types__add_names(struct types *t, const char *name, const char *source, struct sct_flag *rows, size_t n);

/* Size and alignment of a member, by which C's rules place it. */
struct member {
	uint32_t size[LAYOUT_MAX], align[LAYOUT_MAX];
	uint32_t values;
	uint8_t depth;
	int at; /* explicit offset; -1: C's */
};
/* Returns the member for a number of size bytes, or of a long's size if size is WORD_LONG. */
struct member member__number(unsigned size);
/* Appends a member and sets its offsets. Returns 0, or -EINVAL with a message if the struct becomes too large. */
struct errmsg;
int types__member(struct own_type *own, struct field f, const struct member *m, const struct errmsg *errmsg);
/* Ends a struct: computes its size and releases spare memory. */
void types__done(struct own_type *own);

/*
 * Returns the type of a number that a pointer points to or an array has, or -ENOMEM or -E2BIG. It is a struct of one
 * member that is printed without braces.
 */
int types__number(struct types *t, const struct field *f, unsigned size);

/* Writes the definitions of the types and flags, and of all that these need, a line each, for defs__parse(). */
void types__write(const struct types *t, const uint16_t *types, unsigned n, const struct sct_flags *const *flags,
		  unsigned nflags, struct buf *out);

#endif
