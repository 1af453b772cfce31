/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Until when a call waits. */
#ifndef SCT_WHY_DEADLINE_H
#define SCT_WHY_DEADLINE_H

#include "why/look.h"

/*
 * Returns the time until the call of a blocked task gives up, ns; UINT64_MAX: it has no timeout, or the timeout cannot
 * be read. A task that has been woken meanwhile and sleeps again may give up earlier.
 */
uint64_t why_deadline__left(const struct why_look *l, const struct sct_why_task *t);
/* Writes "9.7 s", with what comes before it; nothing if there is no timeout. Returns true if there is one. */
bool why_deadline__text(const struct why_look *l, const struct sct_why_task *t, const char *before, char *text,
			size_t size);

#endif
