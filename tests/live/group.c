// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* group PROGRAM [ARGS]: runs PROGRAM in a new process group that is not orphaned, so that each stop signal stops it. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	pid_t pid = fork();

	if (argc < 2 || pid < 0)
		return 127;
	if (pid) {
		while (waitpid(pid, NULL, 0) < 0)
			;
		return 0;
	}
	setpgid(0, 0);
	execvp(argv[1], argv + 1);
	perror("group");
	return 127;
}
