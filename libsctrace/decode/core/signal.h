/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Signals: names, sets, and the siginfo that the kernel reports. */
#ifndef SCT_SIGNAL_H
#define SCT_SIGNAL_H

#include "decode/core/call.h"

/* Emits SIGCHLD, SIGRT_3, or a decimal number if there is no such signal. */
void decode_signal(struct out *o, uint64_t sig);
/* Emits a set of signals; bit 0 is signal 1. */
void decode_sigset(struct out *o, struct rd *r);
/* Emits the fields of a siginfo. */
void decode_siginfo(struct out *o, const struct decode_opts *opts, const struct sct_signal *sig);

#endif
