/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Sets of system calls, as -e trace= names them. */
#ifndef SCT_SELECT_H
#define SCT_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "lookup/abi.h"

/* A set of rows; all: also the calls that have none. */
struct selection {
	bool all;
	unsigned char *rows; /* one byte a row */
};

/*
 * "openat,read", "!read", "%file", "/regex", "?name" (no error if unknown),
 * "all", "none". Returns 0, -EINVAL (bad is the word that names nothing, to be
 * freed), -ENOMEM. select__free() it.
 */
int select__parse(struct selection *s, const char *expr, char **bad);
int select__all(struct selection *s);
bool select__has(const struct selection *s, const struct sct_row *row);
void select__free(struct selection *s);

#endif
