// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* takefd PID: takes descriptors of another process by pidfd_getfd(2), and prints how many it has got. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FDS_MAX 256

int main(int argc, char **argv)
{
	int pidfd = argc == 2 ? (int)syscall(SYS_pidfd_open, atoi(argv[1]), 0) : -1, taken = 0;

	if (pidfd < 0) {
		perror("pidfd_open");
		return 1;
	}
	for (int fd = 0; fd < FDS_MAX; fd++)
		taken += syscall(SYS_pidfd_getfd, pidfd, fd, 0) >= 0;
	printf("%d\n", taken);
	return 0;
}
