// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/unwind.h"

#include <elfutils/libdwfl.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stack/symbols.h"

struct unwinder {
	struct symbols_cache *symbols;
	bool lines;
};

struct unwind {
	Dwfl *dwfl;
	Dwfl_Callbacks callbacks;
	char *no_path; /* of debug files: the usual places */
	bool attached;
	/* of the call at hand */
	const struct snapshot_stack *st;
	struct frame *frames;
	unsigned n, most;
};

int unwinder__new(struct unwinder **out, bool lines)
{
	struct unwinder *u = calloc(1, sizeof(*u));

	if (!u)
		return -ENOMEM;
	u->lines = lines;
	if (symbols_cache__new(&u->symbols)) {
		free(u);
		return -ENOMEM;
	}
	*out = u;
	return 0;
}

void unwinder__free(struct unwinder *u)
{
	if (!u)
		return;
	symbols_cache__free(u->symbols);
	free(u);
}

void unwind__free(struct unwind *w)
{
	if (!w)
		return;
	dwfl_end(w->dwfl);
	free(w);
}

/* ---- the process, as libdw sees it ---- */

static pid_t no_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	(void)dwfl;
	(void)arg;
	(void)thread_arg;
	return 0;
}

static bool this_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread_arg)
{
	(void)dwfl;
	(void)tid;
	*thread_arg = arg;
	return true;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result, void *arg)
{
	struct unwind *w = arg;
	uint64_t v;

	(void)dwfl;
	if (!snapshot_stack__word(w->st, addr, &v))
		return false;
	*result = v;
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	struct unwind *w = arg;
	Dwarf_Word regs[REGS_MAX];

	for (unsigned i = 0; i < w->st->nregs; i++)
		regs[i] = w->st->regs[i];
	dwfl_thread_state_register_pc(thread, w->st->pc);
	return dwfl_thread_state_registers(thread, 0, w->st->nregs, regs);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = no_thread,
	.get_thread = this_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* ---- modules ---- */

/* Address in memory minus address in the file, of the segment that was mapped from that offset. */
static bool bias_of(int fd, const struct mapping *m, uint64_t *bias)
{
	Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	size_t n = 0;
	bool found = false;

	if (!elf || elf_getphdrnum(elf, &n))
		n = 0;
	for (size_t i = 0; i < n && !found; i++) {
		GElf_Phdr ph;
		uint64_t page = 4096;

		if (!gelf_getphdr(elf, (int)i, &ph) || ph.p_type != PT_LOAD || !(ph.p_flags & PF_X))
			continue;
		if (m->off < (ph.p_offset & ~(page - 1)) || m->off >= ph.p_offset + ph.p_filesz)
			continue;
		*bias = m->addr - m->off - (ph.p_vaddr - ph.p_offset);
		found = true;
	}
	elf_end(elf);
	return found;
}

/* A path may be anything that a file says: nothing but a regular file is opened. */
static int open_regular(const char *path)
{
	struct stat st;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return -1;
	return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

/* The file as the process sees it; else, as when it is gone or this is a replay, of that name. */
static int open_module(const struct space *sp, const char *path)
{
	char rooted[64 + 4096];
	int fd;

	snprintf(rooted, sizeof(rooted), "/proc/%u/root%s", sp->tgid, path);
	fd = open_regular(rooted);
	return fd >= 0 ? fd : open_regular(path);
}

static void report(struct unwind *w, const struct space *sp, size_t i)
{
	const struct mapping *m = &sp->maps[i];
	uint64_t bias;
	int fd;

	/* a file's second mapping is of the same module, which covers the file's whole range */
	if (m->path[0] != '/' || m->path[1] == '/' || dwfl_addrmodule(w->dwfl, m->addr))
		return;
	fd = open_module(sp, m->path);
	if (fd < 0)
		return;
	if (!bias_of(fd, m, &bias) || !dwfl_report_elf(w->dwfl, m->path, m->path, fd, bias, true))
		close(fd);
}

/* Reports what libdw does not know yet; it gets a new session where what it knows is not true any more. */
static bool report_all(struct space *sp)
{
	struct unwind *w;

	if (sp->replaced) {
		unwind__free(sp->unwind);
		sp->unwind = NULL;
		sp->replaced = false;
	}
	w = sp->unwind;
	if (!w) {
		sp->changed = true;
		w = sp->unwind = calloc(1, sizeof(*w));
		if (!w)
			return false;
		w->callbacks.find_elf = dwfl_build_id_find_elf;
		w->callbacks.find_debuginfo = dwfl_standard_find_debuginfo;
		w->callbacks.debuginfo_path = &w->no_path;
		w->dwfl = dwfl_begin(&w->callbacks);
		if (!w->dwfl)
			return false;
	}
	if (!sp->changed)
		return true;
	dwfl_report_begin_add(w->dwfl);
	for (size_t i = 0; i < sp->n; i++)
		report(w, sp, i);
	dwfl_report_end(w->dwfl, NULL, NULL);
	sp->changed = false;
	return true;
}

/* ---- frames ---- */

static int on_frame(Dwfl_Frame *frame, void *arg)
{
	struct unwind *w = arg;
	bool active;
	Dwarf_Addr pc;

	if (!dwfl_frame_pc(frame, &pc, &active))
		return DWARF_CB_ABORT;
	w->frames[w->n++] = (struct frame){ .ip = pc, .returns = !active };
	return w->n < w->most ? DWARF_CB_OK : DWARF_CB_ABORT;
}

/* A call that does not return is the last instruction of its function: what it would return to is another one's. */
static void name_frame(struct unwinder *u, struct space *sp, struct frame *f)
{
	uint64_t ip = f->ip - f->returns;
	const struct mapping *m = space__at(sp, ip);
	Dwfl_Module *mod = m ? dwfl_addrmodule(sp->unwind->dwfl, ip) : NULL;
	struct symbols *symbols = mod ? symbols__get(u->symbols, mod, m->path) : NULL;
	Dwarf_Addr start = 0;
	Dwfl_Line *line;

	f->file = m ? m->path : NULL;
	f->off = m ? f->ip - m->addr + m->off : 0;
	if (!symbols)
		return;
	dwfl_module_info(mod, NULL, &start, NULL, NULL, NULL, NULL, NULL);
	f->symbol = symbols__name(u->symbols, symbols, ip - start, &f->symbol_off);
	f->symbol_off += f->symbol ? f->returns : 0;
	line = u->lines ? dwfl_module_getsrc(mod, ip) : NULL;
	if (line)
		f->source = dwfl_lineinfo(line, NULL, &f->line, NULL, NULL, NULL);
}

unsigned unwinder__frames(struct unwinder *u, struct space *sp, const struct snapshot_stack *st, struct frame *frames,
			  unsigned most)
{
	struct unwind *w;

	if (!report_all(sp))
		return 0;
	w = sp->unwind;
	w->st = st;
	w->frames = frames;
	w->n = 0;
	w->most = most < STACK_FRAMES ? most : STACK_FRAMES;
	if (!w->attached)
		w->attached = dwfl_attach_state(w->dwfl, NULL, (pid_t)sp->tgid, &thread_callbacks, w);
	if (w->attached)
		dwfl_getthread_frames(w->dwfl, (pid_t)sp->tgid, on_frame, w);
	if (!w->n)
		frames[w->n++] = (struct frame){ .ip = st->pc };
	for (unsigned i = 0; i < w->n; i++)
		name_frame(u, sp, &frames[i]);
	return w->n;
}
