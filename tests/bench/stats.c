// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The cost of statistics per getppid(), compared with programs that only time
 * calls (timed.bpf.c). Rounds in turns, each beginning with another program; best of a few bursts in each; then the lower quartile of the rounds: a
 * shared machine only ever adds time, and often in all of a round.
 *
 *	bench-stats [ROUNDS [CALLS]]	exit status 1: above 1.35 times the floor
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timed.skel.h"
#include "counts/kstats.h"
#include "worker.h"

#define LIMIT 1.35
#define ROUNDS_MAX 10000

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

static struct kstats *kstats_open(bool all, bool hist)
{
	char errmsg[256] = "";
	struct selection sel;
	struct kstats_opts o = {
		.selection = &sel, .all = all, .hist = hist, .errmsg = errmsg, .why_size = sizeof(errmsg)
	};
	struct kstats *a;

	if (select__all(&sel) || kstats__open(&a, &o)) {
		fprintf(stderr, "%s\n", errmsg);
		exit(2);
	}
	if (!all)
		kstats__target(a, worker, SCT_T_TRACED);
	select__free(&sel);
	return a;
}

enum { BARE, FLOOR, PROCESS, MACHINE, HIST, N };

static struct timed_bpf *timed;
static struct kstats *kstats[N];

static double measure(int k)
{
	double ns;

	if (k == BARE)
		return worker_best();
	if (k == FLOOR ? timed_bpf__attach(timed) : kstats__attach(kstats[k]) || kstats__enroll(kstats[k]))
		exit(2);
	ns = worker_best();
	if (k == FLOOR)
		timed_bpf__detach(timed);
	else
		kstats__detach(kstats[k]);
	return ns;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static int report(double (*v)[ROUNDS_MAX], int rounds)
{
	static const char *const names[N] = { "untraced", "timed floor", "-s -p PID", "-s", "-s --hist -p PID" };
	double base = 0, floor = 0, ours = 0;

	printf("%-18s %9s %9s %9s %10s %8s\n", "ns per call", "best", "quartile", "median", "overhead", "x floor");
	for (int k = 0; k < N; k++) {
		double q;

		qsort(v[k], (size_t)rounds, sizeof(double), compare);
		q = v[k][rounds / 4];
		base = k == BARE ? q : base;
		floor = k == FLOOR ? q - base : floor;
		ours = k == PROCESS ? q - base : ours;
		printf("%-18s %9.1f %9.1f %9.1f %10.1f %8.2f\n", names[k], v[k][0], q, v[k][rounds / 2], q - base,
		       k >= FLOOR ? (q - base) / floor : 0);
	}
	return ours / floor > LIMIT;
}

int main(int argc, char **argv)
{
	static double v[N][ROUNDS_MAX];
	int rounds = argc > 1 ? atoi(argv[1]) : 40;

	if (rounds < 1 || rounds > ROUNDS_MAX || worker_start(argc > 2 ? atol(argv[2]) : 3000))
		return 2;
	timed = floor_open();
	for (int k = PROCESS; k < N; k++)
		kstats[k] = kstats_open(k == MACHINE, k == HIST);
	for (int i = 0; i < rounds; i++)
		for (int k = 0; k < N; k++)
			v[(i + k) % N][i] = measure((i + k) % N);
	timed_bpf__destroy(timed);
	for (int k = PROCESS; k < N; k++)
		kstats__close(kstats[k]);
	kill(worker, SIGKILL);
	return report(v, rounds);
}
