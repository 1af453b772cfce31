/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

#include "options.h"

/* sctrace --doctor: what this host lacks for tracing, as text or JSON. Returns the exit status: 0 if tracing works. */
int doctor(const struct options *o);

#endif
