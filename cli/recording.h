/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Recordings: passes the options to the library, and reports how a recording has ended. */
#ifndef CLI_RECORDING_H
#define CLI_RECORDING_H

#include "sctrace.h"
#include "session.h"

/* Makes the directory of --rotate if it does not exist. Returns 0, or prints a message and returns 1. */
int recording__prepare(const struct options *o);
/* Sets the options of --record and --replay. */
void recording__options(const struct options *o, struct sctrace_opts *opts);
/* Prints what made a recording that is replayed, with --health or --debug. */
void recording__said(struct session *s, struct sctrace *trace);
/*
 * Handles the result err of sctrace_stop(). If the recording could not be written to its end, reports that and returns 0,
 * since the trace has not failed; otherwise returns err.
 */
int recording__ended(struct session *s, struct sctrace *trace, int err);

#endif
