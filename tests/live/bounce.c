// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * bounce THREADS N: each thread t makes close(1000000 * (t + 1) + i) for i = 0 ... N - 1
 * and moves to another CPU every few calls. A token goes from thread to thread through
 * futexes and pipes of the kernel, so that order between threads means something too:
 * call n of all is close(500000 + n).
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static long nthreads, ncalls, ncpus;
static atomic_long token; /* total << 1 | held */

/* Takes the next number, and makes the call with it before another thread can take one. */
static void numbered_call(void)
{
	long v = atomic_load(&token);

	do
		v &= ~1l;
	while (!atomic_compare_exchange_weak(&token, &v, v | 1));
	syscall(SYS_close, 500000 + (v >> 1));
	atomic_store(&token, v + 2);
}

static void *thread(void *arg)
{
	long t = (long)arg;
	cpu_set_t set;

	for (long i = 0; i < ncalls; i++) {
		syscall(SYS_close, 1000000 * (t + 1) + i);
		if (i % 7 == t % 7) {
			CPU_ZERO(&set);
			CPU_SET((t + i / 7) % ncpus, &set);
			sched_setaffinity(0, sizeof(set), &set);
		}
		if (i % 5 == 0)
			numbered_call();
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t ids[64];

	nthreads = argc > 1 ? atol(argv[1]) : 4;
	ncalls = argc > 2 ? atol(argv[2]) : 1000;
	ncpus = sysconf(_SC_NPROCESSORS_ONLN);
	if (nthreads < 1 || nthreads > 64)
		return 2;
	for (long i = 0; i < nthreads; i++)
		if (pthread_create(&ids[i], NULL, thread, (void *)i))
			return 1;
	for (long i = 0; i < nthreads; i++)
		pthread_join(ids[i], NULL);
	return 0;
}
