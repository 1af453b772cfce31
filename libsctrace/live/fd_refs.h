/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The reader's copy of the kernel's tables of files (bpf/record/fd.bpf.h), made from the records. Replaces references
 * in records by the files, so that later stages need no table.
 */
#ifndef SCT_LIVE_FD_REFS_H
#define SCT_LIVE_FD_REFS_H

#include "event/record.h"

struct files;

/* Returns 0 with an empty table in *out, or -ENOMEM. */
int fd_refs__new(struct files **out);
void fd_refs__free(struct files *f);
/*
 * Call it once for each record, in order. Returns rec or, if it has references, a copy of *size bytes with the files in
 * their place, valid until the next call. Returns NULL without memory.
 */
const struct sct_rec *fd_refs__resolve(struct files *f, const struct sct_rec *rec, size_t *size);

#endif
