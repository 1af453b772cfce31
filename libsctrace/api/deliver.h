/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events to the program's callbacks. */
#ifndef SCT_API_DELIVER_H
#define SCT_API_DELIVER_H

#include "api/handle.h"

/* Each an event_fn; ctx is the struct sctrace: to its callback, and to that of sctrace_pending(). */
int deliver__event(void *ctx, const struct event *ev);
int deliver__pending(void *ctx, const struct event *ev);
/*
 * Is the event's call chosen, by its name and by what it operates on? later: also by what could not be read when it began.
 */
bool deliver__shows(const struct sctrace *t, const struct event *ev, bool later);

#endif
