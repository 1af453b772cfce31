// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Makes calls from functions of many kinds, for stacks.sh, which knows the functions' names. */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

/* Written after each call, so that the call is not a tail call, which leaves no frame. */
static volatile int sink;

NOINLINE static void deep(int n)
{
	if (n)
		deep(n - 1);
	else
		sink += getppid();
	sink++;
}

/* Uses more than a page of the stack. */
NOINLINE static void wide(int n)
{
	char room[5000];

	memset(room, n, sizeof(room));
	if (n)
		wide(n - 1);
	else
		sink += getppid();
	sink += room[n];
}

static int compare(const void *a, const void *b)
{
	sink += getppid();
	return *(const int *)a - *(const int *)b;
}

static void handler(int sig)
{
	sink += sig + getppid();
}

static void *thread(void *arg)
{
	deep(2);
	return arg;
}

/* The function does not return, so its return address may be the beginning of the next function. */
NOINLINE __attribute__((noreturn)) static void leave(void)
{
	sink += getppid();
	_exit(0);
}

int main(int argc, char **argv)
{
	int numbers[] = { 2, 1 };
	pthread_t t;
	pid_t child;

	deep(3);
	wide(2);
	qsort(numbers, 2, sizeof(*numbers), compare);
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
	pthread_create(&t, NULL, thread, NULL);
	pthread_join(t, NULL);
	child = fork();
	if (!child) {
		deep(1);
		if (argc > 1)
			execv(argv[1], argv + 1);
		leave();
	}
	waitpid(child, NULL, 0);
	leave();
}
