/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Differences between system call ABIs: call numbers, word size, sizes of structs. */
#ifndef SCT_ABI_H
#define SCT_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "lookup/row.h"
#include "lookup/struct.h"
#include "util/suggest.h"

/* A table of constants, and the table of an ABI in which the values differ. */
struct abi_flags {
	const struct sct_flags *generic, *own;
};

struct abi {
	enum sct_abi_id id;
	const char *name;	       /* as printed by uname -m */
	uint8_t word;		       /* bytes of a pointer */
	uint8_t align64;	       /* alignment of 64-bit members of structs */
	uint8_t layout;		       /* enum sct_layout */
	bool x86;		       /* x86_64 or i386: constants and structs that only they have */
	uint8_t tls_arg;	       /* index of the tls argument of clone() */
	uint32_t audit;		       /* AUDIT_ARCH_* */
	uint16_t nr_max;	       /* number of entries in nr */
	const uint16_t *nr;	       /* number -> 1 + row index; 0: unknown */
	const struct abi_flags *flags; /* tables that differ, ended by one with generic NULL; NULL: none differs */
};

/* Returns the ABI of 64-bit programs on this machine. */
const struct abi *abi__native(void);
/* Returns the ABI of 32-bit programs on this machine, or NULL. */
const struct abi *abi__compat(void);

/* Returns the ABI, of any machine, with this AUDIT_ARCH_* number, or NULL. */
const struct abi *abi__of_arch(uint32_t arch);
/* Returns the ABI, of this machine, with this AUDIT_ARCH_* number, or NULL. */
const struct abi *abi__of_audit(uint32_t arch);

/* Returns the ABI's table that replaces a generic one, or else the generic one. */
const struct sct_flags *abi__flags(const struct abi *, const struct sct_flags *generic);

/* Returns the bytes of a struct in an ABI. */
uint16_t abi__size(const struct abi *, enum sct_type);
/* Returns the bytes of any struct that the row may name, including those that a probe defines. */
uint16_t row__size(const struct sct_row *row, const struct abi *, unsigned type);

/* All rows. The variants of a call come right after it, as a test checks. */
extern const struct sct_row sct_rows[];
extern const unsigned sct_nrows;

extern const struct abi abis[SCT_ABI_MAX];

/* Returns the ABI, or NULL if there is none with this id. */
static inline const struct abi *abi__get(unsigned id)
{
	return id < SCT_ABI_MAX && abis[id].name ? &abis[id] : NULL;
}

/* Returns the name of call nr, which may have the x32 bit, or NULL. */
const char *abi__call_name(const struct abi *abi, uint32_t nr);
/* Returns the row of call nr (not of a variant), or NULL. */
static inline const struct sct_row *abi__row(const struct abi *abi, unsigned nr)
{
	return nr < abi->nr_max && abi->nr[nr] ? &sct_rows[abi->nr[nr] - 1] : NULL;
}

/* The row used for calls without a row: six plain arguments. */
extern const struct sct_row sct_row_unknown;

/* Returns the name of an error, such as "ENOENT", or NULL. *text: libc's text for it. */
const char *errno__name(unsigned err, const char **text);
/* Returns the number of an error, given as "ENOENT", "ewouldblock" or "2"; 0: there is no such error. */
unsigned errno__number(const char *word, size_t n);
/* Finds the error whose name is nearest to the word. */
void errno__suggest(struct suggest *near, const char *word, size_t n);

/* Returns the variant that the call's arguments select, or row if they select none. */
const struct sct_row *row__select(const struct sct_row *row, const uint64_t *args, const struct abi *);
/* Returns the value by which a variant is selected in an ABI, or ROW_NO_KEY if the ABI does not have the variant. */
uint64_t row__key(const struct sct_row *row, const struct abi *);
#define ROW_NO_KEY UINT64_MAX

#endif
