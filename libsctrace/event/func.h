/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The probed functions that a thread is in, the outermost first. Entries and
 * returns are joined by the stack: a function that was called returns to its
 * caller's frame, wherever that is, and the frames below it are gone then. Not
 * by counting: longjmp() and exceptions leave functions that never return.
 */
#ifndef SCT_FUNC_H
#define SCT_FUNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/record.h"

#define FUNCS_MAX 4096 /* deeper ones push out the outermost */

struct funcs {
	struct sct_probe **v;
	unsigned n, cap;
	size_t bytes; /* of the records */
};

/* A copy of the record is kept as the innermost function. NULL: no memory. */
const struct sct_probe *funcs__push(struct funcs *f, const struct sct_probe *rec, size_t size);
/* The innermost one, if the entry of a function proves that it was left: to be reported and popped. */
const struct sct_probe *funcs__left_at_entry(const struct funcs *f, const struct sct_probe *entry);
/* Likewise the return of a function; what is left to be popped then is funcs__returns(). */
const struct sct_probe *funcs__left_at_return(const struct funcs *f, const struct sct_return *ret);
/* The one that returns, or NULL: its entry was not seen. */
const struct sct_probe *funcs__returns(const struct funcs *f, const struct sct_return *ret);
static inline const struct sct_probe *funcs__innermost(const struct funcs *f)
{
	return f->n ? f->v[f->n - 1] : NULL;
}
/* Takes the innermost function off and returns its record, which the caller frees. */
struct sct_probe *funcs__pop(struct funcs *f);
/* The outermost function if there are too many, else NULL: to be reported, then popped. */
static inline const struct sct_probe *funcs__too_deep(const struct funcs *f)
{
	return f->n >= FUNCS_MAX ? f->v[0] : NULL;
}
/* Takes the outermost function off and returns its record, which the caller frees. */
struct sct_probe *funcs__pop_outermost(struct funcs *f);
void funcs__free(struct funcs *f);

static inline uint32_t return__probe(const struct sct_return *r)
{
	return (uint32_t)r->exit.pad << 16 | r->exit.nr;
}

#endif
