/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes events from records of probes. A task may be in several functions, which are nested, and in one system call. */
#ifndef SCT_PAIR_FUNCS_H
#define SCT_PAIR_FUNCS_H

#include "event/pair_task.h"

/* All functions return 0, -ENOMEM, or what the observer returned. */

/* Reports the hit of a probe. If it is the entry of a function, the task is in the function until it returns. */
int pair_funcs__probe(struct pair *p, struct pair_task *t, const struct sct_rec *rec, size_t size);
/* Reports the return of a function. If its entry is not known, since it came before the attach or was lost, nothing is. */
int pair_funcs__return(struct pair *p, struct pair_task *t, const struct sct_rec *rec);
/* Reports all functions that the task is in as gone, with the task. */
int pair_funcs__end(struct pair *p, struct pair_task *t, uint64_t ts);

#endif
