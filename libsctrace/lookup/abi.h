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

/* Pairs a table of constants with the table of an ABI that has other values. */
struct abi_flags {
	const struct sct_flags *generic, *own;
};

struct abi {
	enum sct_abi_id id;
	const char *name;	       /* as uname -m says */
	uint8_t word;		       /* bytes of a pointer */
	uint8_t align64;	       /* alignment of a 64-bit member of a struct */
	uint8_t layout;		       /* enum sct_layout */
	bool x86;		       /* x86_64 or i386: constants and structs that only they have */
	uint8_t tls_arg;	       /* index of clone()'s tls argument */
	uint32_t audit;		       /* AUDIT_ARCH_* */
	uint16_t nr_max;	       /* entries of nr */
	const uint16_t *nr;	       /* number -> 1 + row index; 0: unknown */
	const struct abi_flags *flags; /* ends with a generic of NULL; NULL: no table differs */
};

/* Returns the ABI of 64-bit programs on this machine. */
const struct abi *abi__native(void);
/* Returns the ABI of 32-bit programs that this machine's kernel also serves, or NULL. */
const struct abi *abi__compat(void);

/* Returns the ABI that audit and seccomp call arch (AUDIT_ARCH_*), of any machine, or NULL. */
const struct abi *abi__of_arch(uint32_t arch);
/* Returns the ABI of this machine that audit and seccomp call arch (AUDIT_ARCH_*), or NULL. */
const struct abi *abi__of_audit(uint32_t arch);

/* Returns the ABI's own table in place of a generic one, or the generic one. */
const struct sct_flags *abi__flags(const struct abi *, const struct sct_flags *generic);

/* Returns the bytes of a struct in an ABI. */
uint16_t abi__size(const struct abi *, enum sct_type);
/* Returns the bytes of any struct that the row may name, also of the row's own types. */
uint16_t row__size(const struct sct_row *row, const struct abi *, unsigned type);

/* All rows. A call's variants come right after it (a test checks). */
extern const struct sct_row sct_rows[];
extern const unsigned sct_nrows;

extern const struct abi abis[SCT_ABI_MAX];

/* Returns the ABI, or NULL if there is none with this id. */
static inline const struct abi *abi__get(unsigned id)
{
	return id < SCT_ABI_MAX && abis[id].name ? &abis[id] : NULL;
}

/* Returns the name of call nr, also of an x32 call (nr with the x32 bit), or NULL. */
const char *abi__call_name(const struct abi *abi, uint32_t nr);
/* Returns the row of call nr, never a variant, or NULL. */
static inline const struct sct_row *abi__row(const struct abi *abi, unsigned nr)
{
	return nr < abi->nr_max && abi->nr[nr] ? &sct_rows[abi->nr[nr] - 1] : NULL;
}

/* The row of a call that has none of its own: six plain arguments. */
extern const struct sct_row sct_row_unknown;

/* Returns an error's name ("ENOENT"), with libc's text for it in *text, or NULL if there is no such error. */
const char *errno__name(unsigned err, const char **text);
/* Returns the number of an error given as "ENOENT", "ewouldblock" or "2", or 0 if there is no such error. */
unsigned errno__number(const char *word, size_t n);
/* Finds the error whose name is nearest to the word. */
void errno__suggest(struct suggest *near, const char *word, size_t n);

/* Returns the variant that the call's arguments select, or row. */
const struct sct_row *row__select(const struct sct_row *row, const uint64_t *args, const struct abi *);
/* Returns the value that selects a variant in an ABI, or ROW_NO_KEY if the ABI does not have the variant. */
uint64_t row__key(const struct sct_row *row, const struct abi *);
#define ROW_NO_KEY UINT64_MAX

#endif
