/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Structs and constants that are not in the tables, but defined in a file of probes or by the kernel's BTF. Their
 * members are rows like those of tables/structs/, so that capture and output are made in the same way. Offsets and
 * sizes are computed here for each layout, by the rules of C.
 */
#ifndef SCT_PROBE_TYPES_H
#define SCT_PROBE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/struct.h"
#include "util/buf.h"

#define TYPES_MAX 4096	     /* most structs, and most sets of constants */
#define TYPE_BYTES_MAX 4096  /* largest struct, bytes */
#define TYPE_DEPTH_MAX 8     /* most levels of nested structs */
#define TYPE_VALUES_MAX 8192 /* most numbers in a struct, including those in nested ones */
#define TYPE_MEMBERS_MAX 256

struct own_type {
	char *name;   /* NULL: stands for a number, to which pointers point */
	char *source; /* its definition: "struct NAME { ... }" */
	struct desc desc;
	struct field *fields;	   /* has room for TYPE_MEMBERS_MAX members until done is set */
	uint32_t end[LAYOUT_MAX];  /* end of the last member */
	uint32_t most[LAYOUT_MAX]; /* largest end of any member */
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

/* A set of structs and constants. decode/ reads only own. */
struct types {
	struct own_types own;
	const struct desc **descs;
	struct own_type **v; /* structs; own.n of them */
	struct own_names **names;
	unsigned nnames;
	char **texts; /* memory of the names of members and constants */
	unsigned ntexts;
	size_t descs_cap, v_cap, names_cap, texts_cap;
};

/* Returns an empty set, or NULL without memory. */
struct types *types__new(void);
void types__free(struct types *t);
/* Takes over a text to which names will point. Returns 0 or -ENOMEM, in which case the text is freed. */
int types__keep(struct types *t, char *text);

/* Returns the type of a struct, or T_NONE. */
unsigned types__find(const struct types *t, const char *name);
static inline struct own_type *types__get(const struct types *t, unsigned type)
{
	return type >= T_MAX && type - T_MAX < t->own.n ? t->v[type - T_MAX] : NULL;
}
const struct sct_flags *types__flags(const struct types *t, const char *name);

/*
 * Adds a struct without members. name and source are copied. Returns its type, -ENOMEM, or -E2BIG if there are
 * TYPES_MAX.
 */
int types__add(struct types *t, const char *name, const char *source);
/* Adds a set of constants, and takes over rows in any case. Returns 0, -ENOMEM or -E2BIG. */
int types__add_names(struct types *t, const char *name, const char *source, struct sct_flag *rows, size_t n);

/* Size and alignment of a member, from which its offset is computed. */
struct member {
	uint32_t size[LAYOUT_MAX], align[LAYOUT_MAX];
	uint32_t values;
	uint8_t depth;
	int at; /* offset that was given; -1: compute it */
};
/* Returns the member for a number of size bytes; WORD_LONG: of a long's size. */
struct member member__number(unsigned size);
/*
 * Appends a member at the next free offset, or at m->at. Returns 0, or -EINVAL with a message if the struct becomes too
 * large.
 */
struct errmsg;
int types__member(struct own_type *own, struct field f, const struct member *m, const struct errmsg *errmsg);
/* Completes a struct after its last member: computes its size, and releases spare memory. */
void types__done(struct own_type *own);

/*
 * Returns a type for a number that pointers point to or arrays consist of: a struct of one member, which is printed
 * without braces. Returns -ENOMEM or -E2BIG on failure.
 */
int types__number(struct types *t, const struct field *f, unsigned size);

/*
 * Writes the definitions of the types and sets of constants, and of everything that they use, one per line, for
 * defs__parse().
 */
void types__write(const struct types *t, const uint16_t *types, unsigned n, const struct sct_flags *const *flags,
		  unsigned nflags, struct buf *out);

#endif
