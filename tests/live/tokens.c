// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * tokens WANTED SECONDS: makes calls with words in their memory that a recording of other calls must not contain:
 * OKTOKEN in calls that succeed, BADTOKEN in calls that fail (ENOENT), EXECTOKEN in an execve. It also opens the file
 * WANTED as descriptor 77, and reads from it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void child(char *self)
{
	char *argv[] = { self, "EXECTOKEN-argument", NULL }, *env[] = { "EXECTOKEN=environment", NULL };

	execve("/nonexistent/BADTOKEN-program", argv + 2, argv + 2);
	execve(self, argv, env);
	_exit(9);
}

int main(int argc, char **argv)
{
	struct timespec pause = { 0, 2000000 };
	char text[] = "OKTOKEN-written", buf[8];
	time_t end;
	int fd;

	if (argc < 3)
		return 0;
	end = time(NULL) + atoi(argv[2]);
	fd = (int)syscall(SYS_memfd_create, "OKTOKEN-memory", 0);
	while (time(NULL) < end) {
		if (write(fd, text, sizeof(text)) != (ssize_t)sizeof(text))
			return 1;
		if (pread(fd, text, sizeof(text), 0) < 0)
			return 1;
		open("/nonexistent/BADTOKEN-path", O_RDONLY);
		syscall(SYS_unlinkat, AT_FDCWD, "BADTOKEN-file", 0);
		if (dup2(open(argv[1], O_RDONLY), 77) < 0 || read(77, buf, sizeof(buf)) < 0)
			return 2;
		close(3 == fd ? 4 : 3);
		if (!fork())
			child(argv[0]);
		wait(NULL);
		nanosleep(&pause, NULL);
	}
	return 0;
}
