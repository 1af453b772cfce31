/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Calls that bring bytes from a descriptor into memory, or the other way: strace -e read=, -e write=. */
#ifndef SCT_IO_CALLS_H
#define SCT_IO_CALLS_H

#include "lookup/row.h"

#define TRANSFER_READ 1
#define TRANSFER_WRITE 2

/* One of these, or 0. */
unsigned io_calls__of(const struct sct_row *row);

/* Does the argument hold these bytes? */
static inline bool io_calls__is_data(const struct sct_arg *a)
{
	return a->kind == K_BYTES || a->kind == K_IOV || a->kind == K_MSG || a->kind == K_MMSG;
}

#endif
