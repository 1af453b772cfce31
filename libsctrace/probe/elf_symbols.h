/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reads the symbols of an ELF file that is not trusted. The file is read in small pieces, so that wrong sizes in it, or
 * changes while it is read, can neither exhaust memory nor kill the process. The time is bounded.
 */
#ifndef SCT_PROBE_ELF_SYMBOLS_H
#define SCT_PROBE_ELF_SYMBOLS_H

#include "probe/elf_file.h"

/* Receives a symbol, whose name is valid during the call. Returns 0, or -errno to stop elf_symbols__each(). */
typedef int elf_symbol_fn(void *ctx, const Elf64_Sym *sym, const char *name);

/*
 * Calls fn for each symbol in the tables of a type (SHT_SYMTAB or SHT_DYNSYM) that has a name of less than ELF_NAME_MAX
 * bytes. Returns 0, the result of fn, -E2BIG if the file has too many symbols, or -ENOMEM.
 */
int elf_symbols__each(const struct elf_file *f, uint32_t type, elf_symbol_fn *fn, void *ctx);

#define ELF_NAME_MAX 512

#endif
