/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The tasks that a replay shows: all tasks or, if there are any, the targets, which are chosen by number. Of these,
 * only tasks that pass sctrace_opts.comm, uids and skip, and that are in one of the cgroups, if any were asked for. A
 * number means every task that has it in the recording.
 */
#ifndef SCT_API_REPLAY_SCOPE_H
#define SCT_API_REPLAY_SCOPE_H

#include "abi/sctrace_abi.h"
#include "event/pair.h"

struct cgroups;
struct replay_scope;

/* What to deliver of an event. */
enum scope_answer {
	SCOPE_NOTHING,
	SCOPE_NEWS, /* the event without the call in progress, which was not delivered */
	SCOPE_EVENT
};

/*
 * limits: filters of names, users and ids, made by scope__make(). cgroups: paths of the cgroups in the recording.
 * Returns 0 or -ENOMEM.
 */
int replay_scope__new(struct replay_scope **out, struct tasks *tasks, const struct sct_scope *limits,
		      struct cgroups *cgroups);
void replay_scope__free(struct replay_scope *s);
/*
 * Adds a target, before the first event: the thread with this number; with threads, all threads of the process; with
 * follow, also the tasks that they create; with tree, also the descendants that existed when the recording began.
 * Returns 0 or -ENOMEM.
 */
int replay_scope__target(struct replay_scope *s, uint32_t tid, bool threads, bool follow, bool tree);
/* Adds a cgroup, or the cgroup of a container, before the first event. Returns 0 or -ENOMEM. */
int replay_scope__place(struct replay_scope *s, const char *name, bool container);
/* Returns whether there is a filter by user or cgroup, but the recording had no users and cgroups of tasks. */
bool replay_scope__lacks_owners(const struct replay_scope *s);
/* Returns the name of a cgroup or container that was asked for and that no task was in, or NULL. */
const char *replay_scope__empty_place(const struct replay_scope *s);
/* Decides what to deliver of an event (*answer). Call it for every event, in order. Returns 0 or -ENOMEM. */
int replay_scope__event(struct replay_scope *s, const struct event *ev, enum scope_answer *answer);
/* Returns whether the beginning of this call, or of this probed function, was delivered. */
bool replay_scope__has(struct replay_scope *s, const struct event *begin);
/* Returns the number of tasks that are shown and have not ended. */
unsigned replay_scope__alive(const struct replay_scope *s);
/*
 * Returns the number of a target that the recording did not have, a different one at each call, or 0 after the last
 * one.
 */
uint32_t replay_scope__missing(struct replay_scope *s);

#endif
