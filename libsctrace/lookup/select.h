/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Sets of system calls, in the syntax of -e trace=. */
#ifndef SCT_SELECT_H
#define SCT_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "lookup/abi.h"

/* ABIs of a selection, a bit each. */
#define SELECT_64 1
#define SELECT_32 2
#define SELECT_X32 4 /* no table has x32's numbers: names are accepted, but select nothing */
#define SELECT_ALL (SELECT_64 | SELECT_32 | SELECT_X32)

/* A set of calls of each ABI. */
struct selection {
	unsigned char all;   /* SELECT_*: ABIs whose calls without a row are in the set */
	unsigned char *rows; /* for each row: SELECT_*, ABIs whose call is in the set */
};

/*
 * Parses "openat,read", "!read", "%file", "/regex", "?name" (no error if unknown), "name@64", "name@32", "all", "none".
 * Returns 0, -ENOMEM, or -EINVAL with a one-line message in *errmsg, which the caller frees. The set is to be freed by
 * select__free().
 */
int select__parse(struct selection *s, const char *expr, char **errmsg);
/* Selects all calls. Returns 0 or -ENOMEM. */
int select__all(struct selection *s);
/* Adds the calls of s to a set, which may be zeroed. Returns 0 or -ENOMEM. */
int select__add(struct selection *to, const struct selection *s);
/* Returns true if both sets have the same calls; false if either is zeroed. */
bool select__same(const struct selection *a, const struct selection *b);
/* Returns true if the call is in the set. row: NULL for a call without a row. */
bool select__has(const struct selection *s, const struct sct_row *row, const struct abi *abi);
/* Returns true if all calls are in the set. */
bool select__everything(const struct selection *s);
/* As select__has(), for a row that may be a variant, or the row of unknown calls. */
bool select__has_call(const struct selection *s, const struct sct_row *row, const struct abi *abi);
#define SELECT_CLASSES 18
/* Lists the classes of the call: the words that select it after a '%'. Returns their number. */
size_t select__classes(const struct sct_row *row, const char *out[SELECT_CLASSES]);
void select__free(struct selection *s);

#endif
