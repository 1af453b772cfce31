// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes calls with process ids wherever they can be, for -Y: as arguments, in structs, as return values. */
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define IOPRIO_WHO_PROCESS 1

static void capabilities(void)
{
	pid_t whose[] = { getpid(), 0, getppid() };
	struct __user_cap_data_struct d[2];

	for (size_t i = 0; i < sizeof(whose) / sizeof(*whose); i++) {
		struct __user_cap_header_struct h = { _LINUX_CAPABILITY_VERSION_3, whose[i] };

		syscall(SYS_capget, &h, d);
	}
}

static void owners(int fd)
{
	for (int type = F_OWNER_TID; type <= F_OWNER_PGRP + 1; type++) {
		struct f_owner_ex o = { (__typeof__(o.type))type, getpid() };

		fcntl(fd, F_SETOWN_EX, &o);
		fcntl(fd, F_GETOWN_EX, &o);
	}
	for (int which = PRIO_PROCESS - 1; which <= PRIO_USER + 1; which++) {
		syscall(SYS_getpriority, which, getpid());
		syscall(SYS_ioprio_get, which + IOPRIO_WHO_PROCESS, getpid());
	}
	syscall(SYS_perf_event_open, NULL, getpid(), 0, 0, 0);
}

static void locks(const char *path)
{
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	int fd = open(path, O_RDWR | O_CREAT, 0600);

	unlink(path);
	fcntl(fd, F_SETLK, &lock);
	if (!fork()) {
		fcntl(fd, F_GETLK, &lock);
		_exit(0);
	}
	wait(NULL);
	close(fd);
}

static void credentials(void)
{
	struct ucred u = { getpid(), getuid(), getgid() };
	char control[CMSG_SPACE(sizeof(u))] = "", c = 'x';
	struct iovec v = { &c, 1 };
	struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control) };
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);
	socklen_t len = sizeof(u);
	int s[2], one = 1;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, s))
		return;
	h->cmsg_level = SOL_SOCKET;
	h->cmsg_type = SCM_CREDENTIALS;
	h->cmsg_len = CMSG_LEN(sizeof(u));
	memcpy(CMSG_DATA(h), &u, sizeof(u));
	getsockopt(s[0], SOL_SOCKET, SO_PEERCRED, &u, &len);
	setsockopt(s[1], SOL_SOCKET, SO_PASSCRED, &one, sizeof(one));
	sendmsg(s[0], &m, 0);
	recvmsg(s[1], &m, 0);
	close(s[0]);
	close(s[1]);
}

static void memory(void)
{
	int id = shmget(IPC_PRIVATE, 4096, 0600);
	struct shmid_ds ds;

	shmctl(id, IPC_STAT, &ds);
	shmctl(id, IPC_RMID, NULL);
}

/* A child that has ended keeps its name until its parent has waited for it. */
static void children(void)
{
	int pidfd = -1, kid = 0, status;
	struct clone_args a = {
		.flags = CLONE_PARENT_SETTID | CLONE_PIDFD,
		.exit_signal = SIGCHLD,
		.parent_tid = (uintptr_t)&kid,
		.pidfd = (uintptr_t)&pidfd,
	};
	siginfo_t info;

	if (!syscall(SYS_clone3, &a, sizeof(a)))
		_exit(0);
	waitid(P_PID, (id_t)kid, &info, WEXITED | WNOWAIT);
	wait4(kid, &status, 0, NULL);
	for (int options = WEXITED; options; options = options == WEXITED ? WEXITED | WNOWAIT : 0) {
		kid = fork();
		if (!kid)
			_exit(0);
		waitid(P_ALL, 0, &info, options);
		kill(kid, 0);
	}
	wait(&status);
	kid = fork();
	if (!kid)
		_exit(0);
	waitid(P_PID, (id_t)kid, NULL, WEXITED);
	kill(kid, 0);
#ifdef __x86_64__
	if (!syscall(SYS_clone, CLONE_PARENT_SETTID | SIGCHLD, NULL, &kid, NULL, 0))
		_exit(0);
	wait(&status);
#endif
}

/*
 * Makes requests of a pid namespace, whose argument or answer is a process id in the caller's namespace; and sets who
 * may trace the caller.
 */
static void namespaces(void)
{
	static const unsigned long requests[] = { 0x8004b706, 0x8004b707, 0x8004b708, 0x8004b709 };
	int ns = open("/proc/self/ns/pid", O_RDONLY);

	for (size_t i = 0; i < sizeof(requests) / sizeof(*requests); i++)
		ioctl(ns, requests[i], (unsigned long)getpid());
	close(ns);
	prctl(PR_SET_PTRACER, (unsigned long)getppid(), 0, 0, 0);
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
	prctl(PR_SET_PTRACER, 0, 0, 0, 0);
}

/* Children pass the id of an untraced task to a call, and end before the reader can look at their /proc files. */
static void outside(void)
{
	for (int i = 0; i < 5; i++) {
		pid_t kid = fork();

		if (!kid) {
			kill(1, 0);
			_exit(0);
		}
		waitpid(kid, NULL, 0);
	}
}

int main(int argc, char **argv)
{
	int p[2];

	if (argc < 2 || pipe(p))
		return 2;
	capabilities();
	owners(p[0]);
	locks(argv[1]);
	credentials();
	memory();
	children();
	namespaces();
	outside();
	return 0;
}
