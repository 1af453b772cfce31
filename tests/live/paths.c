// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * paths DIR: makes calls on DIR/a and DIR/b, by name and by the descriptors 50 and 51, for -P and -e trace-fds= to
 * choose from.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void by_name(void)
{
	struct stat st;

	syscall(SYS_faccessat, AT_FDCWD, "a", F_OK);
	syscall(SYS_faccessat, AT_FDCWD, "b", F_OK);
	syscall(SYS_renameat2, AT_FDCWD, "a", AT_FDCWD, "no/dir", 0);
	syscall(SYS_renameat2, AT_FDCWD, "no/dir", AT_FDCWD, "a", 0);
	syscall(SYS_linkat, AT_FDCWD, "b", AT_FDCWD, "a", 0);
	syscall(SYS_symlinkat, "a", AT_FDCWD, "b");
	syscall(SYS_symlinkat, "b", AT_FDCWD, "a");
	syscall(SYS_mount, "a", "no/dir", "ext4", 0UL, "a");
	syscall(SYS_mount, "none", "a", "nofs", 0UL, NULL);
	syscall(SYS_memfd_create, "a", 0);
	syscall(SYS_readlinkat, AT_FDCWD, "a", &st, 10);
	syscall(SYS_truncate, "a", 3);
}

static void by_set(int fd)
{
	struct timespec now = {};
	fd_set in, out;

	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(fd, &out);
	syscall(SYS_pselect6, fd + 1, &in, &out, NULL, &now, NULL);
	FD_SET(fd, &in);
	syscall(SYS_pselect6, fd, &in, NULL, NULL, &now, NULL);
}

static void by_descriptor(int fd, int other)
{
	struct pollfd polls[] = { { .fd = -1 }, { .fd = other, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
	struct timespec now = {};
	int epoll = epoll_create1(0);
	char c;

	syscall(SYS_read, fd, &c, 1);
	syscall(SYS_ppoll, polls, 3, &now, NULL, 0);
	syscall(SYS_ppoll, polls, 2, &now, NULL, 0);
	by_set(fd);
	syscall(SYS_epoll_ctl, epoll, EPOLL_CTL_ADD, fd, NULL);
	syscall(SYS_epoll_ctl, fd, EPOLL_CTL_ADD, epoll, NULL);
	syscall(SYS_fcntl, fd, F_GETFD);
	syscall(SYS_ioctl, other, 0x40049409, fd); /* FICLONE */
	syscall(SYS_splice, other, NULL, fd, NULL, 0UL, 0);
	syscall(SYS_copy_file_range, fd, NULL, other, NULL, 0UL, 0);
	syscall(SYS_openat, fd, "x", O_RDONLY);
	syscall(SYS_dup3, other, fd, 0);
	syscall(SYS_fsync, fd);
}

int main(int argc, char **argv)
{
	int fd;

	if (argc < 2 || chdir(argv[1])) {
		fprintf(stderr, "paths: %s\n", argc < 2 ? "no directory" : strerror(errno));
		return 1;
	}
	fd = open("b", O_RDWR | O_CREAT | O_TRUNC, 0600);
	dup2(fd, 51);
	close(fd);
	fd = open("a", O_RDWR | O_CREAT | O_TRUNC, 0600);
	dup2(fd, 50);
	close(fd);
	by_name();
	by_descriptor(50, 51);
	/* fsync() once while the file has another name, and once when it has none */
	fd = open("a", O_RDWR);
	rename("a", "c");
	fsync(fd);
	rename("c", "a");
	unlink("a");
	fsync(fd);
	close(fd);
	return 0;
}
