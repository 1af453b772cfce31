/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* Facts about this host and process that decide whether sctrace can trace. */
#ifndef CLI_DOCTOR_HOST_H
#define CLI_DOCTOR_HOST_H

#include <stdbool.h>
#include <stdint.h>

/* Options of the kernel's build: name, whether all tracing needs it, and what is missing without it. */
#define DOCTOR_CONFIGS(X)                                                                                              \
	X(BPF_SYSCALL, true, "all tracing")                                                                            \
	X(BPF_EVENTS, true, "all tracing")                                                                             \
	X(PERF_EVENTS, true, "all tracing")                                                                            \
	X(FTRACE_SYSCALLS, true, "all tracing")                                                                        \
	X(DEBUG_INFO_BTF, true, "all tracing, unless --btf names a file with the kernel's types")                      \
	X(BPF_JIT, false, "speed: programs are interpreted")                                                           \
	X(CGROUPS, false, "--cgroup, --container, --by=cgroup")                                                        \
	X(UPROBE_EVENTS, false, "-e uprobe=, ufunc=, usdt=")                                                           \
	X(KPROBE_EVENTS, false, "-e kfunc=")                                                                           \
	X(FPROBE, false, "-e kfunc= of more than 64 functions")

/* Files below /proc/sys. */
#define DOCTOR_SYSCTLS(X)                                                                                              \
	X(UNPRIVILEGED_BPF, "kernel/unprivileged_bpf_disabled")                                                        \
	X(PERF_PARANOID, "kernel/perf_event_paranoid")                                                                 \
	X(KPTR_RESTRICT, "kernel/kptr_restrict")                                                                       \
	X(BPF_JIT, "net/core/bpf_jit_enable")

enum doctor_config {
#define X(name, ...) CONFIG_##name,
	DOCTOR_CONFIGS(X)
#undef X
		DOCTOR_CONFIG_MAX
};

enum doctor_sysctl {
#define X(name, path) SYSCTL_##name,
	DOCTOR_SYSCTLS(X)
#undef X
		DOCTOR_SYSCTL_MAX
};

#define DOCTOR_UNKNOWN INT32_MIN /* of a sysctl: the file cannot be read */

/* Text that was read from the host may be empty if it is unknown. It has printable characters only. */
struct doctor_host {
	char release[65], machine[65], program[256]; /* program: the path of sctrace */
	int major, minor;
	char config_file[96];		       /* "": there is none that can be read */
	signed char config[DOCTOR_CONFIG_MAX]; /* 1: built in or a module, 0: not set */
	int btf;			       /* 0, or the errno of opening the kernel's types */
	int32_t sysctl[DOCTOR_SYSCTL_MAX];
	uint64_t effective, permitted, bounding; /* capabilities, bits */
	bool inner_user_ns;			 /* the user namespace is not the initial one */
	int no_new_privs, seccomp;		 /* as /proc/self/status has them; -1: unknown */
	int bpf, perf;				 /* errno of a bpf() and of a perf_event_open() that lack arguments */
	bool securityfs;
	char lockdown[32];	   /* the mode in brackets */
	char lsm[128], label[128]; /* security modules; the label that confines this process */
	bool enforcing;		   /* SELinux refuses what its policy does not allow */
	bool cgroup1, cgroup2;	   /* such hierarchies are mounted */
	int inner_pid_ns;	   /* 1, 0; -1: unknown */
	char container[32];	   /* its runtime */
	bool proc;		   /* /proc is mounted */
	int tracefs;		   /* 0, or the errno of opening a file in it */
	uint64_t memlock;	   /* RLIMIT_MEMLOCK, bytes */
	char libbpf[32];
};

void doctor_host__read(struct doctor_host *h);
/* Sets config from the lines of a kernel's configuration. Returns true if the line named one of the options. */
bool doctor_host__config(struct doctor_host *h, const char *line);

#endif
