/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Unwinds stacks: by libdw, with the compiler's unwind tables (unwind_dw.c), or by frame pointers (unwind_fp.c). */
#ifndef SCT_UNWIND_H
#define SCT_UNWIND_H

#include <string.h>

#include "lookup/abi.h"
#include "stack/space.h"
#include "stack/stack.h"

#define REGS_MAX 33   /* most registers: those of arm64, with the program counter */
#define PIECES_MAX 72 /* most pieces of two stacks: see bpf/record/stack.bpf.h */

/* Contiguous memory of a stack. */
struct piece {
	uint64_t addr;
	const uint8_t *bytes;
	size_t len;
	unsigned stack; /* 0: the stack of the stack pointer; 1: the stack that a signal handler interrupted */
};

/* Captured registers and stack of a call. */
struct snapshot_stack {
	const struct abi *abi;
	uint64_t regs[REGS_MAX]; /* indexed by DWARF's numbers */
	unsigned nregs;
	uint64_t pc, sp, fp;
	struct piece pieces[PIECES_MAX]; /* sorted by stack, then by address */
	unsigned npieces;
};

struct unwinder;

int unwinder__new(struct unwinder **out, bool lines);
void unwinder__free(struct unwinder *u);
/* Fills frames, at most 'most'. Returns their number. */
unsigned unwinder__frames(struct unwinder *u, struct space *sp, const struct snapshot_stack *st, struct frame *frames,
			  unsigned most);
/* Frees the data of files if there is too much of it. Returns true if it did: then earlier frames are invalid. */
bool unwinder__renew(struct unwinder *u);

/*
 * Reads a word of the captured stack. Memory between two pieces of a stack was never written, and thus is 0. Returns
 * false if the address is outside of the captured stack.
 */
static inline bool snapshot_stack__word(const struct snapshot_stack *st, uint64_t addr, uint64_t *v)
{
	size_t word = st->abi->word;

	*v = 0;
	for (unsigned i = 0; i < st->npieces; i++) {
		const struct piece *p = &st->pieces[i], *next = p + 1;

		if (addr < p->addr)
			continue;
		if (addr - p->addr <= p->len && p->len - (addr - p->addr) >= word) {
			memcpy(v, p->bytes + (addr - p->addr), word);
			return true;
		}
		if (i + 1 < st->npieces && p->stack == next->stack && addr - p->addr >= p->len && addr < next->addr &&
		    next->addr - addr >= word)
			return true;
	}
	return false;
}

#endif
