// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/unwind.h"

#include <errno.h>
#include <stdlib.h>

#include "stack/modules.h"

/* libdw's state for all processes of one ABI. */
struct session {
	struct modules *modules;
	unsigned serial; /* serial number of modules */
	bool attached;
	/* the call that is being unwound */
	const struct space *sp;
	const struct snapshot_stack *st;
	struct frame *frames;
	unsigned n, most;
};

struct unwinder {
	struct session sessions[SCT_ABI_MAX];
	unsigned serial; /* last serial number that was used */
	bool lines;
};

int unwinder__new(struct unwinder **out, bool lines)
{
	struct unwinder *u = calloc(1, sizeof(*u));

	if (!u)
		return -ENOMEM;
	u->lines = lines;
	*out = u;
	return 0;
}

static void session_end(struct session *s)
{
	modules__free(s->modules);
	*s = (struct session){ 0 };
}

void unwinder__free(struct unwinder *u)
{
	if (!u)
		return;
	for (unsigned i = 0; i < SCT_ABI_MAX; i++)
		session_end(&u->sessions[i]);
	free(u);
}

bool unwinder__renew(struct unwinder *u)
{
	bool any = false;

	for (unsigned i = 0; i < SCT_ABI_MAX; i++)
		if (u->sessions[i].modules && modules__full(u->sessions[i].modules)) {
			session_end(&u->sessions[i]);
			any = true;
		}
	return any;
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
	struct session *s = arg;
	uint64_t v;

	(void)dwfl;
	if (!snapshot_stack__word(s->st, addr, &v))
		return false;
	*result = modules__to(s->modules, s->sp, v);
	return true;
}

static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	struct session *s = arg;
	Dwarf_Word regs[REGS_MAX];

	for (unsigned i = 0; i < s->st->nregs; i++)
		regs[i] = modules__to(s->modules, s->sp, s->st->regs[i]);
	dwfl_thread_state_register_pc(thread, modules__to(s->modules, s->sp, s->st->pc));
	return dwfl_thread_state_registers(thread, 0, s->st->nregs, regs);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {
	.next_thread = no_thread,
	.get_thread = this_thread,
	.memory_read = read_memory,
	.set_initial_registers = set_registers,
};

/* ---- frames ---- */

static int on_frame(Dwfl_Frame *frame, void *arg)
{
	struct session *s = arg;
	bool active;
	Dwarf_Addr pc;

	if (!dwfl_frame_pc(frame, &pc, &active))
		return DWARF_CB_ABORT;
	s->frames[s->n++] = (struct frame){ .ip = modules__from(s->modules, pc), .returns = !active };
	return s->n < s->most ? DWARF_CB_OK : DWARF_CB_ABORT;
}

/*
 * Sets file, symbol and line of a frame. For a return address, they are looked up for the byte before: after a call
 * that never returns, the return address may be in the next function.
 */
static void name_frame(struct session *s, struct frame *f, bool lines)
{
	uint64_t ip = f->ip - f->returns, addr;
	const struct mapping *m = space__at(s->sp, ip);
	Dwfl_Module *mod;
	Dwfl_Line *line;

	f->file = m ? m->path : NULL;
	f->off = m ? f->ip - m->addr + m->off : 0;
	if (!m || !m->shift)
		return;
	addr = ip + m->shift;
	f->symbol = modules__symbol(s->modules, addr, &f->symbol_off);
	f->symbol_off += f->symbol ? f->returns : 0;
	mod = lines ? dwfl_addrmodule(modules__dwfl(s->modules), addr) : NULL;
	line = mod ? dwfl_module_getsrc(mod, addr) : NULL;
	if (line)
		f->source = dwfl_lineinfo(line, NULL, &f->line, NULL, NULL, NULL);
}

/*
 * True if the function is the outermost one of a stack in Go programs. Its debug information has a return address that
 * is invalid.
 */
static bool is_first_of_go(const char *symbol)
{
	static const char *const names[] = { "goexit", "mcall", "morestack", "mstart", "rt0_go" };
	size_t n;

	if (!symbol || strncmp(symbol, "runtime.", 8))
		return false;
	symbol += 8;
	n = strcspn(symbol, ".");
	if (symbol[n] && strcmp(symbol + n, ".abi0"))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strlen(names[i]) == n && !strncmp(symbol, names[i], n))
			return true;
	return false;
}

/* Makes the space's files known to libdw. Returns false without memory. */
static bool prepare(struct unwinder *u, struct session *s, struct space *sp, unsigned word)
{
	if (!s->modules) {
		if (!++u->serial)
			u->serial++;
		if (modules__new(&s->modules, u->serial, word))
			return false;
		s->serial = u->serial;
	}
	if (sp->changed || sp->serial != s->serial)
		modules__report(s->modules, sp);
	sp->changed = false;
	sp->serial = s->serial;
	/* libdw takes the architecture from the first module that it can read, so this may fail at first */
	if (!s->attached)
		s->attached = dwfl_attach_state(modules__dwfl(s->modules), NULL, 1, &thread_callbacks, s);
	return true;
}

unsigned unwinder__frames(struct unwinder *u, struct space *sp, const struct snapshot_stack *st, struct frame *frames,
			  unsigned most)
{
	struct session *s = &u->sessions[st->abi->id];

	if (!prepare(u, s, sp, st->abi->word))
		return 0;
	s->sp = sp;
	s->st = st;
	s->frames = frames;
	s->n = 0;
	s->most = most < STACK_FRAMES ? most : STACK_FRAMES;
	if (s->attached)
		dwfl_getthread_frames(modules__dwfl(s->modules), 1, on_frame, s);
	if (!s->n)
		frames[s->n++] = (struct frame){ .ip = st->pc };
	/* a return address of 0 is the end of the stack */
	while (s->n > 1 && !frames[s->n - 1].ip)
		s->n--;
	for (unsigned i = 0; i < s->n; i++) {
		name_frame(s, &frames[i], u->lines);
		if (is_first_of_go(frames[i].symbol))
			s->n = i + 1;
	}
	return s->n;
}
