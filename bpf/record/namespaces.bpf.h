/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The namespaces of a task, as the numbers of /proc/PID/ns. A new process may end before the call that created it
 * returns, so its namespaces are read when it is created, and kept for its creator.
 */
#ifndef NAMESPACES_BPF_H
#define NAMESPACES_BPF_H

#include "record/chunk.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_core_read.h>

const volatile bool namespaces = false; /* -e namespace=new */

/* Namespaces of the process that a task created last. Key: the creator's tid in the first pid namespace. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1024);
	__type(key, __u32);
	__type(value, struct sct_namespaces);
} newborns SEC(".maps");

static __always_inline void namespaces_of(struct sct_namespaces *n, struct task_struct *t)
{
	struct nsproxy *p = BPF_CORE_READ(t, nsproxy);
	struct pid *pid = BPF_CORE_READ(t, thread_pid);

	__builtin_memset(n, 0, sizeof(*n));
	n->inum[SCT_NS_USER] = BPF_CORE_READ(t, real_cred, user_ns, ns.inum);
	if (pid) {
		struct upid *u = upid_at(pid, BPF_CORE_READ(pid, level));

		n->inum[SCT_NS_PID] = BPF_CORE_READ(u, ns, ns.inum);
	}
	if (!p)
		return;
	n->inum[SCT_NS_CGROUP] = BPF_CORE_READ(p, cgroup_ns, ns.inum);
	n->inum[SCT_NS_IPC] = BPF_CORE_READ(p, ipc_ns, ns.inum);
	n->inum[SCT_NS_MNT] = BPF_CORE_READ(p, mnt_ns, ns.inum);
	n->inum[SCT_NS_NET] = BPF_CORE_READ(p, net_ns, ns.inum);
	n->inum[SCT_NS_TIME] = BPF_CORE_READ(p, time_ns, ns.inum);
	n->inum[SCT_NS_UTS] = BPF_CORE_READ(p, uts_ns, ns.inum);
}

static __always_inline void keep_namespaces(struct task_struct *child)
{
	__u32 maker = bpf_get_current_pid_tgid();
	struct sct_namespaces n;

	if (!namespaces)
		return;
	namespaces_of(&n, child);
	bpf_map_update_elem(&newborns, &maker, &n, BPF_ANY);
}

/* Captures the current task's namespaces; of_child: those of the process that it created last. */
__noinline int cap_namespaces(__u32 of_child)
{
	struct scratch *s = scratch_get();
	__u32 maker = bpf_get_current_pid_tgid();
	struct sct_namespaces *n, *to;
	struct sct_chunk *c;

	if (!namespaces || !s)
		return 0;
	c = chunk_begin(s, 0, SCT_PART_NAMESPACES, 0);
	if (!c)
		return 0;
	/* not on the stack: see cap_msg_parts() */
	to = (void *)c + CHUNK;
	if (of_child) {
		n = bpf_map_lookup_elem(&newborns, &maker);
		if (!n)
			return 0;
		__builtin_memcpy(to, n, sizeof(*to));
	} else {
		namespaces_of(to, (void *)bpf_get_current_task());
	}
	chunk_end(s, c, sizeof(*to));
	return 0;
}

#endif
