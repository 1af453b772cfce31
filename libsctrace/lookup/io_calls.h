/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Calls that move bytes between a descriptor and memory (strace -e read=, -e write=). */
#ifndef SCT_IO_CALLS_H
#define SCT_IO_CALLS_H

#include "lookup/row.h"

#define TRANSFER_READ 1
#define TRANSFER_WRITE 2

/* Returns TRANSFER_READ, TRANSFER_WRITE, or 0 for other calls. */
unsigned io_calls__of(const struct sct_row *row);

/* Returns whether the call returns the number of bytes that it has moved. */
bool io_calls__counts(const struct sct_row *row);

/* Returns true if the argument is the data that such a call moves. */
static inline bool io_calls__is_data(const struct sct_arg *a)
{
	return a->kind == K_BYTES || a->kind == K_IOV || a->kind == K_MSG || a->kind == K_MMSG;
}

#endif
