// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Uses names that are keys of tables (stats_by.sh).
 *
 *	keys unix PATH	writes twice to each of these datagram sockets, and reads once: two abstract ones that differ
 *			after a NUL, one with a quotation mark, and PATH in all 108 bytes of sun_path, without a NUL
 *	keys file PATH	opens PATH, and writes to it twice
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int writes(int fd)
{
	if (write(fd, "x", 1) == 1 && write(fd, "y", 1) == 1)
		return 0;
	perror("keys: write");
	return 1;
}

static int send_to(const void *name, size_t len)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX };
	int server = socket(AF_UNIX, SOCK_DGRAM, 0), client = socket(AF_UNIX, SOCK_DGRAM, 0);
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);

	memcpy(un.sun_path, name, len);
	if (bind(server, (struct sockaddr *)&un, size) || connect(client, (struct sockaddr *)&un, size)) {
		perror("keys: bind, connect");
		return 1;
	}
	return writes(client) || read(server, un.sun_path, 1) != 1;
}

static int of_unix(const char *path)
{
	char whole[sizeof(((struct sockaddr_un *)0)->sun_path)];
	size_t len = strlen(path);

	memset(whole, 'n', sizeof(whole));
	memcpy(whole, path, len);
	whole[len] = '/';
	return send_to("\0key\0one", 8) || send_to("\0key\0two", 8) || send_to("\0\"key\"", 6) ||
	       send_to(whole, sizeof(whole));
}

int main(int argc, char **argv)
{
	int fd;

	if (argc != 3)
		return 2;
	if (!strcmp(argv[1], "unix"))
		return of_unix(argv[2]);
	fd = open(argv[2], O_WRONLY | O_CREAT, 0644);
	return fd < 0 ? 1 : writes(fd);
}
