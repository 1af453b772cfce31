/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Makes a look: reads all tasks, and follows those that were asked for. */
#ifndef SCT_WHY_FOLLOW_H
#define SCT_WHY_FOLLOW_H

#include "util/errmsg.h"
#include "why/gather.h"
#include "why/look.h"

/* Reads all tasks. Returns 0 or -errno with a message. */
int why_follow__tasks(struct why_look *l, struct why_gather *g, int proc, const struct errmsg *w);
/* Reads the files that tasks wait for, and who has them. Returns 0 or -errno with a message. */
int why_follow__files(struct why_look *l, struct why_gather *g, const bool *asked, const struct errmsg *w);
/*
 * Finds whom the tasks wait for that were asked for, and whom those wait for, and so on; then solves the graph. Returns
 * 0 or -ENOMEM.
 */
int why_follow__all(struct why_look *l, const bool *asked);

#endif
