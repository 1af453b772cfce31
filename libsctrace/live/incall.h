/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* What descriptors refer to of a task that is in a call when it is attached to, as the kernel's objects have it. */
#ifndef SCT_LIVE_INCALL_H
#define SCT_LIVE_INCALL_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "util/buf.h"

struct incall;

struct incall_opts {
	unsigned fds;	  /* SCT_FDS_* */
	const char *btf;  /* a file with the kernel's types, or NULL; kept */
	unsigned without; /* features that are not to be used */
	struct sct_sid_offsets sids;
};

/* Loads nothing yet. 0 or -ENOMEM. */
int incall__new(struct incall **out, const struct incall_opts *o);
/*
 * Chunks (SCT_PART_FILE) of those of a task's n descriptors that refer to something, as far as there is room. 0, or an
 * error: the kernel has no task iterators, or this process may not use them any more.
 */
int incall__files(struct incall *c, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
void incall__free(struct incall *c);

#endif
