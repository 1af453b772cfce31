// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes every call on files, descriptors and memory with many arguments. None of them reaches the kernel, because a
 * seccomp filter answers: first with an error, then with 0, so that output arguments are decoded as well. It runs under
 * the oracle.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned char byte;

/* Memory for pointers, each at the start of a page, so that no fixed-size read runs beyond it. */
static char *arena, *arena_end;

static void *mem(const void *p, size_t n)
{
	char *to = arena;

	if (arena + n > arena_end)
		_exit(1);
	memcpy(to, p, n);
	arena += (n + 64 + 15) & ~15ul;
	return to;
}

#define STR(s) ((long)mem(s, sizeof(s)))
#define LONGS(...) ((long)mem((long[]){ __VA_ARGS__ }, sizeof((long[]){ __VA_ARGS__ })))
#define INTS(...) ((long)mem((int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ })))
#define SHORTS(...) ((long)mem((short[]){ __VA_ARGS__ }, sizeof((short[]){ __VA_ARGS__ })))
#define ZERO(n) ((long)mem((char[n]){ 0 }, n))
#define BAD 0x1234L

static void raw(long nr, const long *a)
{
	syscall(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#define CALL(name, ...) raw(SYS_##name, (long[6]){ __VA_ARGS__ })

/* Makes the call with argument `which` set to 0, to each single bit, and to all bits. */
static void bits(long nr, int which, int n, const long *args)
{
	long a[6];

	memcpy(a, args, sizeof(a));
	a[which] = 0;
	raw(nr, a);
	for (int i = 0; i < n; i++) {
		a[which] = (long)(1ul << i);
		raw(nr, a);
	}
	a[which] = n == 64 ? -1 : (long)((1ul << n) - 1);
	raw(nr, a);
}

#define BITS(name, which, n, ...) bits(SYS_##name, which, n, (long[6]){ __VA_ARGS__ })

/* Makes the call with argument `which` set to each number from `from` to `to`. */
static void range(long nr, int which, long from, long to, const long *args)
{
	long a[6];

	memcpy(a, args, sizeof(a));
	for (a[which] = from; a[which] <= to; a[which]++)
		raw(nr, a);
}

#define RANGE(name, which, from, to, ...) range(SYS_##name, which, from, to, (long[6]){ __VA_ARGS__ })

/* ---- paths ---------------------------------------------------------------------- */

static long path, other;

static void opens(void)
{
	long how = LONGS(0100, 0644, 8);

	CALL(open, path, O_RDONLY);
	CALL(open, path, O_RDWR | O_CREAT | O_EXCL, 0600);
	CALL(open, path, O_WRONLY | O_TMPFILE, 01777);
	CALL(open, BAD, 0);
	CALL(open, 0, 0);
	CALL(creat, path, 0644);
	BITS(openat, 2, 31, AT_FDCWD, path, 0, 0644);
	CALL(openat, AT_FDCWD, path, O_ACCMODE);
	CALL(openat, 3, path, O_CREAT | O_SYNC, 07777);
	CALL(openat, -1, path, O_CREAT | O_DSYNC | O_DIRECTORY, 0);
	CALL(openat2, AT_FDCWD, path, how, 24);
	CALL(openat2, AT_FDCWD, path, LONGS(-1, 0, -1), 24);
	CALL(openat2, AT_FDCWD, path, LONGS(0, 0, 0, 0), 32);
	CALL(openat2, AT_FDCWD, path, LONGS(0, 0, 0, 5), 32);
	CALL(openat2, AT_FDCWD, path, BAD, 24);
	CALL(open_by_handle_at, 3, INTS(4, 1, 0x04030201), O_RDONLY);
	CALL(open_by_handle_at, -100, INTS(8, -1, 1, 2), O_RDWR);
	CALL(name_to_handle_at, AT_FDCWD, path, INTS(8, 1, 5, 6), INTS(7), 0);
	CALL(name_to_handle_at, 3, path, INTS(0, 0, 0, 0), INTS(7), 0x1000);
	CALL(name_to_handle_at, 3, path, 0, 0, 0x400);
}

static void looks(void)
{
	long st = LONGS(0xfe00, 5, 1, 0x1a4000081a4, 0, 0, 1234, 4096, 8, 1000000000, 5, 1100000000);
	long dev = LONGS(0xfe00, 5, 1, 0x1a4000021a4, 0, 0x103, 0, 4096, 8, 1000000000, 5, 1100000000);

	CALL(stat, path, st);
	CALL(lstat, path, dev);
	CALL(fstat, 3, st);
	CALL(fstat, -1, ZERO(144));
	CALL(newfstatat, AT_FDCWD, path, dev, 0);
	BITS(newfstatat, 3, 32, 3, path, st, 0);
	BITS(statx, 2, 32, 3, path, 0, 0, BAD);
	BITS(statx, 3, 32, 3, path, 0, 0, ZERO(256));
	CALL(statx, AT_FDCWD, path, 0x6100, 0xfff, INTS(0x17ff, 4096, 0x10, 0, 1, 2, 3, 0x81a4, 9, 0, 10));
	RANGE(access, 1, 0, 16, path);
	CALL(access, path, -1);
	RANGE(faccessat, 2, 0, 8, AT_FDCWD, path);
	BITS(faccessat2, 3, 32, AT_FDCWD, path, 4);
	CALL(statfs, path, LONGS(0xef53, 4096, 1, 2, 3, 4, 5, 0x600000007, 255, 4096, 0x1021));
	CALL(statfs, path, LONGS(0x1234, -1, 1, 2, 3, 4, 5, 0, 255, 4096, 0));
	CALL(fstatfs, 3, LONGS(0x9fa0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x20));
	CALL(ustat, 0x103, BAD);
	CALL(readlink, path, STR("target"), 100);
	CALL(readlinkat, AT_FDCWD, path, BAD, -1);
	CALL(getcwd, STR("/some/where"), 100);
	CALL(getcwd, BAD, 1);
}

static void changes(void)
{
	long now = LONGS(0, 0x3fffffff, 0, 0x3ffffffe), then = LONGS(1, 2, 1000000000, 999999999);

	CALL(mkdir, path, 0755);
	CALL(mkdir, path, 0);
	CALL(mkdirat, AT_FDCWD, path, 01777);
	CALL(rmdir, path);
	CALL(chmod, path, 0644);
	CALL(fchmod, 3, 04755);
	CALL(fchmodat, AT_FDCWD, path, 07);
	CALL(umask, 022);
	CALL(umask, 0177777);
	CALL(umask, 0);
	CALL(chown, path, 0, -1);
	CALL(lchown, path, 1000, -2);
	CALL(fchown, 3, -1, 5);
	BITS(fchownat, 4, 32, AT_FDCWD, path, 1, 2);
	RANGE(mknod, 1, 0, 7, path, 0, 0x103);
	for (long type = 0; type <= 0170000; type += 010000)
		CALL(mknodat, AT_FDCWD, path, type | 0644, 0x12345678);
	CALL(link, path, other);
	BITS(linkat, 4, 32, AT_FDCWD, path, 3, other);
	CALL(symlink, path, other);
	CALL(symlinkat, path, AT_FDCWD, other);
	CALL(unlink, path);
	BITS(unlinkat, 2, 32, AT_FDCWD, path);
	CALL(rename, path, other);
	CALL(renameat, AT_FDCWD, path, 4, other);
	BITS(renameat2, 4, 32, AT_FDCWD, path, 4, other);
	CALL(utimensat, AT_FDCWD, path, now, 0);
	CALL(utimensat, AT_FDCWD, path, then, 0x100);
	CALL(utimensat, 3, 0, 0, 0);
	CALL(utimensat, AT_FDCWD, path, LONGS(5, -1, -5, 1000000000), 0);
	CALL(utimes, path, LONGS(1, 2, 1000000000, 999999));
	CALL(utimes, path, 0);
	CALL(futimesat, AT_FDCWD, path, LONGS(0, 0, 5, 1000000));
	CALL(utime, path, LONGS(1000000000, 0));
	CALL(truncate, path, -1);
	CALL(chdir, path);
	CALL(fchdir, -100);
	CALL(chroot, path);
	CALL(pivot_root, path, other);
	CALL(acct, path);
	CALL(swapoff, path);
	BITS(swapon, 1, 32, path);
	CALL(uselib, path);
}

static void xattrs(void)
{
	long name = STR("user.name"), value = STR("va\0lue");

	CALL(setxattr, path, name, value, 6, 0);
	CALL(lsetxattr, path, name, value, 0, 1);
	CALL(lsetxattr, path, BAD, BAD, 3, 2);
	BITS(fsetxattr, 4, 32, 3, name, value, 3);
	CALL(getxattr, path, name, value, 10);
	CALL(lgetxattr, path, name, 0, 0);
	CALL(fgetxattr, 3, name, BAD, -1);
	CALL(listxattr, path, value, 5);
	CALL(llistxattr, path, 0, 0);
	CALL(flistxattr, -1, value, 5);
	CALL(removexattr, path, name);
	CALL(lremovexattr, path, name);
	CALL(fremovexattr, 3, name);
}

static void mounts(void)
{
	long ext4 = STR("ext4"), data = STR("noatime");

	BITS(mount, 3, 32, path, other, ext4, 0, data);
	CALL(mount, path, other, ext4, 0xc0ed0000, data);
	CALL(mount, path, other, ext4, 0xc0ed0021, data);
	CALL(mount, path, other, 0, 0x5000, 0);
	BITS(umount2, 1, 32, path);
	raw(457, (long[6]){ LONGS(24, 5, 1), LONGS(0x400, 1, 7L << 32 | 8, 9, 0xffffffff), 512 }); /* statmount */
	raw(457, (long[6]){ LONGS(24, 5, 1), LONGS(0x400, 1, 7L << 32 | 8, 9, 2), 512 });
	raw(468, (long[6]){ -100, path, LONGS(1, 2, 3), 24 }); /* file_getattr */
	raw(457, (long[6]){ LONGS(24, 5, 1), LONGS(0x400, 2, 0, 0, 0, 0, 0, 0, -1, -1, 5), 512 });
	raw(457, (long[6]){ LONGS(24, 5, 1), LONGS(0x400, 2, 0, 0, 0, 0, 0, 0, 2, 2, 5), 512 });
	raw(468, (long[6]){ -100, path, LONGS(-1, 2, 3), 24 });
	CALL(statx, -100, path, 0, 0,
	     LONGS(0x28000, 0x400000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 2L << 32 | 1,
		   4L << 32 | 3, 5));
	CALL(statx, -100, path, 0, 0, LONGS(0x28018, 0, -1, -1));
	CALL(fcntl, 3, 1039, LONGS(1L << 48 | 1L << 32));
	CALL(fsopen, ext4, 1);
	RANGE(fsconfig, 1, 0, 9, 3, 0, ext4, STR("value"), 5);
	CALL(fsconfig, 3, 1, ext4, 0, 0);
	CALL(fsconfig, 3, 3, ext4, path, -100);
	BITS(fsmount, 1, 32, 3);
	BITS(fsmount, 2, 32, 3);
	BITS(fspick, 2, 32, AT_FDCWD, path);
	BITS(open_tree, 2, 32, AT_FDCWD, path);
	BITS(move_mount, 4, 32, 3, path, AT_FDCWD, other);
	BITS(mount_setattr, 2, 32, AT_FDCWD, path, 0, LONGS(1, 2, 0x40000, 5), 32);
	CALL(mount_setattr, AT_FDCWD, path, 0, LONGS(-1, -1, 0, -1), 32);
	CALL(mount_setattr, AT_FDCWD, path, 0, LONGS(0, 0, 0x80000, 0, 7), 40);
}

static void watches(void)
{
	CALL(inotify_init, 0);
	BITS(inotify_init1, 0, 32, 0);
	BITS(inotify_add_watch, 2, 32, 3, path);
	CALL(inotify_rm_watch, 3, -1);
	BITS(fanotify_init, 0, 32, 0, 0x80002);
	RANGE(fanotify_init, 0, 0, 16, 0, O_RDWR);
	BITS(fanotify_mark, 1, 32, 3, 0, 1, AT_FDCWD, path);
	BITS(fanotify_mark, 2, 64, 3, 1, 0, 5, path);
	CALL(fanotify_mark, 3, 1, 1, -1, 0);
}

static void quotas(void)
{
	long data = LONGS(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);

	for (long cmd = 0x800000; cmd < 0x80000c; cmd++) {
		CALL(quotactl, (int)(cmd << 8), path, 5, data);
		CALL(quotactl_fd, 3, (int)(cmd << 8 | 1), -1, data);
	}
	for (long cmd = 0x5800; cmd < 0x580c; cmd++) {
		CALL(quotactl, cmd << 8 | 2, path, 5, data);
		CALL(quotactl_fd, 3, cmd << 8 | 3, 5, data);
	}
	RANGE(quotactl, 2, 0, 6, (int)0x80000200, path, 0, other);
}

/* ---- descriptors ---------------------------------------------------------------- */

static void data(void)
{
	long text = STR("a\n\t\"\\\0\1\377zz 0123456789012345678901234567890123456789"), iov;

	iov = LONGS(text, 5, text, 40, 0, 0);
	CALL(read, 3, text, 50);
	CALL(read, -1, BAD, -1);
	CALL(write, 1, text, 50);
	CALL(write, 1, text, 9);
	CALL(write, 1, text, 0);
	CALL(write, 1, 0, 5);
	CALL(write, 1, BAD, 5);
	CALL(pread64, 3, BAD, 5, -1);
	CALL(pwrite64, 3, text, 5, 1l << 40);
	CALL(readv, 3, iov, 3);
	CALL(writev, 3, iov, 3);
	CALL(writev, 3, iov, 0);
	CALL(writev, 3, BAD, 3);
	CALL(preadv, 3, iov, 2, -5);
	CALL(pwritev, 3, iov, 2, 5);
	BITS(preadv2, 5, 32, 3, iov, 1, 5);
	CALL(pwritev2, 3, iov, 1, 5, 0, 3);
	RANGE(lseek, 2, 0, 6, 3, -1);
	CALL(sendfile, 1, 2, LONGS(5), 100);
	CALL(sendfile, 1, 2, LONGS(-5), 100);
	CALL(sendfile, 1, 2, 0, -1);
	CALL(copy_file_range, 3, LONGS(5), 4, LONGS(-6), 10, 0);
	CALL(copy_file_range, 3, 0, 4, BAD, -1, 7);
	BITS(splice, 5, 32, 3, LONGS(5), 4, 0, 10);
	BITS(tee, 3, 32, 3, 4, 10);
	BITS(vmsplice, 3, 32, 3, iov, 2);
	CALL(close, 3);
	CALL(close, -1);
	BITS(close_range, 2, 32, 3, 5);
	CALL(close_range, 3, -1, 0);
	CALL(dup, 3);
	CALL(dup2, 3, 4);
	BITS(dup3, 2, 32, 3, 4);
	CALL(pipe, INTS(3, 4));
	BITS(pipe2, 1, 32, INTS(3, -4));
	CALL(pipe2, BAD, 0);
}

static void states(void)
{
	CALL(fsync, 3);
	CALL(fdatasync, -1);
	CALL(syncfs, 3);
	CALL(sync, 0);
	BITS(sync_file_range, 3, 32, 3, 1, -1);
	CALL(ftruncate, 3, -1);
	BITS(fallocate, 1, 32, 3, 0, 5, -5);
	RANGE(fadvise64, 3, 0, 7, 3, -1, -1);
	CALL(readahead, 3, -1, -1);
	BITS(flock, 1, 32, 3);
	RANGE(flock, 1, 0, 15, 3);
	CALL(getdents, 3, ZERO(64), 32);
	CALL(getdents64, 3, BAD, 32768);
	BITS(memfd_create, 1, 32, STR("name"));
	CALL(memfd_create, STR("a name that is longer than the limit of strings"), 0x54000006);
	BITS(memfd_secret, 0, 32, 0);
	CALL(eventfd, 5);
	BITS(eventfd2, 1, 32, -1);
	BITS(userfaultfd, 0, 32, 0);
}

static void waits(void)
{
	long fds = SHORTS(3, 0, 1, 0, 5, 0, 4, 4, -1, -1, 4, 4, 7, 0, -1, -1);
	long set = LONGS(0x1f, 1, 0, 0), sigs = LONGS(0x4203), many = ZERO(400);

	CALL(poll, fds, 4, -1);
	CALL(poll, fds, 0, 0);
	CALL(poll, BAD, 2, 5);
	CALL(poll, many, 40, 5);
	CALL(ppoll, fds, 1, LONGS(1, 2), sigs, 8);
	CALL(ppoll, fds, 1, BAD, sigs, 16);
	CALL(select, 5, set, 0, BAD, LONGS(1, 2));
	CALL(select, 65, set, many, set, 0);
	CALL(select, 0, set, 0, 0, LONGS(0, 0));
	CALL(select, -1, set, 0, 0, 0);
	CALL(pselect6, 65, set, 0, 0, LONGS(1, 2), LONGS(0, 8));
	CALL(pselect6, 64, set, 0, 0, 0, 0);
	CALL(pselect6, 64, set, 0, 0, 0, LONGS(sigs, 8));
	CALL(pselect6, 64, 0, set, set, 0, LONGS(sigs, 16));
	CALL(epoll_create, 5);
	BITS(epoll_create1, 0, 32, 0);
	RANGE(epoll_ctl, 1, 0, 4, 3, 0, 4, INTS(1, 5, 0));
	CALL(epoll_ctl, 3, 1, 4, INTS(-1, -1, -1));
	CALL(epoll_ctl, 3, 3, 4, BAD);
	CALL(epoll_wait, 3, BAD, 5, -1);
	CALL(epoll_pwait, 3, INTS(1, 2, 3), 5, -1, sigs, 8);
	CALL(epoll_pwait2, 3, INTS(1, 2, 3), 5, LONGS(1, 2), 0, 8);
}

static void fcntls(void)
{
	long lock = (long)mem(&(struct flock){ F_WRLCK, 1, 4, 5, 6 }, sizeof(struct flock));

	for (long cmd = 0; cmd < 40; cmd++) {
		if ((cmd >= 5 && cmd <= 7) || cmd >= 36)
			CALL(fcntl, 3, cmd, lock);
		else if (cmd == 15 || cmd == 16)
			CALL(fcntl, 3, cmd, INTS(1, 2));
		else
			CALL(fcntl, 3, cmd, 5);
	}
	RANGE(fcntl, 1, 1024, 1042, 3, 0, 1);
	BITS(fcntl, 2, 32, 3, F_SETFL);
	BITS(fcntl, 2, 32, 3, F_SETFD);
	BITS(fcntl, 2, 32, 3, 1026);
	BITS(fcntl, 2, 32, 3, 1033);
	RANGE(fcntl, 2, 0, 9, 3, 1024);
	RANGE(fcntl, 2, 0, 66, 3, 10);
	CALL(fcntl, 3, F_SETLK, BAD);
	CALL(fcntl, 3, F_SETOWN, -5);
	CALL(fcntl, 3, F_DUPFD, -5);
}

/* ---- ioctl ---------------------------------------------------------------------- */

/* Makes every request that has a name; the upper half of the number has the size that it has for 32-bit programs. */
static const uint64_t requests[] = {
#define TABLE(t, base, unknown)
#define F(name, value) value,
#define END(t)
#define SIZED(k, size) ((k) | (uint64_t)(size) << 32)
#define REQUEST_KEY(k) k
#define X86ONLY(k) k
#define WIDE(k) k
#define WIDE_ONLY(k) k
#include "../../libsctrace/tables/ioctl/names.def"
#undef TABLE
#undef F
#undef END
};

static void named_ioctls(void)
{
	static const unsigned periods[] = { 0, 1, 2, 0xffff, 0x10000, 0x10001, 1193182, 1193183, 0x1234000, -1 };

	for (size_t i = 0; i < sizeof(requests) / sizeof(requests[0]); i++) {
		unsigned cmd = requests[i];

		CALL(ioctl, 3, cmd, 0);
		CALL(ioctl, 3, cmd, 1);
		CALL(ioctl, 3, cmd, 0xdead0);
		if (requests[i] >> 32)
			CALL(ioctl, 3, (cmd & ~(unsigned)IOCSIZE_MASK) | requests[i] >> 32 << IOCSIZE_SHIFT, 0);
	}
	RANGE(ioctl, 2, -1, 260, 3, 0xae03);
	RANGE(ioctl, 2, -1, 7, 3, 0x4b3a);
	RANGE(ioctl, 2, -1, 7, 3, 0x4b63);
	RANGE(ioctl, 2, -1, 7, 3, 0x4b45);
	RANGE(ioctl, 2, -1, 7, 3, 0x32d);
	RANGE(ioctl, 2, -1, 7, 3, 0x4d13);
	RANGE(ioctl, 2, -1, 7, 3, 0x40049421);
	for (int bit = 0; bit < 33; bit++) {
		CALL(ioctl, 3, 0x329, 1L << bit);
		CALL(ioctl, 3, 0x4b32, 1L << bit);
		CALL(ioctl, 3, 0x4b65, 1L << bit);
		CALL(ioctl, 3, 0xab0a, 1L << bit);
	}
	RANGE(ioctl, 2, -1, 67, 3, 0x4b4e);
	for (size_t i = 0; i < sizeof(periods) / sizeof(periods[0]); i++) {
		CALL(ioctl, 3, 0x4b2f, periods[i]);
		CALL(ioctl, 3, 0x4b30, periods[i]);
	}
}

static void ioctls(void)
{
	static const unsigned types[] = { 0x12, 0x54, 0x89, 0x94, 0x66, 0x58, 0x70, 0x4c, 0xb7 };
	static const unsigned more[] = {
		0x80086601, 0x40086602, 0x801c581f, 0x401c5820, 0x4020940d, 0xc0185879, 0x40049409, 0xc018aa3f,
		0xc020aa00, 0x8010aa01, 0xc028aa03, 0xc020aa04, 0xc0182101, 0x40082406, 0x80247009, 0x4024700a,
		0x80287010, 0x80045430, 0x40045431, 0x802c542a, 0x402c542b, 0x80044d05, 0x40044d05, 0x81044804,
		0x12345678, 0x80045401, 0xffffffff, 0x40206b00, 0x80045200, 0x80081272, 0x40081271,
	};
	byte pattern[512];
	long p;

	for (size_t i = 0; i < sizeof(pattern); i++)
		pattern[i] = i % 4 ? 0 : i % 7 + 1;
	p = (long)mem(pattern, sizeof(pattern));
	for (size_t t = 0; t < sizeof(types) / sizeof(types[0]); t++)
		for (unsigned nr = 0; nr < 256; nr++) {
			unsigned cmd = types[t] << 8 | nr;

			/* requests whose structs are decoded only in part */
			if (cmd == 0x8915 || cmd == 0x541e || cmd == 0x4c02 || cmd == 0x4c03)
				continue;
			if (types[t] == 0x89 && (nr == 0xa2 || nr == 0xa3 || (nr >= 0x15 && nr <= 0x1c)))
				continue;
			CALL(ioctl, 3, cmd, types[t] == 0x94 ? 5 : p);
		}
	for (size_t i = 0; i < sizeof(more) / sizeof(more[0]); i++)
		CALL(ioctl, 3, more[i], more[i] == 0x40049409 ? 5 : p);
	/* requests with a pointer that is not decoded */
	RANGE(ioctl, 1, 0x81044504, 0x81044580, 3, 0, 0);
	RANGE(ioctl, 1, 0x401845be, 0x401845ff, 3, 0, 0);
	for (unsigned bit = 0; bit < 32; bit++)
		CALL(ioctl, 0, 0x5402, INTS(1 << bit, 1 << bit, 1 << bit, 1 << bit, 0, 0, 0, 0, 0));
	CALL(ioctl, 0, 0x5401, 0);
	CALL(ioctl, 0, 0x5413, SHORTS(24, 80, 0, 0));
	CALL(ioctl, 0, 0x5414, SHORTS(24, 80, 0, 0));
	RANGE(ioctl, 2, -1, 5, 0, 0x540b);
	RANGE(ioctl, 2, -1, 5, 0, 0x540a);
}

/* ---- memory --------------------------------------------------------------------- */

static void memory(void)
{
	long mask = LONGS(5, 0, 7, 8);

	BITS(mmap, 2, 64, 0, 4096, 0, 2, 3);
	BITS(mmap, 3, 32, 0, 4096, 3, 0, -1, 0x1000);
	RANGE(mmap, 3, 0, 31, 4096, -1, 1, 0, 5, -4096);
	CALL(mmap, 0, 4096, 3, 0x54040022, -1, 0);
	CALL(munmap, 4096, -1);
	BITS(mprotect, 2, 64, 4096, 1);
	BITS(mremap, 3, 64, 4096, 1, 2, 0, 8192);
	RANGE(mremap, 3, 0, 7, 4096, 1, 2, 0, 0);
	CALL(brk, 0);
	CALL(brk, 4096);
	RANGE(madvise, 2, -1, 30, 4096, 1);
	RANGE(madvise, 2, 99, 102, 4096, 1);
	BITS(msync, 2, 32, 4096, 1);
	CALL(mincore, 0, 4096 * 3, STR("\1\0\377"));
	CALL(mincore, 0, 4096 * 40, ZERO(64));
	CALL(mincore, 0, 4096, BAD);
	CALL(mlock, 4096, -1);
	CALL(munlock, 0, 0);
	BITS(mlock2, 2, 32, 4096, 1);
	BITS(mlockall, 0, 32, 0);
	CALL(munlockall, 0);
	CALL(remap_file_pages, 4096, 2, 3, 4, 0x10000);
	CALL(pkey_mprotect, 4096, 1, 3, -1);
	CALL(pkey_alloc, 1, 3);
	BITS(pkey_alloc, 1, 64, 0);
	CALL(pkey_free, -1);
	RANGE(process_madvise, 3, 0, 5, 3, LONGS(4096, 5), 1, 0, 0);
	BITS(mbind, 2, 64, 4096, 1, 0, mask, 64, 1);
	BITS(mbind, 5, 32, 4096, 1, 2, mask, 129);
	CALL(mbind, 4096, 1, 3, mask, 0, 0);
	CALL(mbind, 4096, 1, 0x8003, 0, 0, 0);
	RANGE(set_mempolicy, 0, 0, 8, 0, mask, 65);
	BITS(get_mempolicy, 4, 64, INTS(3), mask, 128, 4096);
	CALL(get_mempolicy, 0, 0, 0, 0, 0);
	CALL(set_mempolicy_home_node, 4096, 1, -1, 0);
	CALL(migrate_pages, -1, 64, mask, mask);
	CALL(move_pages, 1, 2, LONGS(4096, 0), INTS(3, 4), INTS(5, -2), 2);
	CALL(move_pages, 1, 40, ZERO(320), 0, ZERO(160), 6);
	CALL(process_mrelease, 3, 1);
}

/* memory that an iocb refers to: bytes that are written, and vectors */
static void submitted(void)
{
	static char text[] = "bytes that are written, and more of them than are shown";
	struct iovec iov[] = { { text, 5 }, { text, sizeof(text) }, { NULL, 3 }, { text, 0 }, { (void *)4096, 7 } };
	static const struct {
		int op;
		uintptr_t more;
	} kinds[] = { { IOCB_CMD_PWRITE, 0 }, { IOCB_CMD_PREAD, 0 }, { IOCB_CMD_PWRITEV, 1 },
		      { IOCB_CMD_PREADV, 1 }, { IOCB_CMD_FSYNC, 0 }, { IOCB_CMD_POLL, 0 } };
	static const uint64_t sizes[] = { 0, 1, 3, 5, sizeof(text) };
	struct iocb all[32] = { 0 }, *list[32];

	for (unsigned i = 0; i < 32; i++) {
		list[i] = &all[i];
		all[i].aio_lio_opcode = kinds[i % 6].op;
		all[i].aio_fildes = 3;
		all[i].aio_buf = kinds[i % 6].more ? (uintptr_t)iov : (uintptr_t)text;
		all[i].aio_nbytes = sizes[i / 6 % 5] > 5 && kinds[i % 6].more ? 5 : sizes[i / 6 % 5];
	}
	CALL(io_submit, 0x7000, 6, (long)list);
	for (unsigned i = 0; i < 30; i++)
		CALL(io_submit, 0x7000, 1, (long)(list + i));
	CALL(io_submit, 0x7000, 32, (long)list);
	all[0].aio_buf = 4096;
	all[0].aio_nbytes = 9;
	all[2].aio_buf = 0;
	all[2].aio_nbytes = 2;
	list[1] = NULL;
	list[3] = (void *)4096;
	CALL(io_submit, 0x7000, 5, (long)list);
}

static void async(void)
{
	submitted();
	CALL(io_setup, -1, LONGS(0x7000));
	CALL(io_destroy, 0x7000);
	CALL(io_submit, 0x7000, 0, LONGS(0));
	CALL(io_submit, 0x7000, -1, LONGS(0));
	CALL(io_submit, 0x7000, 2, LONGS(BAD, 0));
	CALL(io_cancel, 0x7000, LONGS(1, 0, 0x300000001, BAD, 5, 7, 0, 0), LONGS(1, 2, -3, 4));
	CALL(io_getevents, 0x7000, 1, 2, BAD, LONGS(1, 2));
	CALL(io_pgetevents, 0x7000, -1, -2, BAD, 0, 0);
	CALL(io_pgetevents, 0x7000, 1, 2, BAD, 0, LONGS(LONGS(3), 8));
	BITS(io_uring_enter, 3, 32, 3, 1, 2, 0, LONGS(3), 8);
	CALL(io_uring_enter, 3, 1, 2, 8, LONGS(3, 4, 5), 24);
	for (unsigned bit = 0; bit < 32; bit++)
		CALL(io_uring_setup, 5, INTS(1, 2, 1 << bit, 3, 4, 1 << bit, 6, 0, 0, bit));
	CALL(io_uring_setup, 5, 0);
	CALL(io_uring_register, 3, 0, LONGS(4096, 5), 1);
	CALL(io_uring_register, 3, 2, INTS(1, -1), 2);
	CALL(io_uring_register, 3, 1, 0, 0);
	CALL(io_uring_register, 3, 6, INTS(1, 2, 3, 4), 1);
	RANGE(io_uring_register, 1, 24, 40, 3, 0, 0, 5);
}

/* ---- the seccomp filter ---- */

static void close_door(unsigned err)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
	};
	struct sock_fprog prog = { sizeof(f) / sizeof(f[0]), f };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		_exit(77);
}

static void sweep(unsigned err)
{
	size_t size = 1 << 20;

	arena = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (arena == MAP_FAILED)
		_exit(1);
	memset(arena, 0, size); /* touches the page, so that it is resident */
	arena_end = arena + size;
	path = STR("/some/path");
	other = STR("a \"name\"\n");
	close_door(err);
	opens();
	looks();
	changes();
	xattrs();
	mounts();
	watches();
	quotas();
	data();
	states();
	waits();
	fcntls();
	ioctls();
	named_ioctls();
	memory();
	async();
	_exit(0);
}

int main(void)
{
	static const unsigned errs[] = { EPERM, 0 };

	for (int i = 0; i < 2; i++) {
		int status;
		pid_t pid = fork();

		if (!pid)
			sweep(errs[i]);
		if (waitpid(pid, &status, 0) != pid || !WIFEXITED(status) || WEXITSTATUS(status))
			return WEXITSTATUS(status) == 77 ? 77 : 1;
	}
	return 0;
}
