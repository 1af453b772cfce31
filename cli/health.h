/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* --health: at the end, what the session took and whether it kept up. */
#ifndef CLI_HEALTH_H
#define CLI_HEALTH_H

#include "sctrace.h"
#include "session.h"

/* Where the lines or tables go. 0 or -errno. */
int health__events(struct session *s, struct sctrace *t);
int health__stats(struct session *s, struct sctrace_stats *stats);

#endif
