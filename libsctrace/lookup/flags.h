/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Names of constants, from tables/flags/. The tables have literal values, so that the output does not depend on the
 * build host.
 */
#ifndef SCT_FLAGS_H
#define SCT_FLAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct suggest;

struct sct_flag {
	const char *name;
	uint64_t value;
};

/*
 * How a value is printed: as the row that equals value & base (if base is not 0), then each row whose bits are all set,
 * then the other bits in hex. If no row matches: as a number, with 'unknown' in a comment.
 */
struct sct_flags {
	const struct sct_flag *rows;
	size_t n;
	uint64_t base; /* bits that are an enumeration, not flags; ~0: all */
	const char *unknown;
};

/* Key of an ioctl request whose number includes the size of its struct, which is size bytes in 32-bit ABIs. */
#define SIZED(k, size) ((k) | (uint64_t)(size) << 32 | 1ull << 63)
#define SIZED_32(k) ((uint32_t)((k) >> 32) & 0x3fff)
/* Key of a variant that only x86 has. */
#define X86ONLY(k) ((k) | 1ull << 62)

/* Key of a variant that has this number only in 64-bit ABIs. */
#define WIDE(k) ((k) | 1ull << 61)
/* Key of a request that exists only in 64-bit ABIs; in other ABIs the number has no name. */
#define WIDE_ONLY(k) (WIDE(k) | 1ull << 60)
/* Key of a request in the table of names, which is for all ABIs. Keeps the size for 32-bit ABIs. */
#define REQUEST_KEY(k) ((k) & ~(X86ONLY(0) | WIDE(0)))

/* Returns the number that a request has in 32-bit ABIs. */
uint32_t request__32(uint64_t key);

#define TABLE(t, base, unknown) extern const struct sct_flags flags_##t;
#define F(name, value)
#define END(t)
#include "tables/flags/all.def"
#undef TABLE
#undef F
#undef END

/* Returns the name of the row that equals v, or NULL. */
const char *flags__name(const struct sct_flags *t, uint64_t v);

/* State of an iteration over the names of a value: first the name of the base, then those of flags. */
struct flags_walk {
	const struct sct_flags *f;
	uint64_t base; /* bits that are an enumeration, like f->base */
	uint64_t rest; /* bits that are not named yet */
	size_t next;   /* the next row */
	bool base_done;
};

static inline struct flags_walk flags__walk(const struct sct_flags *f, uint64_t base, uint64_t v)
{
	return (struct flags_walk){ .f = f, .base = base, .rest = v };
}

/* Returns the next name, or NULL after the last one. Then rest has the bits that have no name. */
const char *flags__next(struct flags_walk *w);
/* Searches all tables for a name of n bytes. Returns the first row that has it, or NULL. */
const struct sct_flag *flags__find(const char *name, size_t n);
/* Returns the table's row that has the name, or NULL. */
const struct sct_flag *flags__of_name(const struct sct_flags *t, const char *name, size_t n);
/* Finds the name, in any table, that is nearest to the word. */
void flags__suggest(struct suggest *near, const char *word, size_t n);

#endif
