/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The register of tasks. Only pair.c changes it, by these records:
 *
 *   not seen --- FORK by another task ----------------> alive (reported as attached by its first record)
 *            --- any record of the task --------------> alive
 *            --- tasks__process() --------------------> unseen: only another thread of the process is known
 *   unseen   --- any record of the task --------------> alive
 *   alive    --- EXEC --------------------------------> alive; its slots stay
 *            --- EXEC of another thread, this is the leader --> alive: the thread takes its place, with its number
 *                and slots; the thread's own slots are freed
 *            --- TASK_EXIT, or found to be gone ------> ended, if it is a leader with data that outlives it;
 *                                                       else not seen
 *   ended    --- any record of the task --------------> alive: the leader's end comes before another thread's execve
 *            --- 64 further processes have ended -----> not seen
 *   any      --- FORK that creates a task with its tid -> alive: another task, with nothing of the old one
 *
 * pair_task.h has the states of a call that a living task is in.
 *
 * Other parts of the library that keep data per task reserve a slot, so that all agree on the life of a task. The data
 * in a slot is allocated and zeroed at its first use, and freed with the task.
 */
#ifndef SCT_TASK_H
#define SCT_TASK_H

#include <stdbool.h>

#include "abi/sctrace_abi.h"
#include "util/tidmap.h"

#define TASK_COMM 16
#define TASKS_ENDED 64 /* number of processes that are kept after their end */

enum task_life { TASK_UNSEEN, TASK_LIVES, TASK_ENDED };

/*
 * The part of an entry that all parts of the library may read. Its other members belong to the owner of the register:
 * see tasks__new().
 */
struct task {
	uint32_t tid, tgid;
	uint32_t maker;	 /* thread that created it; 0: unknown */
	uint32_t parent; /* parent process; 0: unknown */
	bool own_ns;	 /* it was created in the reader's pid namespace; false also if that is unknown */
	enum task_life life;
	char comm[TASK_COMM]; /* its name, or that of its maker at the fork; "": unknown */
	bool owned;	      /* owner is known: its own, or that of its maker at the fork */
	struct sct_owner owner;
	unsigned nslots;
	void **slots;
	struct task *next; /* next in the list of removed tasks */
};

struct tasks {
	struct tidmap map;
	size_t size; /* bytes of an entry */
	void (*free)(struct task *t);
	struct task_slot *slots;
	unsigned nalive;
	bool comms;	      /* records of calls have to include names; set by users of the register */
	struct task *removed; /* list of tasks removed from the map, for tasks__free_removed() */
	uint32_t ended[TASKS_ENDED], nended;
};

/*
 * Creates a register with entries of size bytes, which begin with a struct task. free() frees what their other members
 * point to. Returns NULL without memory. tasks__free() closes slots that are still open.
 */
struct tasks *tasks__new(size_t size, void (*free)(struct task *t));
void tasks__free(struct tasks *r);

/* Returns the task with this tid, alive or not, or NULL. */
static inline struct task *tasks__find(const struct tasks *r, uint32_t tid)
{
	return tidmap__get(&r->map, tid);
}

/* Returns the entry of a process's leader; it is created if there is none. NULL: no memory. */
struct task *tasks__process(struct tasks *r, uint32_t tgid);

/* ---- slots: data per task of other parts of the library ---- */

struct task_slot {
	size_t size;   /* size of the data */
	bool outlives; /* keep the data of a process for some time after its end */
	/* Called for each new task; maker is NULL if unknown. Returns 0 or -errno. NULL: tasks begin without data. */
	int (*fork)(void *ctx, struct task *child, const struct task *maker);
	void (*free)(void *data); /* frees what the data points to; may be NULL */
	void *ctx;
	/* set by the register */
	struct tasks *tasks; /* NULL: the slot is closed */
	unsigned at;	     /* index of the data in each task's slots */
	struct task_slot *next;
};

/* Opens a slot; its members before tasks must be set. s must not be moved until it is closed. */
void task_slot__open(struct task_slot *s, struct tasks *r);
/* Closes a slot, and frees the data of all tasks in it. */
void task_slot__close(struct task_slot *s);

/* Returns the task's data, or NULL if it has none or t is NULL. */
static inline void *task_slot__data(const struct task_slot *s, const struct task *t)
{
	return t && s->at < t->nslots ? t->slots[s->at] : NULL;
}

static inline void *task_slot__find(const struct task_slot *s, uint32_t tid)
{
	return task_slot__data(s, tasks__find(s->tasks, tid));
}

/* Returns the task's data; it is allocated, and zeroed, if there is none. NULL: no memory. */
void *task_slot__make(const struct task_slot *s, struct task *t);
/* Frees the data of one task. t may be NULL. */
void task_slot__clear(const struct task_slot *s, struct task *t);

/* ---- transitions, for the owner only ---- */
/* Returns the task with this tid, alive from now on; it is created if there is none. NULL: no memory. */
struct task *tasks__get(struct tasks *r, uint32_t tid, uint32_t tgid);
/*
 * Copies parent and name to a new task from its maker, which may be NULL, and calls the slots' fork(). Returns 0 or
 * -errno.
 */
int tasks__fork(struct tasks *r, const struct task *maker, struct task *child);
/* Puts thread t, which called execve, in the place of its leader, and removes the leader. */
void tasks__supersede(struct tasks *r, struct task *t, struct task *leader);
/* Removes a task from the register, for tasks__free_removed() to free. */
void tasks__remove(struct tasks *r, struct task *t);
/* Removes a task that has ended. Data that outlives it moves to a new entry with TASK_ENDED. Returns 0 or -ENOMEM. */
int tasks__end(struct tasks *r, struct task *t);
void tasks__free_removed(struct tasks *r);

#endif
