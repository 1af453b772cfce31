/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The symbols of an ELF file, which may be anybody's: it is read a piece at a
 * time, so that neither the sizes that it claims nor a change of it meanwhile
 * cost memory or end the process, and the time is bounded.
 */
#ifndef SCT_PROBE_ELF_SYMBOLS_H
#define SCT_PROBE_ELF_SYMBOLS_H

#include "probe/elf_file.h"

/* name: valid during the call. Returns 0 or -errno, which ends elf_symbols__each(). */
typedef int elf_symbol_fn(void *ctx, const Elf64_Sym *sym, const char *name);

/*
 * Calls fn for each symbol with a name in the tables of that type (SHT_SYMTAB,
 * SHT_DYNSYM); names of ELF_NAME_MAX bytes and more are left out. Returns 0,
 * what fn returned, -E2BIG (more than a program has), or -ENOMEM.
 */
int elf_symbols__each(const struct elf_file *f, uint32_t type, elf_symbol_fn *fn, void *ctx);

#define ELF_NAME_MAX 512

#endif
