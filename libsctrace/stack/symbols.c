// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/symbols.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/buf.h"
#include "util/grow.h"

#define SYMBOLS_MAX (8 << 20) /* most symbols of a file */
#define NAMES_MAX (1u << 30)  /* most bytes of all names */
#define SYMBOL_NAME_MAX 4095

struct symbol {
	uint64_t addr, size;
	/* index in the file's table: of several symbols at one address, the first is used, as by strace */
	uint32_t index;
	uint32_t name;	 /* offset in names */
	char *demangled; /* NULL: not demangled yet */
};

struct symbols {
	struct symbol *list; /* sorted by address, then by index */
	size_t n, cap;
	struct buf names;
};

/* __cxa_demangle() of the C++ runtime library, which is loaded for the first C++ name, if it is installed. */
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

/* True if each string table ends with a NUL, so that no name can reach beyond its table. */
static bool names_end(Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	Elf_Data *d;

	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_STRTAB || !sh.sh_size)
			continue;
		d = elf_rawdata(scn, NULL);
		if (!d || !d->d_buf || !d->d_size || ((char *)d->d_buf)[d->d_size - 1])
			return false;
	}
	return true;
}

static bool symbol_add(struct symbols *s, const struct symbol *sym, const char *name)
{
	if (!GROW(s->list, s->cap, s->n + 1))
		return false;
	s->list[s->n] = *sym;
	s->list[s->n++].name = (uint32_t)s->names.len;
	buf__mem(&s->names, name, strnlen(name, SYMBOL_NAME_MAX) + 1);
	if (!s->names.failed)
		s->names.p[s->names.len - 1] = '\0';
	return !s->names.failed;
}

/* Reads the functions in the symbol table of the module, or of its debug file. Both are not trusted. */
static bool read_symbols(struct symbols *s, Dwfl_Module *mod)
{
	int n = dwfl_module_getsymtab(mod);
	Elf *elf, *sound = NULL;

	for (int i = 1; i < n && i < SYMBOLS_MAX && s->names.len < NAMES_MAX; i++) {
		GElf_Sym sym;
		GElf_Addr addr;
		GElf_Word shndx;
		const char *name = dwfl_module_getsym_info(mod, i, &sym, &addr, &shndx, &elf, NULL);
		unsigned type = GELF_ST_TYPE(sym.st_info);

		if (!name || shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_GNU_IFUNC))
			continue;
		if (elf != sound && !names_end(elf))
			break;
		sound = elf;
		if (*name &&
		    !symbol_add(s, &(struct symbol){ .addr = addr, .size = sym.st_size, .index = (uint32_t)i }, name))
			return false;
	}
	if (s->n)
		qsort(s->list, s->n, sizeof(*s->list), by_address);
	return true;
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

/* Returns the name as strace prints it: C++ names are demangled, with their arguments. */
static const char *symbol_name(struct demangler *d, struct symbols *s, struct symbol *sym)
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
	/* take the nearest symbol that contains the address; of several with its address, the first one */
	while (lo && addr - s->list[lo - 1].addr >= s->list[lo - 1].size)
		lo--;
	if (!lo)
		return NULL;
	lo--;
	while (lo && s->list[lo - 1].addr == s->list[lo].addr)
		lo--;
	*off = addr - s->list[lo].addr;
	return symbol_name(d, s, &s->list[lo]);
}
