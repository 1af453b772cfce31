/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Memory that goes into a call and was not resident when it began, nor when it ended: the kernel has failed the call
 * before it read it. Where the task does not read it itself (bpf/events/late.bpf.h: Linux 6.18), the reader does, while the
 * task is there.
 */
#ifndef SCT_ENRICH_LATE_H
#define SCT_ENRICH_LATE_H

#include <stdbool.h>
#include <stdint.h>

#include "event/record.h"
#include "lookup/opts.h"

struct late_rate {
	uint64_t second; /* of the records' clock */
	unsigned n;	 /* calls looked at in it */
};

/* Does the end of a call, of which the kernel says so, lack memory that went into it? */
bool late__lacks(const struct sct_rec *rec);
/*
 * Gives fn a record of what can be read by now of that call's memory, which belongs before the record of its end: an
 * SCT_REC_MORE. Pages that were never touched are read from the file that they are mapped from, if it lies in a file
 * system of this machine's own; nothing else is faulted in, as that could wait for somebody for ever. proc: as
 * procfs__open() gives it. 0, what fn returned, or -ENOMEM.
 */
int late__read(int proc, const struct decode_opts *opts, struct late_rate *rate, const struct sct_enter *e,
	       const struct sct_exit *x, record_fn *fn, void *ctx);

#endif
