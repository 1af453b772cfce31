// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * deadfuse DIR: mounts a FUSE file system on DIR that answers only the first request, like a server that hangs.
 * Prints a line when it is mounted. When deadfuse ends, all waiting processes go on, and the directory is "not
 * connected". Status 77: this kernel has no FUSE.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mount.h>
#include <unistd.h>

#include <linux/fuse.h>

/* Answers FUSE_INIT, since the kernel sends no other request before. */
static int init(int fd)
{
	static char buf[1 << 20] __attribute__((aligned(8)));
	const struct fuse_in_header *in = (void *)buf;
	struct {
		struct fuse_out_header head;
		struct fuse_init_out out;
	} answer = { .out = { .major = FUSE_KERNEL_VERSION, .minor = 31, .max_write = 4096 } };

	if (read(fd, buf, sizeof(buf)) < (ssize_t)sizeof(*in) || in->opcode != FUSE_INIT)
		return 1;
	answer.head.len = sizeof(answer);
	answer.head.unique = in->unique;
	return write(fd, &answer, sizeof(answer)) != sizeof(answer);
}

int main(int argc, char **argv)
{
	static char buf[1 << 20];
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
	char opts[64];

	snprintf(opts, sizeof(opts), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (argc < 2 || fd < 0 || mount("deadfuse", argv[1], "fuse", MS_NOSUID | MS_NODEV, opts) || init(fd)) {
		perror("deadfuse");
		return 77;
	}
	puts("mounted");
	fflush(stdout);
	while (read(fd, buf, sizeof(buf)) > 0)
		;
	return 0;
}
