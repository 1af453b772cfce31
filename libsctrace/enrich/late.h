/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Reads memory that goes into a call but was resident neither when the call began nor when it ended, as the kernel
 * had failed the call before reading it. From Linux 6.18 on, the task reads it itself (bpf/events/late.bpf.h);
 * before, this reader does, while the task exists.
 */
#ifndef SCT_ENRICH_LATE_H
#define SCT_ENRICH_LATE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"
#include "lookup/opts.h"

struct late_rate {
	uint64_t second; /* second of the records' clock */
	unsigned n;	 /* calls looked at in that second */
};

/* Returns true if the record is a call's end and says that memory which went into the call is missing. */
bool late__lacks(const struct sct_rec *rec);
/*
 * Emits an SCT_REC_MORE, to be handled before the record of the call's end, with the missing memory that can be read
 * by now. Pages that were never touched are read from the file that they are mapped from, if it is on a local file
 * system; no other page is faulted in, as the fault could wait forever. proc: from procfs__open(). Returns 0, the
 * result of fn, or -ENOMEM.
 */
int late__read(int proc, const struct decode_opts *opts, struct late_rate *rate, const struct sct_enter *e,
	       const struct sct_exit *x, record_fn *fn, void *ctx);

#endif
