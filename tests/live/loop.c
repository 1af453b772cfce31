// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* loop N [CPU [close]]: makes N calls of getppid(), or close(1000000 + i), as fast as possible. Prints ns per call. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

int main(int argc, char **argv)
{
	unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 0) : 1000000;
	double start;
	cpu_set_t set;

	if (argc > 2) {
		CPU_ZERO(&set);
		CPU_SET(atoi(argv[2]), &set);
		if (sched_setaffinity(0, sizeof(set), &set))
			perror("loop: sched_setaffinity");
	}
	start = now();
	for (unsigned long i = 0; i < n && argc < 4; i++)
		syscall(SYS_getppid);
	for (unsigned long i = 0; i < n && argc > 3; i++)
		syscall(SYS_close, 1000000 + i);
	printf("%.1f\n", (now() - start) / (double)n);
	return 0;
}
