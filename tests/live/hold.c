// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* hold PID: keeps a process in a ptrace stop. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	pid_t pid = argc > 1 ? atoi(argv[1]) : 0;

	if (ptrace(PTRACE_ATTACH, pid, NULL, NULL) || waitpid(pid, NULL, 0) != pid) {
		perror("hold");
		return 1;
	}
	pause();
	return 0;
}
