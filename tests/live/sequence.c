// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * sequence [cold] [STAGE]: makes the same few calls, with other strings each time, before and after a fork, a signal,
 * an interrupted call, an execve and an execve by a thread. cold: the strings are not resident when the calls begin.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PLACES 8
#define PAGE 4096

/* A page for each place, with a string for each call. */
static const char strings[PLACES][PAGE] __attribute__((aligned(PAGE))) = {
	"before", "child", "parent", "handler", "interrupted", "after-exec", "after-thread-exec", "thread",
};
static int cold;
static char *self;

static void cool(int place)
{
	if (cold)
		madvise((void *)strings[place], PAGE, MADV_DONTNEED);
}

static void calls(int place)
{
	const char *s = strings[place];

	cool(place);
	syscall(SYS_chdir, s);
	cool(place);
	syscall(SYS_openat, AT_FDCWD, s, O_RDONLY);
	cool(place);
	syscall(SYS_faccessat, AT_FDCWD, s, R_OK);
	cool(place);
	syscall(SYS_unlinkat, AT_FDCWD, s, 0);
	cool(place);
	syscall(SYS_mkdirat, -1, s, 0700);
	cool(place);
	syscall(SYS_memfd_create, s, 0);
}

static void on_signal(int sig)
{
	(void)sig;
	calls(3);
}

static void interrupted(void)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct itimerval in = { .it_value.tv_usec = 20000 };
	int p[2];
	char c;

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &in, NULL);
	if (pipe(p))
		return;
	if (!fork()) {
		struct timespec t = { 0, 60000000 };

		nanosleep(&t, NULL);
		_exit(write(p[1], "x", 1) != 1);
	}
	if (read(p[0], &c, 1) != 1) /* the call is restarted */
		return;
	calls(4);
	wait(NULL);
}

static void run(char *stage)
{
	char *argv[] = { self, cold ? "cold" : "warm", stage, NULL };

	execv(self, argv);
}

static void *thread(void *arg)
{
	calls(7);
	run("2");
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t t;

	self = argv[0];
	cold = argc > 1 && !strcmp(argv[1], "cold");
	if (argc > 2 && *argv[2] == '2') {
		calls(6);
		return 0;
	}
	if (argc > 2) {
		calls(5);
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
		return 1;
	}
	calls(0);
	if (!fork()) {
		calls(1);
		_exit(0);
	}
	wait(NULL);
	calls(2);
	interrupted();
	run("1");
	return 1;
}
