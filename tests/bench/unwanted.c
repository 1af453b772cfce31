// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Measures the cost of a getppid() that is not selected (or an lseek(), where the descriptor decides), compared with
 * BPF programs that do nothing and, where the call's end decides, with programs that only time the call (timed.bpf.c).
 * Each round measures every case once, as the best of a few bursts; the result is the lower quartile of the rounds.
 *
 *	unwanted [ROUNDS [CALLS]]	exit status 1: "all, another call" takes above 1.15 times the empty programs
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "empty.skel.h"
#include "sctrace.h"
#include "timed.skel.h"
#include "worker.h"

#define LIMIT 1.15
#define ROUNDS_MAX 1000

static int on_event(void *ctx, const struct sctrace_event *ev)
{
	*(unsigned *)ctx += ev->type == SCTRACE_EXIT && ev->tgid == (uint32_t)worker;
	return 0;
}

static unsigned events;
static const uint32_t nobody = 65534;

enum {
	BARE,
	EMPTY,
	TIMED,
	OTHER_TARGET,
	OTHER_CALL,
	ALL_OTHER_CALL,
	ALL_OTHER_USER,
	ALL_OTHER_NAME,
	CGROUP,
	FAILED,
	SLOW,
	BARE_FILE,
	EMPTY_FILE,
	OTHER_FD,
	OTHER_PATH,
	N
};

static const char *const nowhere[] = { "/nowhere", NULL };

static const struct kind {
	const char *name;
	int target; /* 1: another task, 2: this one */
	struct sctrace_opts o;
} kinds[N] = {
	[BARE] = { "untraced", 0, { .sz = 0 } },
	[EMPTY] = { "empty programs", 0, { .sz = 0 } },
	[TIMED] = { "timed", 0, { .sz = 0 } },
	[OTHER_TARGET] = { "another target", 1, { .sz = 0 } },
	[OTHER_CALL] = { "target, another call", 2, { .trace = "openat" } },
	[ALL_OTHER_CALL] = { "all, another call", 0, { .all_tasks = true, .trace = "openat" } },
	[ALL_OTHER_USER] = { "all, another user", 0, { .all_tasks = true, .uids = &nobody, .nuids = 1 } },
	[ALL_OTHER_NAME] = { "all, another name", 0, { .all_tasks = true, .comm = "nobody" } },
	[CGROUP] = { "cgroups, none yet", 0, { .cgroups = true } },
	[FAILED] = { "--failure, succeeded", 2, { .failed = true } },
	[SLOW] = { "--duration, quick", 2, { .min_ns = 1000000000 } },
	[BARE_FILE] = { "lseek, untraced", 0, { .sz = 0 } },
	[EMPTY_FILE] = { "empty programs", 0, { .sz = 0 } },
	[OTHER_FD] = { "target, another descriptor", 2, { .trace_fds = "77" } },
	[OTHER_PATH] = { "target, another path", 2, { .paths = nowhere } },
};

static struct empty_bpf *empty;
static struct timed_bpf *timed;

/* Loads the programs to compare with. The worker must run already. */
static int floors_load(void)
{
	empty = empty_bpf__open_and_load();
	timed = timed_bpf__open();
	if (!timed)
		return -1;
	timed->rodata->target = (unsigned)worker;
	return empty ? timed_bpf__load(timed) : -1;
}

static double measure(int k)
{
	struct sctrace_opts o = kinds[k].o;
	struct sctrace *t = NULL;
	char call = k < BARE_FILE ? 'g' : 'l';
	double ns;

	if (k == BARE || k == BARE_FILE)
		return worker_best_of(call);
	if (k == EMPTY || k == EMPTY_FILE) {
		if (empty_bpf__attach(empty))
			exit(2);
		ns = worker_best_of(call);
		empty_bpf__detach(empty);
		return ns;
	}
	if (k == TIMED) {
		if (timed_bpf__attach(timed))
			exit(2);
		ns = worker_best_of(call);
		timed_bpf__detach(timed);
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
	ns = worker_best_of(call);
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

	printf("%-26s %9s %9s %9s %9s %14s\n", "ns per call", "best", "quartile", "overhead", "x empty",
	       "x its overhead");
	for (int k = 0; k < N; k++) {
		double q;

		qsort(v[k], (size_t)rounds, sizeof(double), compare);
		q = v[k][rounds / 4];
		base = k == BARE || k == BARE_FILE ? q : base;
		empty = k == EMPTY || k == EMPTY_FILE ? q : empty;
		printf("%-26s %9.1f %9.1f %9.1f %9.2f %14.2f\n", kinds[k].name, v[k][0], q, q - base,
		       k != BARE && k != BARE_FILE ? q / empty : 0,
		       k != BARE && k != BARE_FILE ? (q - base) / (empty - base) : 0);
		bad |= k == ALL_OTHER_CALL && q / empty > LIMIT;
	}
	return bad;
}

int main(int argc, char **argv)
{
	static double v[N][ROUNDS_MAX];
	int rounds = argc > 1 ? atoi(argv[1]) : 20;

	if (rounds < 1 || rounds > ROUNDS_MAX || worker_start(argc > 2 ? atol(argv[2]) : 3000) || floors_load())
		return 2;
	for (int i = 0; i < rounds; i++)
		for (int k = 0; k < N; k++)
			v[(i + k) % N][i] = measure((i + k) % N);
	empty_bpf__destroy(empty);
	timed_bpf__destroy(timed);
	kill(worker, SIGKILL);
	return report(v, rounds);
}
