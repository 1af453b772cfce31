// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * peers PATH: ten writes to a TCP peer on 127.0.0.1, three to one on the unix socket PATH; connections to a TCP port and
 * to a unix socket, PATH with an x, where nobody listens. Prints the TCP port.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int pair(int family, struct sockaddr *addr, socklen_t len)
{
	int server = socket(family, SOCK_STREAM, 0), client = socket(family, SOCK_STREAM, 0);

	if (bind(server, addr, len) || listen(server, 1) || getsockname(server, addr, &len) ||
	    connect(client, addr, len)) {
		perror("peers");
		_exit(1);
	}
	return client;
}

/* Connects to a service that has ended, so that the refused socket has no address afterwards. */
static void refused(struct sockaddr_in *in, struct sockaddr_un *un)
{
	int tcp = socket(AF_INET, SOCK_STREAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
	size_t len = strlen(un->sun_path);

	in->sin_port = htons(1);
	if (len + 1 < sizeof(un->sun_path))
		un->sun_path[len] = 'x';
	/* the NUL at the end of the path is not counted */
	if (!connect(tcp, (struct sockaddr *)in, sizeof(*in)) ||
	    !connect(local, (struct sockaddr *)un, (socklen_t)(sizeof(un->sun_family) + len + 1)))
		_exit(1);
}

int main(int argc, char **argv)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int fd = pair(AF_INET, (struct sockaddr *)&in, sizeof(in));

	for (int i = 0; i < 10; i++)
		if (write(fd, "x", 1) != 1)
			return 1;
	strncpy(un.sun_path, argc > 1 ? argv[1] : "peers.sock", sizeof(un.sun_path) - 1);
	fd = pair(AF_UNIX, (struct sockaddr *)&un, sizeof(un));
	for (int i = 0; i < 3; i++)
		if (write(fd, "x", 1) != 1)
			return 1;
	printf("%d\n", ntohs(in.sin_port));
	refused(&in, &un);
	return 0;
}
