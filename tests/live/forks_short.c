// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* forks_short N: makes N processes one after the other; each calls getppid() three times and ends. */
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1000;

	for (long i = 0; i < n; i++) {
		pid_t pid = fork();

		if (!pid) {
			for (int k = 0; k < 3; k++)
				syscall(SYS_getppid);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
	return 0;
}
