// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * skips ROUNDS LOADS: runs a real-time task that makes ten calls whenever it wakes, on a CPU on which LOADS other
 * processes make calls. It interrupts them anywhere, also inside of a tracer's programs.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void load(int ready)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (write(ready, "", 1) != 1)
		_exit(1);
	for (;;)
		syscall(SYS_getuid);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 100, loads = argc > 2 ? atoi(argv[2]) : 1;
	struct sched_param prio = { .sched_priority = 1 };
	struct timespec nap = { .tv_nsec = 300000 };
	cpu_set_t first;
	int ready[2];
	char byte;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first)) {
		perror("skips: sched_setaffinity");
		return 2;
	}
	if (pipe(ready))
		return 2;
	for (int i = 0; i < loads; i++)
		if (!fork())
			load(ready[1]);
	/* waits until all have called prctl(): beside a SCHED_FIFO task they may not run, and would outlive it */
	for (int i = 0; i < loads; i++)
		if (read(ready[0], &byte, 1) != 1)
			return 2;
	if (sched_setscheduler(0, SCHED_FIFO, &prio)) {
		perror("skips: sched_setscheduler");
		return 2;
	}
	for (int i = 0; i < rounds; i++) {
		for (int j = 0; j < 10; j++)
			syscall(SYS_getppid);
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	}
	return 0;
}
