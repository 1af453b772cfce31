// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/elf_symbols.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SYMBOLS_MAX (8u << 20) /* most symbols of a file; a browser with all debug data has a few million */
#define BLOCK 1024	       /* symbols that are read at once */
#define WINDOW (64u << 10)     /* bytes of a string table that are read at once */
#define WINDOWS 64	       /* number of windows in the cache */
/* most reads of windows, 4 GiB; names in the order of the symbols need far fewer */
#define WINDOWS_READ_MAX (64u << 10)

struct window {
	uint64_t index; /* 1 + number of the window; 0: unused */
	size_t len;
	char bytes[WINDOW + ELF_NAME_MAX]; /* room for a name that begins in the window */
};

struct names {
	int fd;
	uint64_t off, size; /* string table in the file */
	unsigned reads;
	struct window *windows;
};

/* Reads up to n bytes. Returns how many could be read. */
static size_t read_at(int fd, void *p, size_t n, uint64_t off)
{
	size_t done = 0;

	while (done < n && off + done <= INT64_MAX) {
		ssize_t got = pread(fd, (char *)p + done, n - done, (off_t)(off + done));

		if (got <= 0)
			break;
		done += (size_t)got;
	}
	return done;
}

/*
 * Returns the string at an offset in the table, or NULL: it is too long, it is not in the file, or (with *err set) too
 * much was read.
 */
static const char *name_at(struct names *t, uint32_t at, int *err)
{
	struct window *w = &t->windows[at / WINDOW % WINDOWS];
	uint64_t from = at / WINDOW * (uint64_t)WINDOW, left;
	size_t in = at - from, most;

	if (at >= t->size)
		return NULL;
	if (w->index != at / WINDOW + 1ull) {
		if (++t->reads > WINDOWS_READ_MAX) {
			*err = -E2BIG;
			return NULL;
		}
		left = t->size - from;
		w->len = read_at(t->fd, w->bytes, left < sizeof(w->bytes) ? left : sizeof(w->bytes), t->off + from);
		w->index = at / WINDOW + 1ull;
	}
	if (in >= w->len)
		return NULL;
	most = w->len - in < ELF_NAME_MAX ? w->len - in : ELF_NAME_MAX;
	return strnlen(w->bytes + in, most) < most ? w->bytes + in : NULL;
}

/*
 * Returns the index of the next symbol, i or later, that is not in a hole of a sparse file, where all bytes are zero.
 */
static uint64_t behind_hole(int fd, const GElf_Shdr *sh, uint64_t i)
{
	off_t at = (off_t)(sh->sh_offset + i * sizeof(Elf64_Sym)), data = lseek(fd, at, SEEK_DATA);

	if (data < 0)
		return errno == ENXIO ? UINT64_MAX : i;
	return data > at ? i + (uint64_t)(data - at) / sizeof(Elf64_Sym) : i;
}

static int one_block(struct names *names, const Elf64_Sym *v, size_t n, elf_symbol_fn *fn, void *ctx)
{
	int err = 0;

	for (size_t i = 0; !err && i < n; i++) {
		const char *name = v[i].st_name ? name_at(names, v[i].st_name, &err) : NULL;

		if (name)
			err = fn(ctx, &v[i], name);
	}
	return err;
}

static int one_table(const struct elf_file *f, const GElf_Shdr *sh, struct names *names, uint32_t *left,
		     elf_symbol_fn *fn, void *ctx)
{
	uint64_t n = sh->sh_size / sizeof(Elf64_Sym), i = 1;
	Elf64_Sym v[BLOCK];
	int err = 0;

	if (sh->sh_offset > INT64_MAX / 2 || sh->sh_size > INT64_MAX / 2)
		return 0;
	while (!err && (i = behind_hole(f->fd, sh, i)) < n) {
		size_t want = n - i < BLOCK ? n - i : BLOCK;
		size_t got = read_at(f->fd, v, want * sizeof(*v), sh->sh_offset + i * sizeof(*v)) / sizeof(*v);

		if (!got)
			break;
		if (got > *left)
			return -E2BIG;
		*left -= (uint32_t)got;
		err = one_block(names, v, got, fn, ctx);
		i += got;
	}
	return err;
}

int elf_symbols__each(const struct elf_file *f, uint32_t type, elf_symbol_fn *fn, void *ctx)
{
	struct names names = { .fd = f->fd };
	uint32_t left = SYMBOLS_MAX;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh, strings;
	int err = 0;

	if (gelf_getclass(f->elf) != ELFCLASS64)
		return 0;
	names.windows = calloc(WINDOWS, sizeof(*names.windows));
	if (!names.windows)
		return -ENOMEM;
	while (!err && (scn = elf_nextscn(f->elf, scn))) {
		if (!gelf_getshdr(scn, &sh) || sh.sh_type != type || sh.sh_entsize != sizeof(Elf64_Sym) ||
		    !gelf_getshdr(elf_getscn(f->elf, sh.sh_link), &strings) || strings.sh_type != SHT_STRTAB)
			continue;
		for (unsigned i = 0; i < WINDOWS; i++)
			names.windows[i].index = 0;
		names.off = strings.sh_offset;
		names.size = strings.sh_size;
		err = one_table(f, &sh, &names, &left, fn, ctx);
	}
	free(names.windows);
	return err;
}
