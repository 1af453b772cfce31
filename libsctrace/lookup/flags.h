/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of constants: tables/flags/. Values are literal, so that the output never depends on the build host. */
#ifndef SCT_FLAGS_H
#define SCT_FLAGS_H

#include <stddef.h>
#include <stdint.h>

struct sct_flag {
	const char *name;
	uint64_t value;
};

/*
 * A value prints as: the one row that equals value & base (if base is not 0),
 * then each row whose bits are all set, then what is left in hex. With nothing
 * matched: the number, and unknown in a comment.
 */
struct sct_flags {
	const struct sct_flag *rows;
	size_t n;
	uint64_t base; /* bits that are an enumeration, not flags; ~0: all */
	const char *unknown;
};

/* Key of an ioctl variant whose size is that of a long: row__key() has that of the ABI. */
#define LONGED(k) ((k) | 1ull << 63)
/* Key of a variant that x86 alone has. */
#define X86ONLY(k) ((k) | 1ull << 62)

/* Key of a variant that 64-bit ABIs alone have: other ones have another number, if any. */
#define WIDE(k) ((k) | 1ull << 61)

#define TABLE(t, base, unknown) extern const struct sct_flags flags_##t;
#define F(name, value)
#define END(t)
#include "tables/flags/all.def"
#undef TABLE
#undef F
#undef END

/* The row that equals v, or NULL. */
const char *flags__name(const struct sct_flags *t, uint64_t v);

#endif
