/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The probes of a handle: from its options to what is attached. */
#ifndef SCT_API_PROBES_H
#define SCT_API_PROBES_H

#include "api/handle.h"
#include "probe_bpf/uprobe.h"

/* Finds what the options ask for, and loads the programs: of a live handle, whose other programs are loaded. */
int probes__open(struct sctrace *t, const struct sctrace_opts *o, unsigned without);
/* Attaches them, and tells fn what they are, as records. */
int probes__start(struct sctrace *t, record_fn *fn, void *ctx);
/* Is it known what the record, a probe's, is of? */
bool probes__known(const struct sctrace *t, const struct sct_rec *rec);
/* Of a recording. */
int probes__record(struct sctrace *t, const struct sct_rec *rec);

#endif
