// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Tasks that wait for each other: stuck FAULT. It prints "ready WAITER CULPRIT", two process ids, when both are where they
 * stay, and ends with its standard input.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "stuck.h"

char buf[BUF];
int go[2];

pid_t child(void (*fn)(void))
{
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	fn();
	_exit(0);
}

void idle(void)
{
	for (;;)
		pause();
}

void ready(pid_t waiter, pid_t culprit)
{
	usleep(300000);
	printf("ready %d %d\n", (int)waiter, (int)culprit);
	fflush(stdout);
	while (read(0, buf, 1) > 0)
		;
}

int ends[2];
static int other[2];
const char *const file = "stuck.lock"; /* in the working directory, which other groups do not use */

static void fill(void)
{
	close(ends[0]);
	while (write(ends[1], buf, sizeof(buf)) > 0)
		;
}

static void drain(void)
{
	close(ends[1]);
	read(ends[0], buf, 1);
}

static void hold_reader(void)
{
	close(ends[1]);
	idle();
}

void hold_writer(void)
{
	close(ends[0]);
	idle();
}

static void pipe_full(void)
{
	pipe(ends);
	pid_t reader = child(hold_reader), writer = child(fill);

	close(ends[0]);
	close(ends[1]);
	ready(writer, reader);
}

static void pipe_empty(void)
{
	pipe(ends);
	pid_t writer = child(hold_writer), reader = child(drain);

	close(ends[0]);
	close(ends[1]);
	ready(reader, writer);
}

static void relay(void)
{
	close(ends[0]);
	close(other[1]);
	read(other[0], buf, 1);
}

static void hold_other(void)
{
	close(ends[0]);
	close(ends[1]);
	close(other[0]);
	idle();
}

static void drain_first(void)
{
	close(other[0]);
	close(other[1]);
	drain();
}

/* A reader waits for a process that waits for the culprit. */
static void chain(void)
{
	pipe(ends);
	pipe(other);
	pid_t culprit = child(hold_other), reader;

	child(relay);
	reader = child(drain_first);
	close(ends[0]);
	close(ends[1]);
	close(other[0]);
	close(other[1]);
	ready(reader, culprit);
}

static void unix_peer(void)
{
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	pid_t reader = child(hold_reader), writer = child(fill);

	close(ends[0]);
	close(ends[1]);
	ready(writer, reader);
}

static struct sockaddr_in local;

static int listener(int backlog)
{
	socklen_t n = sizeof(local);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	local = (struct sockaddr_in){ .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	if (bind(fd, (struct sockaddr *)&local, sizeof(local)) || listen(fd, backlog))
		perror("listen");
	getsockname(fd, (struct sockaddr *)&local, &n);
	return fd;
}

static void tcp_peer(void)
{
	int fd = listener(1);

	ends[1] = socket(AF_INET, SOCK_STREAM, 0);
	connect(ends[1], (struct sockaddr *)&local, sizeof(local));
	ends[0] = accept(fd, NULL, NULL);
	close(fd);
	pid_t silent = child(hold_writer), reader = child(drain);

	close(ends[0]);
	close(ends[1]);
	ready(reader, silent);
}

static void do_accept(void)
{
	accept(listener(1), NULL, NULL);
}

static void tcp_accept(void)
{
	ready(child(do_accept), 0);
}

static void do_connect(void)
{
	for (int i = 0; i < 8; i++)
		connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&local, sizeof(local));
}

static void backlog(void)
{
	int fd = listener(0);
	pid_t culprit = child(idle), client;

	close(fd);
	client = child(do_connect);
	ready(client, culprit);
}

static int opened(void)
{
	return open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

static void hold_flock(void)
{
	flock(opened(), LOCK_EX);
	write(go[1], "", 1);
	idle();
}

static void want_flock(void)
{
	int fd = opened();

	read(go[0], buf, 1);
	flock(fd, LOCK_EX);
}

static void lock_flock(void)
{
	pid_t holder = child(hold_flock);

	ready(child(want_flock), holder);
}

/* The process that locked the file has ended; its child has the lock with the descriptor. */
static void inherit_flock(void)
{
	int fd = opened();

	flock(fd, LOCK_EX);
	pid_t heir = fork();

	if (heir) {
		write(go[1], &heir, sizeof(heir));
		_exit(0);
	}
	prctl(PR_SET_PDEATHSIG, 0);
	idle();
}

static void want_inherited(void)
{
	flock(opened(), LOCK_EX);
}

static void lock_inherited(void)
{
	pid_t heir, first = child(inherit_flock);

	read(go[0], &heir, sizeof(heir));
	waitpid(first, NULL, 0);
	ready(child(want_inherited), heir);
	kill(heir, SIGKILL);
}

static void fcntl_lock(void)
{
	struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	fcntl(opened(), F_SETLKW, &l);
}

static void hold_fcntl(void)
{
	fcntl_lock();
	write(go[1], "", 1);
	idle();
}

static void want_fcntl(void)
{
	read(go[0], buf, 1);
	fcntl_lock();
}

static void lock_fcntl(void)
{
	pid_t holder = child(hold_fcntl);

	ready(child(want_fcntl), holder);
}

/* One has the lock and reads the pipe, the other would write to the pipe and wants the lock. */
static void lock_then_read(void)
{
	close(ends[1]);
	flock(opened(), LOCK_EX);
	write(go[1], "", 1);
	read(ends[0], buf, 1);
}

static void want_then_write(void)
{
	close(ends[0]);
	want_flock();
	write(ends[1], buf, 1);
}

static void deadlock(void)
{
	pipe(ends);
	pid_t a = child(lock_then_read), b = child(want_then_write);

	close(ends[0]);
	close(ends[1]);
	ready(a, b);
}

pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t two = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void *two_then_one(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&two);
	usleep(100000);
	pthread_mutex_lock(&one);
	return NULL;
}

static void mutexes(void)
{
	pthread_t t;

	pthread_mutex_lock(&one);
	pthread_create(&t, NULL, two_then_one, NULL);
	usleep(100000);
	pthread_mutex_lock(&two);
}

static void mutex_deadlock(void)
{
	pid_t pid = child(mutexes);

	ready(pid, pid);
}

void *sleeper(void *arg)
{
	(void)arg;
	idle();
	return NULL;
}

static void join_idle(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sleeper, NULL);
	pthread_join(t, NULL);
}

static void join(void)
{
	pid_t pid = child(join_idle);

	ready(pid, pid);
}

static void *write_locked(void *arg)
{
	(void)arg;
	pthread_rwlock_wrlock(&rw);
	idle();
	return NULL;
}

static void rwlocks(void)
{
	pthread_t t;

	pthread_create(&t, NULL, write_locked, NULL);
	usleep(100000);
	pthread_rwlock_rdlock(&rw);
}

static void rwlock(void)
{
	pid_t pid = child(rwlocks);

	ready(pid, pid);
}

static void lock_pi(void)
{
	pthread_mutexattr_t a;
	pthread_t t;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(&one, &a);
	pthread_mutex_lock(&one);
	pthread_create(&t, NULL, two_then_one, NULL);
	idle();
}

static void pi(void)
{
	pid_t pid = child(lock_pi);

	ready(pid, pid);
}

static uint32_t word;

static void *change(void *arg)
{
	(void)arg;
	usleep(50000);
	word = 1; /* without FUTEX_WAKE */
	idle();
	return NULL;
}

static void futex_wait(void)
{
	pthread_t t;

	pthread_create(&t, NULL, change, NULL);
	syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

static void lost_wakeup(void)
{
	pid_t pid = child(futex_wait);

	ready(pid, pid);
}

static void leave_zombie(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(0);
	write(go[1], &pid, sizeof(pid));
	idle();
}

static void zombie(void)
{
	pid_t pid, parent = child(leave_zombie);

	read(go[0], &pid, sizeof(pid));
	ready(pid, parent);
}

static void wait_child(void)
{
	pid_t pid = child(idle);

	write(go[1], &pid, sizeof(pid));
	waitpid(pid, NULL, 0);
}

static void wait4_child(void)
{
	pid_t pid, parent = child(wait_child);

	read(go[0], &pid, sizeof(pid));
	ready(parent, pid);
}

static void do_vfork(void)
{
	if (!vfork()) {
		pid_t pid = (pid_t)syscall(SYS_getpid);

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		syscall(SYS_write, go[1], &pid, sizeof(pid));
		idle();
	}
}

static void vfork_child(void)
{
	pid_t pid, parent = child(do_vfork);

	read(go[0], &pid, sizeof(pid));
	ready(parent, pid);
}

static void stopped(void)
{
	pid_t pid = child(idle);

	kill(pid, SIGSTOP);
	ready(pid, 0);
	kill(pid, SIGKILL);
}

static pid_t traced;

static void trace(void)
{
	ptrace(PTRACE_ATTACH, traced, NULL, NULL);
	waitpid(traced, NULL, __WALL);
	idle();
}

static void ptraced(void)
{
	traced = child(idle);
	ready(traced, child(trace));
}

static void wait_epoll(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int fd = epoll_create1(0);

	epoll_ctl(fd, EPOLL_CTL_ADD, go[0], &e);
	epoll_wait(fd, &e, 1, -1);
}

static void epoll(void)
{
	ready(child(wait_epoll), 0);
}

static const struct fault faults[] = {
	{ "pipe_full", pipe_full },
	{ "pipe_empty", pipe_empty },
	{ "chain", chain },
	{ "unix", unix_peer },
	{ "tcp", tcp_peer },
	{ "accept", tcp_accept },
	{ "backlog", backlog },
	{ "flock", lock_flock },
	{ "fcntl", lock_fcntl },
	{ "inherited", lock_inherited },
	{ "deadlock", deadlock },
	{ "mutexes", mutex_deadlock },
	{ "join", join },
	{ "rwlock", rwlock },
	{ "pi", pi },
	{ "lost_wakeup", lost_wakeup },
	{ "zombie", zombie },
	{ "wait4", wait4_child },
	{ "vfork", vfork_child },
	{ "stopped", stopped },
	{ "ptraced", ptraced },
	{ "epoll", epoll },
	{ NULL, NULL },
};

/* Makes the fault, if the list has it. */
static bool make(const struct fault *f, const char *name)
{
	for (; f->name; f++)
		if (!strcmp(name, f->name)) {
			f->fn();
			return true;
		}
	return false;
}

int main(int argc, char **argv)
{
	setpgid(0, 0);
	unlink(file);
	pipe(go);
	if (argc < 2 || (!make(faults, argv[1]) && !make(faults_more, argv[1])))
		return 1;
	unlink(file);
	kill(0, SIGKILL); /* the children, and whatever they started */
	return 0;
}
