/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Memory of calls that the kernel's programs could not read, read by the handle itself. */
#ifndef SCT_API_MEMORY_H
#define SCT_API_MEMORY_H

#include "api/handle.h"

/* Does nobody else read what a call left out of its memory: neither the task, nor a program before the call? */
bool memory__is_read_late(const struct sctrace *t);
/* If rec is a call's end, gives fn a record of that memory first. Returns what fn returned, 0, or -ENOMEM. */
int memory__before(struct sctrace *t, const struct sct_rec *rec, record_fn *fn);

#endif
