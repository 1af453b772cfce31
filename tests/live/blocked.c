// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* blocked: makes a thread wait in each call that can wait, and is killed there. It makes files in its directory. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int empty[2], full[2], sock[2], listener, epfd, locked, file, sem, msg;
static pid_t child;
static char buf[65536] = "full";
static struct timespec hour = { 3600, 0 };
static int word[4];

#define CALL(name, ...)                                                                                                \
	static void *call_##name(void *arg)                                                                            \
	{                                                                                                              \
		syscall(__VA_ARGS__);                                                                                  \
		return arg;                                                                                            \
	}

static struct pollfd *fds(void)
{
	static struct pollfd v[2];

	v[0] = (struct pollfd){ empty[0], POLLIN, 0 };
	v[1] = (struct pollfd){ empty[0], POLLPRI, 0 };
	return v;
}

static fd_set *set(void)
{
	static fd_set s;

	FD_SET(empty[0], &s);
	return &s;
}

static struct iovec iov = { buf, sizeof(buf) };
static struct msghdr hdr = { .msg_iov = &iov, .msg_iovlen = 1 };
static struct mmsghdr vec = { .msg_hdr = { .msg_iov = &iov, .msg_iovlen = 1 } };
static struct epoll_event events[2];
static struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
static struct sembuf op = { .sem_op = -1 };
static unsigned long mask[1] = { 1ul << (SIGUSR1 - 1) };
static long long offset = 1;

CALL(read, SYS_read, empty[0], buf, 100)
CALL(readv, SYS_readv, empty[0], &iov, 1)
CALL(write, SYS_write, full[1], buf, sizeof(buf))
CALL(writev, SYS_writev, full[1], &iov, 1)
CALL(ppoll, SYS_ppoll, fds(), 2, &hour, mask, 8)
CALL(ppoll_null, SYS_ppoll, NULL, 0, NULL, NULL, 0)
CALL(pselect6, SYS_pselect6, 64, set(), NULL, set(), &hour, NULL)
CALL(epoll_pwait, SYS_epoll_pwait, epfd, events, 2, -1, mask, 8)
CALL(futex, SYS_futex, word, 0, 0, &hour, NULL, 0)
CALL(nanosleep, SYS_nanosleep, &hour, &hour)
CALL(clock_nanosleep, SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &hour, NULL)
CALL(accept4, SYS_accept4, listener, NULL, NULL, SOCK_CLOEXEC)
CALL(accept_addr, SYS_accept4, listener, buf, &word[2], 0)
CALL(recvfrom, SYS_recvfrom, sock[0], buf, 100, 0, NULL, NULL)
CALL(recvmsg, SYS_recvmsg, sock[0], &hdr, 0)
CALL(recvmmsg, SYS_recvmmsg, sock[0], &vec, 1, 0, &hour)
CALL(wait4, SYS_wait4, child, &word[1], 0, NULL)
CALL(wait4_null, SYS_wait4, child, NULL, 0, NULL)
CALL(waitid, SYS_waitid, P_PID, child, NULL, WEXITED, NULL)
CALL(rt_sigtimedwait, SYS_rt_sigtimedwait, mask, NULL, &hour, 8)
CALL(rt_sigtimedwait_info, SYS_rt_sigtimedwait, mask, buf, NULL, 8)
CALL(rt_sigsuspend, SYS_rt_sigsuspend, mask, 8)
CALL(flock, SYS_flock, locked, LOCK_EX)
CALL(fcntl, SYS_fcntl, locked, F_SETLKW, &lock)
CALL(semop, SYS_semop, sem, &op, 1)
CALL(semtimedop, SYS_semtimedop, sem, &op, 1, &hour)
CALL(msgrcv, SYS_msgrcv, msg, buf, 100, 5, 0)
CALL(sendfile, SYS_sendfile, full[1], file, NULL, 1000)
CALL(splice, SYS_splice, file, &offset, full[1], NULL, 1000, 0)
CALL(vmsplice, SYS_vmsplice, full[1], &iov, 1, 0)
CALL(tee, SYS_tee, empty[0], full[1], 100, 0)
CALL(openat, SYS_openat, AT_FDCWD, "blocked.fifo", O_RDONLY)
#ifdef SYS_poll
CALL(poll, SYS_poll, fds(), 2, -1)
CALL(select, SYS_select, 64, set(), NULL, NULL, NULL)
CALL(epoll_wait, SYS_epoll_wait, epfd, events, 2, -1)
CALL(pause, SYS_pause)
CALL(open, SYS_open, "blocked.fifo", O_RDONLY)
#endif

static void *(*const calls[])(void *) = {
	call_read,
	call_readv,
	call_write,
	call_writev,
	call_ppoll,
	call_ppoll_null,
	call_pselect6,
	call_epoll_pwait,
	call_futex,
	call_nanosleep,
	call_clock_nanosleep,
	call_accept4,
	call_recvfrom,
	call_recvmsg,
	call_recvmmsg,
	call_wait4,
	call_waitid,
	call_rt_sigtimedwait,
	call_accept_addr,
	call_rt_sigtimedwait_info,
	call_wait4_null,
	call_flock,
	call_fcntl,
	call_semop,
	call_semtimedop,
	call_msgrcv,
	call_rt_sigsuspend,
	call_sendfile,
	call_splice,
	call_vmsplice,
	call_tee,
	call_openat,
#ifdef SYS_poll
	call_poll,
	call_select,
	call_epoll_wait,
	call_pause,
	call_open,
#endif
};

/* Holds both locks of the file until the parent has ended, then removes what would remain of it. */
static void hold_locks(int ready)
{
	int fd = open("blocked", O_RDWR), sig;
	sigset_t dead;

	sigemptyset(&dead);
	sigaddset(&dead, SIGUSR2);
	sigprocmask(SIG_BLOCK, &dead, NULL);
	prctl(PR_SET_PDEATHSIG, SIGUSR2);
	fcntl(fd, F_SETLK, &lock);
	flock(fd, LOCK_EX);
	if (write(ready, "", 1) < 0)
		exit(1);
	sigwait(&dead, &sig);
	semctl(sem, 0, IPC_RMID);
	msgctl(msg, IPC_RMID, NULL);
	exit(0);
}

static void make_files(void)
{
	int ready[2];

	unlink("blocked");
	unlink("blocked.fifo");
	file = open("blocked", O_RDWR | O_CREAT, 0600);
	if (write(file, buf, sizeof(buf)) < 0 || mkfifo("blocked.fifo", 0600) || pipe(ready))
		exit(1);
	child = fork();
	if (child == 0)
		hold_locks(ready[1]);
	locked = open("blocked", O_RDWR);
	if (read(ready[0], word, 1) < 0)
		exit(1);
}

static void prepare(void)
{
	struct sockaddr_un sun = { .sun_family = AF_UNIX, .sun_path = "\0blocked" };
	struct epoll_event ev = { .events = EPOLLIN };

	if (pipe(empty) || pipe(full) || socketpair(AF_UNIX, SOCK_STREAM, 0, sock))
		exit(1);
	fcntl(full[1], F_SETFL, O_NONBLOCK);
	while (write(full[1], buf, 4096) > 0)
		;
	fcntl(full[1], F_SETFL, 0);
	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	if (bind(listener, (void *)&sun, sizeof(sun)) || listen(listener, 1))
		exit(1);
	epfd = epoll_create1(0);
	epoll_ctl(epfd, EPOLL_CTL_ADD, empty[0], &ev);
	sem = semget(IPC_PRIVATE, 1, 0600);
	msg = msgget(IPC_PRIVATE, 0600);
	make_files();
}

int main(void)
{
	pthread_t t;

	prepare();
	for (unsigned i = 0; i < sizeof(calls) / sizeof(calls[0]); i++)
		if (pthread_create(&t, NULL, calls[i], NULL))
			return 1;
	usleep(500000);
	kill(getpid(), SIGKILL);
}
