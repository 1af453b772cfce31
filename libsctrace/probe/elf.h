/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The functions of a program or a library, as its symbols have them. */
#ifndef SCT_PROBE_ELF_H
#define SCT_PROBE_ELF_H

#include <stddef.h>
#include <stdint.h>

#include "util/errmsg.h"

struct elf_func {
	char *name;   /* of a C++ function: demangled, without its arguments */
	uint64_t off; /* in the file */
};

struct elf_funcs {
	struct elf_func *v;
	size_t n;
};

/*
 * The functions whose names match the pattern of fnmatch(3), by their place: of
 * those at one place the first. Symbols are those of the file's tables, and of
 * its debug file if there is one. -EINVAL, -ENOENT ...: why is one line for
 * people; none matches: -ENOENT.
 */
int elf__functions(const char *path, const char *pattern, size_t most, struct elf_funcs *out,
		   const struct errmsg *errmsg);
void elf_funcs__free(struct elf_funcs *f);

#endif
