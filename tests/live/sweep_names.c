// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes every call, every request of ioctl() and many operations of others once, for the names of their arguments
 * (host/arg_names.sh). A seccomp filter refuses them all.
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define N_CALLS 473
/* these calls kill a caller without a probe or a signal frame, and no filter is asked */
#define NR_URETPROBE 335
#define NR_UPROBE 336

static const unsigned requests[] = {
#define REQUEST(names, number) number,
#define IOCTL(name, number, ...) number,
#define IOCTL_AS(name, names, number, ...) number,
#define IOCTL_FD(name, number, ...) number,
#define IOCTL_FD_AS(name, names, number, ...) number,
#define IOCTL_AUX(name, number, aux, ...) number,
#define SIZED(key, size) (key)
#define X86ONLY(key) key
#define WIDE(key) key
#define WIDE_ONLY(key) key
#include "../../libsctrace/tables/ioctl/all.def"
};

static void refuse_all(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1), /* EPERM */
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) {
		perror("seccomp");
		_exit(1);
	}
}

static void operations(long op)
{
	syscall(SYS_bpf, op, 0x11, 40);
	syscall(SYS_epoll_ctl, 3, op, 4, 0x11);
	syscall(SYS_fcntl, 99, op, 0x11);
	syscall(SYS_fcntl, 99, 1024 + op, 0x11);
	syscall(SYS_futex, 0x11, op, 1, 0x12, 0x13, 2);
	syscall(SYS_kcmp, 1, 2, op, 0x11, 0x12);
	syscall(SYS_keyctl, op, 0x11, 0x12, 0x13, 0x14);
	syscall(SYS_msgctl, 1, op, 0x11);
	syscall(SYS_ptrace, op, 99, 0x11, 0x12);
	syscall(SYS_ptrace, 0x4200 + op, 99, 0x11, 0x12);
	syscall(SYS_quotactl, (0x800001 + op) << 8, 0x11, 1, 0x12);
	syscall(SYS_seccomp, op, 1, 0x11);
	syscall(SYS_semctl, 1, 2, op, 0x11);
	syscall(SYS_shmctl, 1, op, 0x11);
}

int main(void)
{
	refuse_all();
	for (long nr = 0; nr < N_CALLS; nr++)
		if (nr != SYS_exit_group && nr != SYS_rt_sigreturn && nr != NR_URETPROBE && nr != NR_UPROBE)
			syscall(nr, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16);
	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++)
		syscall(SYS_ioctl, 99, requests[i], 0x11);
	for (long op = 0; op < 40; op++)
		operations(op);
	for (long option = 0; option < 90; option++)
		syscall(SYS_prctl, option, 0x11, 0x12, 0x13, 0x14);
	return 0;
}
