/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Tasks that a replay shows: targets by number, and of these, or of all tasks, those that sctrace_opts.comm and skip
 * leave. A number means each task that has it in the recording.
 */
#ifndef SCT_API_REPLAY_SCOPE_H
#define SCT_API_REPLAY_SCOPE_H

#include "abi/sctrace_abi.h"
#include "event/pair.h"

struct replay_scope;

/* What is delivered of an event. */
enum scope_answer {
	SCOPE_NOTHING,
	SCOPE_NEWS, /* the event without the call that its task is in, which was not delivered */
	SCOPE_EVENT
};

/* limits: names of tasks and tasks to skip, by scope__make(). Returns 0 or -ENOMEM. */
int replay_scope__new(struct replay_scope **out, struct tasks *tasks, const struct sct_scope *limits);
void replay_scope__free(struct replay_scope *s);
/*
 * Adds a target before the first event: the thread, and with threads all threads of the process of this number, with
 * follow also the tasks that they create. Returns 0 or -ENOMEM.
 */
int replay_scope__target(struct replay_scope *s, uint32_t tid, bool threads, bool follow);
/* Must be called for each event, in order, also for those that are not delivered anyway. Returns 0 or -ENOMEM. */
int replay_scope__event(struct replay_scope *s, const struct event *ev, enum scope_answer *answer);
/* Returns whether the beginning of this call, or of this probed function, was delivered. */
bool replay_scope__has(const struct replay_scope *s, const struct event *begin);
/* Returns the number of tasks that are shown and have not ended. */
unsigned replay_scope__alive(const struct replay_scope *s);
/* Returns the next target that no task of the recording was, and forgets it, or 0. */
uint32_t replay_scope__missing(struct replay_scope *s);

#endif
