/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Whose a record is: handles that share programs have a bit each, and each task
 * has the bits of those that it was asked for by: by its number, that of its
 * process, or a cgroup.
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
	struct tidmap tids, groups; /* task, process -> bits of owners */
	struct tidmap inside;	    /* task -> places of its cgroups, as the last SCT_REC_CGROUPS had them */
	struct owners_place {
		uint64_t bits; /* 0: free */
		dev_t dev;
		ino_t ino;
	} places[SCT_CGROUPS_MAX]; /* as in the map of the programs */
	unsigned used;		   /* places that were ever in use */
};

/* The owners of a record, by what it and those before it tell of its task. */
uint64_t task_subscribers__of(struct task_subscribers *o, const struct sct_rec *rec);
/* Any record of the task has this owner, too; threads: of its process. 0 or -ENOMEM. */
int task_subscribers__add(struct task_subscribers *o, uint32_t tid, bool threads, uint64_t bit);
/* Is it asked for by its number? */
bool task_subscribers__has(const struct task_subscribers *o, uint32_t tid, uint64_t bit);
/* Has it any owner, by its number or a cgroup? */
bool task_subscribers__any(const struct task_subscribers *o, uint32_t tid);
int task_subscribers__drop(struct task_subscribers *o, uint32_t tid, uint64_t bit);
/*
 * Owners of a process become those of each of its threads; without threads, of that process that tid is one of. ids:
 * tid, or with threads those of the process, __u32 each. proc: as procfs__open() gives it. 0 or -ENOMEM.
 */
int task_subscribers__spread(struct task_subscribers *o, uint32_t tid, bool threads, int proc, struct buf *ids);

/*
 * The place for a cgroup, or -E2BIG. fresh: the programs' map does not have it there yet; again: another one was there
 * before.
 */
int task_subscribers__place(const struct task_subscribers *o, dev_t dev, ino_t ino, bool *fresh, bool *again);
/* Nothing that was told of the place is of the one that comes there. */
void task_subscribers__clear(struct task_subscribers *o, unsigned at);
/* The cgroup there has this owner, too. */
void task_subscribers__cgroup(struct task_subscribers *o, unsigned at, dev_t dev, ino_t ino, uint64_t bit);

/* Nothing has this owner any more. tids: tasks without any other, __u32 each. Returns the places that are free now. */
uint64_t task_subscribers__leave(struct task_subscribers *o, uint64_t bit, struct buf *tids);
void task_subscribers__free(struct task_subscribers *o);

static inline uint32_t task_subscribers__id(const struct buf *ids, size_t i)
{
	uint32_t id;

	memcpy(&id, ids->p + i * sizeof(id), sizeof(id));
	return id;
}

#endif
