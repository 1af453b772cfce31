/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Calls that are printed in another way than the rest: strace -e raw=, -e verbose=, -e abbrev=. */
#ifndef SCT_TEXT_SETS_H
#define SCT_TEXT_SETS_H

#include "decode/core/decode.h"
#include "lookup/select.h"
#include "sctrace.h"
#include "util/buf.h"

struct text_sets {
	bool any;		/* one of these is not what it is by default */
	struct selection raw;	/* registers, in hexadecimal */
	struct selection deref; /* what pointers lead to is printed, not their addresses */
	bool no_args;		/* "..." is printed in place of arguments */
	uint8_t *nregs;		/* by row: registers of a call that is printed raw */
};

/* 0, -ENOMEM or -EINVAL: then why has a line for people. */
int text_sets__parse(struct text_sets *s, const struct sctrace_text_opts *opts, const struct decode_opts *decode);
void text_sets__free(struct text_sets *s);
/* Returns how many registers of the call are printed as they are, 0 with no_args; -1: the call is decoded. */
int text_sets__registers(const struct text_sets *s, const struct sct_row *row, const struct abi *abi);
/* The registers of such a call, all of them when it begins; named: with names. */
void text_sets__put(const struct text_sets *s, struct buf *b, const struct call *c, bool named);

#endif
