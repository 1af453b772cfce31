/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Opens programs and libraries (ELF files). */
#ifndef SCT_PROBE_ELF_FILE_H
#define SCT_PROBE_ELF_FILE_H

#include <stdbool.h>

#include <gelf.h>
#include <libelf.h>

#include "util/errmsg.h"

/* e_machine of the files that can be probed. */
#if defined(__aarch64__)
#define ELF_FILE_MACHINE EM_AARCH64
#elif defined(__riscv)
#define ELF_FILE_MACHINE EM_RISCV
#else
#define ELF_FILE_MACHINE EM_X86_64
#endif

struct elf_file {
	Elf *elf; /* read(2) is used instead of mmap(2): a mapped file that is truncated causes SIGBUS */
	int fd;
};

/*
 * Opens an ELF file by its path or, if given is not -1, by that descriptor, which remains the caller's. Returns false
 * if it cannot be read or is not an ELF file.
 */
bool elf_file__open(struct elf_file *f, const char *path, int given);
/* Opens an ELF file with code for this machine. Returns 0 or -errno with a message. */
int elf_file__open_code(struct elf_file *f, const char *path, int given, const struct errmsg *errmsg);
/*
 * True if the file has code compiled by Go, judging by the sections of Go's linker. Go's runtime moves stacks and looks
 * at the return addresses on them, and Go functions take arguments in other registers.
 */
bool elf_file__is_go(const char *path);
void elf_file__close(struct elf_file *f);
/* Returns the data of a section, or NULL if there is no such section, or it has more than 'most' bytes. */
Elf_Data *elf_file__section(const struct elf_file *f, const char *name, size_t most);

#endif
