/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The probes of a handle of events: finds, loads and attaches them. */
#ifndef SCT_API_PROBES_H
#define SCT_API_PROBES_H

#include "api/handle.h"
#include "probe_bpf/uprobe.h"

/*
 * Finds the probes that the options name, and loads their programs; those of system calls must be loaded. Returns 0 or
 * -errno with a message.
 */
int probes__open(struct sctrace *t, const struct sctrace_opts *o, unsigned without);
/* Attaches the probes, and passes to fn a record with the definition of each. */
int probes__start(struct sctrace *t, record_fn *fn, void *ctx);
/* Returns whether the probe of the record was defined: a damaged capture may lack the definition. */
bool probes__known(const struct sctrace *t, const struct sct_rec *rec);
/* Handles a record of a capture file that defines a probe. Returns 0 or -errno with a message. */
int probes__record(struct sctrace *t, const struct sct_rec *rec);

#endif
