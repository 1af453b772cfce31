/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* -ff: writes the lines of each task to a file of its own, FILE.TID. */
#ifndef CLI_PER_TASK_H
#define CLI_PER_TASK_H

#include "sinks.h"

struct per_task;

/* The functions of a sink whose member "to" is a struct per_task. */
extern const struct sink_ops per_task_ops;
/*
 * Makes the object behind the sink of -ff in *out. opts is copied and used for each file; trace and o must outlive
 * *out. Returns 0 or -ENOMEM.
 */
int per_task__new(struct per_task **out, struct sctrace *trace, const struct sctrace_text_opts *opts,
		  const struct options *o);

#endif
