/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * What an object does at each event. It defines these; the programs of
 * raw.bpf.h and perf_tp.bpf.h, which are the same for all objects, call them.
 */
#ifndef OBJECT_BPF_H
#define OBJECT_BPF_H

#include "common/task_maps.bpf.h"

/* Is no call of this number wanted, of the native ABI? when: SCT_NR_BEGINS, or SCT_NR_ENDS when it ends. */
static bool nr_is_off(long nr, __u8 when);
/* The current task's state, if its calls are wanted. enters: one is about to begin. */
static struct task_state *state_calling(bool enters);
/* Where the kernel has the task's registers; do_enter() may be given a copy. */
static void keep_regs(struct task_state *st, __u64 regs);
static int do_enter(struct task_state *st, const struct pt_regs *regs, long nr);
static int do_exit(struct task_state *st, const struct pt_regs *regs, long ret);
static int do_task_fork(struct task_struct *parent, struct task_struct *child);
/* path: in the kernel's memory; bprm: NULL where a program is not given it */
static int do_task_exec(struct task_struct *t, pid_t old_pid, const char *path, struct linux_binprm *bprm);
static int do_task_exit(struct task_struct *t);
/* A task that the reader asked for is looked at from here on. */
static void state_marked(struct task_state *st);

#endif
