// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls of all kinds that options of strace affect, in the same order each time, for host/strace_options.sh,
 * which traces it with both programs.
 *
 *	subject			makes its calls; ends with 5
 *	subject term		makes the same calls; ends by SIGTERM
 *	subject sleep		waits until a byte comes, and ends with 5
 */
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char buf[256];

/* Writes an id that differs between runs, for the comparison of two runs. */
static void tell(const char *what, pid_t pid)
{
	snprintf(buf, sizeof(buf), "%-6s%9d\n", what, (int)pid);
	syscall(SYS_write, 1, buf, 16l);
}

static void nap(long ms)
{
	struct timespec ts = { 0, ms * 1000000 };

	clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
}

/* Uses CPU time without making a call. */
static void busy(long ms)
{
	struct timespec start, now;

	clock_gettime(CLOCK_MONOTONIC, &start);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

static void files(void)
{
	struct stat st;
	struct statfs sfs;
	struct iovec iov[2] = { { (char[]){ "one" }, 3 }, { (char[]){ "two\n" }, 4 } };

	syscall(SYS_openat, AT_FDCWD, "file", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);
	syscall(SYS_write, 3, "hello\n\tworld\0\1\0012 \303\251\"\\", 21);
	syscall(SYS_write, 3, memset(buf, 'x', 100), 100);
	syscall(SYS_writev, 3, iov, 2);
	syscall(SYS_lseek, 3, 0, SEEK_SET);
	syscall(SYS_read, 3, buf, 40);
	syscall(SYS_openat, AT_FDCWD, "/dev/null", O_WRONLY);
	syscall(SYS_fstat, 4, &st);
	syscall(SYS_close, 4);
	syscall(SYS_statfs, "/proc", &sfs);
	syscall(SYS_linkat, AT_FDCWD, "file", AT_FDCWD, "other", 0);
	syscall(SYS_renameat2, AT_FDCWD, "other", AT_FDCWD, "third", 1);
	syscall(SYS_unlinkat, AT_FDCWD, "third", 0);
	syscall(SYS_openat, AT_FDCWD, "/nonexistent/\"file", O_RDONLY);
	syscall(SYS_faccessat, AT_FDCWD, "/nonexistent", R_OK | W_OK);
	syscall(SYS_chdir, ".");
	syscall(SYS_ioctl, 3, 0x5401, buf);
	syscall(SYS_ioctl, 3, 0xc0207a79, buf); /* no request has this number */
	syscall(SYS_fcntl, 3, F_GETFL);
	syscall(SYS_fadvise64, 3, 0l, 0l, 0);
	syscall(SYS_close, 3);
	syscall(SYS_read, 99, buf, sizeof(buf));
}

static void descriptors(void)
{
	struct sockaddr_un sun = { AF_UNIX, "/nonexistent/socket" };
	struct pollfd pfds[2] = { { 3, POLLIN, 0 }, { 4, POLLOUT, 0 } };
	sigset_t set;
	int fds[2];

	syscall(SYS_pipe2, fds, 0);
	syscall(SYS_write, 4, "through", 7);
#ifdef SYS_poll
	syscall(SYS_poll, pfds, 2l, 0l);
#else
	syscall(SYS_ppoll, pfds, 2l, &(struct timespec){ 0 }, NULL, 8l);
#endif
	syscall(SYS_read, 3, buf, sizeof(buf));
	syscall(SYS_dup3, 3, 7, O_CLOEXEC);
	syscall(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	syscall(SYS_connect, 5, &sun, sizeof(sun));
	syscall(SYS_eventfd2, 7l, EFD_NONBLOCK);
	syscall(SYS_write, 6, &(unsigned long){ 3 }, 8l);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	syscall(SYS_signalfd4, -1, &set, 8l, SFD_CLOEXEC);
	syscall(SYS_pidfd_open, getpid(), 0l);
	syscall(SYS_fcntl, 8, F_GETFD);
	syscall(SYS_fcntl, 9, F_GETFD);
	syscall(SYS_close_range, 3l, 20l, 0l);
}

static void memory(void)
{
	void *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect(p, 4096, PROT_READ);
	madvise(p, 8192, MADV_DONTNEED);
	munmap(p, 8192);
	brk(NULL);
}

static void nothing(int sig)
{
	(void)sig;
}

static void signals(void)
{
	struct sigaction sa = { .sa_handler = nothing };

	sigaction(SIGUSR1, &sa, NULL);
	signal(SIGUSR2, SIG_IGN);
	kill(getpid(), SIGUSR1);
	syscall(SYS_tgkill, getpid(), gettid(), SIGUSR1);
	kill(getpid(), SIGUSR2);
	kill(getpid(), SIGWINCH);
}

static void children(void)
{
	char *argv[] = { "/nonexistent", "arg", NULL }, *env[] = { "A=1", "B=2", NULL };
	sigset_t set;
	int status;
	pid_t pid;

	/* the signal may arrive before, in or after the parent's wait */
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	/* the parent waits, so that the order of both processes' calls is fixed */
	pid = vfork();
	if (!pid) {
		syscall(SYS_getpgid, 0l);
		syscall(SYS_execve, "/nonexistent", argv, env);
		_exit(3);
	}
	busy(50);
	wait4(-1, &status, 0, NULL);
	wait4(-1, NULL, WNOHANG, NULL);
	tell("child", pid);
}

static void others(void)
{
	struct rlimit rl;
	struct utsname un;

	nap(1);
	syscall(SYS_getpgid, getpid());
	syscall(SYS_getsid, 0l);
	syscall(SYS_sched_getaffinity, 0l, 0l, buf);
	syscall(SYS_prlimit64, getpid(), RLIMIT_CORE, NULL, &rl);
	syscall(SYS_prctl, PR_SET_NAME, "sub\"ject");
	syscall(SYS_prctl, PR_GET_DUMPABLE);
	syscall(SYS_getuid);
	syscall(SYS_umask, 022);
	syscall(SYS_uname, &un);
	syscall(SYS_keyctl, 2l, 0l, "payload", 7l);
	syscall(SYS_setns, -1, CLONE_NEWUTS);
	syscall(SYS_unshare, CLONE_NEWUTS);
	syscall(SYS_capget, buf, NULL);
	syscall(SYS_shmget, 0l, 0l, 0l);
	syscall(509, 1l, 2l, 3l, 4l, 5l, 6l); /* no call has this number */
	syscall(510, 1l, 2l, 3l, 4l, 5l, 6l);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "sleep")) {
		syscall(SYS_read, 0, buf, 1l);
		_exit(5);
	}
	syscall(SYS_close_range, 3l, (long)~0u, 0l);
	tell("self", getpid());
	files();
	descriptors();
	memory();
	signals();
	children();
	others();
	if (!strcmp(what, "term"))
		kill(getpid(), SIGTERM);
	_exit(5);
}
