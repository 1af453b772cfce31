// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * fresh PROGRAM [ARGS]: runs the program with default actions for the signals that a shell makes its background jobs
 * ignore.
 */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	signal(SIGINT, SIG_DFL);
	signal(SIGQUIT, SIG_DFL);
	signal(SIGHUP, SIG_DFL); /* nohup(1) ignores this one, too */
	if (argc > 1)
		execvp(argv[1], argv + 1);
	perror("fresh");
	return 127;
}
