// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * fatal HOW: ends by a signal that the kernel itself sends during a call, or as a consequence of one. The kernel sends
 * these signals without a siginfo. With a second argument, the signal is ignored.
 */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void to_pipe(void)
{
	int p[2];

	if (pipe(p) || close(p[0]) || write(p[1], "5", 1))
		return;
}

static void to_socket(void)
{
	int p[2];

	if (!socketpair(AF_UNIX, SOCK_STREAM, 0, p) && !close(p[0]))
		send(p[1], "5678", 4, 0);
}

/* Sleeps without pause(), which arm64 does not have. */
static void sleep_on(void)
{
	syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
}

static void in_timer(int which)
{
	struct itimerval t = { .it_value.tv_usec = 10000 };

	setitimer(which, &t, NULL);
	for (;;)
		if (which == ITIMER_REAL)
			sleep_on();
		else
			syscall(SYS_getppid);
}

static void in_posix_timer(void)
{
	struct sigevent e = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1 };
	struct itimerspec in = { .it_value.tv_nsec = 10000000 };
	timer_t timer;

	timer_create(CLOCK_MONOTONIC, &e, &timer);
	timer_settime(timer, 0, &in, NULL);
	sleep_on();
}

static void to_large_file(const char *file)
{
	struct rlimit limit = { 100, 100 };
	char bytes[200] = "";
	int fd;

	setrlimit(RLIMIT_FSIZE, &limit);
	fd = open(file, O_CREAT | O_RDWR | O_TRUNC, 0600);
	while (write(fd, bytes, sizeof(bytes)) > 0)
		;
}

/* The child sleeps until a signal reports that its parent has ended. */
static void with_parent(void)
{
	struct timespec second = { 1, 0 };
	int ready[2];
	char c;

	if (pipe(ready))
		return;
	if (!fork()) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (write(ready[1], "r", 1) == 1)
			sleep_on();
	}
	if (read(ready[0], &c, 1) == 1)
		nanosleep(&second, NULL);
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	if (argc > 2)
		for (int sig = 1; sig < 32; sig++)
			signal(sig, SIG_IGN);
	if (!strcmp(how, "pipe"))
		to_pipe();
	else if (!strcmp(how, "socket"))
		to_socket();
	else if (!strcmp(how, "alarm"))
		in_timer(ITIMER_REAL);
	else if (!strcmp(how, "prof"))
		in_timer(ITIMER_PROF);
	else if (!strcmp(how, "timer"))
		in_posix_timer();
	else if (!strcmp(how, "file"))
		to_large_file("large");
	else if (!strcmp(how, "parent"))
		with_parent();
	return 0;
}
