/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Finds the subscribers of a record. Each handle that shares programs has a bit. A task has the bits of the handles
 * that asked for it: by its number, by its process, or by a cgroup.
 */
#ifndef SCT_LIVE_TASK_SUBSCRIBERS_H
#define SCT_LIVE_TASK_SUBSCRIBERS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "abi/sctrace_abi.h"
#include "util/buf.h"
#include "util/tidmap.h"

struct task_subscribers {
	struct tidmap tids, groups; /* task -> bits of subscribers; process -> bits of subscribers */
	struct tidmap inside;	    /* task -> bits of the places that it is in, from its last SCT_REC_CGROUPS */
	struct cgroup_place {
		uint64_t bits; /* bits of the subscribers; 0: the place is free */
		dev_t dev;
		ino_t ino;
	} places[SCT_CGROUPS_MAX]; /* same indexes as in the programs' map */
	unsigned used;		   /* number of places that have ever been used */
};

/*
 * Returns the bits of a record's subscribers. Updates the bits of tasks by records of forks, execs, ends and cgroups.
 */
uint64_t task_subscribers__of(struct task_subscribers *o, const struct sct_rec *rec);
/* Adds a subscriber of the task; with threads, also of its process. Returns 0 or -ENOMEM. */
int task_subscribers__add(struct task_subscribers *o, uint32_t tid, bool threads, uint64_t bit);
/* Returns true if the subscriber asked for the task by number. */
bool task_subscribers__has(const struct task_subscribers *o, uint32_t tid, uint64_t bit);
/* Returns true if the task has any subscriber, by number or by cgroup. */
bool task_subscribers__any(const struct task_subscribers *o, uint32_t tid);
/* Removes a subscriber that asked for the task by number. Returns 0 or -ENOMEM. */
int task_subscribers__drop(struct task_subscribers *o, uint32_t tid, uint64_t bit);
/*
 * Replaces a subscription to a process by subscriptions to its threads, so that threads can be removed one by one. tid:
 * with threads, the process, else one of its threads. Sets ids (__u32) to tid, or with threads to all threads of the
 * process. proc: from procfs__open(). Returns 0 or -ENOMEM.
 */
int task_subscribers__spread(struct task_subscribers *o, uint32_t tid, bool threads, int proc, struct buf *ids);

/*
 * Returns a place for the cgroup, or -E2BIG. *fresh: the cgroup has to be put into the programs' map; *again: another
 * cgroup had the place before.
 */
int task_subscribers__place(const struct task_subscribers *o, dev_t dev, ino_t ino, bool *fresh, bool *again);
/* Forgets which tasks were in the cgroup that had this place before. */
void task_subscribers__clear(struct task_subscribers *o, unsigned at);
/* Adds a subscriber of the cgroup at this place. */
void task_subscribers__cgroup(struct task_subscribers *o, unsigned at, dev_t dev, ino_t ino, uint64_t bit);

/*
 * Removes a subscriber from all tasks and cgroups. Appends the tasks (__u32) that have no subscriber left to tids.
 * Returns the bits of the places that became free.
 */
uint64_t task_subscribers__leave(struct task_subscribers *o, uint64_t bit, struct buf *tids);
void task_subscribers__free(struct task_subscribers *o);

static inline uint32_t task_subscribers__id(const struct buf *ids, size_t i)
{
	uint32_t id;

	memcpy(&id, ids->p + i * sizeof(id), sizeof(id));
	return id;
}

#endif
