// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * family: a process with a thread, a child and a grandchild, until it is killed. Each makes a call of its own every few
 * ms: getppid (the process), getuid (its thread), geteuid (the child). Between two getppid, a new child of the process
 * calls getgid, and after it a new thread of the process calls getegid. The grandchild starts a process that starts another
 * one, again and again; these call close(10000), close(10001), ...
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUND_US 5000

/* Makes a process that ends with its parent. Returns 0 in it. */
static pid_t child(void)
{
	pid_t pid = fork();

	if (pid < 0)
		abort();
	if (!pid)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

static void *call_on(void *nr)
{
	for (;;) {
		syscall((long)nr);
		usleep(ROUND_US);
	}
	return NULL;
}

static void *call_once(void *nr)
{
	syscall((long)nr);
	return NULL;
}

static void thread_start(pthread_t *id, void *(*fn)(void *), long nr)
{
	if (pthread_create(id, NULL, fn, (void *)nr))
		abort();
}

/* Makes a child again and again, which makes a child of its own, which makes the call. */
static void grandchild(void)
{
	for (int n = 10000;; n++) {
		pid_t pid = child();

		if (!pid) {
			pid = child();
			if (!pid)
				syscall(SYS_close, n);
			else
				waitpid(pid, NULL, 0);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		usleep(ROUND_US);
	}
}

int main(void)
{
	pthread_t id;

	if (!child()) {
		if (!child())
			grandchild();
		call_on((void *)SYS_geteuid);
	}
	thread_start(&id, call_on, SYS_getuid);
	for (;;) {
		pid_t pid = child();

		if (!pid) {
			syscall(SYS_getgid);
			_exit(0);
		}
		waitpid(pid, NULL, 0);
		thread_start(&id, call_once, SYS_getegid);
		pthread_join(id, NULL);
		call_once((void *)SYS_getppid);
		usleep(ROUND_US);
	}
}
