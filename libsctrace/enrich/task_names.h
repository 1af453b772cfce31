/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * What the numbers of processes and threads stand for (strace -Y, --decode-pids=):
 * their names, and their numbers in our own pid namespace. Of traced tasks the
 * events say it; of others /proc does, when it is asked.
 */
#ifndef SCT_ENRICH_TASK_NAMES_H
#define SCT_ENRICH_TASK_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "event/pair.h"
#include "util/buf.h"

#define COMM_LEN 16

/* decode_opts.pids: what is shown of them */
#define PIDS_COMM 0x1
#define PIDS_NS 0x2
#define PIDS_KEEP 0x4

struct task_names;

/* 0 or -ENOMEM. */
int task_names__new(struct task_names **out, struct tasks *tasks);
/* Of a live trace: /proc, as procfs__open() gives it. Without it only what the events say is known. */
void task_names__live(struct task_names *c, int proc);
void task_names__free(struct task_names *c);
/* Before the event is shown, and after it. */
int task_names__before(struct task_names *c, const struct event *ev);
void task_names__after(struct task_names *c, const struct event *ev);

/* What a number means to a task: of who it is in our own pid namespace, 0 if that is not known. */
uint32_t task_names__number(const struct task_names *c, uint32_t tid, uint32_t number);
/* Does the call, when it succeeds, take the number from a task that has ended? options: its fourth argument. */
bool task_names__reaps(const struct sct_row *row, uint64_t options);
/* Has the task that has this number in our own pid namespace ended? false, too: not known. */
bool task_names__ended(const struct task_names *c, uint32_t tid);
/*
 * The name of the task that has this number in our own pid namespace. now: of one in an execve that succeeds the new
 * name, as the kernel has it; else the one that it began the execve with. false: not known.
 */
bool task_names__name(const struct task_names *c, uint32_t tid, bool now, char name[COMM_LEN]);

#endif
