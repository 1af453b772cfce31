// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* A task, files and a function with names that host/hostile.sh has made hostile. */
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

__attribute__((noinline)) int hostile_function_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(int n);

int hostile_function_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(int n)
{
	return (int)syscall(SYS_getppid) + n;
}

/* Sends to itself, by an abstract name with ASCII controls, C1 controls in UTF-8 and alone, and direction overrides. */
static void talk(void)
{
	static const char name[] = "\0s\n+++ forged +++\n\033[31m\302\233\233\342\200\256";
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_DGRAM, 0);

	memcpy(un.sun_path, name, sizeof(name) - 1);
	if (bind(fd, (struct sockaddr *)&un, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + sizeof(name) - 1)) ||
	    connect(fd, (struct sockaddr *)&un,
		    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + sizeof(name) - 1)) ||
	    write(fd, name, sizeof(name)) < 0)
		_exit(2);
	close(fd);
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
	talk();
	return hostile_function_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa(1) == 0;
}
