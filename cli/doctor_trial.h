/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Traces a child of sctrace's own, to see whether tracing works. */
#ifndef CLI_DOCTOR_TRIAL_H
#define CLI_DOCTOR_TRIAL_H

#include <stddef.h>

#include "options.h"

/* Traces a call as an event. Returns 0, or -errno with a message in why. */
int doctor_trial__lines(const struct options *o, char *why, size_t size);
/* Counts a call in the kernel. Returns 0, or -errno with a message in why. */
int doctor_trial__tables(const struct options *o, char *why, size_t size);

#endif
