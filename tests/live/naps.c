// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* naps MS...: nanosleep() of each length, one after the other. */
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		long ms = atol(argv[i]);
		struct timespec ts = { ms / 1000, ms % 1000 * 1000000 };

		nanosleep(&ts, NULL);
	}
	return 0;
}
