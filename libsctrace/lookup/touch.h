/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The descriptors and paths by which strace -P and -e trace-fds= choose a call. */
#ifndef SCT_TOUCH_H
#define SCT_TOUCH_H

#include "lookup/row.h"

/* Bits by register. */
struct touch {
	uint8_t fds;   /* descriptors */
	uint8_t paths; /* strings */
	uint8_t polls; /* arrays of pollfd */
	uint8_t sets;  /* fd_set */
};

struct touch touch__of(const struct sct_row *row);
/* Of the call and all its variants. */
struct touch touch__of_all(const struct sct_row *row);

static inline bool touch__any(struct touch t)
{
	return t.fds | t.paths | t.polls | t.sets;
}

#endif
