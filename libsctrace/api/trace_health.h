/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* The health of a handle of events: lag, losses, costs. */
#ifndef SCT_API_TRACE_HEALTH_H
#define SCT_API_TRACE_HEALTH_H

#include "api/handle.h"

/* The operation `look` of the session: sets the members that are specific to handles of events. */
void trace_health__look(struct session *s, struct sctrace_health *h);

#endif
