// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * long DIR: paths of 4094 to 4097 bytes, other strings about as long as the kernel takes, and calls in directories
 * of DIR so deep that their paths have 4095 and more bytes.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PATH_BYTES 4096
#define NAME_BYTES 200

/* Calls of newer kernels have the same numbers on all machines. */
#define SYS_open_tree_ 428
#define SYS_move_mount_ 429
#define SYS_fsconfig_ 431
#define SYS_fspick_ 433
#define SYS_mount_setattr_ 442

/* Returns n bytes and a NUL, which end where mapped memory ends. */
static char *text(size_t n)
{
	char *p = mmap(NULL, 3 * PATH_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || munmap(p + 2 * PATH_BYTES, PATH_BYTES))
		exit(2);
	p += 2 * PATH_BYTES - n - 1;
	memset(p, 'a', n);
	return p;
}

static void names(void)
{
	for (size_t n = PATH_BYTES - 2; n <= PATH_BYTES + 1; n++) {
		char *p = text(n);

		syscall(SYS_chdir, p);
		syscall(SYS_openat, AT_FDCWD, p, O_RDONLY);
		syscall(SYS_open_tree_, -1, p, 0);
		syscall(SYS_move_mount_, -1, p, -1, p, 0);
		syscall(SYS_fspick_, -1, p, 0);
		syscall(SYS_fsconfig_, -1, 3, "k", p, AT_FDCWD);
		syscall(SYS_mount_setattr_, -1, p, 0, NULL, 0);
	}
	for (size_t n = 249; n <= 257; n++) {
		char *p = text(n);

		syscall(SYS_fsconfig_, -1, 0, p, NULL, 0);
		syscall(SYS_memfd_create, p, 0);
		syscall(SYS_reboot, 1, 2, 0xa1b2c3d4, p);
	}
}

/* Changes from a directory whose path has this many bytes to one whose path has len bytes. */
static void down(size_t have, size_t len)
{
	char name[NAME_BYTES + 1];

	while (have < len) {
		size_t n = len - have - 1;

		if (n > NAME_BYTES)
			n = n == NAME_BYTES + 1 ? NAME_BYTES / 2 : NAME_BYTES;
		memset(name, 'd', n);
		name[n] = '\0';
		if (mkdir(name, 0755) || chdir(name))
			exit(3);
		have += n + 1;
	}
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	names();
	if (chdir(argv[1]))
		return 2;
	down(strlen(argv[1]), PATH_BYTES - 1);
	syscall(SYS_unlinkat, AT_FDCWD, "fits", 0);
	down(PATH_BYTES - 1, PATH_BYTES + 99);
	syscall(SYS_unlinkat, AT_FDCWD, "deeper", 0);
	return 0;
}
