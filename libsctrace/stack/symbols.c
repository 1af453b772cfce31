// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/symbols.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "util/buf.h"

struct symbol {
	uint64_t addr, size;
	uint32_t index;	 /* in the file's table: of those at one address the first one counts, as in strace's lines */
	uint32_t name;	 /* offset in names */
	char *demangled; /* when it was asked for */
};

struct symbols {
	struct symbols *next;
	char *path;
	struct stat st;
	struct symbol *list; /* by address, then by index */
	size_t n;
	struct buf names;
};

/* __cxa_demangle() of the C++ runtime library, if there is one on this machine: the only user of it is a C++ name. */
typedef char *demangle_fn(const char *name, char *out, size_t *size, int *status);

struct symbols_cache {
	struct symbols *files;
	void *cxx;
	demangle_fn *demangle;
};

int symbols_cache__new(struct symbols_cache **out)
{
	*out = calloc(1, sizeof(**out));
	return *out ? 0 : -ENOMEM;
}

static void symbols_free(struct symbols *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->list[i].demangled);
	free(s->list);
	free(s->path);
	buf__free(&s->names);
	free(s);
}

void symbols_cache__free(struct symbols_cache *c)
{
	if (!c)
		return;
	while (c->files) {
		struct symbols *next = c->files->next;

		symbols_free(c->files);
		c->files = next;
	}
	if (c->cxx)
		dlclose(c->cxx);
	free(c);
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

/* The functions of the module's table: that of its debug file if there is one. */
static bool read_symbols(struct symbols *s, Dwfl_Module *mod, uint64_t start)
{
	int n = dwfl_module_getsymtab(mod);

	s->list = n > 0 ? calloc((size_t)n, sizeof(*s->list)) : NULL;
	if (n > 0 && !s->list)
		return false;
	for (int i = 1; i < n; i++) {
		GElf_Sym sym;
		GElf_Addr addr;
		GElf_Word shndx;
		const char *name = dwfl_module_getsym_info(mod, i, &sym, &addr, &shndx, NULL, NULL);
		unsigned type = GELF_ST_TYPE(sym.st_info);

		if (!name || !*name || shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC))
			continue;
		s->list[s->n++] = (struct symbol){ addr - start, sym.st_size, (uint32_t)i, (uint32_t)s->names.len,
						   NULL };
		buf__mem(&s->names, name, strlen(name) + 1);
	}
	if (s->n)
		qsort(s->list, s->n, sizeof(*s->list), by_address);
	return !s->names.failed;
}

struct symbols *symbols__get(struct symbols_cache *c, Dwfl_Module *mod, const char *path)
{
	struct symbols *s;
	Dwarf_Addr start = 0;
	struct stat st = { 0 };
	const char *file = NULL;

	dwfl_module_info(mod, NULL, &start, NULL, NULL, NULL, &file, NULL);
	if (file)
		stat(file, &st);
	for (s = c->files; s; s = s->next)
		if (!strcmp(s->path, path) && s->st.st_dev == st.st_dev && s->st.st_ino == st.st_ino &&
		    s->st.st_mtime == st.st_mtime && s->st.st_size == st.st_size)
			return s;
	s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->path = strdup(path);
	s->st = st;
	if (!s->path || !read_symbols(s, mod, start)) {
		symbols_free(s);
		return NULL;
	}
	s->next = c->files;
	c->files = s;
	return s;
}

/* As strace prints it: a C++ name with its arguments. */
static const char *plain(struct symbols_cache *c, struct symbols *s, struct symbol *sym)
{
	const char *name = s->names.p + sym->name;
	int status;

	if (sym->demangled || name[0] != '_' || name[1] != 'Z')
		return sym->demangled ? sym->demangled : name;
	if (!c->cxx) {
		c->cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
		c->demangle = c->cxx ? (demangle_fn *)dlsym(c->cxx, "__cxa_demangle") : NULL;
	}
	if (c->demangle)
		sym->demangled = c->demangle(name, NULL, NULL, &status);
	return sym->demangled ? sym->demangled : name;
}

const char *symbols__name(struct symbols_cache *c, struct symbols *s, uint64_t addr, uint64_t *off)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (s->list[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	/* the nearest one that reaches to the address; of several there, the first */
	while (lo && addr - s->list[lo - 1].addr >= s->list[lo - 1].size)
		lo--;
	if (!lo)
		return NULL;
	lo--;
	while (lo && s->list[lo - 1].addr == s->list[lo].addr)
		lo--;
	*off = addr - s->list[lo].addr;
	return plain(c, s, &s->list[lo]);
}
