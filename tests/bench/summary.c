// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * What a summary costs for each getppid(), against the least that timing a
 * call can cost (timed.bpf.c). Interleaved short runs, best of each: a shared
 * machine only ever adds time.
 *
 *	summary [ROUNDS [CALLS]]	exit status 1: above 1.35 times the floor
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "timed.skel.h"
#include "source/agg.h"

#define LIMIT 1.35
#define BURSTS 40

static int ask[2], answer[2];
static pid_t worker;

static void work(long calls)
{
	struct timespec a, b;
	double ns;
	char c;

	while (read(ask[0], &c, 1) == 1) {
		clock_gettime(CLOCK_MONOTONIC, &a);
		for (long i = 0; i < calls; i++)
			syscall(SYS_getppid);
		clock_gettime(CLOCK_MONOTONIC, &b);
		ns = ((double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec)) / (double)calls;
		if (write(answer[1], &ns, sizeof(ns)) != sizeof(ns))
			_exit(1);
	}
	_exit(0);
}

/* Bursts shorter than a time slice: some of them nobody disturbs. */
static void best(double *min)
{
	double ns;

	for (int i = 0; i < BURSTS; i++) {
		if (write(ask[1], "", 1) != 1 || read(answer[0], &ns, sizeof(ns)) != sizeof(ns))
			exit(2);
		if (!*min || ns < *min)
			*min = ns;
	}
}

static struct timed_bpf *floor_open(void)
{
	struct timed_bpf *f = timed_bpf__open();

	if (!f)
		exit(2);
	f->rodata->target = (uint32_t)worker;
	if (timed_bpf__load(f))
		exit(2);
	return f;
}

static struct agg *agg_open(bool all, bool hist)
{
	char why[256] = "";
	struct selection sel;
	struct agg_opts o = { .selection = &sel, .all = all, .hist = hist, .why = why, .why_size = sizeof(why) };
	struct agg *a;

	if (select__all(&sel) || agg__open(&a, &o)) {
		fprintf(stderr, "%s\n", why);
		exit(2);
	}
	if (!all)
		agg__target(a, worker, SCT_T_TRACED);
	select__free(&sel);
	return a;
}

enum { BARE, FLOOR, PROCESS, MACHINE, HIST, N };

int main(int argc, char **argv)
{
	static const char *const names[N] = { "untraced", "timed floor", "-s -p PID", "-s", "-s --hist -p PID" };
	int rounds = argc > 1 ? atoi(argv[1]) : 20;
	struct agg *a[N] = {};
	double min[N] = {};
	struct timed_bpf *f;

	if (pipe(ask) || pipe(answer))
		return 2;
	worker = fork();
	if (!worker) {
		close(ask[1]);
		work(argc > 2 ? atol(argv[2]) : 4000);
	}
	close(ask[0]);
	f = floor_open();
	for (int k = PROCESS; k < N; k++)
		a[k] = agg_open(k == MACHINE, k == HIST);
	for (int i = 0; i < rounds; i++) {
		best(&min[BARE]);
		if (timed_bpf__attach(f))
			return 2;
		best(&min[FLOOR]);
		timed_bpf__detach(f);
		for (int k = PROCESS; k < N; k++) {
			if (agg__attach(a[k]) || (k != MACHINE && agg__mark(a[k])))
				return 2;
			best(&min[k]);
			agg__detach(a[k]);
		}
	}
	timed_bpf__destroy(f);
	for (int k = PROCESS; k < N; k++)
		agg__close(a[k]);
	kill(worker, SIGKILL);
	for (int k = 0; k < N; k++)
		printf("%-18s %6.1f ns a call  %+7.1f  %5.2f x floor\n", names[k], min[k], min[k] - min[BARE],
		       (min[k] - min[BARE]) / (min[FLOOR] - min[BARE]));
	return (min[PROCESS] - min[BARE]) / (min[FLOOR] - min[BARE]) > LIMIT;
}
