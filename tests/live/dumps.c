// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Bytes read and written in every way that -e read= and -e write= dump: by descriptors 50 and 51. */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static void *volatile nowhere = (void *)1;
static char bytes[300], big[70000], huge[1100003], in[400];

static void plain(int in_fd, int out_fd)
{
	write(out_fd, bytes, 300);
	read(in_fd, in, 17);
	read(in_fd, in, 16);
	write(out_fd, "hello\n", 6);
	write(out_fd, bytes, 0);
	write(out_fd, nowhere, 5);
	read(in_fd, nowhere, 5);
	write(-1, "x", 1);
	read(in_fd, in, 400);
}

static void vectors(int in_fd, int out_fd)
{
	struct iovec out[] = { { bytes, 5 }, { bytes + 65, 20 }, { bytes, 0 }, { bytes, 3 } };
	struct iovec to[] = { { in, 3 }, { in + 3, 100 }, { in, 50 } };

	writev(out_fd, out, 4);
	readv(in_fd, to, 3);
	vmsplice(out_fd, out, 2, 0);
	readv(in_fd, to, 1);
	read(in_fd, in, 100);
	out[0].iov_base = nowhere;
	writev(out_fd, out, 2);
}

static void messages(int in_fd, int out_fd)
{
	struct iovec out[] = { { bytes, 5 }, { bytes + 65, 20 } };
	struct iovec to[] = { { in, 3 }, { in + 3, 100 }, { in + 200, 100 } };
	struct msghdr msg = { .msg_iov = out, .msg_iovlen = 2 };
	struct mmsghdr msgs[] = { { .msg_hdr = msg }, { .msg_hdr = { .msg_iov = out + 1, .msg_iovlen = 1 } } };
	struct mmsghdr received[3] = { { .msg_hdr = { .msg_iov = to, .msg_iovlen = 2 } },
				       { .msg_hdr = { .msg_iov = to + 2, .msg_iovlen = 1 } } };

	send(out_fd, "abc", 3, 0);
	recv(in_fd, in, 100, 0);
	sendmsg(out_fd, &msg, 0);
	msg.msg_iov = to; /* the first two of the buffers */
	recvmsg(in_fd, &msg, 0);
	sendmmsg(out_fd, msgs, 2, 0);
	recvmmsg(in_fd, received, 2, 0, NULL);
	recv(in_fd, in, 100, MSG_DONTWAIT);
}

static void files(int fd)
{
	struct iovec out[] = { { bytes + 32, 5 }, { bytes + 65, 20 } }, to[] = { { in, 3 }, { in + 3, 100 } };

	pwrite(fd, bytes, 10, 0);
	pread(fd, in, 100, 2);
	pwritev(fd, out, 2, 0);
	preadv(fd, to, 2, 0);
	syscall(SYS_pwritev2, fd, out, 2UL, 0UL, 0UL, 0);
	syscall(SYS_preadv2, fd, to, 2UL, 0UL, 0UL, 0);
}

/* Vectors of more than a record holds: 370 100 bytes written; 100 070 sent and received; three messages of 70 000. */
static void large(void)
{
	struct iovec out[] = { { bytes, 100 }, { big, 70000 }, { huge, 300000 } };
	struct iovec msg_out[] = { { bytes, 70 }, { huge, 100000 } }, msg_in[] = { { in, 300 }, { huge, 100000 } };
	struct iovec one = { big, 70000 };
	struct msghdr msg = { .msg_iov = msg_out, .msg_iovlen = 2 };
	struct mmsghdr msgs[2] = { { .msg_hdr = { .msg_iov = &one, .msg_iovlen = 1 } },
				   { .msg_hdr = { .msg_iov = &one, .msg_iovlen = 1 } } };
	int fds[2];

	writev(51, out, 3);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds))
		_exit(1);
	dup2(fds[0], 50);
	dup2(fds[1], 51);
	sendmsg(51, &msg, 0);
	msg.msg_iov = msg_in;
	recvmsg(50, &msg, 0);
	sendmmsg(51, msgs, 2, 0);
}

int main(void)
{
	int fds[2];

	for (unsigned i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)i;
	if (pipe(fds))
		return 1;
	dup2(fds[0], 50);
	dup2(fds[1], 51);
	plain(50, 51);
	vectors(50, 51);
	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, fds))
		return 1;
	dup2(fds[0], 50);
	dup2(fds[1], 51);
	messages(50, 51);
	dup2(open("/tmp", O_RDWR | O_TMPFILE, 0600), 50);
	files(50);
	/* more than a record holds */
	memset(big, 'a', sizeof(big));
	dup2(open("/dev/null", O_WRONLY), 51);
	write(51, big, sizeof(big));
	for (size_t i = 0; i < sizeof(huge); i++)
		huge[i] = "0123456789abcde"[i % 15];
	write(51, huge, sizeof(huge));
	write(51, big, 60000);
	large();
	return 0;
}
