// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* incall NAME: blocks in the call NAME, with data in the memory that it refers to. */
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char big[1 << 20];

static void in_openat(void)
{
	openat(AT_FDCWD, "fifo", O_RDONLY);
}

static void in_nanosleep(void)
{
	struct timespec ts = { 1000, 5 };

	clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
}

static void in_ppoll(void)
{
	struct timespec ts = { 1000, 7 };
	struct pollfd pfd;
	sigset_t set;
	int fds[2];

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	if (pipe(fds))
		return;
	pfd = (struct pollfd){ .fd = fds[0], .events = POLLIN };
	syscall(SYS_ppoll, &pfd, 1, &ts, &set, 8);
}

static void in_writev(void)
{
	struct iovec iov[] = { { big, sizeof(big) }, { "world", 5 } };
	int fds[2];

	memcpy(big, "hello you", 9);
	if (!pipe(fds))
		(void)!writev(fds[1], iov, 2);
}

static void in_sendmsg(void)
{
	struct iovec iov = { big, sizeof(big) };
	struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
	int fds[2];

	memset(big, 'a', sizeof(big));
	if (!socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
		sendmsg(fds[1], &msg, 0);
}

static void in_futex(void)
{
	struct timespec ts = { 1000, 9 };
	static int word = 17;

	syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 17, &ts, NULL, 0);
}

/* Messages of a netlink socket in a call that blocks: sendmsg() to a socket that no process reads from. */
static void in_netlink(void)
{
	struct {
		struct nlmsghdr head;
		char fill[3000];
	} req = { .head = { sizeof(req), NLMSG_DONE, 0, 7, 0 } };
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	int reader = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK),
	    fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_USERSOCK);
	socklen_t len = sizeof(to);

	if (bind(reader, (void *)&to, sizeof(to)) || getsockname(reader, (void *)&to, &len))
		return;
	for (;;)
		if (sendto(fd, &req, sizeof(req), 0, (void *)&to, sizeof(to)) < 0)
			return;
}

#ifdef __x86_64__
/* poll() of 32-bit x86, made by a program of 64 bits; its number is another call's there */
static void in_int80(void)
{
	long ret = 168;

	__asm__ volatile("int $0x80"
			 : "+a"(ret)
			 : "b"(0l), "c"(0l), "d"(1000000l)
			 : "memory", "r8", "r9", "r10", "r11");
}
#endif

static const struct {
	const char *name;
	void (*fn)(void);
} calls[] = {
	{ "openat", in_openat },   { "nanosleep", in_nanosleep }, { "ppoll", in_ppoll },     { "writev", in_writev },
	{ "sendmsg", in_sendmsg }, { "futex", in_futex },	  { "netlink", in_netlink },
#ifdef __x86_64__
	{ "int80", in_int80 },
#endif
};

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < sizeof(calls) / sizeof(calls[0]); i++)
		if (!strcmp(argv[1], calls[i].name))
			calls[i].fn();
	fprintf(stderr, "incall: no such call, or it ended\n");
	return 1;
}
