/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/* A process on a CPU of its own that makes bursts of getppid() or lseek() calls, and measures how long a call takes. */
#ifndef BENCH_WORKER_H
#define BENCH_WORKER_H

#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define BURSTS 10

static int ask[2], answer[2];
static pid_t worker;

static inline void worker_run(long calls)
{
	struct timespec a, b;
	int fd = open("/proc/self/status", O_RDONLY);
	double ns;
	char c;

	while (read(ask[0], &c, 1) == 1) {
		clock_gettime(CLOCK_MONOTONIC, &a);
		for (long i = 0; i < calls; i++)
			c == 'l' ? syscall(SYS_lseek, fd, 0, SEEK_CUR) : syscall(SYS_getppid);
		clock_gettime(CLOCK_MONOTONIC, &b);
		ns = ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / (double)calls;
		if (write(answer[1], &ns, sizeof(ns)) != sizeof(ns))
			_exit(1);
	}
	_exit(0);
}

static inline void pin(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* Starts a worker that makes bursts of so many calls on the last CPU; this process moves to the first one. */
static inline int worker_start(long calls)
{
	if (pipe(ask) || pipe(answer))
		return -1;
	worker = fork();
	if (worker < 0)
		return -1;
	pin(worker ? 0 : (int)sysconf(_SC_NPROCESSORS_ONLN) - 1);
	if (!worker) {
		close(ask[1]);
		worker_run(calls);
	}
	close(ask[0]);
	return 0;
}

/*
 * Returns the ns per call of the best burst. Bursts are shorter than a time slice, so some of them run undisturbed. call is
 * 'g' for getppid() or 'l' for lseek().
 */
static inline double worker_best_of(char call)
{
	double ns, min = 0;

	for (int i = 0; i < BURSTS; i++) {
		if (write(ask[1], &call, 1) != 1 || read(answer[0], &ns, sizeof(ns)) != sizeof(ns))
			exit(2);
		if (!min || ns < min)
			min = ns;
	}
	return min;
}

static inline double worker_best(void)
{
	return worker_best_of('g');
}

#endif
