// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes calls with random registers, as nobody in new namespaces, except calls that would harm other processes. */
#include "attack.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define NUMBERS 480
#define BURST_MS 150

/* Calls that seccomp refuses. A refused call has no beginning in the trace, which is a case of its own. */
static const short refused[] = {
	SYS_clone,
#ifdef SYS_fork
	SYS_fork,
	SYS_vfork,
#endif
	SYS_clone3,
	SYS_kill,
	SYS_tkill,
	SYS_tgkill,
	SYS_rt_sigqueueinfo,
	SYS_rt_tgsigqueueinfo,
	SYS_pidfd_send_signal,
	SYS_reboot,
	SYS_kexec_load,
	SYS_bpf,
	SYS_perf_event_open,
	SYS_add_key,
	SYS_keyctl,
	SYS_request_key,
	SYS_unshare,
	SYS_setns,
	SYS_ptrace,
	SYS_userfaultfd,
};

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
/* Calls of i386 that seccomp refuses. */
static const short refused_32[] = { 120, 2,   190, 435, 37,  238, 270, 178, 335, 424, 88,
				    283, 357, 336, 286, 288, 287, 310, 346, 26,	 374 };
#define N32 (sizeof(refused_32) / sizeof(refused_32[0]))
#else
#define ARCH 0
static const short *refused_32;
#define N32 0u
#endif
#define N64 (sizeof(refused) / sizeof(refused[0]))

static unsigned one_arch(struct sock_filter *f, const short *numbers, unsigned n)
{
	unsigned at = 0;

	f[at++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	/* x32 has numbers of its own for the same calls */
	f[at++] = (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, 0x3fffffff);
	for (unsigned i = 0; i < n; i++, at++)
		f[at] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)numbers[i], (uint8_t)(n - i),
						     0);
	f[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	f[at++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
	return at;
}

static void refuse(void)
{
	struct sock_filter f[128];
	struct sock_fprog prog = { .filter = f };
	unsigned n = 2;

	n += one_arch(f + n, refused, N64);
	f[0] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
	f[1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 0, N32 ? (uint8_t)(n - 2) : 0);
	if (N32)
		n += one_arch(f + n, refused_32, N32);
	prog.len = (unsigned short)n;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog)) {
		perror("attack: seccomp");
		_exit(1);
	}
}

/* Returns true for calls that are not made at random: getppid() is counted, and exits would end the burst. */
static bool left_out(long nr, bool compat)
{
	long x = nr & 0x3fffffff;

	if (compat)
		return x == 64 || ((x == 1 || x == 252) && rnd() >> 58);
	return x == SYS_getppid || ((x == SYS_exit || x == SYS_exit_group) && rnd() >> 58);
}

/*
 * Makes a 32-bit call by int 0x80. The kernel sees the low 32 bits of each value, which are not valid as a pointer, but
 * most calls check other arguments before they read memory.
 */
static void call_32(uint32_t nr)
{
#if defined(__x86_64__)
	register uint64_t r8 asm("r8") = value();
	uint64_t ret;

	/* the compiler may have put something right below the stack pointer */
	asm volatile("lea -128(%%rsp), %%rsp\n\tpush %%rbp\n\tmov %%r8, %%rbp\n\tint $0x80\n\t"
		     "pop %%rbp\n\tlea 128(%%rsp), %%rsp"
		     : "=a"(ret)
		     : "0"((uint64_t)nr), "b"(value()), "c"(value()), "d"(value()), "S"(value()), "D"(value()), "r"(r8)
		     : "memory", "cc", "r9", "r10", "r11");
#else
	(void)nr;
#endif
}

static void burst(void)
{
	for (int fd = 0; fd < 64; fd++)
		close(fd);
	refuse();
	for (;;) {
		bool compat = rnd() >> 61 == 0;
		long nr = (long)(rnd() >> 4) % NUMBERS;

		if (rnd() >> 59 == 0)
			nr = (long)value();
		if (left_out(nr, compat))
			continue;
		if (rnd() >> 62 == 0)
			region_fill();
		if (compat)
			call_32((uint32_t)nr);
		else
			syscall(nr, value(), value(), value(), value(), value(), value());
	}
}

/* Process 1 of a pid namespace: each burst ends by a call of its own, or by its parent. */
static int bursts(void)
{
	become_nobody();
	while (!over()) {
		pid_t pid = fork();
		int status, left = BURST_MS;

		if (!pid)
			burst();
		if (pid < 0)
			return 1;
		while (left-- > 0 && !waitpid(pid, &status, WNOHANG))
			usleep(1000);
		kill(pid, SIGKILL);
		waitpid(pid, &status, 0);
	}
	return 0;
}

int topic_random(void)
{
	int status;
	pid_t pid;

	if (unshare(CLONE_NEWPID)) {
		perror("attack: no pid namespace");
		return 1;
	}
	pid = fork();
	if (!pid)
		_exit(bursts());
	return waitpid(pid, &status, 0) == pid && !status ? 0 : 1;
}
