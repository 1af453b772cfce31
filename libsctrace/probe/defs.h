/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Splits a file of probes into its rows, and parses the rows that define types:
 *
 *	enum how { FAST=1, SLOW }
 *	struct request { fd:fd, how:enum(how), path:str, len:size_t, body:buf(len), ... }
 *	ufunc=./app:handle(req:request*) -> int
 *
 * A row ends at the end of its line, unless a '}' or ')' is still missing. A '#' begins a comment up to the line's end.
 */
#ifndef SCT_PROBE_DEFS_H
#define SCT_PROBE_DEFS_H

#include "probe/types.h"
#include "util/errmsg.h"

#define DEF_BYTES_MAX (256u << 10) /* largest file of probes, bytes */

enum def_kind { DEF_ENUM, DEF_STRUCT, DEF_PROBE };

struct def {
	char *text; /* the row, with blanks in place of line ends and comments */
	unsigned line;
	enum def_kind kind;
};

struct defs {
	struct def *v;
	size_t n, cap;
	unsigned line; /* after a failure: line of the error */
};

/*
 * Splits text of size bytes. Returns 0, -ENOMEM, or -EINVAL with a message. d has to be freed in any case, by
 * defs__free().
 */
int defs__split(struct defs *d, const char *text, size_t size, const struct errmsg *errmsg);
/* Adds the types that the rows define to t. Returns 0, -ENOMEM, or -EINVAL with a message. */
int defs__types(struct defs *d, struct types *t, const struct errmsg *errmsg);
void defs__free(struct defs *d);
/*
 * Adds the types that a text defines; the text must not have rows of probes. Returns 0, -ENOMEM, or -EINVAL with a
 * message.
 */
int defs__parse(struct types *t, const char *text, size_t size, const struct errmsg *errmsg);

#endif
