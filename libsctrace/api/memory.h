/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Reads strings that the BPF programs could not read because their page was not present. */
#ifndef SCT_API_MEMORY_H
#define SCT_API_MEMORY_H

#include "api/handle.h"

/* Returns whether the reader has to read missing strings, because neither task work nor a sleepable program does. */
bool memory__is_read_late(const struct sctrace *t);
/*
 * If rec ends a call that lacks strings, reads them and passes fn a record of them. Returns the result of fn, 0, or
 * -ENOMEM.
 */
int memory__before(struct sctrace *t, const struct sct_rec *rec, record_fn *fn);

#endif
