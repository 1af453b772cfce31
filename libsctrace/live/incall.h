/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Describes the files of a task's descriptors, from the kernel's objects, if the task is in a call when it is attached
 * to.
 */
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

/* Creates the reader; its program is loaded by the first incall__files(). Returns 0 or -ENOMEM. */
int incall__new(struct incall **out, const struct incall_opts *o);
/*
 * Appends an SCT_PART_FILE chunk for each of the task's n descriptors that is open, while there is room. Returns 0 or
 * -errno: the kernel has no task iterators, or this process lacks the privilege.
 */
int incall__files(struct incall *c, uint32_t tid, const int32_t *fds, unsigned n, struct buf *out);
void incall__free(struct incall *c);

#endif
