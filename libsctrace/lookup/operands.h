/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The descriptors and paths of a call that strace -P and -e trace-fds= compare. */
#ifndef SCT_OPERANDS_H
#define SCT_OPERANDS_H

#include "abi/kstats_abi.h"
#include "lookup/row.h"

/* Operands of a call by kind; a bit for each register. */
struct operands {
	uint8_t fds;   /* descriptors */
	uint8_t paths; /* strings */
	uint8_t polls; /* arrays of pollfd */
	uint8_t sets;  /* fd_set */
};

/* Returns the operands of a call or a variant. */
struct operands operands__of(const struct sct_row *row);
/* Returns the operands of the call and of all its variants. */
struct operands operands__of_all(const struct sct_row *row);
/* Returns which arguments of the call give the keys file and peer of --by, and whether its result is a size. */
struct kstat_call operands__names(const struct sct_row *row);

static inline bool operands__any(struct operands t)
{
	return t.fds | t.paths | t.polls | t.sets;
}

#endif
