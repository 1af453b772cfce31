// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes a fixed list of calls, whose lines are in tests/live/lines.sh. It closes descriptors first, so that the numbers
 * of new ones are known.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char buf[256];

static void files(void)
{
	struct iovec iov[2] = { { "one", 3 }, { "two\n", 4 } };

	syscall(SYS_openat, AT_FDCWD, "file", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);
	syscall(SYS_write, 3, "hello\n\tworld\0\1\0012 \303\251\"\\", 21);
	syscall(SYS_write, 3, memset(buf, 'x', 100), 100);
	syscall(SYS_write, 3, buf, 32);
	syscall(SYS_write, 3, buf, 33);
	syscall(SYS_writev, 3, iov, 2);
	syscall(SYS_lseek, 3, 0, SEEK_SET);
	syscall(SYS_read, 3, buf, 5);
	syscall(SYS_pread64, 3, buf, sizeof(buf), 1000);
	syscall(SYS_read, 99, buf, sizeof(buf));
	syscall(SYS_read, 3, (void *)1, 10);
	syscall(SYS_faccessat, AT_FDCWD, "/nonexistent", R_OK | W_OK);
	syscall(SYS_faccessat, AT_FDCWD, NULL, F_OK);
	syscall(SYS_mkdirat, AT_FDCWD, "dir", 0755);
	syscall(SYS_unlinkat, AT_FDCWD, "dir", AT_REMOVEDIR);
	syscall(SYS_dup, 3);
	syscall(SYS_close, 4);
	syscall(SYS_close, 3);
	syscall(SYS_close, -1);
}

static void others(void)
{
	int fds[2] = { -1, -1 };

	syscall(SYS_pipe2, fds, O_CLOEXEC);
	syscall(SYS_close, 3);
	syscall(SYS_close, 4);
	syscall(SYS_umask, 022);
	syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/nothing", buf, sizeof(buf));
	syscall(SYS_kill, 0, 0);
	syscall(SYS_personality, 0xffffffff);
	syscall(511, 1, 2, 3, 4, 5, 6); /* no call has this number */
	syscall(0x10027, 1, 2, 3, 4, 5, 6);
	syscall(SYS_exit_group, 5);
}

int main(void)
{
	syscall(SYS_close_range, 3, ~0u, 0);
	syscall(SYS_getppid);
	files();
	others();
}
