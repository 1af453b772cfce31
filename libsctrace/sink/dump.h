/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The bytes that a call read or wrote, as strace -e read=, -e write= print them after its line. */
#ifndef SCT_DUMP_H
#define SCT_DUMP_H

#include "decode/core/call.h"
#include "sink/fdset.h"
#include "util/buf.h"

/* Descriptors; of zeros: none. */
struct dump {
	struct fdset reads, writes;
};

/* NULL: none. -EINVAL: why has the word that is no descriptor. */
int dump__init(struct dump *d, const char *reads, const char *writes, char *errmsg, size_t why_size);
void dump__free(struct dump *d);
/* The lines of a call that has ended. */
void dump__call(const struct dump *d, struct buf *b, const struct call *c);

#endif
