// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/elf.h"

#include <dlfcn.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/elf_symbols.h"
#include "util/isolate.h"
#include "util/suggest.h"
#include "util/grow.h"

#define TABLES 2 /* .symtab and .dynsym may both have a function */
#define NT_BUILD_ID 3
#define BUILD_ID_MAX 64
#define NOTE_MAX 4096
#define SEGMENTS_MAX 64 /* most executable segments of a file */

/* State of a search for functions in one file. */
struct search {
	const char *path, *pattern;
	size_t most;
	struct elf_funcs *out;
	struct elf_file main;
	int given;			  /* descriptor of the file; -1: use its path */
	GElf_Phdr segments[SEGMENTS_MAX]; /* executable segments, for converting addresses to file offsets */
	unsigned nsegments;
	bool any; /* the file has any symbols of functions */
	bool too_many;
	struct suggest near;
	/* __cxa_demangle() and the library that has it */
	void *cxx;
	char *(*demangle)(const char *name, char *out, size_t *size, int *status);
	const struct errmsg *errmsg;
};

/* ---- where a debug file is ---- */

/* Writes the build id in hex; "" if the file has none. */
static void build_id(const struct elf_file *f, char hex[2 * BUILD_ID_MAX + 1])
{
	Elf_Data *d = elf_file__section(f, ".note.gnu.build-id", NOTE_MAX);
	size_t name, desc;
	GElf_Nhdr nh;

	hex[0] = '\0';
	if (!d || !gelf_getnote(d, 0, &nh, &name, &desc) || nh.n_type != NT_BUILD_ID || nh.n_descsz > BUILD_ID_MAX)
		return;
	for (size_t i = 0; i < nh.n_descsz; i++)
		snprintf(hex + 2 * i, 3, "%02x", ((const unsigned char *)d->d_buf)[desc + i]);
}

static bool try_debug(struct elf_file *f, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(path, sizeof(path), fmt, ap);
	va_end(ap);
	return n > 0 && n < PATH_MAX && elf_file__open(f, path, -1);
}

/* Opens the debug file by the build id: in the system's directory, or in the cache of debuginfod's client. */
static bool debug_by_id(const struct search *s, struct elf_file *f)
{
	const char *cache = getenv("DEBUGINFOD_CACHE_PATH"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	char id[2 * BUILD_ID_MAX + 1];

	build_id(&s->main, id);
	if (strlen(id) < 3)
		return false;
	if (try_debug(f, "/usr/lib/debug/.build-id/%.2s/%s.debug", id, id + 2))
		return true;
	if (cache)
		return try_debug(f, "%s/%s/debuginfo", cache, id);
	if (xdg && try_debug(f, "%s/debuginfod_client/%s/debuginfo", xdg, id))
		return true;
	return home && try_debug(f, "%s/.cache/debuginfod_client/%s/debuginfo", home, id);
}

static bool debug_by_link(const struct search *s, struct elf_file *f)
{
	Elf_Data *d = elf_file__section(&s->main, ".gnu_debuglink", PATH_MAX);
	char real[PATH_MAX], *slash;
	const char *name;

	if (!d || !d->d_size || !memchr(d->d_buf, 0, d->d_size) || !realpath(s->path, real))
		return false;
	name = d->d_buf;
	slash = strrchr(real, '/');
	if (!slash || strchr(name, '/'))
		return false;
	*slash = '\0';
	return try_debug(f, "%s/%s", real, name) || try_debug(f, "%s/.debug/%s", real, name) ||
	       try_debug(f, "/usr/lib/debug%s/%s", real, name);
}

/* ---- symbols ---- */

static void read_segments(struct search *s)
{
	GElf_Phdr ph;
	size_t n;

	if (elf_getphdrnum(s->main.elf, &n))
		n = 0;
	for (size_t i = 0; i < n && s->nsegments < SEGMENTS_MAX; i++)
		if (gelf_getphdr(s->main.elf, (int)i, &ph) && ph.p_type == PT_LOAD && ph.p_flags & PF_X)
			s->segments[s->nsegments++] = ph;
}

/* Converts an address of the program to an offset in the file. Returns false if it is in no executable segment. */
static bool offset_of(const struct search *s, uint64_t addr, uint64_t *off)
{
	for (unsigned i = 0; i < s->nsegments; i++) {
		const GElf_Phdr *ph = &s->segments[i];

		if (addr >= ph->p_vaddr && addr - ph->p_vaddr < ph->p_filesz) {
			*off = addr - ph->p_vaddr + ph->p_offset;
			return true;
		}
	}
	return false;
}

/*
 * Demangles a C++ name, without its arguments. Returns a string that the caller frees, or NULL if it is not a C++ name.
 */
static char *plain_name(struct search *s, const char *name)
{
	char *plain, *args;
	int status;

	if (name[0] != '_' || name[1] != 'Z')
		return NULL;
	if (!s->cxx) {
		s->cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
		if (!s->cxx)
			return NULL;
		*(void **)&s->demangle = dlsym(s->cxx, "__cxa_demangle");
	}
	plain = s->demangle ? s->demangle(name, NULL, NULL, &status) : NULL;
	args = plain ? strchr(plain, '(') : NULL;
	if (args && args - plain >= 8 && !strncmp(args - 8, "operator()", 10))
		args = strchr(args + 1, '(');
	if (args)
		*args = '\0';
	return plain;
}

static int func_add(struct search *s, char *name, uint64_t off)
{
	struct elf_funcs *f = s->out;

	if (f->n == TABLES * s->most) {
		s->too_many = true;
		free(name);
		return 0;
	}
	if (!GROW(f->v, f->cap, f->n + 1)) {
		free(name);
		return -ENOMEM;
	}
	f->v[f->n++] = (struct elf_func){ name, off };
	return 0;
}

static int one_symbol(void *ctx, const Elf64_Sym *sym, const char *symbol)
{
	struct search *s = ctx;
	unsigned type = ELF64_ST_TYPE(sym->st_info);
	char name[ELF_NAME_MAX], *plain;
	size_t len;
	uint64_t off;

	if (sym->st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC))
		return 0;
	len = strcspn(symbol, "@"); /* a name may be followed by "@VERSION" */
	if (!len || len >= sizeof(name))
		return 0;
	memcpy(name, symbol, len);
	name[len] = '\0';
	s->any = true;
	plain = plain_name(s, name);
	if (fnmatch(s->pattern, name, 0) && (!plain || fnmatch(s->pattern, plain, 0))) {
		suggest__try(&s->near, plain ? plain : name, strlen(plain ? plain : name));
		free(plain);
		return 0;
	}
	if (!offset_of(s, sym->st_value, &off)) {
		free(plain);
		return 0;
	}
	if (!plain)
		plain = strdup(name);
	return plain ? func_add(s, plain, off) : -ENOMEM;
}

static int table_read(struct search *s, const struct elf_file *f, uint32_t type)
{
	int err = elf_symbols__each(f, type, one_symbol, s);

	return err == -E2BIG ? errmsg__set(s->errmsg, err, "'%s' has more symbols than can be looked at", s->path)
			     : err;
}

static bool has_table(Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(elf, scn)))
		if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_SYMTAB)
			return true;
	return false;
}

static int by_offset(const void *a, const void *b)
{
	const struct elf_func *x = a, *y = b;

	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Removes duplicates of the same offset: a symbol may be in both tables, and a function may have several names. */
static void funcs_unique(struct elf_funcs *f)
{
	size_t n = 0;

	if (f->n)
		qsort(f->v, f->n, sizeof(*f->v), by_offset);
	for (size_t i = 0; i < f->n; i++) {
		if (n && f->v[n - 1].off == f->v[i].off)
			free(f->v[i].name);
		else
			f->v[n++] = f->v[i];
	}
	f->n = n;
}

/* ---- all of it ---- */

static int not_found(struct search *s, bool symbols)
{
	char hint[64];

	if (!s->any)
		return errmsg__set(s->errmsg, -ENOENT,
				   "'%s' has no symbols (it is stripped, and there is no debug file)", s->path);
	return errmsg__set(s->errmsg, -ENOENT, "no function '%s' in '%s'%s%s", s->pattern, s->path,
			   symbols ? "" : " (it is stripped: only exported functions are known)",
			   suggest__text(&s->near, hint, sizeof(hint)));
}

static int funcs_search(struct search *s)
{
	struct elf_file debug = { .fd = -1 };
	int err = elf_file__open_code(&s->main, s->path, s->given, s->errmsg);
	bool symbols;

	if (err)
		return err;
	read_segments(s);
	symbols = has_table(s->main.elf);
	err = symbols ? table_read(s, &s->main, SHT_SYMTAB) : 0;
	if (!err && !symbols && (debug_by_id(s, &debug) || debug_by_link(s, &debug))) {
		symbols = true;
		err = table_read(s, &debug, SHT_SYMTAB);
		elf_file__close(&debug);
	}
	if (!err)
		err = table_read(s, &s->main, SHT_DYNSYM);
	if (err)
		return err;
	funcs_unique(s->out);
	if (s->too_many || s->out->n > s->most)
		return errmsg__set(s->errmsg, -E2BIG,
				   "'%s' matches more than %zu functions of '%s' (use a narrower pattern, or several)",
				   s->pattern, s->most, s->path);
	return s->out->n ? 0 : not_found(s, symbols);
}

static int read_functions(struct search *s)
{
	int err;

	suggest__init(&s->near, s->pattern, strlen(s->pattern));
	err = funcs_search(s);
	elf_file__close(&s->main);
	if (s->cxx)
		dlclose(s->cxx);
	return err;
}

/* Writes offset and name of each function. An isolate_fn, which runs in a child process. */
static int write_functions(void *ctx, int fd, struct buf *out, const struct errmsg *errmsg)
{
	struct search *s = ctx;
	int err;

	s->given = fd;
	s->errmsg = errmsg;
	err = read_functions(s);
	for (size_t i = 0; !err && i < s->out->n; i++) {
		buf__mem(out, &s->out->v[i].off, sizeof(s->out->v[i].off));
		buf__mem(out, s->out->v[i].name, strlen(s->out->v[i].name) + 1);
	}
	return err;
}

static int take_functions(struct search *s, const struct buf *b)
{
	struct isolate_reader r = { b->p, b->p + b->len };
	char *name;
	uint64_t off;
	int err = 0;

	while (!err && s->out->n < s->most && isolate__bytes(&r, &off, sizeof(off)) && isolate__string(&r, &name)) {
		char *copy = strdup(name);

		err = copy ? func_add(s, copy, off) : -ENOMEM;
	}
	return err ? err : s->out->n ? 0 : -EIO;
}

int elf__functions(const char *path, const char *pattern, size_t most, struct elf_funcs *out,
		   const struct errmsg *errmsg)
{
	struct search s = { path, pattern, most, out, { NULL, -1 }, .given = -1, .errmsg = errmsg };
	struct buf b = {};
	int err;

	*out = (struct elf_funcs){};
	if (isolate__can()) {
		err = isolate__run(path, write_functions, &s, &b, errmsg);
		if (!err)
			err = take_functions(&s, &b);
		buf__free(&b);
	} else {
		err = read_functions(&s);
	}
	if (err)
		elf_funcs__free(out);
	return err;
}

void elf_funcs__free(struct elf_funcs *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->v[i].name);
	free(f->v);
	*f = (struct elf_funcs){};
}
