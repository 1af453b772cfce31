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
#define SELECT_X32 4 /* no table has x32's numbers: names are accepted and select nothing */
#define SELECT_ALL (SELECT_64 | SELECT_32 | SELECT_X32)

/* A set of calls of each ABI. all: ABIs whose calls without a row are in the set. */
struct selection {
	unsigned char all;   /* SELECT_* */
	unsigned char *rows; /* a byte of SELECT_* for each row */
};

/*
 * Parses "openat,read", "!read", "%file", "/regex", "?name" (no error if unknown), "name@64", "name@32", "all",
 * "none". Returns 0, -ENOMEM, or -EINVAL with one line for people in *errmsg, which the caller frees. Free the set
 * with select__free().
 */
int select__parse(struct selection *s, const char *expr, char **errmsg);
/* Selects all calls. Returns 0 or -ENOMEM. */
int select__all(struct selection *s);
/* Adds the calls of s to another set, which may be zeroed. Returns 0 or -ENOMEM. */
int select__add(struct selection *to, const struct selection *s);
/* Returns true if both sets have the same calls; false if one of them is zeroed. */
bool select__same(const struct selection *a, const struct selection *b);
/* Returns true if the call is in the set. row: NULL for a call without a row. */
bool select__has(const struct selection *s, const struct sct_row *row, const struct abi *abi);
/* Returns true if no call is left out. */
bool select__everything(const struct selection *s);
/* Returns true if the call is in the set. row: may be a variant, or the row of unknown calls. */
bool select__has_call(const struct selection *s, const struct sct_row *row, const struct abi *abi);
#define SELECT_CLASSES 18
/* Lists the words after '%' that select the call. Returns their number. */
size_t select__classes(const struct sct_row *row, const char *out[SELECT_CLASSES]);
void select__free(struct selection *s);

#endif
