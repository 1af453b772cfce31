// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* flood THREADS N: makes N calls of getppid() in each thread; all threads begin when the last one has started. */
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MAX 256

static pthread_barrier_t all_there;
static unsigned long n;

static void *flood(void *arg)
{
	pthread_barrier_wait(&all_there);
	for (unsigned long i = 0; i < n; i++)
		syscall(SYS_getppid);
	return arg;
}

int main(int argc, char **argv)
{
	long threads = argc > 1 ? atol(argv[1]) : 16;
	pthread_t ids[MAX];

	n = argc > 2 ? strtoul(argv[2], NULL, 0) : 1000;
	if (threads < 1 || threads > MAX || pthread_barrier_init(&all_there, NULL, threads))
		return 2;
	for (long i = 0; i < threads; i++)
		if (pthread_create(&ids[i], NULL, flood, NULL))
			return 1;
	for (long i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
