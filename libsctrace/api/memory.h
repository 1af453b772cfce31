/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Strings that the BPF programs could not read, as their page was not present: the reader reads them instead. */
#ifndef SCT_API_MEMORY_H
#define SCT_API_MEMORY_H

#include "api/handle.h"

/* Returns whether the reader has to: neither task work nor a sleepable program reads missing strings. */
bool memory__is_read_late(const struct sctrace *t);
/* If rec ends a call that lacks strings, passes fn a record of them first. Returns what fn returned, 0, or -ENOMEM. */
int memory__before(struct sctrace *t, const struct sct_rec *rec, record_fn *fn);

#endif
