/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Sets of system calls, as -e trace= names them. */
#ifndef SCT_SELECT_H
#define SCT_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "lookup/abi.h"

/* Bits of the ABIs in a selection. */
#define SELECT_64 1
#define SELECT_32 2
#define SELECT_X32 4 /* no table has its numbers: names are accepted, and select nothing */
#define SELECT_ALL (SELECT_64 | SELECT_32 | SELECT_X32)

/* A set of calls of each ABI; all: also those that have no row. */
struct selection {
	unsigned char all;   /* SELECT_* */
	unsigned char *rows; /* a byte of SELECT_* for each row */
};

/*
 * "openat,read", "!read", "%file", "/regex", "?name" (no error if unknown),
 * "name@64", "name@32", "all", "none". Returns 0, -EINVAL (why: one line for
 * people, to be freed), -ENOMEM. select__free() it.
 */
int select__parse(struct selection *s, const char *expr, char **errmsg);
int select__all(struct selection *s);
/* Adds the calls of another one; to: 0 at first. 0 or -ENOMEM. */
int select__add(struct selection *to, const struct selection *s);
bool select__same(const struct selection *a, const struct selection *b);
/* row: NULL for a call that has none. */
bool select__has(const struct selection *s, const struct sct_row *row, const struct abi *abi);
/* Is no call left out? */
bool select__everything(const struct selection *s);
/* Likewise of a row that may be a variant, or that of unknown calls. */
bool select__has_call(const struct selection *s, const struct sct_row *row, const struct abi *abi);
void select__free(struct selection *s);

#endif
