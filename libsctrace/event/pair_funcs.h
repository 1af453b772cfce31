/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes events from records of probes. A task may be in several functions, which are nested, and in one system call. */
#ifndef SCT_PAIR_FUNCS_H
#define SCT_PAIR_FUNCS_H

#include "event/pair_task.h"

/* All of these return 0, -ENOMEM, or what the observer returned. */

/*
 * Reports the hit of a probe. If it is a function's entry whose return is probed, the task is in the function from now
 * on.
 */
int pair_funcs__probe(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
/* Reports the return of a function. Does nothing if its entry was not seen, as it was before the attach or was lost. */
int pair_funcs__return(struct pair *p, struct pair_task *t, const struct sct_rec *rec);
/* Reports that none of the functions that the task is in will return, because the task ends or runs another program. */
int pair_funcs__end(struct pair *p, struct pair_task *t, uint64_t ts);

#endif
