// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * ticker FILE [THREADS [MS]]: writes a count to FILE every MS (10) ms, with
 * THREADS more threads that call getppid() as often. SIGTERM ends it with
 * status 7.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static void on_term(int sig)
{
	(void)sig;
	_exit(7);
}

static useconds_t pause_us = 10000;

static void *other(void *arg)
{
	for (;;) {
		syscall(SYS_getppid);
		usleep(pause_us);
	}
	return arg;
}

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_WRONLY | O_CREAT | O_TRUNC, 0644) : -1;
	long threads = argc > 2 ? atol(argv[2]) : 0;
	pthread_t id;
	char line[16];

	if (fd < 0)
		return 2;
	if (argc > 3)
		pause_us = (useconds_t)atol(argv[3]) * 1000;
	signal(SIGTERM, on_term);
	for (long i = 0; i < threads; i++)
		if (pthread_create(&id, NULL, other, NULL))
			return 1;
	for (unsigned n = 0;; n++) {
		int len = snprintf(line, sizeof(line), "%08u\n", n);

		if (pwrite(fd, line, (size_t)len, 0) != len)
			return 1;
		usleep(pause_us);
	}
}
