/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The reader's copy of the kernel's tables of files (bpf/record/fd.bpf.h), built from the records seen so far.
 * References in records are replaced by the files, so that later stages need no table.
 */
#ifndef SCT_LIVE_FD_REFS_H
#define SCT_LIVE_FD_REFS_H

#include "event/record.h"

struct files;

/* Returns 0 with an empty table in *out, or -ENOMEM. */
int fd_refs__new(struct files **out);
void fd_refs__free(struct files *f);
/*
 * Call it once for each record, in order. Returns rec, or a copy without references that is valid until the next
 * call, of *size bytes. Returns NULL without memory.
 */
const struct sct_rec *fd_refs__resolve(struct files *f, const struct sct_rec *rec, size_t *size);

#endif
