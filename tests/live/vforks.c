// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * vforks MS: makes children by vfork() that sleep for MS each, one after the other, for a minute; SIGTERM does not end
 * it.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void on_term(int sig)
{
	(void)sig;
}

int main(int argc, char **argv)
{
	unsigned us = argc > 1 ? (unsigned)atoi(argv[1]) * 1000 : 1000;

	signal(SIGTERM, on_term);
	alarm(60);
	for (;;) {
		pid_t pid = vfork();

		if (!pid) {
			usleep(us);
			_exit(0);
		}
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
	}
}
