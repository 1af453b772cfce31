/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What differs between system call ABIs: numbers, word size, sizes of structs. */
#ifndef SCT_ABI_H
#define SCT_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lookup/abi_id.h"
#include "lookup/row.h"
#include "lookup/struct.h"

/* A table of constants that has other values in an ABI. */
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
	uint8_t tls_arg;	       /* of clone() */
	uint32_t audit;		       /* AUDIT_ARCH_* */
	uint16_t nr_max;	       /* entries of nr */
	const uint16_t *nr;	       /* number -> 1 + row index; 0: unknown */
	const struct abi_flags *flags; /* up to a generic of NULL; NULL: none */
};

/* Of the machine this runs on. */
const struct abi *abi__native(void);
/* The other one that its kernel serves (32-bit programs), or NULL. */
const struct abi *abi__compat(void);

/* What audit and seccomp mean by AUDIT_ARCH_*, on any machine, or NULL. */
const struct abi *abi__of_arch(uint32_t arch);
/* The one of this machine's that audit and seccomp mean by AUDIT_ARCH_*, or NULL. */
const struct abi *abi__of_audit(uint32_t arch);

/* The ABI's own values of a table, or the table. */
const struct sct_flags *abi__flags(const struct abi *, const struct sct_flags *generic);

/* Bytes of a struct. */
uint16_t abi__size(const struct abi *, enum sct_type);
/* Likewise, of any that the row may name. */
uint16_t row__size(const struct sct_row *row, const struct abi *, unsigned type);

/* All rows. A call's variants come right after it (a test checks). */
extern const struct sct_row sct_rows[];
extern const unsigned sct_nrows;

extern const struct abi abis[SCT_ABI_MAX];

/* NULL: no such ABI. */
static inline const struct abi *abi__get(unsigned id)
{
	return id < SCT_ABI_MAX && abis[id].name ? &abis[id] : NULL;
}

/* The call's row (never a variant), or NULL. */
/* The name of call nr, also of one with the bit of x32; NULL: there is none. */
const char *abi__call_name(const struct abi *abi, uint32_t nr);
static inline const struct sct_row *abi__row(const struct abi *abi, unsigned nr)
{
	return nr < abi->nr_max && abi->nr[nr] ? &sct_rows[abi->nr[nr] - 1] : NULL;
}

/* A call without a row: six plain arguments. */
extern const struct sct_row sct_row_unknown;

/* "ENOENT", and libc's text for it in *text; NULL: no such error. */
const char *errno__name(unsigned err, const char **text);

/* The row that describes this call: the variant that its arguments select, or row itself. */
const struct sct_row *row__select(const struct sct_row *row, const uint64_t *args, const struct abi *);
/* The selecting value of a variant in an ABI; ROW_NO_KEY: it does not have it. */
uint64_t row__key(const struct sct_row *row, const struct abi *);
#define ROW_NO_KEY UINT64_MAX

#endif
