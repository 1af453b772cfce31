/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Selects calls that are printed in another way: strace -e raw=, -e verbose=, -e abbrev=. */
#ifndef SCT_TEXT_SETS_H
#define SCT_TEXT_SETS_H

#include "decode/core/decode.h"
#include "lookup/select.h"
#include "sctrace.h"
#include "util/buf.h"

struct text_sets {
	bool any;		/* one of these options is set */
	struct selection raw;	/* calls whose registers are printed, in hexadecimal */
	struct selection deref; /* calls whose pointers are followed; for other calls, addresses are printed */
	bool no_args;		/* "..." is printed in place of arguments */
	uint8_t *nregs;		/* number of registers of each call, by the index of its row */
};

/* Parses the three sets in opts. Returns 0, -ENOMEM, or -EINVAL with a message in opts->why. */
int text_sets__parse(struct text_sets *s, const struct sctrace_text_opts *opts, const struct decode_opts *decode);
void text_sets__free(struct text_sets *s);
/* Returns the number of registers to print for the call (0 with no_args), or -1 if its arguments are decoded. */
int text_sets__registers(const struct text_sets *s, const struct sct_row *row, const struct abi *abi);
/* Writes the registers of a call that is printed raw. named: with the names arg1, arg2, ... */
void text_sets__put(const struct text_sets *s, struct buf *b, const struct call *c, bool named);

#endif
