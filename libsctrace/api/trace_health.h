/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* How a handle of events is: whether it keeps up, what it misses, what it costs. */
#ifndef SCT_API_TRACE_HEALTH_H
#define SCT_API_TRACE_HEALTH_H

#include "api/handle.h"

/* An operation of its session: sets what the session does not know itself. */
void trace_health__look(struct session *s, struct sctrace_health *h);

#endif
