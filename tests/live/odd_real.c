// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Calls that do something for real, each of which was once printed otherwise than strace prints it: what the kernel
 * answers is more than there is room for, or changes what the caller gave. odd.c has those that need no preparation;
 * both are compared with strace's lines (host/odd.sh).
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define PAGE 0x10000ul

/* n bytes of 'A', after which no memory is mapped. */
static char *end(size_t n)
{
	static char *page;

	if (!page) {
		page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (page == MAP_FAILED || munmap(page + PAGE, PAGE)) {
			perror("mmap");
			exit(1);
		}
	}
	memset(page, 'A', PAGE);
	return page + PAGE - n;
}

/* ---- addresses that are longer than the room for them ---- */

static const struct sockaddr_un server = { AF_UNIX, "\0odd-server-with-a-name" };
static const struct sockaddr_un client = { AF_UNIX, "\0odd-client" };
#define SERVER_BYTES (offsetof(struct sockaddr_un, sun_path) + 23)
#define CLIENT_BYTES (offsetof(struct sockaddr_un, sun_path) + 11)

static int connected(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	bind(fd, (void *)&client, CLIENT_BYTES);
	connect(fd, (void *)&server, SERVER_BYTES);
	return fd;
}

/* room: bytes that are mapped; given: what the caller says of them */
static void stream_names(int listening, size_t room, socklen_t given)
{
	int fd = connected(), other;
	socklen_t n = given;

	other = accept(listening, (void *)end(room), &n);
	n = given;
	getsockname(fd, (void *)end(room), &n);
	n = given;
	getpeername(fd, (void *)end(room), &n);
	close(fd);
	close(other);
	fd = connected();
	n = given;
	other = accept4(listening, (void *)end(room), &n, 0);
	close(fd);
	close(other);
}

static void message_names(int from, int to, size_t room, socklen_t given)
{
	char data[8];
	struct iovec v = { data, sizeof(data) };
	struct mmsghdr m = { { NULL, given, &v, 1, NULL, 0, 0 }, 0 };
	socklen_t n = given;

	for (int i = 0; i < 3; i++)
		sendto(from, "hello", 5, 0, (void *)&server, SERVER_BYTES);
	recvfrom(to, data, sizeof(data), 0, (void *)end(room), &n);
	m.msg_hdr.msg_name = end(room);
	recvmsg(to, &m.msg_hdr, 0);
	m.msg_hdr.msg_name = end(room);
	m.msg_hdr.msg_namelen = given;
	recvmmsg(to, &m, 1, 0, NULL);
}

static void names(void)
{
	static const struct {
		size_t room;
		socklen_t given;
	} v[] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 3 }, { 10, 10 }, { 16, 24 }, { 24, 16 }, { 30, 30 } };
	int listening = socket(AF_UNIX, SOCK_STREAM, 0), from = socket(AF_UNIX, SOCK_DGRAM, 0),
	    to = socket(AF_UNIX, SOCK_DGRAM, 0);

	bind(listening, (void *)&server, SERVER_BYTES);
	listen(listening, 1);
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		stream_names(listening, v[i].room, v[i].given);
	close(listening);
	bind(to, (void *)&server, SERVER_BYTES);
	bind(from, (void *)&client, CLIENT_BYTES);
	for (size_t i = 0; i < sizeof(v) / sizeof(v[0]); i++)
		message_names(from, to, v[i].room, v[i].given);
	close(to);
	close(from);
}

int main(void)
{
	names();
	return 0;
}
