// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * threads N: each of N threads waits in a read of its own pipe while the others
 * are woken one after the other, so that every read is interrupted by lines of others.
 */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX 64

static int pipes[MAX + 1][2];

/* Writes the byte to the next thread's pipe. */
static void *stage(void *arg)
{
	long i = (long)arg;
	char c;

	if (read(pipes[i][0], &c, 1) != 1 || write(pipes[i + 1][1], &c, 1) != 1)
		abort();
	return NULL;
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 4;
	pthread_t ids[MAX];
	char c = 'x';

	if (n < 1 || n > MAX)
		return 2;
	for (long i = 0; i <= n; i++)
		if (pipe(pipes[i]))
			return 1;
	for (long i = 0; i < n; i++)
		if (pthread_create(&ids[i], NULL, stage, (void *)i))
			return 1;
	usleep(50000);
	if (write(pipes[0][1], &c, 1) != 1 || read(pipes[n][0], &c, 1) != 1)
		return 1;
	for (long i = 0; i < n; i++)
		pthread_join(ids[i], NULL);
	return c == 'x' ? 0 : 1;
}
