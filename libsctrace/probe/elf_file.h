/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Opens programs and libraries (ELF files). */
#ifndef SCT_PROBE_ELF_FILE_H
#define SCT_PROBE_ELF_FILE_H

#include <stdbool.h>

#include <gelf.h>
#include <libelf.h>

#include "util/errmsg.h"

/* e_machine of the files that can be probed on this machine. */
#if defined(__aarch64__)
#define ELF_FILE_MACHINE EM_AARCH64
#elif defined(__riscv)
#define ELF_FILE_MACHINE EM_RISCV
#else
#define ELF_FILE_MACHINE EM_X86_64
#endif

struct elf_file {
	Elf *elf; /* read, not mapped: a file that is truncated while it is mapped would raise SIGBUS */
	int fd;
};

/*
 * Opens an ELF file: by its path, or, if given is not -1, by that descriptor, which stays the caller's. Returns false if
 * the file is not ELF or cannot be read.
 */
bool elf_file__open(struct elf_file *f, const char *path, int given);
/* Opens an ELF file that can have code of this machine. Returns 0 or -errno with a message. */
int elf_file__open_code(struct elf_file *f, const char *path, int given, const struct errmsg *errmsg);
/*
 * True if the file has code that was compiled by Go, by the sections of Go's linker. Go's runtime moves stacks and looks
 * at the return addresses on them, and its functions take arguments in registers of their own.
 */
bool elf_file__is_go(const char *path);
void elf_file__close(struct elf_file *f);
/* Returns the data of a section, or NULL if there is none of this name, or it is longer than most. */
Elf_Data *elf_file__section(const struct elf_file *f, const char *name, size_t most);

#endif
