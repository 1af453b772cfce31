/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Events to the program's callbacks. */
#ifndef SCT_API_DELIVER_H
#define SCT_API_DELIVER_H

#include "api/handle.h"

/* Both are an event_fn whose ctx is the struct sctrace; the second one calls the callback of sctrace_pending(). */
int deliver__event(void *ctx, const struct event *ev);
int deliver__pending(void *ctx, const struct event *ev);
/*
 * Returns whether the event's call is chosen, by its name and by the descriptors and paths that it is given. later: the
 * call has ended, so that a path that could not be read at its beginning is looked at too.
 */
bool deliver__shows(const struct sctrace *t, const struct event *ev, bool later);

#endif
