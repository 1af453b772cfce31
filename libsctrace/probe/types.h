/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Structs and constants that no table has: those of a file of probes, or of the
 * kernel's own types. Their members are rows as those of tables/structs/ are, so
 * that capture and output follow from them in the same way; offsets and sizes
 * are computed here for each layout, as C would.
 */
#ifndef SCT_PROBE_TYPES_H
#define SCT_PROBE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/struct.h"
#include "util/buf.h"

#define TYPES_MAX 4096	     /* structs of one set; constants likewise */
#define TYPE_BYTES_MAX 4096  /* of a struct */
#define TYPE_DEPTH_MAX 8     /* structs in structs */
#define TYPE_VALUES_MAX 8192 /* numbers in a struct, and in those in it */
#define TYPE_MEMBERS_MAX 256

struct own_type {
	char *name;   /* NULL: a number that a pointer leads to */
	char *source; /* "struct NAME { ... }" */
	struct desc desc;
	struct field *fields;	   /* with room for TYPE_MEMBERS_MAX while it is made */
	uint32_t end[LAYOUT_MAX];  /* of the last member, likewise */
	uint32_t most[LAYOUT_MAX]; /* of the one that ends last */
	uint8_t align[LAYOUT_MAX];
	uint32_t values;
	uint8_t depth;
	bool placed; /* a member's offset was given */
	bool done;   /* all members are there */
};

struct own_names {
	char *name, *source, *unknown;
	struct sct_flags flags;
	struct sct_flag *rows;
};

/* Of types, own alone is read by decoding. */
struct types {
	struct own_types own;
	const struct desc **descs;
	struct own_type **v; /* own.n */
	struct own_names **names;
	unsigned nnames;
	char **texts; /* what the names of members and constants point into */
	unsigned ntexts;
};

/* NULL: no memory. */
struct types *types__new(void);
void types__free(struct types *t);
/* Takes over a text that names point into. 0 or -ENOMEM; then it is freed. */
int types__keep(struct types *t, char *text);

/* A struct's type, or T_NONE. */
unsigned types__find(const struct types *t, const char *name);
static inline struct own_type *types__get(const struct types *t, unsigned type)
{
	return type >= T_MAX && type - T_MAX < t->own.n ? t->v[type - T_MAX] : NULL;
}
const struct sct_flags *types__flags(const struct types *t, const char *name);

/* A struct without members yet; names and source are copied. Its type, or -ENOMEM, or -E2BIG: there are TYPES_MAX. */
int types__add(struct types *t, const char *name, const char *source);
/* Constants; rows are taken over. 0, -ENOMEM or -E2BIG. */
int types__add_names(struct types *t, const char *name, const char *source, struct sct_flag *rows, size_t n);

/* What C needs to know of a member. */
struct member {
	uint32_t size[LAYOUT_MAX], align[LAYOUT_MAX];
	uint32_t values;
	uint8_t depth;
	int at; /* its offset; -1: where C puts it */
};
/* A number of so many bytes, WORD_LONG: of a long. */
struct member member__number(unsigned size);
/*
 * Puts it after the last one; f's offsets are set. -EINVAL, and why: the struct has become too large.
 */
struct errmsg;
int types__member(struct own_type *own, struct field f, const struct member *m, const struct errmsg *errmsg);
/* No member comes any more. */
void types__done(struct own_type *own);

/* A number that a pointer leads to, or of an array: a struct of one member without braces. Its type, -ENOMEM or -E2BIG. */
int types__number(struct types *t, const struct field *f, unsigned size);

/* Text of all that the types need, each in a line, that another set is made from. */
void types__write(const struct types *t, const uint16_t *types, unsigned n, const struct sct_flags *const *flags,
		  unsigned nflags, struct buf *out);

#endif
