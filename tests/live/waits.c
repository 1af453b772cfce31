// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * waits HOW READY: creates the file READY, then blocks in one call until SIGUSR1 interrupts it. HOW: recv, from a TCP
 * connection; unix, from a socketpair; accept; poll or select, of these three descriptors; event, a read of an eventfd;
 * file, a read of the FIFO READY.fifo; msg, recvmsg() with an iovec.
 */
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void on_usr1(int sig)
{
	(void)sig;
}

/* Makes listener listen, and returns a socket that is connected to it. */
static int connection(int listener)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(listener, (struct sockaddr *)&a, len) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&a, &len) || connect(fd, (struct sockaddr *)&a, len))
		exit(2);
	return fd;
}

static void wait_in(const char *how, int listener, int tcp, int un, const char *fifo)
{
	struct pollfd fds[] = { { listener, 0, 0 }, { tcp, POLLIN, 0 }, { un, POLLIN, 0 } };
	struct iovec iov = { &(char[8]){}, 8 };
	struct msghdr m = { .msg_iov = &iov, .msg_iovlen = 1 };
	char bytes[8];
	fd_set set;

	FD_ZERO(&set);
	FD_SET(tcp, &set);
	FD_SET(un, &set);
	if (!strcmp(how, "recv"))
		recv(tcp, bytes, 8, 0);
	else if (!strcmp(how, "unix"))
		recv(un, bytes, 8, 0);
	else if (!strcmp(how, "accept") && accept(listener, NULL, NULL) >= 0)
		accept(listener, NULL, NULL);
	else if (!strcmp(how, "poll"))
		poll(fds, 3, -1);
	else if (!strcmp(how, "select"))
		select(un + 1, &set, NULL, NULL, NULL);
	else if (!strcmp(how, "event"))
		read(eventfd(0, 0), bytes, 8);
	else if (!strcmp(how, "msg"))
		recvmsg(tcp, &m, 0);
	else if (!strcmp(how, "file"))
		read(open(fifo, O_RDWR), bytes, 8);
}

int main(int argc, char **argv)
{
	struct sigaction sa = { .sa_handler = on_usr1 };
	int listener, tcp, un[2];
	char fifo[4096];

	if (argc != 3)
		return 2;
	sigaction(SIGUSR1, &sa, NULL);
	snprintf(fifo, sizeof(fifo), "%s.fifo", argv[2]);
	mkfifo(fifo, 0600);
	listener = socket(AF_INET, SOCK_STREAM, 0);
	tcp = connection(listener);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, un))
		return 2;
	close(open(argv[2], O_CREAT | O_WRONLY, 0600));
	wait_in(argv[1], listener, tcp, un[0], fifo);
	return 0;
}
