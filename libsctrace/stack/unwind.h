/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Two ways to unwind: unwind_dw.c with libdw, by what the compilers wrote; unwind_fp.c without, by frame pointers. */
#ifndef SCT_UNWIND_H
#define SCT_UNWIND_H

#include <string.h>

#include "lookup/abi.h"
#include "stack/space.h"
#include "stack/stack.h"

#define REGS_MAX 33 /* arm64's, and the program counter */

#define PIECES_MAX 72 /* as many as two stacks can have (bpf/record/stack.bpf.h) */

/* Stack memory without a hole. */
struct piece {
	uint64_t addr;
	const uint8_t *bytes;
	size_t len;
	unsigned stack; /* 0: the one that the stack pointer is in; 1: the one that a signal handler interrupted */
};

/* What was captured of a call. */
struct snapshot_stack {
	const struct abi *abi;
	uint64_t regs[REGS_MAX]; /* by DWARF's numbers */
	unsigned nregs;
	uint64_t pc, sp, fp;
	struct piece pieces[PIECES_MAX]; /* by stack, then by address */
	unsigned npieces;
};

struct unwinder;

int unwinder__new(struct unwinder **out, bool lines);
void unwinder__free(struct unwinder *u);
/* Fills at most `most` frames; how many. */
unsigned unwinder__frames(struct unwinder *u, struct space *sp, const struct snapshot_stack *st, struct frame *frames,
			  unsigned most);
/*
 * Discards what is kept of files once that is much. Returns true if it did:
 * then frames that were returned before must not be used any more.
 */
bool unwinder__renew(struct unwinder *u);

/*
 * A word of the captured stack. What lies between two pieces of a stack was not
 * resident when the call was made, so nothing was ever written there: it is 0.
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
