/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Tasks that a replay shows: targets by number, and of these, or of all tasks, those that sctrace_opts.comm, uids and skip
 * leave and that are in one of the cgroups, if there are any. A number means each task that has it in the recording.
 */
#ifndef SCT_API_REPLAY_SCOPE_H
#define SCT_API_REPLAY_SCOPE_H

#include "abi/sctrace_abi.h"
#include "event/pair.h"

struct cgroups;
struct replay_scope;

/* What is delivered of an event. */
enum scope_answer {
	SCOPE_NOTHING,
	SCOPE_NEWS, /* the event without the call that its task is in, which was not delivered */
	SCOPE_EVENT
};

/*
 * limits: names of tasks, users and tasks to skip, by scope__make(). cgroups: paths of the cgroups of the recording.
 * Returns 0 or -ENOMEM.
 */
int replay_scope__new(struct replay_scope **out, struct tasks *tasks, const struct sct_scope *limits,
		      struct cgroups *cgroups);
void replay_scope__free(struct replay_scope *s);
/*
 * Adds a target before the first event: the thread, and with threads all threads of the process of this number, with
 * follow also the tasks that they create, with tree also their descendants that the recording began with. Returns 0 or
 * -ENOMEM.
 */
int replay_scope__target(struct replay_scope *s, uint32_t tid, bool threads, bool follow, bool tree);
/* Adds a cgroup, or the cgroup of a container, before the first event. Returns 0 or -ENOMEM. */
int replay_scope__place(struct replay_scope *s, const char *name, bool container);
/* Returns whether users or cgroups choose, and the recording did not have those of any task. */
bool replay_scope__lacks_owners(const struct replay_scope *s);
/* Returns the name of a cgroup or container that no task was in, or NULL. */
const char *replay_scope__empty_place(const struct replay_scope *s);
/* Must be called for each event, in order, also for those that are not delivered anyway. Returns 0 or -ENOMEM. */
int replay_scope__event(struct replay_scope *s, const struct event *ev, enum scope_answer *answer);
/* Returns whether the beginning of this call, or of this probed function, was delivered. */
bool replay_scope__has(struct replay_scope *s, const struct event *begin);
/* Returns the number of tasks that are shown and have not ended. */
unsigned replay_scope__alive(const struct replay_scope *s);
/* Returns the next target that no task of the recording was, and forgets it, or 0. */
uint32_t replay_scope__missing(struct replay_scope *s);

#endif
