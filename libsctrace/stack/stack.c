// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/stack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stack/unwind.h"

#define MEMOS 1024 /* number of stacks whose frames are cached, because most calls come from the same places */

struct memo {
	uint64_t hash[2];
	uint32_t tgid;
	unsigned n;
	struct frame *frames;
};

struct stacks {
	struct spaces spaces;
	struct unwinder *unwinder;
	unsigned most;
	struct memo memos[MEMOS];
	bool cut; /* the last stack had more than 'most' frames */
	struct frame frames[STACK_FRAMES + 1];
};

int stacks__new(struct stacks **out, struct tasks *tasks, unsigned most, bool lines)
{
	struct stacks *s = calloc(1, sizeof(*s));
	int err;

	if (!s)
		return -ENOMEM;
	s->most = most && most < STACK_FRAMES ? most : STACK_FRAMES;
	err = unwinder__new(&s->unwinder, lines);
	if (err) {
		free(s);
		return err;
	}
	spaces__init(&s->spaces, tasks);
	*out = s;
	return 0;
}

/* Drops the cached frames of a process, or of all processes, because the mappings that they refer to will change. */
static void memos_drop(struct stacks *s, uint32_t tgid, bool all)
{
	for (unsigned i = 0; i < MEMOS; i++)
		if (s->memos[i].frames && (all || s->memos[i].tgid == tgid)) {
			free(s->memos[i].frames);
			s->memos[i] = (struct memo){ 0 };
		}
}

void stacks__free(struct stacks *s)
{
	if (!s)
		return;
	memos_drop(s, 0, true);
	spaces__free(&s->spaces);
	unwinder__free(s->unwinder);
	free(s);
}

int stacks__record(struct stacks *s, const struct sct_rec *rec)
{
	if (rec->type == SCT_REC_MAP)
		memos_drop(s, rec->tgid, false);
	else if (rec->type == SCT_REC_FORK)
		memos_drop(s, ((const struct sct_fork *)rec)->child_tgid, false);
	else if (rec->type == SCT_REC_TASK_EXIT && rec->tid == rec->tgid)
		memos_drop(s, 0, true);
	return spaces__record(&s->spaces, rec);
}

bool stacks__knows(const struct stacks *s, uint32_t tgid)
{
	return spaces__get(&s->spaces, tgid, UINT64_MAX);
}

/* ---- captured registers and stack ---- */
/*
 * Registers by DWARF's numbers (ABI supplements), as words of the kernel's struct pt_regs, which begins with the struct
 * in asm/ptrace.h.
 */
struct layout {
	uint8_t n, pc, sp, fp; /* number of registers; words with pc, sp and fp */
	uint8_t at[REGS_MAX];
	uint32_t kept; /* bits of the callee-saved registers, which alone affect the callers' frames */
};

static const struct layout layouts[SCT_ABI_MAX] = {
	[SCT_ABI_X86_64] = { 17, 16, 19, 4, { 10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16 }, 0xf048 },
	[SCT_ABI_I386] = { 9, 16, 19, 4, { 10, 11, 12, 5, 19, 4, 13, 14, 16 }, 0xe8 },
	[SCT_ABI_ARM64] = { 32,
			    32,
			    31,
			    29,
			    { 0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
			      16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 },
			    0x7ff80000 },
	[SCT_ABI_ARM] = { 16, 32, 13, 11, { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 32 }, 0x4ff0 },
	/* pt_regs has the program counter in place of x0, which is always 0 */
	[SCT_ABI_RISCV64] = { 32,
			      0,
			      2,
			      8,
			      { 0,  1,	2,  3,	4,  5,	6,  7,	8,  9,	10, 11, 12, 13, 14, 15,
				16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31 },
			      0xffc0302 },
};

static bool registers(struct snapshot_stack *st, enum sct_abi_id abi, const uint8_t *p, size_t len)
{
	const struct layout *l = &layouts[abi];
	uint64_t words[REGS_MAX];

	if (len < sizeof(words) && len < 21 * 8)
		return false;
	memset(words, 0, sizeof(words));
	memcpy(words, p, len < sizeof(words) ? len : sizeof(words));
	for (unsigned i = 0; i < l->n; i++)
		st->regs[i] = words[l->at[i]];
	st->nregs = l->n;
	st->pc = words[l->pc];
	st->sp = words[l->sp];
	st->fp = words[l->fp];
	if (abi == SCT_ABI_RISCV64)
		st->regs[0] = 0;
	return true;
}

/* Adds a piece of the stack. Pieces come sorted by stack and address; others, as from damaged captures, are ignored. */
static void piece_add(struct snapshot_stack *st, uint64_t addr, const uint8_t *bytes, size_t len, unsigned stack)
{
	const struct piece *last = st->npieces ? &st->pieces[st->npieces - 1] : NULL;

	if (st->npieces == PIECES_MAX || addr + len < addr)
		return;
	if (last && (stack < last->stack || (stack == last->stack && addr < last->addr + last->len)))
		return;
	st->pieces[st->npieces++] = (struct piece){ addr, bytes, len, stack };
}

/* Collects registers and pieces of the stack from chunks. Returns false if there are no registers. */
static bool stack_read(struct snapshot_stack *st, uint8_t abi, const uint8_t *data, uint32_t len)
{
	const struct sct_chunk *c;
	uint32_t off = 0;
	bool found = false;
	uint64_t addr;

	*st = (struct snapshot_stack){ .abi = abi__get(abi) };
	while (st->abi && (c = chunk__next(data, len, &off))) {
		if (c->part == SCT_PART_REGS && c->len > 0)
			found = registers(st, st->abi->id, (const uint8_t *)(c + 1), (size_t)c->len);
		if (c->part == SCT_PART_STACK && c->len > 0)
			piece_add(st, st->sp, (const uint8_t *)(c + 1), (size_t)c->len, 0);
		if (c->part == SCT_PART_STACK_AT && c->len > (int)sizeof(addr)) {
			memcpy(&addr, c + 1, sizeof(addr));
			piece_add(st, addr, (const uint8_t *)(c + 1) + sizeof(addr), (size_t)c->len - sizeof(addr),
				  c->sub);
		}
	}
	return found;
}

/* ---- frames ---- */

/*
 * Computes a 128-bit hash of everything that affects the frames. It is long enough that collisions need not be
 * expected.
 */
static void hash(uint64_t h[2], const struct snapshot_stack *st)
{
	uint64_t word;

	h[0] = st->pc * 0x9e3779b97f4a7c15u;
	h[1] = st->sp;
	for (unsigned i = 0; i < st->nregs; i++) {
		if (!(layouts[st->abi->id].kept >> i & 1))
			continue;
		h[0] = (h[0] ^ st->regs[i]) * 0x100000001b3u;
		h[1] = (h[1] << 7 | h[1] >> 57) + st->regs[i] * 0xff51afd7ed558ccdu;
	}
	for (unsigned k = 0; k < st->npieces; k++) {
		const struct piece *p = &st->pieces[k];

		h[1] += p->addr;
		for (size_t i = 0; i + 8 <= p->len; i += 8) {
			memcpy(&word, p->bytes + i, 8);
			h[0] = (h[0] ^ word) * 0x9e3779b97f4a7c15u;
			h[0] ^= h[0] >> 29;
			h[1] = (h[1] << 7 | h[1] >> 57) + word * 0xff51afd7ed558ccdu;
		}
	}
}

static void remember(struct memo *m, const uint64_t h[2], uint32_t tgid, const struct frame *frames, unsigned n)
{
	struct frame *copy = malloc(n * sizeof(*copy));

	if (!copy)
		return;
	memcpy(copy, frames, n * sizeof(*copy));
	free(m->frames);
	*m = (struct memo){ { h[0], h[1] }, tgid, n, copy };
}

static unsigned frames_of(struct stacks *s, uint32_t tgid, uint64_t ts, const struct snapshot_stack *st,
			  const struct frame **out)
{
	struct space *sp = spaces__get(&s->spaces, tgid, ts);
	struct memo *m;
	uint64_t h[2];
	unsigned n;

	if (!sp || !sp->n)
		return 0;
	if (unwinder__renew(s->unwinder))
		memos_drop(s, 0, true);
	hash(h, st);
	m = &s->memos[(h[0] ^ h[1] >> 17) % MEMOS];
	if (m->frames && m->tgid == sp->tgid && m->hash[0] == h[0] && m->hash[1] == h[1] && !sp->changed) {
		*out = m->frames;
		n = m->n;
	} else {
		n = unwinder__frames(s->unwinder, sp, st, s->frames, s->most + 1);
		remember(m, h, sp->tgid, s->frames, n);
		*out = s->frames;
	}
	s->cut = n > s->most;
	return s->cut ? s->most : n;
}

bool stacks__cut(const struct stacks *s)
{
	return s->cut;
}

unsigned stacks__frames(struct stacks *s, const struct event *ev, const struct frame **out)
{
	struct snapshot_stack st;
	const uint8_t *data;
	uint32_t len;

	if (!ev->enter)
		return 0;
	data = record__data(&ev->enter->rec, &len);
	return stack_read(&st, ev->enter->abi, data, len) ? frames_of(s, ev->tgid, ev->enter->rec.ts, &st, out) : 0;
}

unsigned stacks__frames_after(struct stacks *s, const struct event *ev, const struct frame **out)
{
	bool with_stack = ev->signal && ev->signal->rec.type == SCT_REC_SIGNAL_STACK;
	uint8_t abi = with_stack ? ((const struct sct_signal_stack *)ev->signal)->abi : ev->exit ? ev->exit->abi : 0;
	const uint8_t *data = ev->out;
	struct snapshot_stack st;
	uint32_t len = ev->out_len;

	if (with_stack)
		data = record__data(&ev->signal->rec, &len);
	if (stack_read(&st, abi, data, len))
		return frames_of(s, ev->tgid, ev->ts, &st, out);
	/* a signal without a stack came during a call, whose stack is still valid */
	return ev->signal ? stacks__frames(s, ev, out) : 0;
}
