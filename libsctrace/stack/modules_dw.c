// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/modules.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stack/symbols.h"
#include "util/elf_sane.h"

#define MODULES_MAX 1024 /* most files in a set */
#define NO_ROOM_MIN 64	 /* least files in a set for which creating it anew helps if addresses run out */
#define SEGMENTS_MAX 16	 /* most loaded segments of a file */
#define GAP (1ull << 16) /* least gap between modules, and alignment of their addresses */
#define RECENT 128	 /* number of translations that are kept: more than a frame has registers */

/*
 * Address ranges for modules. In the wide one, no architecture has user addresses. For 32-bit programs, libdw cuts
 * addresses to 32 bits; the narrow range is one where code is rarely mapped, so that few other addresses are mistaken
 * for those of modules.
 */
static const struct range {
	uint64_t start, end;
	uint64_t most; /* most bytes of a module; larger files are not read */
} wide = { 1ull << 60, 1ull << 61, 1ull << 40 }, narrow = { 1u << 16, 1u << 30, 1u << 28 };

struct segment {
	uint64_t off, end; /* offsets in the file; off is the beginning of a page */
	uint64_t addr;	   /* address in the file that belongs to off */
	bool exec;
};

struct module {
	struct module *next;
	char *path;
	struct stat st;
	Dwfl_Module *mod; /* NULL: libdw cannot read the file */
	uint64_t bias;	  /* load bias: difference between an address of mod and one in the file */
	struct segment segments[SEGMENTS_MAX];
	unsigned nsegments;
	struct symbols *symbols; /* NULL: not read yet */
};

struct recent {
	uint64_t from, to;
};

struct modules {
	Dwfl *dwfl;
	Dwfl_Callbacks callbacks;
	char *no_path; /* NULL: libdw's default path of debug files */
	struct module *list;
	unsigned n, serial;
	struct range free; /* addresses that are still free */
	bool no_room;	   /* free was too small for a module */
	int fd;		   /* file that libdw will open next: find_elf(); or -1 */
	struct demangler *demangler;
	struct recent recent[RECENT];
	unsigned next_recent;
};

/* Callback of libdw: returns the file of the module that is being reported. */
static int find_elf(Dwfl_Module *mod, void **userdata, const char *name, Dwarf_Addr base, char **file, Elf **elf)
{
	struct modules *m = *userdata;
	int fd = m ? m->fd : -1;

	(void)mod;
	(void)base;
	(void)elf;
	if (fd < 0)
		return -1;
	m->fd = -1;
	*file = strdup(name);
	return fd;
}

int modules__new(struct modules **out, unsigned serial, unsigned word)
{
	struct modules *m = calloc(1, sizeof(*m));

	if (!m)
		return -ENOMEM;
	m->serial = serial;
	m->fd = -1;
	m->free = word == 4 ? narrow : wide;
	m->callbacks.find_elf = find_elf;
	m->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
	m->callbacks.debuginfo_path = &m->no_path;
	m->dwfl = dwfl_begin(&m->callbacks);
	if (!m->dwfl || demangler__new(&m->demangler)) {
		modules__free(m);
		return -ENOMEM;
	}
	*out = m;
	return 0;
}

void modules__free(struct modules *m)
{
	if (!m)
		return;
	while (m->list) {
		struct module *next = m->list->next;

		symbols__free(m->list->symbols);
		free(m->list->path);
		free(m->list);
		m->list = next;
	}
	demangler__free(m->demangler);
	if (m->dwfl)
		dwfl_end(m->dwfl);
	free(m);
}

Dwfl *modules__dwfl(const struct modules *m)
{
	return m->dwfl;
}

bool modules__full(const struct modules *m)
{
	return m->n >= MODULES_MAX || (m->no_room && m->n >= NO_ROOM_MIN);
}

/* ---- a file ---- */

/* Reads the loaded segments, and the range of their addresses. Returns false if the file has none. */
static bool read_segments(struct module *f, int fd, uint64_t *low, uint64_t *high)
{
	Elf *elf = elf_sane__check(fd) ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
	const uint64_t page = 4096;
	GElf_Phdr ph;
	size_t n = 0;

	*low = UINT64_MAX;
	*high = 0;
	if (!elf || elf_getphdrnum(elf, &n))
		n = 0;
	for (size_t i = 0; i < n && f->nsegments < SEGMENTS_MAX; i++) {
		uint64_t in_page, end;

		if (!gelf_getphdr(elf, (int)i, &ph) || ph.p_type != PT_LOAD)
			continue;
		in_page = ph.p_offset & (page - 1);
		end = ph.p_vaddr + ph.p_memsz;
		if (ph.p_vaddr < in_page || end < ph.p_vaddr || ph.p_offset + ph.p_filesz < ph.p_offset)
			continue;
		f->segments[f->nsegments++] = (struct segment){ ph.p_offset - in_page, ph.p_offset + ph.p_filesz,
								ph.p_vaddr - in_page, ph.p_flags & PF_X };
		*low = ph.p_vaddr < *low ? ph.p_vaddr : *low;
		*high = end > *high ? end : *high;
	}
	elf_end(elf);
	return f->nsegments > 0;
}

/* Makes a module of the file. Takes over fd. */
static void module_add(struct modules *m, struct module *f, int fd, uint64_t low, uint64_t high)
{
	uint64_t start = m->free.start + low % GAP, end = start + (high - low);
	void **data;

	if (high - low > m->free.most)
		;
	else if (end + 2 * GAP > m->free.end)
		m->no_room = true;
	else
		f->mod = dwfl_report_module(m->dwfl, f->path, start, end);
	if (!f->mod) {
		close(fd);
		return;
	}
	m->free.start = (end + 2 * GAP) & ~(GAP - 1);
	dwfl_module_info(f->mod, &data, NULL, NULL, NULL, NULL, NULL, NULL);
	*data = m;
	m->fd = fd;
	if (!dwfl_module_getelf(f->mod, &f->bias))
		f->mod = NULL;
	if (m->fd >= 0)
		close(m->fd);
	m->fd = -1;
	*data = NULL;
}

/*
 * Opens a regular file, or returns -1. Other files must not be opened, because the path may come from a capture file.
 */
static int open_regular(const char *path, struct stat *st)
{
	int fd;

	if (stat(path, st) || !S_ISREG(st->st_mode))
		return -1;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd >= 0 && (fstat(fd, st) || !S_ISREG(st->st_mode))) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/*
 * Opens a file in the process's root. If that fails, because the process has ended or this is a replay, opens it by the
 * same path here.
 */
static int open_file(const struct space *sp, const char *path, struct stat *st)
{
	char rooted[64 + 4096];
	int fd;

	snprintf(rooted, sizeof(rooted), "/proc/%u/root%s", sp->tgid, path);
	fd = open_regular(rooted, st);
	return fd >= 0 ? fd : open_regular(path, st);
}

static bool is_file(const struct module *f, const char *path, const struct stat *st)
{
	return f->st.st_dev == st->st_dev && f->st.st_ino == st->st_ino && f->st.st_size == st->st_size &&
	       f->st.st_mtim.tv_sec == st->st_mtim.tv_sec && f->st.st_mtim.tv_nsec == st->st_mtim.tv_nsec &&
	       !strcmp(f->path, path);
}

/* Returns the module of a file, or NULL without memory. Takes over fd. */
static struct module *module_of(struct modules *m, const char *path, int fd, const struct stat *st)
{
	uint64_t low, high;
	struct module *f;

	for (f = m->list; f; f = f->next)
		if (is_file(f, path, st)) {
			close(fd);
			return f;
		}
	f = calloc(1, sizeof(*f));
	if (f)
		f->path = strdup(path);
	if (!f || !f->path) {
		free(f);
		close(fd);
		return NULL;
	}
	f->st = *st;
	f->next = m->list;
	m->list = f;
	m->n++;
	if (read_segments(f, fd, &low, &high))
		module_add(m, f, fd, low, high);
	else
		close(fd);
	return f;
}

/* ---- mappings ---- */

/* Returns the segment that is mapped by len bytes at offset off of the file, preferably an executable one, or NULL. */
static const struct segment *segment_of(const struct module *f, uint64_t off, uint64_t len)
{
	const struct segment *found = NULL;

	for (unsigned i = 0; i < f->nsegments; i++) {
		const struct segment *g = &f->segments[i];

		if (off < g->end && (off >= g->off || g->off - off < len) && (!found || (g->exec && !found->exec)))
			found = g;
	}
	return found;
}

static void report(struct modules *m, const struct space *sp, struct mapping *map)
{
	const struct segment *g;
	struct module *f;
	struct stat st;
	int fd;

	map->serial = m->serial;
	map->shift = 0;
	if (map->path[0] != '/' || map->path[1] == '/')
		return;
	fd = open_file(sp, map->path, &st);
	f = fd >= 0 ? module_of(m, map->path, fd, &st) : NULL;
	g = f && f->mod ? segment_of(f, map->off, map->len) : NULL;
	if (g)
		map->shift = g->addr + (map->off - g->off) + f->bias - map->addr;
}

void modules__report(struct modules *m, struct space *sp)
{
	bool begun = false;

	for (size_t i = 0; i < sp->n; i++) {
		if (sp->maps[i].serial == m->serial)
			continue;
		if (!begun)
			dwfl_report_begin_add(m->dwfl);
		begun = true;
		report(m, sp, &sp->maps[i]);
	}
	if (begun)
		dwfl_report_end(m->dwfl, NULL, NULL);
}

uint64_t modules__to(struct modules *m, const struct space *sp, uint64_t addr)
{
	const struct mapping *map = space__at(sp, addr);

	if (!map || !map->shift)
		return addr;
	m->recent[m->next_recent++ % RECENT] = (struct recent){ addr, addr + map->shift };
	return addr + map->shift;
}

uint64_t modules__from(const struct modules *m, uint64_t addr)
{
	for (unsigned i = 1; i <= RECENT; i++) {
		const struct recent *r = &m->recent[(m->next_recent - i) % RECENT];

		if (r->to == addr)
			return r->from;
	}
	return addr;
}

const char *modules__symbol(struct modules *m, uint64_t addr, uint64_t *off)
{
	Dwfl_Module *mod = dwfl_addrmodule(m->dwfl, addr);
	struct module *f;

	for (f = m->list; f && (!mod || f->mod != mod); f = f->next)
		;
	if (!f)
		return NULL;
	if (!f->symbols)
		f->symbols = symbols__new(f->mod);
	return f->symbols ? symbols__name(f->symbols, m->demangler, addr, off) : NULL;
}
