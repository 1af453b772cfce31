// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stack/unwind.h"

#include <errno.h>

int unwinder__new(struct unwinder **out, bool lines)
{
	*out = NULL;
	return lines ? -ENOTSUP : 0;
}

void unwinder__free(struct unwinder *u)
{
	(void)u;
}

bool unwinder__renew(struct unwinder *u)
{
	(void)u;
	return false;
}

static void name(struct frame *f, const struct space *sp, uint64_t ip)
{
	const struct mapping *m = space__at(sp, ip);

	*f = (struct frame){ .ip = ip, .file = m ? m->path : NULL, .off = m ? ip - m->addr + m->off : 0 };
}

/*
 * Follows the chain of frame pointers: at each of them are the caller's frame pointer and the return address. The chain
 * ends where the next frame pointer is not higher.
 */
unsigned unwinder__frames(struct unwinder *u, struct space *sp, const struct snapshot_stack *st, struct frame *frames,
			  unsigned most)
{
	uint64_t ip = st->pc, fp = st->fp, next, word = st->abi->word;
	unsigned n = 0;

	(void)u;
	sp->changed = false;
	while (n < most) {
		name(&frames[n++], sp, ip);
		if (!snapshot_stack__word(st, fp, &next) || !snapshot_stack__word(st, fp + word, &ip) || !ip)
			break;
		if (next <= fp)
			next = UINT64_MAX;
		fp = next;
	}
	return n;
}
