/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Records of probes to events. The functions that a task is in lie within each other, and within system calls, of which
 * it is in at most one.
 */
#ifndef SCT_PAIR_FUNCS_H
#define SCT_PAIR_FUNCS_H

#include "event/pair_task.h"

/* Each returns 0, -ENOMEM, or what the observer returned. */

/* A probe was hit: an event, and if it is a function's, the task is in it until its return. */
int pair_funcs__probe(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
/* A function returned. Its entry may not be known: it was before the function was probed, or its record is lost. */
int pair_funcs__return(struct pair *p, struct pair_task *t, const struct sct_rec *rec);
/* Reports all functions that the task is in as gone, with the task. */
int pair_funcs__end(struct pair *p, struct pair_task *t, uint64_t ts);

#endif
