/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Delivers events to the program's callbacks. */
#ifndef SCT_API_DELIVER_H
#define SCT_API_DELIVER_H

#include "api/handle.h"

/*
 * Deliver an event: event_fns whose ctx is the struct sctrace. The second one calls the callback of sctrace_pending().
 */
int deliver__event(void *ctx, const struct event *ev);
int deliver__pending(void *ctx, const struct event *ev);
/*
 * Returns whether the event's call is chosen, by its name and by the descriptors and paths among its arguments. later:
 * the call has ended, so also look at paths that could not be read when it began.
 */
bool deliver__shows(const struct sctrace *t, const struct event *ev, bool later);

#endif
