/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Tasks that a user may trace if sctrace has its capabilities from its file: those that ptrace(2) would let the user
 * attach to, by the rule of the kernel's __ptrace_may_access() for a caller without capabilities. The check is made
 * when a task is enrolled and at each execve, because set-user-ID programs gain their privileges here, unlike under
 * ptrace.
 */
#ifndef PTRACEABLE_BPF_H
#define PTRACEABLE_BPF_H

#include "common/kernel.h"
#include "abi/sctrace_abi.h"
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>

/* Set by the reader before loading. */
const volatile bool ptraceable_only = false;
const volatile __u32 own_uid = 0; /* real ids, as numbered in the first user namespace */
const volatile __u32 own_gid = 0;

#define USER_NS_DEPTH 33 /* the kernel's limit of nesting */
/* value of the two lowest bits of mm flags, or of dumpable: the task's user may read its memory */
#define DUMPABLE 1

struct mm_struct___word {
	unsigned long flags;
	struct user_namespace *user_ns;
} __attribute__((preserve_access_index));

/* since 6.18 */
struct mm_struct___bitmap {
	struct {
		unsigned long __mm_flags[1];
	} flags;
	struct user_namespace *user_ns;
} __attribute__((preserve_access_index));

/* since 7.2 */
enum task_dumpable {
	TASK_DUMPABLE_OFF,
};

struct task_exec_state {
	enum task_dumpable dumpable;
	struct user_namespace *user_ns;
} __attribute__((preserve_access_index));

struct task_struct___exec {
	struct task_exec_state *exec_state;
} __attribute__((preserve_access_index));

/*
 * True if the user created the outermost user namespace that ns is in, which may be ns itself, apart from the first
 * one. The creator has all capabilities in ns.
 */
static __noinline bool own_namespace(struct user_namespace *ns)
{
	for (int i = 0; i < USER_NS_DEPTH; i++) {
		struct user_namespace *parent = BPF_CORE_READ(ns, parent);

		if (!parent)
			return false;
		if (!BPF_CORE_READ(parent, parent))
			return BPF_CORE_READ(ns, owner.val) == own_uid;
		ns = parent;
	}
	return false;
}

/*
 * True if the user may read the task's memory: it is dumpable, or its program belongs to a user namespace that the user
 * made. False if this kernel has neither member.
 */
static __always_inline bool own_memory(struct task_struct *t, struct mm_struct *mm)
{
	struct task_struct___exec *task = (void *)t;
	struct mm_struct___bitmap *bitmap = (void *)mm;
	struct mm_struct___word *word = (void *)mm;
	unsigned long dumpable = 0;
	struct user_namespace *ns = NULL;

	if (bpf_core_field_exists(task->exec_state)) {
		dumpable = BPF_CORE_READ(task, exec_state, dumpable);
		ns = BPF_CORE_READ(task, exec_state, user_ns);
	} else if (bpf_core_field_exists(word->flags) && bpf_core_field_exists(word->user_ns)) {
		dumpable = BPF_CORE_READ(word, flags);
		ns = BPF_CORE_READ(word, user_ns);
	} else if (bpf_core_field_exists(bitmap->flags) && bpf_core_field_exists(bitmap->user_ns)) {
		bpf_core_read(&dumpable, sizeof(dumpable), &bitmap->flags);
		ns = BPF_CORE_READ(bitmap, user_ns);
	}
	return (dumpable & 3) == DUMPABLE || (ns && own_namespace(ns));
}

static __always_inline bool own_ids(const struct cred *c)
{
	return BPF_CORE_READ(c, uid.val) == own_uid && BPF_CORE_READ(c, euid.val) == own_uid &&
	       BPF_CORE_READ(c, suid.val) == own_uid && BPF_CORE_READ(c, gid.val) == own_gid &&
	       BPF_CORE_READ(c, egid.val) == own_gid && BPF_CORE_READ(c, sgid.val) == own_gid;
}

static __always_inline bool has_capabilities(const struct cred *c)
{
	__u64 permitted = ~0ull; /* two 32-bit words before Linux 6.3 */

	bpf_core_read(&permitted, sizeof(permitted), &c->cap_permitted);
	return permitted;
}

static __noinline bool is_own(struct task_struct *t)
{
	const struct cred *c = BPF_CORE_READ(t, real_cred);
	struct user_namespace *ns = BPF_CORE_READ(c, user_ns);
	struct mm_struct *mm = BPF_CORE_READ(t, mm);

	if (!mm)
		return false;
	if (!own_namespace(ns) && (BPF_CORE_READ(ns, parent) || !own_ids(c) || has_capabilities(c)))
		return false;
	return own_memory(t, mm);
}

/*
 * True if the user may trace the task. A task that waits for its execve passes: it sends nothing before, and the execve
 * checks again.
 */
static __always_inline bool may_trace(struct task_struct *t, __u32 flags)
{
	return !ptraceable_only || flags & SCT_T_WAIT_EXEC || is_own(t);
}

#endif
