// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * What a getppid() costs that is not wanted, against programs that do nothing.
 * Rounds in turns, best of a few bursts in each; then the lower quartile.
 *
 *	unwanted [ROUNDS [CALLS]]	exit status 1: by its number above 1.15 times the empty programs
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "empty.skel.h"
#include "sctrace.h"

#define LIMIT 1.15
#define BURSTS 10
#define ROUNDS_MAX 1000

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

static double best(void)
{
	double ns, min = 0;

	for (int i = 0; i < BURSTS; i++) {
		if (write(ask[1], "", 1) != 1 || read(answer[0], &ns, sizeof(ns)) != sizeof(ns))
			exit(2);
		if (!min || ns < min)
			min = ns;
	}
	return min;
}

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	*(unsigned *)ctx += ev->type == SCTRACE_EXIT && ev->tgid == (uint32_t)worker;
	return 0;
}

static unsigned events;
static const uint32_t nobody = 65534;

enum { BARE, EMPTY, OTHER_TARGET, OTHER_CALL, ALL_OTHER_CALL, ALL_OTHER_USER, ALL_OTHER_NAME, CGROUP, FAILED, SLOW, N };

static const struct kind {
	const char *name;
	int target; /* 1: another task, 2: this one */
	struct sctrace_opts o;
} kinds[N] = {
	[BARE] = { "untraced", 0, { .sz = 0 } },
	[EMPTY] = { "empty programs", 0, { .sz = 0 } },
	[OTHER_TARGET] = { "another target", 1, { .sz = 0 } },
	[OTHER_CALL] = { "target, another call", 2, { .trace = "openat" } },
	[ALL_OTHER_CALL] = { "all, another call", 0, { .all_tasks = true, .trace = "openat" } },
	[ALL_OTHER_USER] = { "all, another user", 0, { .all_tasks = true, .uids = &nobody, .nuids = 1 } },
	[ALL_OTHER_NAME] = { "all, another name", 0, { .all_tasks = true, .comm = "nobody" } },
	[CGROUP] = { "cgroups, none yet", 0, { .cgroups = true } },
	[FAILED] = { "--failure, succeeded", 2, { .failed = true } },
	[SLOW] = { "--duration, quick", 2, { .min_ns = 1000000000 } },
};

static double measure(int k, struct empty_bpf *empty)
{
	struct sctrace_opts o = kinds[k].o;
	struct sctrace *t = NULL;
	double ns;

	if (k == BARE)
		return best();
	if (k == EMPTY) {
		if (empty_bpf__attach(empty))
			exit(2);
		ns = best();
		empty_bpf__detach(empty);
		return ns;
	}
	o.sz = sizeof(o);
	o.event = on_event;
	o.ctx = &events;
	if (sctrace_open(&t, &o) ||
	    (kinds[k].target && sctrace_target(t, kinds[k].target == 1 ? getppid() : worker, 0)) || sctrace_start(t)) {
		fprintf(stderr, "%s: %s\n", kinds[k].name, sctrace_error(t));
		exit(2);
	}
	ns = best();
	events = 0;
	sctrace_stop(t);
	if (events) {
		fprintf(stderr, "%s: %u events\n", kinds[k].name, events);
		exit(2);
	}
	sctrace_close(t);
	return ns;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int report(double (*v)[ROUNDS_MAX], int rounds)
{
	double base = 0, empty = 0;
	int bad = 0;

	printf("%-22s %9s %9s %9s %9s %14s\n", "ns per call", "best", "quartile", "overhead", "x empty",
	       "x its overhead");
	for (int k = 0; k < N; k++) {
		double q;

		qsort(v[k], (size_t)rounds, sizeof(double), compare);
		q = v[k][rounds / 4];
		base = k == BARE ? q : base;
		empty = k == EMPTY ? q : empty;
		printf("%-22s %9.1f %9.1f %9.1f %9.2f %14.2f\n", kinds[k].name, v[k][0], q, q - base,
		       k >= EMPTY ? q / empty : 0, k >= EMPTY ? (q - base) / (empty - base) : 0);
		bad |= k == ALL_OTHER_CALL && q / empty > LIMIT;
	}
	return bad;
}

int main(int argc, char **argv)
{
	static double v[N][ROUNDS_MAX];
	int rounds = argc > 1 ? atoi(argv[1]) : 20;
	struct empty_bpf *empty = empty_bpf__open_and_load();
	cpu_set_t set;

	if (!empty || pipe(ask) || pipe(answer) || rounds < 1 || rounds > ROUNDS_MAX)
		return 2;
	worker = fork();
	CPU_ZERO(&set);
	CPU_SET(worker ? 0 : (int)sysconf(_SC_NPROCESSORS_ONLN) - 1, &set);
	sched_setaffinity(0, sizeof(set), &set);
	if (!worker) {
		close(ask[1]);
		work(argc > 2 ? atol(argv[2]) : 3000);
	}
	close(ask[0]);
	for (int i = 0; i < rounds; i++)
		for (int k = 0; k < N; k++)
			v[(i + k) % N][i] = measure((i + k) % N, empty);
	empty_bpf__destroy(empty);
	kill(worker, SIGKILL);
	return report(v, rounds);
}
