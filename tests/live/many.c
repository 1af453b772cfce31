// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Passes more messages and buffers to a call than the 32 that strace prints by default. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define MANY 100
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static struct iovec iovs[1024];
static char text[1024][64];

/* Sends n messages of one and two buffers, and receives them in one buffer each. */
static void messages(int pair[2], unsigned n)
{
	static struct mmsghdr out[MANY], in[MANY];

	memset(out, 0, sizeof(out));
	memset(in, 0, sizeof(in));
	for (unsigned i = 0; i < n; i++) {
		out[i].msg_hdr.msg_iov = &iovs[2 * i];
		out[i].msg_hdr.msg_iovlen = 1 + i % 2;
		in[i].msg_hdr.msg_iov = &iovs[2 * MANY + i];
		in[i].msg_hdr.msg_iovlen = 1;
	}
	/* a queue has room for about ten */
	for (unsigned sent = 0; sent < n;) {
		int k = sendmmsg(pair[0], out + sent, n - sent, MSG_DONTWAIT);

		if (k <= 0 || recvmmsg(pair[1], in, n, MSG_DONTWAIT, NULL) != k)
			break;
		sent += k;
	}
}

int main(void)
{
	static const unsigned sizes[] = { 1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, MANY };
	int pair[2], null = open("/dev/null", O_WRONLY), file = memfd_create("many", 0);

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair))
		return 1;
	for (unsigned i = 0; i < COUNT(iovs); i++) {
		snprintf(text[i], sizeof(text[i]), "text %u", i);
		iovs[i] = (struct iovec){ text[i], 4 + i % 5 };
	}
	for (unsigned i = 0; i < COUNT(sizes); i++) {
		messages(pair, sizes[i]);
		writev(null, iovs, sizes[i]);
		pwritev(file, iovs, sizes[i], 0);
		preadv(file, iovs, sizes[i], 0);
	}
	writev(null, iovs, COUNT(iovs));
	return 0;
}
