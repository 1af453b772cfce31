// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "event/func.h"

#include <stdlib.h>
#include <string.h>

#include "event/record.h"
#include "util/grow.h"

static size_t size_of(const struct sct_probe *p)
{
	return sizeof(*p) + p->enter.data_len;
}

const struct sct_probe *funcs__push(struct funcs *f, const struct sct_probe *rec, size_t size)
{
	struct sct_probe *copy = malloc(size);

	if (!copy || !GROW(f->v, f->cap, f->n + 1u)) {
		free(copy);
		return NULL;
	}
	memcpy(copy, rec, size);
	f->bytes += size;
	f->v[f->n++] = copy;
	return copy;
}

/*
 * Returns the number of the stack that a frame is on. A thread's functions are on its user stack (0), on its kernel
 * stack or, in an interrupt, on a stack of the CPU. Kernel stacks have 16 KiB or a multiple of it; one that is larger
 * counts as several.
 */
static uint64_t stack_of(uint64_t frame)
{
	return frame >> 63 ? (frame - 1) >> 14 : 0;
}

static bool same_stack(uint64_t a, uint64_t b)
{
	return stack_of(a) == stack_of(b);
}

static bool any_on(const struct funcs *f, uint64_t frame)
{
	for (unsigned i = f->n; i; i--)
		if (same_stack(f->v[i - 1]->frame, frame))
			return true;
	return false;
}

/*
 * True if function p, which is on another stack than frame, was left. In user space, a thread is in no function of the
 * kernel. If it is on a stack again that has outer functions, it has left the interrupt in which p was called.
 */
static bool left_by_stack(const struct funcs *f, const struct sct_probe *p, uint64_t frame)
{
	return stack_of(p->frame) && (!stack_of(frame) || any_on(f, frame));
}

/*
 * Stacks grow down, so all functions whose frames are below that of the entered one were left. A function with the same
 * frame may have made a tail call to the entered one; then both are in progress, and return together. The two can be
 * told apart by the return address, as the kernel replaces that of a probed function.
 */
const struct sct_probe *funcs__left_at_entry(const struct funcs *f, const struct sct_probe *entry)
{
	const struct sct_probe *p = funcs__innermost(f);

	if (!p)
		return NULL;
	if (!same_stack(p->frame, entry->frame))
		return left_by_stack(f, p, entry->frame) ? p : NULL;
	return p->frame < entry->frame || (p->frame == entry->frame && p->from == entry->from) ? p : NULL;
}

const struct sct_probe *funcs__returns(const struct funcs *f, const struct sct_return *ret)
{
	for (unsigned i = f->n; i; i--) {
		const struct sct_probe *p = f->v[i - 1];

		if (p->frame == ret->frame && record__nr(&p->enter) == return__probe(ret))
			return p;
		if (p->frame > ret->frame && same_stack(p->frame, ret->frame))
			return NULL;
	}
	return NULL;
}

const struct sct_probe *funcs__left_at_return(const struct funcs *f, const struct sct_return *ret)
{
	const struct sct_probe *p = funcs__innermost(f), *returns = funcs__returns(f, ret);

	if (!p || p == returns)
		return NULL;
	if (returns)
		return p;
	return same_stack(p->frame, ret->frame)	 ? p->frame < ret->frame ? p : NULL
	       : left_by_stack(f, p, ret->frame) ? p
						 : NULL;
}

struct sct_probe *funcs__pop(struct funcs *f)
{
	struct sct_probe *p = f->v[--f->n];

	f->bytes -= size_of(p);
	return p;
}

struct sct_probe *funcs__pop_outermost(struct funcs *f)
{
	struct sct_probe *p = f->v[0];

	f->bytes -= size_of(p);
	memmove(f->v, f->v + 1, --f->n * sizeof(*f->v));
	return p;
}

void funcs__free(struct funcs *f)
{
	while (f->n)
		free(funcs__pop(f));
	free(f->v);
	*f = (struct funcs){};
}
