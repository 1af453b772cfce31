/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Scope: which tasks are traced without being targets: every task, or the tasks of some cgroups. Filters by user, name,
 * pid and CPU narrow the scope and the targets. All of this is checked when a call begins, because a task may change
 * any of it.
 *
 * Settings that are off are constants, so the verifier removes their code.
 */
#ifndef SCOPE_BPF_H
#define SCOPE_BPF_H

#include "common/task.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_CGROUP_ARRAY);
	__uint(max_entries, SCT_CGROUPS_MAX);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u32));
} cgroups SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct sct_comm_filter);
} comm_filter SEC(".maps");

/* Set by the reader before loading. */
const volatile struct sct_scope scope = {};

/* In a section that the objects of probes share. */
__u32 ncgroups SEC(".data.scope") = 0;	  /* number of cgroups in the map above, which the reader adds */
__u32 any_targets SEC(".data.scope") = 0; /* not 0: there are targets by number */

/* True if tasks are traced without being targets. Their states are made when they are first seen. */
static __always_inline bool scope_is_open(void)
{
	return all_tasks || scope.cgroups;
}

static __always_inline bool scope_narrows(void)
{
	return scope.narrows;
}

/*
 * Returns the current task's real uid in the first user namespace. Where the task is readable without a helper, this is
 * two loads.
 */
static __always_inline __u32 uid_current(void)
{
	return use_task_storage ? bpf_get_current_task_btf()->cred->uid.val : (__u32)bpf_get_current_uid_gid();
}

static __always_inline bool user_wanted(void)
{
	__u32 uid = uid_current();

	for (__u32 i = 0; i < SCT_UIDS_MAX; i++) {
		if (i >= scope.nuids)
			break;
		if (uid == scope.uids[i])
			return true;
	}
	return false;
}

/*
 * True if the current task's name matches a pattern. Bytes after the NUL are not read. For most other names, the state
 * becomes 0 within a few characters.
 */
static __noinline bool comm_wanted(void)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	const char *name = use_task_storage ? bpf_get_current_task_btf()->comm : NULL;
	char copy[SCT_COMM] = {};
	struct sct_comm_filter *f;
	__u32 zero = 0;

	f = bpf_map_lookup_elem(&comm_filter, &zero);
	if (!f)
		return false;
	if (!use_task_storage)
		bpf_probe_read_kernel(copy, sizeof(copy), t->comm);
	for (__u32 lane = 0; lane < SCT_COMM_LANES; lane++) {
		__u64 state;

		if (lane >= scope.comm_lanes)
			break;
		state = f->first[lane];
		for (int i = 0; state && i < SCT_COMM; i++) {
			__u8 c = use_task_storage ? name[i] : copy[i];

			if (!c)
				break;
			state = (state << 1 & f->step[lane][c]) | (state & f->loop[lane]);
		}
		if (state & f->last[lane])
			return true;
	}
	return false;
}

/* True if the task, or its process, is in scope.skip. */
static __always_inline bool pid_skipped(void)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	__u32 tid = pid_in_ns(t), tgid = pid_in_ns(BPF_CORE_READ(t, group_leader));

	for (__u32 i = 0; i < SCT_SKIP_MAX; i++) {
		if (i >= scope.nskip)
			break;
		if (tid == scope.skip[i] || tgid == scope.skip[i])
			return true;
	}
	return false;
}

static __always_inline bool cpu_wanted(void)
{
	__u32 cpu = bpf_get_smp_processor_id();

	return cpu < SCT_CPUS_MAX && scope.cpus[cpu / 64 % (SCT_CPUS_MAX / 64)] >> cpu % 64 & 1;
}

static __noinline bool in_cgroup(void)
{
	__u32 n = *(volatile __u32 *)&ncgroups;

	for (__u32 i = 0; i < SCT_CGROUPS_MAX; i++) {
		if (i >= n)
			break;
		if (bpf_current_task_under_cgroup(&cgroups, i) == 1)
			return true;
	}
	return false;
}

static __always_inline bool is_reader(void)
{
	return bpf_get_current_pid_tgid() >> 32 == self_tgid;
}

/* Checks the cpu, uid, comm and pid filters for the current task, without a look-up of its state. */
static __always_inline bool in_narrows(void)
{
	return !(scope.by_cpu && !cpu_wanted()) && !(scope.nuids && !user_wanted()) &&
	       !(scope.comm_lanes && !comm_wanted()) && !(scope.nskip && pid_skipped());
}

/* True if the current task has no number in the reader's pid namespace. The reader could not tell such tasks apart. */
static __always_inline bool is_outside(void)
{
	return ns_level && !pid_in_ns((void *)bpf_get_current_task());
}

/* Returns the current task's state, and makes it if there is none. NULL: no memory, or is_outside(). */
static __always_inline struct task_state *state_make(void)
{
	struct task_state *st;
	__u32 tid;

	if (is_outside())
		return NULL;
	if (use_task_storage) {
		st = bpf_task_storage_get(&tasks, bpf_get_current_task_btf(), NULL, BPF_LOCAL_STORAGE_GET_F_CREATE);
	} else {
		tid = bpf_get_current_pid_tgid();
		bpf_map_update_elem(&tasks_hash, &tid, &no_state, BPF_NOEXIST);
		st = bpf_map_lookup_elem(&tasks_hash, &tid);
	}
	if (st && !st->flags)
		state_init(st, (void *)bpf_get_current_task(), SCT_T_TRACED | SCT_T_SCOPE);
	return st;
}

/*
 * Returns the current task's state, or NULL. Fast if few tasks have a state. Without an iterator, it creates the state
 * of a target.
 */
static __always_inline struct task_state *state_if_any(void)
{
	if (has_iter && (!all_tasks || scope_narrows()) && !state_possible())
		return NULL;
	return state_current();
}

static __always_inline bool is_target(const struct task_state *st)
{
	return !(st->flags & SCT_T_SCOPE) || st->asked;
}

static __always_inline bool scope_has_current(void)
{
	return all_tasks || (scope.cgroups && in_cgroup());
}

/*
 * Returns the current task's state if the call that begins is wanted. Checks that are cheaper than the look-up come
 * first.
 */
static __always_inline struct task_state *state_begins(void)
{
	struct task_state *st;
	bool inside;

	if (scope_narrows() && !in_narrows())
		return NULL;
	inside = scope_is_open() && scope_has_current();
	if (scope_is_open() && !inside && !*(volatile __u32 *)&any_targets)
		return NULL;
	st = state_if_any();
	if (st)
		return inside || is_target(st) ? st : NULL;
	return inside && !is_reader() ? state_make() : NULL;
}

/*
 * Returns the current task's state if the call that ends is wanted: it was wanted when it began or, if its beginning
 * was not seen, it is wanted now. The CPU on which such a call began is unknown, so a filter by CPU excludes it.
 */
static __always_inline struct task_state *state_ends(void)
{
	struct task_state *st = state_if_any();

	if (!st || st->in_call)
		return st;
	if (scope_narrows() && (scope.by_cpu || !in_narrows()))
		return NULL;
	return is_target(st) || scope_has_current() ? st : NULL;
}

#endif
