// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* A task, files and a function with names that host/hostile.sh has made hostile. */
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((noinline)) int hostile_function_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(int n);

int hostile_function_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(int n)
{
	return (int)syscall(SYS_getppid) + n;
}

int main(void)
{
	static const char name[] = "f\n+++ forged +++\n\033[31m";
	struct stat st;
	int fd;

	prctl(PR_SET_NAME, "c\n+++ forged +");
	fd = open(name, O_CREAT | O_RDWR, 0600);
	if (write(fd, name, sizeof(name)) < 0 || fstat(fd, &st) || stat("gone\n+++ forged +++\n", &st) == 0)
		return 1;
	unlink(name);
	close(fd);
	return hostile_function_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(1) == 0;
}
