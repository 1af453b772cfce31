/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * Names of processes and threads, and their ids in this process's pid namespace (strace -Y, --decode-pids=). For traced
 * tasks they come from events, for others from /proc when they are looked up.
 */
#ifndef SCT_ENRICH_TASK_NAMES_H
#define SCT_ENRICH_TASK_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "event/pair.h"
#include "util/buf.h"

#define COMM_LEN 16

/* Flags of decode_opts.pids. */
#define PIDS_COMM 0x1
#define PIDS_NS 0x2
#define PIDS_KEEP 0x4

struct task_names;

/* Creates an empty set of names in *out. Returns 0 or -ENOMEM. */
int task_names__new(struct task_names **out, struct tasks *tasks);
/* Lets look-ups use proc, a descriptor of /proc. Not called in a replay, where names come from events only. */
void task_names__live(struct task_names *c, int proc);
void task_names__free(struct task_names *c);
/* Update the names by an event; call them before and after it is printed. The first returns 0 or -ENOMEM. */
int task_names__before(struct task_names *c, const struct event *ev);
void task_names__after(struct task_names *c, const struct event *ev);

/*
 * Translates an id in the pid namespace of task tid to an id in this process's namespace. Returns 0 if it is unknown.
 */
uint32_t task_names__number(const struct task_names *c, uint32_t tid, uint32_t number);
/*
 * True if the call reaps a task when it succeeds, so that the task's id becomes free. options: fourth argument of
 * waitid
 */
bool task_names__reaps(const struct sct_row *row, uint64_t options);
/* True if the task with this id (in this process's pid namespace) is known to have ended. */
bool task_names__ended(const struct task_names *c, uint32_t tid);
/*
 * Writes the name of the task with this id (in this process's pid namespace). During a successful execve, that is the
 * new name with now, else the old one. Returns false if it is unknown.
 */
bool task_names__name(const struct task_names *c, uint32_t tid, bool now, char name[COMM_LEN]);

#endif
