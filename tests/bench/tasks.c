// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* How long it takes to list the tasks of a machine that has many: by the kernel's iterator, and by /proc.
 *
 *	tasks [THREADS [ROUNDS]]
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "counts/kstats.h"
#include "load/features.h"

#define PER_PROCESS 500

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e3 + (double)ts.tv_nsec / 1e6;
}

static void *sleeper(void *arg)
{
	pause();
	return arg;
}

/* Writes to fd when all threads have started. */
static void process(int n, int fd)
{
	pthread_attr_t attr;
	pthread_t t;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16384);
	for (int i = 1; i < n; i++)
		if (pthread_create(&t, &attr, sleeper, NULL)) {
			perror("tasks: thread");
			break;
		}
	if (write(fd, "", 1) != 1)
		_exit(1);
	pause();
	_exit(0);
}

static int count(void *ctx, const struct kstat_task *t)
{
	(void)t;
	++*(long *)ctx;
	return 0;
}

static struct kstats *open_stats(unsigned without, double *ms)
{
	char errmsg[256] = "";
	struct selection sel;
	struct kstats_opts o = {
		.selection = &sel, .all = true, .without = without, .errmsg = errmsg, .why_size = sizeof(errmsg)
	};
	double began = now();
	struct kstats *a;

	if (select__all(&sel) || kstats__open(&a, &o) || kstats__attach(a)) {
		fprintf(stderr, "tasks: %s\n", errmsg);
		exit(2);
	}
	select__free(&sel);
	*ms = now() - began;
	return a;
}

static void measure(const char *name, unsigned without, int rounds)
{
	double load, best = 0, first = 0;
	struct kstats *a = open_stats(without, &load);
	long n = 0;

	for (int i = 0; i < rounds; i++) {
		double began = now(), ms;

		n = 0;
		if (kstats__tasks(a, count, &n))
			exit(2);
		ms = now() - began;
		first = i ? first : ms;
		best = i && best < ms ? best : ms;
	}
	kstats__close(a);
	printf("%-14s %6ld tasks: first %7.1f ms, best of %d %7.1f ms (load and attach %.0f ms)\n", name, n, first,
	       rounds, best, load);
}

int main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 20000, rounds = argc > 2 ? atoi(argv[2]) : 7, fds[2];
	int n = (threads + PER_PROCESS - 1) / PER_PROCESS;
	pid_t *pids = calloc((size_t)n, sizeof(*pids));
	char c;

	if (!pids || pipe(fds))
		return 2;
	for (int i = 0; i < n; i++) {
		pids[i] = fork();
		if (!pids[i])
			process(PER_PROCESS, fds[1]);
	}
	for (int i = 0; i < n; i++)
		if (read(fds[0], &c, 1) != 1)
			return 2;
	measure("task iterator", 0, rounds);
	measure("/proc", 1u << FEAT_ITER, rounds);
	for (int i = 0; i < n; i++) {
		kill(pids[i], SIGKILL);
		waitpid(pids[i], NULL, 0);
	}
	free(pids);
	return 0;
}
