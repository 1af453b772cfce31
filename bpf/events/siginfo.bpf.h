/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Makes the siginfo of signals that the kernel sends without one: the kernel passes a small number instead of a
 * siginfo's address, and makes the siginfo when it queues the signal. A signal that is ignored, or that ends the
 * process at once, is never queued, so its siginfo is made here by the same rules.
 */
#ifndef SIGINFO_BPF_H
#define SIGINFO_BPF_H

#include "record/maps.bpf.h"
#include "common/task.bpf.h"
#include <bpf/bpf_core_read.h>

/* Passed by the kernel in place of a siginfo's address (the kernel's linux/signal.h, not UAPI). */
#define SEND_SIG_PRIV 1ul /* the kernel sent the signal; 0: the current process did */

#define SI_KERNEL 0x80
#define OVERFLOW_UID 65534
#define UID_EXTENTS 5 /* a map with more extents has another form: user_namespaces(7) */

/* siginfo_t of a 64-bit kernel, as far as kill() fills it (asm-generic/siginfo.h) */
struct siginfo_kill {
	__s32 signo, err, code, pad, pid;
	__u32 uid;
};

/* Returns the current process's number in t's pid namespace, or 0 if it has none. */
static __always_inline __u32 current_pid_for(struct task_struct *t)
{
	struct task_struct *self = (void *)bpf_get_current_task();
	struct pid *theirs = BPF_CORE_READ(t, thread_pid), *own = BPF_CORE_READ(self, group_leader, thread_pid);
	__u32 level = BPF_CORE_READ(theirs, level);
	struct upid *u;

	if (!theirs || !own || BPF_CORE_READ(own, level) < level)
		return 0;
	u = upid_at(own, level);
	return BPF_CORE_READ(u, ns) == BPF_CORE_READ(upid_at(theirs, level), ns) ? BPF_CORE_READ(u, nr) : 0;
}

/* Returns the current user's number in t's user namespace. */
static __always_inline __u32 current_uid_for(struct task_struct *t)
{
	__u32 uid = bpf_get_current_uid_gid();
	struct user_namespace *ns = BPF_CORE_READ(t, cred, user_ns);
	struct uid_gid_extent e;
	__u32 n;

	if (!BPF_CORE_READ(ns, parent))
		return uid;
	n = BPF_CORE_READ(ns, uid_map.nr_extents);
	if (n > UID_EXTENTS)
		return OVERFLOW_UID;
	for (__u32 i = 0; i < UID_EXTENTS; i++) {
		if (i >= n)
			break;
		if (bpf_probe_read_kernel(&e, sizeof(e), &ns->uid_map.extent[i]))
			break;
		if (uid - e.lower_first < e.count)
			return e.first + (uid - e.lower_first);
	}
	return OVERFLOW_UID;
}

static __always_inline void siginfo_make(void *to, int sig, unsigned long info, struct task_struct *t)
{
	struct siginfo_kill *k = to;

	k->signo = sig;
	if (info == SEND_SIG_PRIV) {
		k->code = SI_KERNEL;
		return;
	}
	k->pid = current_pid_for(t);
	k->uid = current_uid_for(t);
}

#endif
