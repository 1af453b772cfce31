/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --health: what tracing cost, and what it lost, printed at the end. */
#ifndef CLI_HEALTH_H
#define CLI_HEALTH_H

#include "sctrace.h"
#include "session.h"

/* Write to the session's output if --health is given. Return 0 or -errno. */
int health__events(struct session *s, struct sctrace *t);
int health__stats(struct session *s, struct sctrace_stats *stats);

#endif
