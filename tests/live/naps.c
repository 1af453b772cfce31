// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* naps MS...: calls nanosleep() for each length, one after the other, and prints how long each took, in ns. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000LL + ts.tv_nsec;
}

int main(int argc, char **argv)
{
	long long took[64];
	int n = argc - 1 < 64 ? argc - 1 : 64;

	for (int i = 0; i < n; i++) {
		long ms = atol(argv[i + 1]);
		struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };
		long long began = now();

		nanosleep(&ts, NULL);
		took[i] = now() - began;
	}
	for (int i = 0; i < n; i++)
		printf("%lld\n", took[i]);
	return 0;
}
