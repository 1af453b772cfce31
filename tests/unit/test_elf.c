// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Functions of ELF files, some of which have sizes and numbers that no program has. */
#include <criterion/criterion.h>

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "probe/elf.h"
#include "probe/elf_file.h"

enum { NONE, SYMTAB, STRTAB, SECTIONS };

#define SYMBOLS 4
#define BIG (600ull << 20)

/* A program of one segment with the functions first and second. Each test breaks one part of it. */
struct image {
	Elf64_Ehdr eh;
	Elf64_Phdr ph;
	Elf64_Shdr sh[SECTIONS];
	Elf64_Sym sym[SYMBOLS];
	char names[32];
};

static struct image program(void)
{
	struct image i = {
		.eh = { { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			ET_DYN,
			ELF_FILE_MACHINE,
			EV_CURRENT,
			0,
			offsetof(struct image, ph),
			offsetof(struct image, sh),
			0,
			sizeof(Elf64_Ehdr),
			sizeof(Elf64_Phdr),
			1,
			sizeof(Elf64_Shdr),
			SECTIONS,
			0 },
		.ph = { PT_LOAD, PF_R | PF_X, 0x1000, 0x5000, 0, 0x1000, 0x1000, 4096 },
		.names = "\0first\0second",
	};

	i.sh[SYMTAB] = (Elf64_Shdr){ .sh_type = SHT_SYMTAB,
				     .sh_offset = offsetof(struct image, sym),
				     .sh_size = sizeof(i.sym),
				     .sh_link = STRTAB,
				     .sh_entsize = sizeof(Elf64_Sym) };
	i.sh[STRTAB] = (Elf64_Shdr){ .sh_type = SHT_STRTAB,
				     .sh_offset = offsetof(struct image, names),
				     .sh_size = sizeof(i.names) };
	i.sym[1] = (Elf64_Sym){ 1, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0x5010, 16 };
	i.sym[2] = (Elf64_Sym){ 7, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 0, 1, 0x5020, 16 };
	return i;
}

/* Finds functions in the image, which is extended to size with zeros. Returns 0 or -errno, with the message in text. */
static int find(const struct image *i, uint64_t size, const char *pattern, struct elf_funcs *f, char text[256])
{
	int fd = memfd_create("image", 0), err;
	char path[64];

	text[0] = '\0';
	cr_assert(fd >= 0 && write(fd, i, sizeof(*i)) == sizeof(*i));
	if (size)
		cr_assert(!ftruncate(fd, (off_t)size));
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	err = elf__functions(path, pattern, 16, f, &(struct errmsg){ text, 256 });
	close(fd);
	return err;
}

/* Sets *ms to the CPU time and *kib to the peak memory use until now. */
static void used(long *ms, long *kib)
{
	struct rusage r;
	struct timespec ts;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ts);
	getrusage(RUSAGE_SELF, &r);
	*ms = ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
	*kib = r.ru_maxrss;
}

Test(elf, functions)
{
	struct image i = program();
	struct elf_funcs f;
	char text[256];

	cr_assert_eq(find(&i, 0, "*", &f, text), 0, "%s", text);
	cr_assert_eq(f.n, 2);
	cr_assert_str_eq(f.v[0].name, "first");
	cr_assert_eq(f.v[0].off, 0x1010);
	cr_assert_str_eq(f.v[1].name, "second");
	elf_funcs__free(&f);
	cr_assert_eq(find(&i, 0, "third", &f, text), -ENOENT);
	cr_assert(strstr(text, "no function 'third'"), "%s", text);
}

Test(elf, size_of_symbols)
{
	struct image i = program();
	struct elf_funcs f;
	char text[256];

	i.sh[SYMTAB].sh_entsize = 1;
	cr_assert_eq(find(&i, 0, "*", &f, text), -ENOENT);
	cr_assert(strstr(text, "no symbols"), "%s", text);
}

Test(elf, names_beyond_their_table)
{
	struct image i = program();
	struct elf_funcs f;
	char text[256];

	i.sym[1].st_name = UINT32_MAX;
	i.sh[STRTAB].sh_size = 10; /* in the middle of the second name */
	cr_assert_eq(find(&i, 0, "*", &f, text), -ENOENT, "%zu", f.n);
	i = program();
	i.sh[STRTAB].sh_offset = UINT64_MAX - 4;
	cr_assert_eq(find(&i, 0, "*", &f, text), -ENOENT);
	i.sh[SYMTAB].sh_link = 77;
	cr_assert_eq(find(&i, 0, "*", &f, text), -ENOENT);
}

/* The tables claim 600 MB, of which the file has nearly nothing. */
Test(elf, holes)
{
	long ms, kib, ms_after, kib_after;
	struct image i = program();
	struct elf_funcs f;
	char text[256];

	used(&ms, &kib);
	i.sh[SYMTAB].sh_size = BIG;
	cr_assert_eq(find(&i, 2 * BIG, "*", &f, text), 0, "%s", text);
	cr_assert_eq(f.n, 2);
	elf_funcs__free(&f);
	i.sh[SYMTAB].sh_entsize = 1;
	cr_assert_eq(find(&i, 2 * BIG, "*", &f, text), -ENOENT);
	i = program();
	i.sh[STRTAB].sh_size = BIG;
	cr_assert_eq(find(&i, 2 * BIG, "*", &f, text), 0, "%s", text);
	elf_funcs__free(&f);
	used(&ms_after, &kib_after);
	cr_assert_lt(ms_after - ms, 1000, "%ld ms", ms_after - ms);
	cr_assert_lt(kib_after - kib, 64 << 10, "%ld KiB", kib_after - kib);
}

/* A file with too many symbols is refused by a message, not treated as if it had none. */
Test(elf, too_many)
{
	struct image i = program();
	struct elf_funcs f;
	char text[256], path[64], *p;
	const size_t size = 9u << 20, bytes = size * sizeof(Elf64_Sym);
	int fd = memfd_create("image", 0);

	i.sh[SYMTAB].sh_size = bytes;
	i.sh[SYMTAB].sh_offset = 4096;
	cr_assert(fd >= 0 && write(fd, &i, sizeof(i)) == sizeof(i) && !ftruncate(fd, (off_t)(4096 + bytes)));
	p = mmap(NULL, bytes, PROT_WRITE, MAP_SHARED, fd, 4096);
	cr_assert(p != MAP_FAILED);
	for (size_t at = 0; at < bytes; at += 4096)
		p[at] = 0; /* zeros, but no hole */
	munmap(p, bytes);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	cr_assert_eq(elf__functions(path, "*", 16, &f, &(struct errmsg){ text, sizeof(text) }), -E2BIG);
	cr_assert(strstr(text, "more symbols"), "%s", text);
	close(fd);
}

/* Numbers of sections and segments that do not fit into the ELF header. */
Test(elf, sections)
{
	struct image i = program();
	struct elf_funcs f;
	char text[256];

	i.eh.e_shnum = 0;
	i.sh[NONE].sh_size = SECTIONS;
	cr_assert_eq(find(&i, 0, "first", &f, text), 0, "%s", text);
	elf_funcs__free(&f);
	i.sh[NONE].sh_size = 1u << 24;
	cr_assert_eq(find(&i, 4ull << 30, "first", &f, text), -ENOEXEC);
	i = program();
	i.eh.e_phnum = PN_XNUM;
	i.sh[NONE].sh_info = 1u << 24;
	cr_assert_eq(find(&i, 4ull << 30, "first", &f, text), -ENOEXEC);
}
