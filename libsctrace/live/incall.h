/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds what descriptors refer to, from the kernel's objects, for a task that is in a call when it is attached to. */
#ifndef SCT_LIVE_INCALL_H
#define SCT_LIVE_INCALL_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/sctrace_abi.h"
#include "util/buf.h"

struct incall;

struct incall_opts {
	unsigned fds;	  /* SCT_FDS_* */
	const char *btf;  /* file with the kernel's types, copied, or NULL */
	unsigned without; /* features that are not to be used */
	struct sct_sid_offsets sids;
};

/* Allocates the reader; the first incall__files() loads its program. Returns 0 or -ENOMEM. */
int incall__new(struct incall **out, const struct incall_opts *o);
/*
 * Appends an SCT_PART_FILE chunk for each of the task's n descriptors that refers to a file, as far as there is room.
 * Returns 0 or -errno: the kernel has no task iterators, or this process lacks the privilege.
 */
int incall__files(struct incall *c, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
void incall__free(struct incall *c);

#endif
