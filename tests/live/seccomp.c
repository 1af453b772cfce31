// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes calls that seccomp refuses: mkdirat with EPERM, fchmodat by a signal, then fchownat by ending the process. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WHEN(n, action) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##n, 0, 1), BPF_STMT(BPF_RET | BPF_K, action)

static void on_sys(int sig)
{
	(void)sig;
}

int main(void)
{
	/*
	 * not literals, which may not be resident: the kernel does not read the memory of a refused call, so it is not
	 * faulted in
	 */
	char refused[] = "/refused", trapped[] = "/trapped", killed[] = "/killed";
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		WHEN(mkdirat, SECCOMP_RET_ERRNO | EPERM),
		WHEN(fchmodat, SECCOMP_RET_TRAP),
		WHEN(fchownat, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(filter[0]), filter };

	signal(SIGSYS, on_sys);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return 1;
	syscall(SYS_mkdirat, AT_FDCWD, refused, 0755);
	syscall(SYS_getppid);
	syscall(SYS_fchmodat, AT_FDCWD, trapped, 0600);
	syscall(SYS_getppid);
	syscall(SYS_fchownat, AT_FDCWD, killed, 1, 2, 0);
	return 2;
}
