/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Which tasks are traced, and what is remembered of them. */
#ifndef TASK_BPF_H
#define TASK_BPF_H

#include "arch/arch.h"
#include "common/kernel_file.h"
#include "common/task_maps.bpf.h"
#include "common/ptraceable.bpf.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_tracing.h>

/* A pid has a number for each namespace from the first one down to its task's own. */
static __always_inline struct upid *upid_at(struct pid *pid, __u32 level)
{
	return (void *)pid + bpf_core_field_offset(struct pid, numbers) + level * bpf_core_type_size(struct upid);
}

/* A task's number in the reader's pid namespace; 0: it has none there. */
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
 * Run once by the reader, as itself. What /proc tells of namespaces depends on
 * whose /proc is mounted, and on one being mounted at all.
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
 * How many tasks have a state, by a hash of where the kernel keeps the task. Most tasks have none: one load
 * shows that, and costs less than the look-up. A count is never too low, once who marked the task has returned.
 */
#define STATE_COUNTS_BITS 9 /* a section of its own, within a page: objects that have the same tasks share it */
__u32 state_counts[1 << STATE_COUNTS_BITS] SEC(".data.tasks") = {};

/* Verifiers let a pointer be calculated with after a move of its lower half only. */
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
 * A member of the current task. bpf_get_current_task_btf() came with task
 * storage and makes it a plain load; without it, it is a helper call.
 */
#define CURRENT(member)                                                                                                \
	(use_task_storage ? bpf_get_current_task_btf()->member                                                         \
			  : BPF_CORE_READ((struct task_struct *)bpf_get_current_task(), member))

/*
 * The current task's name in 16 bytes that are zero. bpf_get_current_comm()
 * leaves bytes of no meaning after the NUL on some kernels (arm64).
 */
static __always_inline void comm_current(char *comm)
{
	struct task_struct *t = (void *)bpf_get_current_task();

	bpf_probe_read_kernel_str(comm, 16, t->comm);
}

/* Is the current call one of the 32-bit ABI? */
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

/* Not on the stack, which is short: see cap_msg_parts(). */
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
 * A thread other than the thread group leader goes on under the leader's id after execve. Storage
 * goes along with the task, a hash entry has to be moved.
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

/* Returns 0, or an error: of several callers, one deletes it. */
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

/* Is it a zombie? Its exit has been reported already. */
static __always_inline bool task_ended(struct task_struct *t)
{
	return BPF_CORE_READ(t, exit_state);
}

/* What the reader asked for this task (0: nothing): by its tid, or by its tgid for every thread. */
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

/* Without an iterator, a task that was asked for is marked when it is first seen. */
static __noinline struct task_state *state_late(struct task_struct *t)
{
	__u32 flags = target_flags(t);

	return flags ? state_create(t, flags) : NULL;
}

/* NULL: not traced. */
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

/* A task that ends: its numbers may be another's next. */
static __always_inline void target_forget(struct task_struct *t)
{
	__u32 tid = pid_in_ns(t), tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));
	struct signal_struct *sig = BPF_CORE_READ(t, signal);

	if (tid != tgid)
		bpf_map_delete_elem(&targets, &tid);
	if (!BPF_CORE_READ(sig, live.counter)) /* threads of the process */
		bpf_map_delete_elem(&targets, &tgid);
}

/*
 * What a task hands on to one that it makes. One that the iterator has not come
 * to may fork: the map says so, and without an iterator, what was asked for later.
 */
static __always_inline __u32 fork_flags(struct task_struct *parent, const struct task_state *st)
{
	__u32 flags;

	if (!st)
		return target_flags(parent);
	flags = (st->flags & ~(SCT_T_WAIT_EXEC | SCT_T_SCOPE | SCT_T_UNSENT)) | (st->asked & SCT_T_FOLLOW);
	if (!has_iter && !(flags & SCT_T_FOLLOW))
		flags |= target_flags(parent) & SCT_T_FOLLOW;
	return flags;
}

#endif
