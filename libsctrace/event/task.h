/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The register of tasks. Only pair.c changes it, as records tell of a task's life:
 *
 *   not seen --- FORK of another task ----------------> alive (announced as attached by its first record)
 *            --- any record of the task --------------> alive
 *            --- tasks__process() --------------------> unseen: a thread of the process is known, not its leader
 *   unseen   --- any record of the task --------------> alive
 *   alive    --- EXEC --------------------------------> alive; its slots stay
 *            --- EXEC of another thread of its process, this is the leader --> alive: the thread takes its place,
 *                under its number and with its slots; those of the thread are freed
 *            --- TASK_EXIT, or found to be gone ------> ended, if it leads a process of which a slot outlives the end;
 *                                                       else not seen
 *   ended    --- any record of the task --------------> alive: the leader's end comes before an execve of another thread
 *            --- 64 further processes have ended -----> not seen
 *   any      --- FORK that makes a task of its number -> alive: another task, with nothing of the old one
 *
 * pair_task.h has the states of a call that a living task is in.
 *
 * Other parts of the library that keep something of each task reserve a slot, so that all have the same idea of a task's
 * life. A slot's data is made when it is first asked for, zeroed, and freed with the task.
 */
#ifndef SCT_TASK_H
#define SCT_TASK_H

#include <stdbool.h>

#include "util/tidmap.h"

#define TASKS_ENDED 64 /* processes that are kept after their end */

enum task_life { TASK_UNSEEN, TASK_LIVES, TASK_ENDED };

/* What any part may read of a task. The owner of the register has an entry's other members, see tasks__new(). */
struct task {
	uint32_t tid, tgid;
	uint32_t maker;	 /* the thread that made it; 0: not known */
	uint32_t parent; /* the process of which it is a child; 0: not known */
	bool own_ns;	 /* it was made in the pid namespace of the reader; false: or it is not known */
	enum task_life life;
	unsigned nslots;
	void **slots;
	struct task *next; /* among those that were taken out of the register and are not freed yet */
};

struct task_slot {
	size_t size;   /* of the data; 0: the slot is free */
	bool outlives; /* the data of a process is kept for some time after its end */
	/* Called for each child; maker NULL: not known. Returns 0 or -errno. NULL: children begin without data. */
	int (*fork)(void *ctx, struct task *child, const struct task *maker);
	void (*free)(void *data); /* frees what the data points to; NULL: nothing */
	void *ctx;
};

struct tasks {
	struct tidmap map;
	size_t size; /* of an entry */
	void (*free)(struct task *t);
	struct task_slot *slots;
	unsigned nslots, nalive, refs;
	struct task *removed; /* out of the map, to be freed by tasks__free_removed() */
	uint32_t ended[TASKS_ENDED], nended;
};

/*
 * size: of an entry, which begins with a struct task; free: frees what the rest of it points to. Returns NULL without
 * memory. The register is there until tasks__put() by its owner and tasks__release() of each slot.
 */
struct tasks *tasks__new(size_t size, void (*free)(struct task *t));
void tasks__put(struct tasks *r);

/* ---- for those that keep something of each task ---- */

/* Returns the slot's number, or -ENOMEM. */
int tasks__reserve(struct tasks *r, const struct task_slot *slot);
/* Frees the slot's data of all tasks. */
void tasks__release(struct tasks *r, int slot);

/* Returns the task of this number, whether it lives or not, or NULL. */
static inline struct task *tasks__find(const struct tasks *r, uint32_t tid)
{
	return tidmap__get(&r->map, tid);
}

/* Returns the slot's data, or NULL: it has none, or t is NULL. */
static inline void *task__data(const struct task *t, int slot)
{
	return t && (unsigned)slot < t->nslots ? t->slots[slot] : NULL;
}

/* Returns the slot's data, which is made if the task has none. NULL: no memory. */
void *tasks__data(struct tasks *r, struct task *t, int slot);
/* Frees the slot's data of one task. t may be NULL. */
void tasks__clear(struct tasks *r, struct task *t, int slot);
/* Returns the entry of a process, which is that of its leader, made if there is none. NULL: no memory. */
struct task *tasks__process(struct tasks *r, uint32_t tgid);

/* ---- transitions: for the owner ---- */

/* Returns the task, which lives from now on if it did not. NULL: no memory. */
struct task *tasks__get(struct tasks *r, uint32_t tid, uint32_t tgid);
/* A task is made, of a number that nobody has: tasks__remove(). maker may be NULL. 0 or -errno. */
int tasks__fork(struct tasks *r, const struct task *maker, struct task *child);
/* The thread t called execve, and takes the place of its leader, which is taken out of the register. */
void tasks__supersede(struct tasks *r, struct task *t, struct task *leader);
/* Takes a task out of the register, for tasks__free_removed(). */
void tasks__remove(struct tasks *r, struct task *t);
/* Likewise at its end: data that outlives it is left to another entry, which is ended. 0 or -ENOMEM. */
int tasks__end(struct tasks *r, struct task *t);
void tasks__free_removed(struct tasks *r);

#endif
