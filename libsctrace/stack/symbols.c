// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/symbols.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/buf.h"

struct symbol {
	uint64_t addr, size;
	uint32_t index;	 /* in the file's table: of those at one address the first one counts, as in strace's lines */
	uint32_t name;	 /* offset in names */
	char *demangled; /* when it was asked for */
};

struct symbols {
	struct symbol *list; /* by address, then by index */
	size_t n;
	struct buf names;
};

/* __cxa_demangle() of the C++ runtime library, if there is one on this machine: the only user of it is a C++ name. */
typedef char *demangle_fn(const char *name, char *out, size_t *size, int *status);

struct demangler {
	void *cxx;
	demangle_fn *demangle;
};

int demangler__new(struct demangler **out)
{
	*out = calloc(1, sizeof(**out));
	return *out ? 0 : -ENOMEM;
}

void demangler__free(struct demangler *d)
{
	if (d && d->cxx)
		dlclose(d->cxx);
	free(d);
}

void symbols__free(struct symbols *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n; i++)
		free(s->list[i].demangled);
	free(s->list);
	buf__free(&s->names);
	free(s);
}

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

/* The functions of the module's table: that of its debug file if there is one. */
static bool read_symbols(struct symbols *s, Dwfl_Module *mod)
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
		s->list[s->n++] = (struct symbol){ addr, sym.st_size, (uint32_t)i, (uint32_t)s->names.len, NULL };
		buf__mem(&s->names, name, strlen(name) + 1);
	}
	if (s->n)
		qsort(s->list, s->n, sizeof(*s->list), by_address);
	return !s->names.failed;
}

struct symbols *symbols__new(Dwfl_Module *mod)
{
	struct symbols *s = calloc(1, sizeof(*s));

	if (s && !read_symbols(s, mod)) {
		symbols__free(s);
		s = NULL;
	}
	return s;
}

/* As strace prints it: a C++ name with its arguments. */
static const char *plain(struct demangler *d, struct symbols *s, struct symbol *sym)
{
	const char *name = s->names.p + sym->name;
	int status;

	if (sym->demangled || name[0] != '_' || name[1] != 'Z')
		return sym->demangled ? sym->demangled : name;
	if (!d->cxx) {
		d->cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
		d->demangle = d->cxx ? (demangle_fn *)dlsym(d->cxx, "__cxa_demangle") : NULL;
	}
	if (d->demangle)
		sym->demangled = d->demangle(name, NULL, NULL, &status);
	return sym->demangled ? sym->demangled : name;
}

const char *symbols__name(struct symbols *s, struct demangler *d, uint64_t addr, uint64_t *off)
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
	return plain(d, s, &s->list[lo]);
}
