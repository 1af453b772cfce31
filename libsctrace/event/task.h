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

#define TASK_COMM 16
#define TASKS_ENDED 64 /* processes that are kept after their end */

enum task_life { TASK_UNSEEN, TASK_LIVES, TASK_ENDED };

/* What any part may read of a task. The owner of the register has an entry's other members, see tasks__new(). */
struct task {
	uint32_t tid, tgid;
	uint32_t maker;	 /* the thread that made it; 0: not known */
	uint32_t parent; /* the process of which it is a child; 0: not known */
	bool own_ns;	 /* it was made in the pid namespace of the reader; false, too: not known */
	enum task_life life;
	char comm[TASK_COMM]; /* its name, or its maker's as of the fork; "": not known */
	unsigned nslots;
	void **slots;
	struct task *next; /* among those that were taken out of the register and are not freed yet */
};

struct tasks {
	struct tidmap map;
	size_t size; /* of an entry */
	void (*free)(struct task *t);
	struct task_slot *slots;
	unsigned nalive;
	bool comms;	      /* somebody needs the names that are in records of calls; set by those */
	struct task *removed; /* out of the map, to be freed by tasks__free_removed() */
	uint32_t ended[TASKS_ENDED], nended;
};

/*
 * size: of an entry, which begins with a struct task; free: frees what the rest of it points to. Returns NULL without
 * memory. tasks__free() closes the slots that are still open.
 */
struct tasks *tasks__new(size_t size, void (*free)(struct task *t));
void tasks__free(struct tasks *r);

/* Returns the task of this number, whether it lives or not, or NULL. */
static inline struct task *tasks__find(const struct tasks *r, uint32_t tid)
{
	return tidmap__get(&r->map, tid);
}

/* Returns the entry of a process, which is that of its leader, made if there is none. NULL: no memory. */
struct task *tasks__process(struct tasks *r, uint32_t tgid);

/* ---- for those that keep something of each task ---- */

struct task_slot {
	size_t size;   /* of the data */
	bool outlives; /* the data of a process is kept for some time after its end */
	/* Called for each child; maker NULL: not known. Returns 0 or -errno. NULL: children begin without data. */
	int (*fork)(void *ctx, struct task *child, const struct task *maker);
	void (*free)(void *data); /* frees what the data points to; NULL: nothing */
	void *ctx;
	/* the register's */
	struct tasks *tasks; /* NULL: the slot is closed */
	unsigned at;	     /* in slots of a task */
	struct task_slot *next;
};

/* The members before tasks are set; the slot stays where it is until it is closed. */
void task_slot__open(struct task_slot *s, struct tasks *r);
/* Frees the data of all tasks. */
void task_slot__close(struct task_slot *s);

/* Returns the task's data, or NULL: it has none, or t is NULL. */
static inline void *task_slot__data(const struct task_slot *s, const struct task *t)
{
	return t && s->at < t->nslots ? t->slots[s->at] : NULL;
}

static inline void *task_slot__find(const struct task_slot *s, uint32_t tid)
{
	return task_slot__data(s, tasks__find(s->tasks, tid));
}

/* Returns the task's data, which is made if there is none. NULL: no memory. */
void *task_slot__make(const struct task_slot *s, struct task *t);
/* Frees the data of one task. t may be NULL. */
void task_slot__clear(const struct task_slot *s, struct task *t);

/* ---- transitions: for the owner ---- */

/* Returns the task, which lives from now on if it did not. NULL: no memory. */
struct task *tasks__get(struct tasks *r, uint32_t tid, uint32_t tgid);
/* The task child was made: it has its maker's name. maker may be NULL. 0 or -errno. */
int tasks__fork(struct tasks *r, const struct task *maker, struct task *child);
/* The thread t called execve, and takes the place of its leader, which is taken out of the register. */
void tasks__supersede(struct tasks *r, struct task *t, struct task *leader);
/* Takes a task out of the register, for tasks__free_removed(). */
void tasks__remove(struct tasks *r, struct task *t);
/* Likewise at its end: data that outlives it is left to another entry, which is ended. 0 or -ENOMEM. */
int tasks__end(struct tasks *r, struct task *t);
void tasks__free_removed(struct tasks *r);

#endif
