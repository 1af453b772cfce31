/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* -ff: each task's lines go into a file of its own, FILE.TID. */
#ifndef CLI_PER_TASK_H
#define CLI_PER_TASK_H

#include "sctrace.h"
#include "session.h"

struct per_task;

/* opts: as of one sink for all; t and o outlive it. 0 or -errno, from all: -ECANCELED if the error has been printed. */
int per_task__new(struct per_task **out, struct sctrace *t, const struct sctrace_text_opts *opts,
		  const struct options *o);
/* Opens a task's file before it does anything: what cannot be opened later is a reason to stop. */
int per_task__add(struct per_task *p, pid_t tid);
int per_task__event(struct per_task *p, const struct sctrace_event *ev);
int per_task__flush(struct per_task *p, bool now);
/* Prints "<detached ...>" for calls in progress. */
int per_task__detach(struct per_task *p);
void per_task__free(struct per_task *p);

#endif
