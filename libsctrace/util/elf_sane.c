// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "util/elf_sane.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define SECTIONS_MAX (1u << 18)
#define SEGMENTS_MAX 4096

/*
 * Checks the first section header, which has the numbers of sections and segments that do not fit into the ELF
 * header.
 */
static bool first_is_sane(int fd, uint64_t off, size_t shdr_size)
{
	union {
		Elf32_Shdr s32;
		Elf64_Shdr s64;
	} sh = { 0 };
	bool wide = shdr_size == sizeof(sh.s64);

	if (!off)
		return true;
	if (off > INT64_MAX - sizeof(sh) || pread(fd, &sh, shdr_size, (off_t)off) != (ssize_t)shdr_size)
		return false;
	return (wide ? sh.s64.sh_size : sh.s32.sh_size) <= SECTIONS_MAX &&
	       (wide ? sh.s64.sh_info : sh.s32.sh_info) <= SEGMENTS_MAX;
}

bool elf_sane__check(int fd)
{
	union {
		unsigned char ident[EI_NIDENT];
		Elf32_Ehdr e32;
		Elf64_Ehdr e64;
	} h = { 0 };
	ssize_t n = pread(fd, &h, sizeof(h), 0);
	bool wide = h.ident[EI_CLASS] == ELFCLASS64;
	unsigned sections, segments;

	if (n < (ssize_t)(wide ? sizeof(h.e64) : sizeof(h.e32)) || memcmp(h.ident, ELFMAG, SELFMAG))
		return false;
	sections = wide ? h.e64.e_shnum : h.e32.e_shnum;
	segments = wide ? h.e64.e_phnum : h.e32.e_phnum;
	if (segments > SEGMENTS_MAX && segments != PN_XNUM)
		return false;
	return (sections && segments != PN_XNUM) ||
	       first_is_sane(fd, wide ? h.e64.e_shoff : h.e32.e_shoff, wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr));
}
