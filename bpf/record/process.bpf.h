/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Sends what an agent wants to know of a task and its process: start, parent, ids, session, namespaces, directory,
 * program and arguments. The first record of a task has all of it. Later, before a record of the task, a key of what
 * may have changed is compared with that of its last record: this way no call that makes a change has to be traced, and
 * changes by other threads, and of the task's cgroup or parent, are found, too.
 */
#ifndef PROCESS_BPF_H
#define PROCESS_BPF_H

#include "record/namespaces.bpf.h"
#include "record/owner.bpf.h"

#define ARGS_MAX 4096 /* most bytes of arguments that are sent, plus 1; a power of two */

/*
 * Returns a hash of what may change of the current task between two records. Never 0. It is put into memory first: the
 * verifier forbids arithmetic with pointers, but not with numbers that were read back from a map.
 */
static __noinline __u64 process_key(void)
{
	struct task_struct *t = (void *)bpf_get_current_task();
	struct signal_struct *signal = CURRENT(signal);
	const struct cred *cred = CURRENT(cred);
	struct nsproxy *ns = CURRENT(nsproxy);
	struct fd_table *table = fd_table_get();
	struct fs_struct *fs = TASK(fs);
	volatile __u64 *k;
	__u64 h = 0;

	if (!table)
		return 1;
	k = table->key;
	k[0] = cgroup_key();
	k[1] = (__u64)CURRENT(real_parent);
	k[2] = signal ? (__u64)FIELD(signal, pids[PIDTYPE_SID]) : 0;
	k[3] = cred ? (__u64)FIELD(cred, uid.val) << 32 | FIELD(cred, gid.val) : 0;
	k[4] = cred ? (__u64)FIELD(cred, euid.val) << 32 | FIELD(cred, egid.val) : 0;
	k[5] = cred ? (__u64)FIELD(cred, user_ns) : 0;
	k[6] = fs ? (__u64)FIELD(fs, pwd.mnt) : 0;
	k[7] = fs ? (__u64)FIELD(fs, pwd.dentry) : 0;
	k[8] = (__u64)ns;
	k[9] = ns ? (__u64)FIELD(ns, mnt_ns) : 0;
	k[10] = ns ? (__u64)FIELD(ns, net_ns) : 0;
	k[11] = ns ? (__u64)FIELD(ns, ipc_ns) : 0;
	k[12] = ns ? (__u64)FIELD(ns, uts_ns) : 0;
	k[13] = ns ? (__u64)FIELD(ns, cgroup_ns) : 0;
	bpf_probe_read_kernel((void *)&table->key[14], 16, t->comm);
	for (__u32 i = 0; i < FD_KEY; i++)
		h = mix(h, k[i]);
	return h | 1;
}

/* True if the reader already has what is known of the current task, or does not want it. st: the task's state */
static __always_inline bool process_is_told(const struct task_state *st)
{
	return !processes || (st->process_epoch == *(volatile __u32 *)&owners_epoch && st->process == process_key());
}

/* Captures the working directory of a task, or its program (SCT_AT_EXE). */
__noinline int process_file(__u64 task, __u32 number)
{
	struct scratch *s = scratch_get();
	struct fd_table *t = fd_table_get();
	struct task_struct___exe *exe = (void *)task;
	struct task_struct___files *files = (void *)task;
	struct dentry *d, *parent;
	struct vfsmount *mnt;
	struct file *f;

	if (!processes || !s || !t || s->off > DATA_MAX - 2 * FD_PATH_MAX)
		return 0;
	if ((__s32)number == SCT_AT_EXE) {
		f = BPF_CORE_READ(exe, mm, exe_file);
		d = BPF_CORE_READ(f, f_path.dentry);
		mnt = BPF_CORE_READ(f, f_path.mnt);
	} else {
		d = BPF_CORE_READ(files, fs, pwd.dentry);
		mnt = BPF_CORE_READ(files, fs, pwd.mnt);
	}
	if (!d)
		return 0;
	t->at.dentry = (__u64)d;
	t->at.mnt = (__u64)mnt;
	t->at.v[0] = t->at.v[1] = 0;
	t->at.sid = 0;
	t->out.fd = number;
	t->out.flags = 0;
	t->out.more = SCT_MORE_NONE;
	t->out.kind = SCT_FILE_PATH;
	parent = BPF_CORE_READ(d, d_parent);
	if (parent == d && d != BPF_CORE_READ(mnt, mnt_root))
		fd_pseudo(t, d);
	else if (parent != d && !BPF_CORE_READ(d, d_hash.pprev))
		t->out.flags = SCT_FILE_DELETED;
	return fd_capture(SCT_FD_NO_SLOT);
}

/* Captures a task's arguments, which are in the current task's memory, and sets the number of bytes of all of them. */
__noinline int process_args(__u64 task)
{
	struct task_struct *t = (void *)task;
	struct scratch *s = scratch_get();
	struct sct_process *x;
	struct sct_chunk *c;
	__u64 from, len;
	__u32 all;

	if (!processes || !s)
		return 0;
	from = BPF_CORE_READ(t, mm, arg_start);
	len = BPF_CORE_READ(t, mm, arg_end) - from;
	if (!from || !len || len > 1 << 30)
		return 0;
	all = len;
	if (len >= ARGS_MAX)
		len = ARGS_MAX - 1;
	c = chunk_begin(s, 0, SCT_PART_SELF, 0);
	if (!c)
		return 0;
	len = MASKED(len, ARGS_MAX - 1);
	if (bpf_probe_read_user((void *)c + CHUNK, len, (void *)from))
		chunk_end(s, c, -EFAULT);
	else
		chunk_end(s, c, len);
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	x->args_len = all;
	return 0;
}

static __always_inline __u32 session_of(struct task_struct *t)
{
	struct pid *pid = BPF_CORE_READ(t, signal, pids[PIDTYPE_SID]);
	struct upid *u;

	if (!pid || BPF_CORE_READ(pid, level) < ns_level)
		return 0;
	u = upid_at(pid, ns_level);
	return !ns_level || (__u64)BPF_CORE_READ(u, ns) == ns_own ? BPF_CORE_READ(u, nr) : 0;
}

/*
 * Makes the record of a task in the scratch, except for the record's head, its cgroup, and the chunks of files and
 * arguments.
 */
__noinline int process_make(__u64 task)
{
	struct task_struct *t = (void *)task, *parent;
	struct scratch *s = scratch_get();
	struct sct_process *x;
	struct sct_chunk *c;

	if (!processes || !s)
		return 0;
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	s->off = 0;
	parent = BPF_CORE_READ(t, real_parent, group_leader);
	x->owner.cgroup = 0;
	x->owner.uid = BPF_CORE_READ(t, cred, uid.val);
	x->owner.parent = pid_in_ns(parent);
	x->start = BPF_CORE_READ(t, group_leader, start_boottime);
	x->parent_start = x->owner.parent ? BPF_CORE_READ(parent, start_boottime) : 0;
	x->gid = BPF_CORE_READ(t, cred, gid.val);
	x->euid = BPF_CORE_READ(t, cred, euid.val);
	x->egid = BPF_CORE_READ(t, cred, egid.val);
	x->session = session_of(t);
	x->args_len = 0;
	x->child_tid = x->child_tgid = 0;
	__builtin_memset(x->comm, 0, sizeof(x->comm));
	bpf_probe_read_kernel_str(x->comm, sizeof(x->comm), t->comm);
	c = chunk_begin(s, 0, SCT_PART_NAMESPACES, 0);
	if (c) {
		namespaces_of((void *)c + CHUNK, t);
		chunk_end(s, c, sizeof(struct sct_namespaces));
	}
	return 0;
}

/* Calls process_make() and captures the files and arguments. Inline, because functions in a chain share 512 bytes. */
static __always_inline void process_capture(__u64 task, __u32 flags)
{
	process_make(task);
	process_file(task, SCT_AT_FDCWD);
	if (flags & SCT_F_WHOLE) {
		process_file(task, SCT_AT_EXE);
		process_args(task);
	}
}

/* Sends the record that is in the scratch. child: state of the task's child that it is of, or NULL. */
static __always_inline long process_push(struct task_state *st, const struct task_state *child, struct sct_cpu *c,
					 __u64 ts, __u32 flags)
{
	__u32 cpu = bpf_get_smp_processor_id();
	struct scratch *s = scratch_get();
	struct sct_process *x;
	__u64 len;
	long err;

	if (!s)
		return -1;
	len = MASKED(s->off, 2 * DATA_MAX - 1);
	x = (void *)&s->head + sizeof(s->head) - sizeof(*x);
	rec_init(&x->rec, c, st, ts, SCT_REC_PROCESS, cpu);
	x->rec.flags = flags;
	if (has_cgroups())
		x->owner.cgroup = bpf_get_current_cgroup_id();
	if (child) {
		x->child_tid = child->tid;
		x->child_tgid = child->tgid;
	}
	x->data_len = len;
	err = rec_push(&x->rec, sizeof(*x) + len, c, cpu);
	if (err)
		c->lost--;
	return err;
}

/*
 * Sends what is known of the current task; exec: its program has changed. It is not an event, so no loss is counted if
 * the ring has no room; the task's next record sends it again. The CPU must be held, and its scratch not in use.
 */
static __noinline void process_send(struct task_state *st, struct sct_cpu *c, __u64 ts, bool exec)
{
	__u32 epoch = *(volatile __u32 *)&owners_epoch;
	__u32 flags = exec || st->process_epoch != epoch ? SCT_F_WHOLE : 0;
	__u64 key = process_key();

	process_capture(bpf_get_current_task(), flags);
	if (exec)
		flags |= SCT_F_RUNS;
	if (process_push(st, NULL, c, ts, flags)) {
		if (exec)
			st->process_epoch = 0;
		st->process = 0;
		return;
	}
	st->process = key;
	st->process_epoch = epoch;
}

#endif
