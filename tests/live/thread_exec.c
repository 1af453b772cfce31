// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* thread_exec PROGRAM [ARGS]: a thread other than the leader calls execve while other threads are in calls. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *sleeper(void *arg)
{
	sleep(100);
	return arg;
}

static void *execer(void *arg)
{
	char **argv = arg;

	usleep(20000);
	execv(argv[0], argv);
	abort();
}

int main(int argc, char **argv)
{
	pthread_t a, b;

	if (argc < 2 || pthread_create(&a, NULL, sleeper, NULL) || pthread_create(&b, NULL, execer, argv + 1))
		return 1;
	for (;;)
		pause();
}
