// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* demote PROGRAM [ARGS]: runs the program as nobody, without any capability. */
#include <grp.h>
#include <stdio.h>
#include <unistd.h>

#define NOBODY 65534

int main(int argc, char **argv)
{
	if (argc < 2 || setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY)) {
		perror("demote");
		return 126;
	}
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
