// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Calls that succeed, each of which sctrace once printed differently from strace: the kernel's answer is longer than
 * the buffer, or overwrites an argument. odd.c has the calls that need no preparation; host/odd.sh compares the lines
 * of both programs with strace's.
 */
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 0x10000ul

/* Returns n bytes of 'A', which end where mapped memory ends. */
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

/* ---- addresses that are longer than the room that the caller passes ---- */

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

/* room: bytes that are mapped; given: the length that the caller passes */
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

/* ---- netlink messages that extend beyond mapped memory ---- */

static const uint32_t link_message[] = { 104,	     0x05010010, 1,	     0,		 2,	     3,
					 4,	     5,		 0x0003000c, 0x61616161, 0x62626262, 0x00010008,
					 0x010203,   0x00120024, 0x00010009, 0x646e6176, 0,	     0x00020010,
					 0x0001000c, 1,		 2,	     0x00190008, 7,	     0x001a0004,
					 9,	     9 };
static const uint32_t refused[] = { 56, 0x02000002, 1,		0,	    -22, 40, 0x05010018,
				    1,	0,	    0x02182000, 0x00020003, 0,	 1,  0x00010005 };
static const uint32_t two_messages[] = { 28, 0x03010012, 1, 0, 2, 3, 4, 32, 0x03010012, 1, 0, 2, 3, 4, 5 };
static const uint32_t family_message[] = { 44,	       0x05010010, 1,	       0,      0x00000103, 0x0002000a,
					   0x64656767, 0x64,	   0x00010006, 0x0010, 0 };

/* Maps only the first k of n bytes, and sends them by each call, with an address and without. */
static void send_cut(int fd, const void *message, size_t n, size_t k)
{
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	char *at = memcpy(end(k), message, k);
	struct iovec v = { at, n };
	struct mmsghdr m = { { NULL, 0, &v, 1, NULL, 0, 0 }, 0 };

	if (k % 2)
		send(fd, at, n, 0);
	else
		sendmsg(fd, &m.msg_hdr, 0);
	if (k % 16 == 8)
		sendmmsg(fd, &m, 1, 0);
	m.msg_hdr.msg_name = &to;
	m.msg_hdr.msg_namelen = sizeof(to);
	if (k % 4 == 3)
		sendmsg(fd, &m.msg_hdr, 0);
}

static void cut(int protocol, const void *message, size_t n)
{
	int fd = socket(AF_NETLINK, SOCK_RAW, protocol);

	bind(fd, (void *)&(struct sockaddr_nl){ .nl_family = AF_NETLINK }, sizeof(struct sockaddr_nl));
	for (size_t k = 0; k < n; k++)
		send_cut(fd, message, n, k);
	close(fd);
}

/* ---- netlink messages without an address, whose head may be in two buffers ---- */

static void unnamed(size_t first)
{
	struct {
		struct nlmsghdr head;
		struct rtgenmsg body;
		char pad[3];
	} ask = { { 20, RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, 2, 0 }, { AF_UNSPEC }, "" };
	static char data[0x8000];
	struct iovec out[] = { { &ask, first }, { (char *)&ask + first, sizeof(ask) - first } },
		     in[] = { { data, first }, { data + first, sizeof(data) - first } };
	struct mmsghdr m = { { NULL, 0, out, 2, NULL, 0, 0 }, 0 };
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	connect(fd, (void *)&(struct sockaddr_nl){ .nl_family = AF_NETLINK }, sizeof(struct sockaddr_nl));
	sendmsg(fd, &m.msg_hdr, 0);
	m.msg_hdr.msg_iov = in;
	recvmsg(fd, &m.msg_hdr, MSG_DONTWAIT);
	m.msg_hdr.msg_iov = out;
	sendmmsg(fd, &m, 1, 0);
	m.msg_hdr.msg_iov = in;
	recvmmsg(fd, &m, 1, MSG_DONTWAIT, NULL);
	close(fd);
}

/* ---- a call in progress whose arguments are known; an answer with more room than a record has ---- */

#define SYS_clone3_ 435
#define SYS_statmount_ 457
#define VFORK 0x4000ul
#define UNIQUE_ID 0x4000
#define MNT_ID_OFF 0x90 /* offset of stx_mnt_id in struct statx */

static void clones(void)
{
	uint64_t args[11] = { [0] = VFORK, [4] = SIGCHLD };

	for (size_t size = 64; size <= sizeof(args); size += 8) {
		if (!syscall(SYS_clone3_, args, size)) {
			usleep(2000);
			_exit(0);
		}
		wait(NULL);
	}
}

static void mounts(void)
{
	static const uint64_t params[] = { 0, 1, 0x27, UINT64_MAX };
	static const size_t sizes[] = { 100, 512, 65280, 65281, 70000, 300000 };
	struct {
		uint32_t size, fd;
		uint64_t id, param;
	} ask = { 24, 0, 0, 0 };
	char file[256] = "", *room = calloc(1, 300000);

	syscall(SYS_statx, AT_FDCWD, "/proc", 0, UNIQUE_ID, file);
	memcpy(&ask.id, file + MNT_ID_OFF, sizeof(ask.id));
	for (size_t i = 0; i < sizeof(params) / sizeof(params[0]); i++) {
		ask.param = params[i];
		for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
			syscall(SYS_statmount_, &ask, room, sizes[k], 0);
	}
	free(room);
}

/* ---- registers of a traced child, with less room and with more than they take ---- */

#define GENERAL 1L /* NT_PRSTATUS */
#define FLOATING 2L

static void registers(void)
{
	static const size_t rooms[] = { 8, 24, 48, 216, 224, 512, 4000 };
	pid_t child = fork();

	if (!child) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		_exit(0);
	}
	if (child < 0 || waitpid(child, NULL, 0) != child)
		return;
	for (size_t i = 0; i < sizeof(rooms) / sizeof(rooms[0]); i++) {
		struct iovec v = { end(rooms[i]), rooms[i] };

		ptrace(PTRACE_GETREGSET, child, (void *)GENERAL, &v);
		v.iov_len = rooms[i];
		ptrace(PTRACE_GETREGSET, child, (void *)FLOATING, &v);
	}
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
	(void)argv;
	if (argc > 1) {
		registers();
		return 0;
	}
	names();
	clones();
	mounts();
	cut(NETLINK_ROUTE, link_message, sizeof(link_message));
	cut(NETLINK_ROUTE, refused, sizeof(refused));
	cut(NETLINK_ROUTE, two_messages, sizeof(two_messages));
	cut(NETLINK_GENERIC, family_message, sizeof(family_message));
	unnamed(20);
	unnamed(16);
	unnamed(8);
	return 0;
}
