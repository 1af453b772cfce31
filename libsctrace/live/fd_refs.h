/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What the kernel's tables of files hold (bpf/record/fd.bpf.h), as far as records have
 * told of it. References in records become what they refer to, so that whoever
 * looks at a call later needs no table.
 */
#ifndef SCT_LIVE_FD_REFS_H
#define SCT_LIVE_FD_REFS_H

#include "event/record.h"

struct files;

int fd_refs__new(struct files **out);
void fd_refs__free(struct files *f);
/*
 * Of each record once, in order. The record without references: this one, or a
 * copy that is valid until the next call. NULL: no memory.
 */
const struct sct_rec *fd_refs__resolve(struct files *f, const struct sct_rec *rec, size_t *size);

#endif
