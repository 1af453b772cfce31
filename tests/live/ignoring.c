// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ignoring "SIGNAL ..." PROGRAM [ARGS]: with these ignored, which a shell cannot do for each, and no others. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *name;
	int sig;
} signals[] = {
	{ "HUP", SIGHUP },   { "INT", SIGINT },	  { "QUIT", SIGQUIT },
	{ "PIPE", SIGPIPE }, { "TERM", SIGTERM }, { "CHLD", SIGCHLD },
};

int main(int argc, char **argv)
{
	if (argc < 3)
		return 127;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		signal(signals[i].sig, strstr(argv[1], signals[i].name) ? SIG_IGN : SIG_DFL);
	execvp(argv[2], argv + 2);
	perror("ignoring");
	return 127;
}
