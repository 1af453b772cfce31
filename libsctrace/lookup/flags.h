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

/* Number of an ioctl request whose struct has size bytes in 32-bit ABIs: its number there has that size in it. */
#define SIZED(k, size) ((k) | (uint64_t)(size) << 32 | 1ull << 63)
#define SIZED_32(k) ((uint32_t)((k) >> 32) & 0x3fff)
/* Key of a variant that x86 alone has. */
#define X86ONLY(k) ((k) | 1ull << 62)

/* Key of a variant that 64-bit ABIs alone have: other ones have another number, if any. */
#define WIDE(k) ((k) | 1ull << 61)
/* Likewise, of a request that has no name in other ABIs either. */
#define WIDE_ONLY(k) (WIDE(k) | 1ull << 60)
/* The row of a request's name: of all ABIs, with its size in 32-bit ones. */
#define REQUEST_KEY(k) ((k) & ~(X86ONLY(0) | WIDE(0)))

/* The number that a request has in 32-bit ABIs. */
uint32_t request__32(uint64_t key);

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
