/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reads the symbols of an ELF file, which is not trusted. The file is read in small pieces, so that neither false sizes in
 * it nor a change while it is read can exhaust memory or kill the process, and the time is bounded.
 */
#ifndef SCT_PROBE_ELF_SYMBOLS_H
#define SCT_PROBE_ELF_SYMBOLS_H

#include "probe/elf_file.h"

/* Gets one symbol, whose name is valid during the call. Returns 0, or -errno to end elf_symbols__each(). */
typedef int elf_symbol_fn(void *ctx, const Elf64_Sym *sym, const char *name);

/*
 * Calls fn for each named symbol in the tables of a type (SHT_SYMTAB or SHT_DYNSYM), except those with names of
 * ELF_NAME_MAX bytes or more. Returns 0, what fn returned, -E2BIG if the file has too many symbols, or -ENOMEM.
 */
int elf_symbols__each(const struct elf_file *f, uint32_t type, elf_symbol_fn *fn, void *ctx);

#define ELF_NAME_MAX 512

#endif
