// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * churn N FILE [MS]: starts N threads and then creates FILE. Each thread repeatedly starts a thread,
 * waits for its end, and sleeps for MS. Without MS, each of the N threads sleeps forever.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define STACK 65536

static pthread_barrier_t all;
static pthread_attr_t attr;

static void *nothing(void *arg)
{
	return arg;
}

static void *maker(void *ms)
{
	pthread_t id;

	pthread_barrier_wait(&all);
	while (ms) {
		if (!pthread_create(&id, &attr, nothing, NULL))
			pthread_join(id, NULL);
		usleep((useconds_t)(long)ms * 1000);
	}
	for (;;)
		pause();
	return NULL;
}

int main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[1]) : 0, ms = argc > 3 ? atol(argv[3]) : 0;
	pthread_t id;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	if (n < 1 || pthread_barrier_init(&all, NULL, (unsigned)n + 1))
		return 2;
	for (long i = 0; i < n; i++)
		if (pthread_create(&id, &attr, maker, (void *)ms))
			return 1;
	pthread_barrier_wait(&all);
	close(open(argv[2], O_WRONLY | O_CREAT, 0666));
	for (;;)
		pause();
}
