/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Two ways to unwind: unwind_dw.c with libdw, by what the compilers wrote; unwind_fp.c without, by frame pointers. */
#ifndef SCT_UNWIND_H
#define SCT_UNWIND_H

#include <string.h>

#include "lookup/abi.h"
#include "stack/space.h"
#include "stack/stack.h"

#define REGS_MAX 33 /* arm64's, and the program counter */

/* What was captured of a call. */
struct snapshot_stack {
	const struct abi *abi;
	uint64_t regs[REGS_MAX]; /* by DWARF's numbers */
	unsigned nregs;
	uint64_t pc, sp, fp;
	const uint8_t *bytes; /* from sp on */
	size_t len;
};

struct unwinder;

int unwinder__new(struct unwinder **out, bool lines);
void unwinder__free(struct unwinder *u);
/* Fills at most `most` frames; how many. */
unsigned unwinder__frames(struct unwinder *u, struct space *sp, const struct snapshot_stack *st, struct frame *frames,
			  unsigned most);
/* A space's, with it. */
void unwind__free(struct unwind *w);

/* A word of the captured stack. */
static inline bool snapshot_stack__word(const struct snapshot_stack *st, uint64_t addr, uint64_t *v)
{
	size_t word = st->abi->word;

	*v = 0;
	if (addr < st->sp || addr - st->sp > st->len || st->len - (addr - st->sp) < word)
		return false;
	memcpy(v, st->bytes + (addr - st->sp), word);
	return true;
}

#endif
