/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Dumps the bytes that a call read or wrote after its line, as strace -e read= and -e write= do. */
#ifndef SCT_DUMP_H
#define SCT_DUMP_H

#include "decode/core/call.h"
#include "sink/fdset.h"
#include "util/buf.h"

/* Descriptors whose data is dumped; a zeroed struct has none. */
struct dump {
	struct fdset reads, writes;
};

/*
 * Parses the sets of -e read= and -e write=, or NULL for none. Returns 0, -ENOMEM, or -EINVAL with the word that is no
 * descriptor in errmsg.
 */
int dump__init(struct dump *d, const char *reads, const char *writes, char *errmsg, size_t why_size);
void dump__free(struct dump *d);
/* Appends the dump of a call that has ended. */
void dump__call(const struct dump *d, struct buf *b, const struct call *c);

#endif
