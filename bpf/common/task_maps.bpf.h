/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Maps and settings that all objects share: the states of tasks, and the targets. Each object has its own struct
 * task_state with at least tid, tgid, flags and asked; its include path selects the file (bpf/meson.build).
 */
#ifndef TASK_MAPS_BPF_H
#define TASK_MAPS_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <task_state.bpf.h>
#include <bpf/bpf_helpers.h>

struct {
	__uint(type, BPF_MAP_TYPE_TASK_STORAGE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, int);
	__type(value, struct task_state);
} tasks SEC(".maps");

/* Replaces the task storage before Linux 5.11; the key is the tid in the first pid namespace. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 65536);
	__type(key, __u32);
	__type(value, struct task_state);
} tasks_hash SEC(".maps");

/* Targets: tid or tgid -> SCT_T_*, until the task ends. The iterator and forks read it. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 65536);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, __u32);
	__type(value, __u32);
} targets SEC(".maps");

/* Set by the reader before loading. */
const volatile bool all_tasks = false; /* each task's first call makes its state */
const volatile bool use_task_storage = true;
const volatile bool has_iter = true; /* there is a task iterator, which makes the states of existing tasks */

/*
 * The reader's pid namespace (address), its nesting level, and the reader's process in the first namespace. own_ns()
 * sets them after loading.
 */
__u64 ns_own = 0;
__u32 ns_level = 0;
__u32 self_tgid = 0;

/* The reader's root directory, where printed paths begin; set by own_ns(). */
struct {
	__u64 dentry;
	__u64 mount;
} own_root = {};

__u32 any_trees = 0;	/* not 0: there has been a target with SCT_T_TREE */
__u32 not_enrolled = 0; /* targets that are not traced because there was no memory for their state */

#endif
