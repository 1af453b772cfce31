/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reads memory that a call takes as input but that was not resident, neither at its beginning nor at its end, because
 * the kernel failed the call before it read the memory. Used on kernels where neither the task itself
 * (bpf/events/late.bpf.h) nor a sleepable program reads it.
 */
#ifndef SCT_ENRICH_LATE_H
#define SCT_ENRICH_LATE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"
#include "lookup/opts.h"

struct late_rate {
	uint64_t second; /* second of the records' clock */
	unsigned n;	 /* number of calls in that second */
};

/* Returns true if the record is the end of a call and says that input memory is missing. */
bool late__lacks(const struct sct_rec *rec);
/*
 * Reads the missing memory and emits it as an SCT_REC_MORE, which must be handled before the record of the call's end.
 * Pages that were never touched are read if they belong to a file on a local file system; other pages are left out,
 * because a page fault might wait forever. proc: from procfs__open(). Returns 0, the result of fn, or -ENOMEM.
 */
int late__read(int proc, const struct decode_opts *opts, struct late_rate *rate, const struct sct_enter *e,
	       const struct sct_exit *x, record_fn *fn, void *ctx);

#endif
