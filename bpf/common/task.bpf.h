/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Task states: look-up, creation, removal, and what a child inherits. */
#ifndef TASK_BPF_H
#define TASK_BPF_H

#include "arch/arch.h"
#include "common/kernel_file.h"
#include "common/task_maps.bpf.h"
#include "common/ptraceable.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

/*
 * Returns the entry of a namespace level: a pid has a number in each namespace from the first one down to its task's
 * own.
 */
static __always_inline struct upid *upid_at(struct pid *pid, __u32 level)
{
	return (void *)pid + bpf_core_field_offset(struct pid, numbers) + level * bpf_core_type_size(struct upid);
}

/* Returns a task's number in the reader's pid namespace, or 0 if it has none there. */
static __always_inline __u32 pid_in_ns(struct task_struct *t)
{
	struct pid *pid;
	struct upid *u;

	if (!ns_level)
		return BPF_CORE_READ(t, pid);
	pid = BPF_CORE_READ(t, thread_pid);
	if (!pid || BPF_CORE_READ(pid, level) < ns_level)
		return 0;
	u = upid_at(pid, ns_level);
	return (__u64)BPF_CORE_READ(u, ns) == ns_own ? BPF_CORE_READ(u, nr) : 0;
}

/*
 * The reader runs this once, in its own context. /proc is no substitute: its view of namespaces depends on which /proc
 * is mounted, if any.
 */
SEC("sct_run/own_ns")
int own_ns(void *ctx)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	struct task_struct___files *files = (void *)t;
	struct pid *pid = BPF_CORE_READ(t, thread_pid);
	__u32 level = BPF_CORE_READ(pid, level);
	struct upid *u = upid_at(pid, level);

	ns_own = (__u64)BPF_CORE_READ(u, ns);
	ns_level = level;
	self_tgid = bpf_get_current_pid_tgid() >> 32;
	own_root.dentry = (__u64)BPF_CORE_READ(files, fs, root.dentry);
	own_root.mount = (__u64)BPF_CORE_READ(files, fs, root.mnt) - bpf_core_field_offset(struct mount, mnt);
	return 0;
}

/*
 * Number of tasks that have a state, by a hash of the task's address. Most tasks have none, and one load of a 0 shows
 * that faster than a look-up. A count is never too low once the program that made the state has returned.
 */
#define STATE_COUNTS_BITS 9 /* in a section that objects with the same tasks share; fits into a page */
__u32 state_counts[1 << STATE_COUNTS_BITS] SEC(".data.tasks") = {};

/* Verifiers allow arithmetic with a pointer only after its lower half has been moved. */
static __always_inline __u32 *state_count(const struct task_struct *t)
{
	__u32 low;

	asm volatile("%[low] = %[t]" : [low] "=w"(low) : [t] "w"((__u32)(__u64)t));
	return &state_counts[low * 0x9e3779b1u >> (32 - STATE_COUNTS_BITS)];
}

static __always_inline bool state_possible(void)
{
	return *(volatile __u32 *)state_count((void *)bpf_get_current_task());
}

static __always_inline void state_init(struct task_state *st, struct task_struct *t, __u32 flags)
{
	__sync_fetch_and_add(state_count(t), 1);
	st->tid = pid_in_ns(t);
	st->tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	st->flags = flags;
}

/*
 * Reads a member of the current task: a plain load with bpf_get_current_task_btf(), which came with task storage,
 * otherwise a helper call.
 */
#define CURRENT(member)                                                                                                \
	(use_task_storage ? bpf_get_current_task_btf()->member                                                         \
			  : BPF_CORE_READ((struct task_struct *)bpf_get_current_task(), member))

/*
 * Copies the current task's name to 16 bytes that are zero. On some kernels (arm64) bpf_get_current_comm() leaves
 * garbage after the NUL.
 */
static __always_inline void comm_current(char *comm)
{
	struct task_struct *t = (void *)bpf_get_current_task();

	bpf_probe_read_kernel_str(comm, 16, t->comm);
}

/* True if the current call is one of the 32-bit ABI. */
static __always_inline bool call_is_compat(const struct pt_regs *regs)
{
	return CALL_IS_COMPAT(regs);
}

static __always_inline struct task_state *state_of(struct task_struct *t)
{
	__u32 tid;

	if (use_task_storage)
		return bpf_task_storage_get(&tasks, t, NULL, 0);
	tid = BPF_CORE_READ(t, pid);
	return bpf_map_lookup_elem(&tasks_hash, &tid);
}

/* On the stack there is no room for it: see cap_msg_parts(). */
static const struct task_state no_state = {};

static __always_inline struct task_state *state_create(struct task_struct *t, __u32 flags)
{
	struct task_state *st;
	__u32 tid;

	if (use_task_storage) {
		st = bpf_task_storage_get(&tasks, t, NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	} else {
		tid = BPF_CORE_READ(t, pid);
		bpf_map_update_elem(&tasks_hash, &tid, &no_state, BPF_NOEXIST);
		st = bpf_map_lookup_elem(&tasks_hash, &tid);
	}
	if (st && !st->flags)
		state_init(st, t, flags);
	else if (st)
		st->asked |= flags;
	return st;
}

/*
 * When a thread other than the leader calls execve, it gets the leader's id. Task storage stays with the task, but the
 * entry of a hash has to move.
 */
static __always_inline void state_move(__u32 old, __u32 new)
{
	struct task_state *st, copy;

	if (use_task_storage || old == new)
		return;
	st = bpf_map_lookup_elem(&tasks_hash, &old);
	if (!st)
		return;
	copy = *st;
	bpf_map_update_elem(&tasks_hash, &new, &copy, BPF_ANY);
	bpf_map_delete_elem(&tasks_hash, &old);
}

/* Returns 0, or an error. Of concurrent callers, one gets 0. */
static __always_inline long state_delete(struct task_struct *t)
{
	__u32 tid;
	long err;

	if (use_task_storage) {
		err = bpf_task_storage_delete(&tasks, t);
	} else {
		tid = BPF_CORE_READ(t, pid);
		err = bpf_map_delete_elem(&tasks_hash, &tid);
	}
	if (!err)
		__sync_fetch_and_add(state_count(t), -1);
	return err;
}

/* True for a zombie, whose exit has been reported already. */
static __always_inline bool task_ended(struct task_struct *t)
{
	return BPF_CORE_READ(t, exit_state);
}

/*
 * Returns the flags (SCT_T_*) of the reader's request for this task: for its tid, or for its tgid with SCT_T_THREADS.
 * 0: none.
 */
static __always_inline __u32 target_flags(struct task_struct *t)
{
	__u32 tid = pid_in_ns(t), tgid, *f;

	if (!tid)
		return 0;
	f = bpf_map_lookup_elem(&targets, &tid);
	if (f)
		return *f;
	tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	f = bpf_map_lookup_elem(&targets, &tgid);
	return f && (*f & SCT_T_THREADS) ? *f : 0;
}

/* Without an iterator, the state of a target is made when the task is first seen. */
static __noinline struct task_state *state_late(struct task_struct *t)
{
	__u32 flags = target_flags(t);

	return flags ? state_create(t, flags) : NULL;
}

/* Returns the current task's state, or NULL if it is not traced. */
static __always_inline struct task_state *state_current(void)
{
	struct task_state *st;
	__u32 tid;

	if (use_task_storage)
		return bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), NULL, 0);
	tid = bpf_get_current_pid_tgid();
	st = bpf_map_lookup_elem(&tasks_hash, &tid);
	return st || has_iter ? st : state_late((void *)bpf_get_current_task());
}

/* Removes the requests for a task that ends, since its numbers may be reused. */
static __always_inline void target_forget(struct task_struct *t)
{
	__u32 tid = pid_in_ns(t), tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	struct signal_struct *sig = BPF_CORE_READ(t, signal);

	if (tid != tgid)
		bpf_map_delete_elem(&targets, &tid);
	if (!BPF_CORE_READ(sig, live.counter)) /* threads of the process */
		bpf_map_delete_elem(&targets, &tgid);
}

#define TREE_DEPTH 32 /* most ancestors that are looked at */

/*
 * tree_parent() and tree_asked() are global functions, which the verifier checks once and not in each turn of the loop
 * that calls them. tree_parent() returns the thread group leader of a task's parent, or 0.
 */
__noinline __u64 tree_parent(__u64 task)
{
	struct task_struct *t = (void *)task;

	return (__u64)BPF_CORE_READ(t, real_parent, group_leader);
}

/* Returns the number of a thread group leader if its descendants are being enrolled, or 0. */
__noinline __u32 tree_asked(__u64 leader)
{
	__u32 tgid = pid_in_ns((void *)leader), *f;

	f = tgid ? bpf_map_lookup_elem(&targets, &tgid) : NULL;
	return f && *f & SCT_T_TREE ? tgid : 0;
}

/*
 * Returns the number of the nearest ancestor whose descendants are being enrolled, or 0. The reader lists the
 * descendants and then enrolls them. A child that one of them creates meanwhile is not in the list, but is found here.
 */
static __noinline __u32 tree_root(struct task_struct *t)
{
	/* global functions take numbers: what is read is one, t is not */
	__u64 at = (__u64)BPF_CORE_READ(t, real_parent, group_leader);
	__u32 tgid = 0;

	for (int i = 0; at && !tgid && i < TREE_DEPTH; i++) {
		tgid = tree_asked(at);
		at = tree_parent(at);
	}
	return tgid;
}

/*
 * Returns the flags of a task that has no state: those of its own request, or of the ancestor whose descendants are
 * being enrolled.
 */
static __always_inline __u32 flags_requested(struct task_struct *t)
{
	__u32 flags = target_flags(t), root = flags || !*(volatile __u32 *)&any_trees ? 0 : tree_root(t), *f;

	f = root ? bpf_map_lookup_elem(&targets, &root) : NULL;
	return f ? *f : flags;
}

/*
 * Returns the flags that a child inherits. If the parent has no state yet, the iterator may not have come to it, so its
 * request is read. Without an iterator, the request may also be newer than the parent's state.
 */
static __always_inline __u32 fork_flags(struct task_struct *parent, const struct task_state *st)
{
	__u32 flags;

	if (!st)
		return flags_requested(parent);
	flags = (st->flags & ~(SCT_T_WAIT_EXEC | SCT_T_SCOPE | SCT_T_UNSENT)) | (st->asked & SCT_T_FOLLOWS);
	if (!has_iter && !(flags & SCT_T_FOLLOW))
		flags |= target_flags(parent) & SCT_T_FOLLOWS;
	return flags;
}

static __always_inline bool is_same_process(struct task_struct *a, struct task_struct *b)
{
	return BPF_CORE_READ(a, tgid) == BPF_CORE_READ(b, tgid);
}

/* True if the child, a thread or a process, is traced because of its parent. flags: of the parent */
static __always_inline bool child_followed(__u32 flags, struct task_struct *parent, struct task_struct *child)
{
	return flags & SCT_T_FOLLOW || (flags & SCT_T_FOLLOW_THREADS && is_same_process(parent, child));
}

#endif
