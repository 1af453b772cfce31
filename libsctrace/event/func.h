/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The probed functions that a thread is in, the outermost first. Entries and returns are paired by the stack pointer:
 * when a function returns, all functions whose frames are below its own are left. Counting is not enough, because
 * longjmp() and exceptions leave functions without a return.
 */
#ifndef SCT_FUNC_H
#define SCT_FUNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event/record.h"

#define FUNCS_MAX 4096 /* beyond this depth, the outermost function is removed */

struct funcs {
	struct sct_probe **v;
	unsigned n;
	size_t cap;
	size_t bytes; /* bytes of all records */
};

/* Adds a copy of the record as the innermost function. Returns the copy, or NULL without memory. */
const struct sct_probe *funcs__push(struct funcs *f, const struct sct_probe *rec, size_t size);
/*
 * Returns the innermost function if the entry of another one proves that it was left without returning, else NULL. The
 * caller reports and pops it, and calls again.
 */
const struct sct_probe *funcs__left_at_entry(const struct funcs *f, const struct sct_probe *entry);
/* The same for a return. When it returns NULL, funcs__returns() is the innermost function, or NULL. */
const struct sct_probe *funcs__left_at_return(const struct funcs *f, const struct sct_return *ret);
/* Returns the function that returns, or NULL if its entry was not seen. */
const struct sct_probe *funcs__returns(const struct funcs *f, const struct sct_return *ret);
static inline const struct sct_probe *funcs__innermost(const struct funcs *f)
{
	return f->n ? f->v[f->n - 1] : NULL;
}
/* Removes the innermost function. Returns its record, which the caller frees. */
struct sct_probe *funcs__pop(struct funcs *f);
/* Returns the outermost function if there are too many, else NULL. The caller reports and pops it. */
static inline const struct sct_probe *funcs__too_deep(const struct funcs *f)
{
	return f->n >= FUNCS_MAX ? f->v[0] : NULL;
}
/* Removes the outermost function. Returns its record, which the caller frees. */
struct sct_probe *funcs__pop_outermost(struct funcs *f);
void funcs__free(struct funcs *f);

static inline uint32_t return__probe(const struct sct_return *r)
{
	return (uint32_t)r->exit.pad << 16 | r->exit.nr;
}

#endif
