// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * storm N: makes N children, as many at a time as the machine allows. The first call of child i is close(100000 + i),
 * its second one ends it.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define AT_A_TIME 32

static void child(long i)
{
	syscall(SYS_close, 100000 + i);
	syscall(SYS_exit_group, 0);
}

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 500, running = 0;

	for (long i = 0; i < n; i++) {
		/* not fork(), because libc makes calls in the child first */
		long pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);

		if (!pid)
			child(i);
		if (pid < 0)
			return 1;
		if (++running == AT_A_TIME && wait(NULL) > 0)
			running--;
	}
	while (wait(NULL) > 0)
		;
	return errno == ECHILD ? 0 : 1;
}
