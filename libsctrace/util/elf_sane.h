/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Checks the sizes that an ELF file claims, before libelf is given the file. */
#ifndef SCT_UTIL_ELF_SANE_H
#define SCT_UTIL_ELF_SANE_H

#include <stdbool.h>

/*
 * Returns true if the file is ELF, with no more sections and segments than a program has. libelf allocates memory for
 * as many as the file claims, and a sparse file can claim any number.
 */
bool elf_sane__check(int fd);

#endif
