/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What an ELF file claims, before libelf is given it. */
#ifndef SCT_UTIL_ELF_SANE_H
#define SCT_UTIL_ELF_SANE_H

#include <stdbool.h>

/*
 * True if it is an ELF file that has no more sections and segments than a program has. libelf makes room for as many as
 * a file says that it has, of which a file with holes can have any number.
 */
bool elf_sane__check(int fd);

#endif
