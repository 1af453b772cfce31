/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The rows of a file of probes, and those of them that define types:
 *
 *	enum how { FAST=1, SLOW }
 *	struct request { fd:fd, how:enum(how), path:str, len:size_t, body:buf(len), ... }
 *	ufunc=./app:handle(req:request*) -> int
 *
 * A row ends with its line, or with the '}' or ')' that is missing there; from a '#' on, a line is a comment.
 */
#ifndef SCT_PROBE_DEFS_H
#define SCT_PROBE_DEFS_H

#include "probe/types.h"
#include "util/errmsg.h"

#define DEF_BYTES_MAX (256u << 10) /* of a file */

enum def_kind { DEF_ENUM, DEF_STRUCT, DEF_PROBE };

struct def {
	char *text; /* blanks in place of line ends and comments */
	unsigned line;
	enum def_kind kind;
};

struct defs {
	struct def *v;
	size_t n;
	unsigned line; /* that an error is about */
};

/* text: of size bytes. 0, -ENOMEM, or -EINVAL. defs__free() it in any case. */
int defs__split(struct defs *d, const char *text, size_t size, const struct errmsg *errmsg);
/* The types that the rows define. 0, -ENOMEM, or -EINVAL. */
int defs__types(struct defs *d, struct types *t, const struct errmsg *errmsg);
void defs__free(struct defs *d);
/* Both, of text that has types only. */
int defs__parse(struct types *t, const char *text, size_t size, const struct errmsg *errmsg);

#endif
