// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* calls GETPPID CLOSE NAPS: so many calls of getppid(), of close() that fail, and of clock_nanosleep() of 5 ms. */
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	const struct timespec nap = { .tv_nsec = 5000000 };

	if (argc != 4)
		return 2;
	for (int i = atoi(argv[1]); i > 0; i--)
		getppid();
	for (int i = atoi(argv[2]); i > 0; i--)
		close(-1);
	for (int i = atoi(argv[3]); i > 0; i--)
		clock_nanosleep(CLOCK_MONOTONIC, 0, &nap, NULL);
	return 0;
}
