/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * The kernel structs that the programs read, with the members used only; libbpf relocates them to the running kernel's
 * layout through BTF.
 */
#ifndef KERNEL_H
#define KERNEL_H

typedef signed char __s8;
typedef unsigned char __u8;
typedef short __s16;
typedef unsigned short __u16;
typedef int __s32;
typedef unsigned int __u32;
typedef long long __s64;
typedef unsigned long long __u64;
typedef __u16 __be16;
typedef __u32 __be32;
typedef __u32 __wsum;

enum { false, true };
typedef _Bool bool;
typedef int pid_t;

#define NULL ((void *)0)
#define SIGKILL 9
#define barrier() asm volatile("" ::: "memory")

/* From linux/bpf.h, the values that the programs use. */
enum bpf_map_type {
	BPF_MAP_TYPE_HASH = 1,
	BPF_MAP_TYPE_ARRAY = 2,
	BPF_MAP_TYPE_PERCPU_ARRAY = 6,
	BPF_MAP_TYPE_CGROUP_ARRAY = 8,
	BPF_MAP_TYPE_LRU_HASH = 9,
	BPF_MAP_TYPE_ARRAY_OF_MAPS = 12,
	BPF_MAP_TYPE_RINGBUF = 27,
	BPF_MAP_TYPE_TASK_STORAGE = 29,
};
enum { BPF_ANY, BPF_NOEXIST };
enum { BPF_F_NO_PREALLOC = 1, BPF_F_MMAPABLE = 1024 };
enum { BPF_RB_NO_WAKEUP = 1, BPF_RB_FORCE_WAKEUP = 2 };
enum { BPF_LOCAL_STORAGE_GET_F_CREATE = 1 };

struct bpf_raw_tracepoint_args {
	__u64 args[5];
};

/* The programs ask the kernel's BTF whether this value exists. */
enum bpf_func_id___sct { BPF_FUNC_task_pt_regs___sct = 175 };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct thread_info {
	unsigned long flags;
	unsigned long syscall_work;
	__u32 status; /* x86: TS_COMPAT */
};

struct proc_ns_operations {
	const char *name;
};

struct ns_common {
	const struct proc_ns_operations *ops;
	unsigned int inum;
};

struct pid_namespace {
	struct ns_common ns;
};

struct upid {
	int nr;
	struct pid_namespace *ns;
};

struct pid {
	unsigned int level;
	struct upid numbers[1];
};

typedef struct {
	unsigned int val;
} kuid_t;

typedef struct {
	unsigned int val;
} kgid_t;

typedef struct {
	__u32 cap[2];
} kernel_cap_t;

struct uid_gid_extent {
	__u32 first;
	__u32 lower_first;
	__u32 count;
};

struct uid_gid_map {
	__u32 nr_extents;
	struct uid_gid_extent extent[5];
};

struct user_namespace {
	struct uid_gid_map uid_map;
	struct user_namespace *parent;
	kuid_t owner;
	struct ns_common ns;
};

struct cgroup_namespace {
	struct ns_common ns;
};

struct ipc_namespace {
	struct ns_common ns;
};

struct mnt_namespace {
	struct ns_common ns;
};

struct net {
	struct ns_common ns;
};

struct time_namespace {
	struct ns_common ns;
};

struct uts_namespace {
	struct ns_common ns;
};

struct nsproxy {
	struct uts_namespace *uts_ns;
	struct ipc_namespace *ipc_ns;
	struct mnt_namespace *mnt_ns;
	struct net *net_ns;
	struct time_namespace *time_ns;
	struct cgroup_namespace *cgroup_ns;
};

struct cred {
	kuid_t uid, suid, euid;
	kgid_t gid, sgid, egid;
	kernel_cap_t cap_permitted;
	void *security;
	struct user_namespace *user_ns;
};

struct mm_struct {
	unsigned long start_stack;
	unsigned long arg_start;
	unsigned long arg_end;
	unsigned long env_start;
	unsigned long env_end;
};

typedef struct {
	int counter;
} atomic_t;

enum pid_type {
	PIDTYPE_PGID = 2,
	PIDTYPE_SID,
	PIDTYPE_MAX,
};

struct signal_struct {
	atomic_t live;
	struct pid *pids[PIDTYPE_MAX];
	unsigned int flags;
	int group_exit_code;
	struct task_struct *group_exec_task;
};

/* before 5.17 */
struct signal_struct___old {
	struct task_struct *group_exit_task;
};

typedef struct {
	unsigned long sig[1];
} sigset_t;

struct sigpending {
	sigset_t signal;
};

struct kernfs_node {
	__u64 id;
};

struct cgroup {
	struct kernfs_node *kn;
};

struct css_set {
	struct cgroup *dfl_cgrp;
};

struct task_struct {
	struct thread_info thread_info;
	unsigned int flags;
	struct sigpending pending;
	int exit_state;
	int exit_code;
	pid_t pid;
	pid_t tgid;
	char comm[16];
	struct task_struct *group_leader;
	struct task_struct *real_parent;
	__u64 start_boottime;
	struct pid *thread_pid;
	const struct cred *real_cred;
	const struct cred *cred;
	struct mm_struct *mm;
	struct signal_struct *signal;
	struct css_set *cgroups;
	struct nsproxy *nsproxy;
	unsigned long sas_ss_sp;
	unsigned long sas_ss_size;
};

struct linux_binprm {
	const char *filename;
	/*
	 * differs from filename if the program is a script: its interpreter, which the arguments on the stack are for
	 */
	const char *interp;
	const char *fdpath; /* execveat: a filename made of the descriptor and the path */
	int argc;
	int envc;
};

struct kernel_siginfo {
	int si_signo;
};

struct sigaction {
	void *sa_handler;
};

struct k_sigaction {
	struct sigaction sa;
};

struct seq_file;

struct bpf_iter_meta {
	struct seq_file *seq;
	__u64 session_id;
	__u64 seq_num;
};

struct bpf_iter__task {
	struct bpf_iter_meta *meta;
	struct task_struct *task;
};

#pragma clang attribute pop

#endif
