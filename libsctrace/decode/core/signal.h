/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Names of signals, sets of them, and what the kernel reports about one. */
#ifndef SCT_SIGNAL_H
#define SCT_SIGNAL_H

#include "decode/core/call.h"

/* SIGCHLD, SIGRT_3; out_int() if there is no such signal. */
void decode_signal(struct out *o, uint64_t sig);
/* Bit 0 is signal 1. */
void decode_sigset(struct out *o, struct rd *r);
/* The fields of a siginfo. */
void decode_siginfo(struct out *o, const struct decode_opts *opts, const struct sct_signal *sig);

#endif
