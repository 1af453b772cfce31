// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Calls functions of the kernel for kfunc.sh. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Makes, reads and removes a file. */
static void files(const char *path)
{
	char text[8];
	int fd = open(path, O_CREAT | O_RDWR, 0600);

	if (fd < 0 || write(fd, "content", 7) != 7 || lseek(fd, 0, SEEK_SET) || read(fd, text, sizeof(text)) != 7)
		exit(1);
	close(fd);
	unlink(path);
}

/* Writes a vector of one buffer. */
static void vector(const char *text)
{
	const struct iovec v = { (void *)text, strlen(text) };
	int fd = open("/dev/null", O_WRONLY);

	if (writev(fd, &v, 1) != (ssize_t)strlen(text))
		exit(1);
	close(fd);
}

static void *reads(void *arg)
{
	int fd = open("/dev/zero", O_RDONLY);
	char c;

	for (long n = *(long *)arg; n > 0; n--)
		if (read(fd, &c, 1) != 1)
			exit(1);
	close(fd);
	return NULL;
}

static void threads(long n)
{
	pthread_t t;

	if (pthread_create(&t, NULL, reads, &n))
		exit(1);
	reads(&n);
	pthread_join(t, NULL);
}

/* Runs while a timer interrupts it, in user space and in calls. */
static void busy(long ms)
{
	struct timespec from, now;

	clock_gettime(CLOCK_MONOTONIC, &from);
	do {
		for (volatile int i = 0; i < 1000; i++)
			;
		getppid();
		clock_gettime(CLOCK_MONOTONIC, &now);
	} while ((now.tv_sec - from.tv_sec) * 1000 + (now.tv_nsec - from.tv_nsec) / 1000000 < ms);
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!strcmp(what, "files"))
		files(argv[2]);
	else if (!strcmp(what, "vector"))
		vector(argv[2]);
	else if (!strcmp(what, "threads"))
		threads(atol(argv[2]));
	else if (!strcmp(what, "busy"))
		busy(atol(argv[2]));
	else if (!strcmp(what, "epoll"))
		close(epoll_create1(EPOLL_CLOEXEC));
	else
		return 2;
	return 0;
}
