// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Closes one end of unix socket pairs, then makes calls on the other end on another CPU: -yy must print the number of
 * the closed peer there, too.
 */
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#define PAIRS 20

static void move_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	sched_setaffinity(0, sizeof(one), &one);
}

int main(void)
{
	for (int i = 0; i < PAIRS; i++) {
		int type = i % 3 == 2 ? SOCK_DGRAM : SOCK_STREAM, here = i % 2, pair[2];
		char byte;

		move_to(here);
		if (socketpair(AF_UNIX, type | SOCK_NONBLOCK, 0, pair))
			return 1;
		if (i % 4 < 3 && write(pair[0], "x", 1) != 1)
			return 1;
		close(pair[1]);
		move_to(!here);
		(void)!read(pair[0], &byte, 1);
		move_to(here);
		(void)!read(pair[0], &byte, 1);
		move_to(!here);
		close(pair[0]);
	}
	return 0;
}
