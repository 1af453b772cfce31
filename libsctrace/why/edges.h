/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Finds whom a task waits for. */
#ifndef SCT_WHY_EDGES_H
#define SCT_WHY_EDGES_H

#include "why/look.h"

/* Adds the edges of a task, and sets what was found out about it. Returns 0 or -ENOMEM. */
int why_edges__add(struct why_look *l, uint32_t task);

/* The same, for a task that waits in a call of one kind. */
int why_futex__edges(struct why_look *l, uint32_t task);
int why_locks__edges(struct why_look *l, uint32_t task);

#endif
