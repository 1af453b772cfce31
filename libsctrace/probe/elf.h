/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds functions of a program or a library by symbol. */
#ifndef SCT_PROBE_ELF_H
#define SCT_PROBE_ELF_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct elf_func {
	char *name;   /* of C++: demangled, without arguments */
	uint64_t off; /* offset in the file */
};

struct elf_funcs {
	struct elf_func *v;
	size_t n, cap;
};

/*
 * Finds the functions whose names match a pattern of fnmatch(3), sorted by offset. Of several names for one offset, the
 * first is used. Symbols are taken from the file, and from its debug file if there is one. Returns 0, -ENOENT if no
 * name matches, -E2BIG if more than 'most' match, or another -errno, all with a message.
 */
int elf__functions(const char *path, const char *pattern, size_t most, struct elf_funcs *out,
		   const struct errmsg *errmsg);
void elf_funcs__free(struct elf_funcs *f);

#endif
