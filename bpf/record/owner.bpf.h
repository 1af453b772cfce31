/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Sends a record of a task's user, cgroup and parent process when they differ from those of its last such record. */
#ifndef OWNER_BPF_H
#define OWNER_BPF_H

#include "common/scope.bpf.h"
#include "record/record.bpf.h"

/* Incremented by the reader to get all records again, for a handle that has not got the earlier ones. */
__u32 owners_epoch SEC(".data.scope") = 1;

/* True if the kernel has cgroups. If not, it lacks the helper, and a program that calls it cannot be loaded. */
static __always_inline bool has_cgroups(void)
{
	return bpf_core_field_exists(((struct task_struct *)NULL)->cgroups);
}

/*
 * Returns a value that identifies the current task's cgroup: its address, which two loads read (the helper for the id
 * takes 20 ns), or the id if the task can be read by helpers only. Returns 0 without cgroups.
 */
static __always_inline __u64 cgroup_key(void)
{
	if (!has_cgroups())
		return 0;
	return use_task_storage ? (__u64)bpf_get_current_task_btf()->cgroups->dfl_cgrp : bpf_get_current_cgroup_id();
}

/* True if the reader already has the current owner of the task, or does not want it. st: the current task's state */
static __always_inline bool owner_is_told(const struct task_state *st)
{
	return !owners || (st->owners_epoch == *(volatile __u32 *)&owners_epoch && st->owner_uid == uid_current() &&
			   st->owner_cgroup == cgroup_key());
}

/*
 * Sends the owner of the current task. It is not an event, so no loss is counted if the ring has no room; the next call
 * sends it again.
 */
static __noinline void owner_send(struct task_state *st, struct sct_cpu *c, __u64 ts, __u32 cpu)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	__u32 epoch = *(volatile __u32 *)&owners_epoch;
	__u64 key = cgroup_key();
	struct sct_task_owner r = {};

	rec_init(&r.rec, c, st, ts, SCT_REC_OWNER, cpu);
	if (has_cgroups())
		r.owner.cgroup = bpf_get_current_cgroup_id();
	r.owner.uid = uid_current();
	r.owner.parent = pid_in_ns(BPF_CORE_READ(t, real_parent, group_leader));
	if (rec_push(&r.rec, sizeof(r), c, cpu)) {
		c->lost--;
		return;
	}
	st->owner_uid = r.owner.uid;
	st->owner_cgroup = key;
	st->owners_epoch = epoch;
}

#endif
