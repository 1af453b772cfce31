// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls on files, descriptors and memory that really happen, in a temporary directory, so that output arguments
 * are decoded. It runs under the oracle.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <net/if.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <termios.h>
#include <unistd.h>
#include <utime.h>

static char dir[] = "/tmp/sctrace-real-XXXXXX";
static char buf[65536];

static int make(const char *name)
{
	return open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);
}

static void looks(const char *name)
{
	struct statfs sf;
	struct stat st;
	long sx[32];

	syscall(SYS_stat, name, &st);
	syscall(SYS_lstat, "/proc/self/exe", &st);
	syscall(SYS_stat, "/dev/null", &st);
	syscall(SYS_stat, "missing", &st);
	fstatat(AT_FDCWD, ".", &st, AT_SYMLINK_NOFOLLOW);
	syscall(SYS_statx, AT_FDCWD, name, 0, 0xfff, sx);
	syscall(SYS_statx, AT_FDCWD, "/dev/tty", 0x4000, 0x3fff, sx);
	syscall(SYS_statx, AT_FDCWD, "missing", 0, 1, sx);
	statfs("/proc", &sf);
	statfs(".", &sf);
	statfs("/sys", &sf);
	statfs("missing", &sf);
	access(name, R_OK | W_OK);
	faccessat(AT_FDCWD, name, X_OK, AT_EACCESS);
	if (!getcwd(buf, sizeof(buf)) || getcwd(buf, 1))
		exit(1);
	readlink("/proc/self/exe", buf, sizeof(buf));
	readlink("/proc/self/exe", buf, 3);
	readlinkat(AT_FDCWD, name, buf, 10);
}

static void contents(int fd)
{
	struct iovec v[3] = { { buf, 10 }, { buf + 10, 0 }, { buf + 10, 40 } };
	off_t off = 3;
	int out;

	memset(buf, 'x', 100);
	memcpy(buf, "\0\1\2\n\t\"\\\177\200\377", 10);
	write(fd, buf, 100);
	pwrite(fd, "hello", 5, 1000);
	lseek(fd, 0, SEEK_SET);
	lseek(fd, 0, SEEK_DATA);
	lseek(fd, 1 << 20, SEEK_HOLE);
	lseek(fd, 0, SEEK_SET);
	read(fd, buf, 10);
	read(fd, buf, sizeof(buf));
	read(fd, buf, sizeof(buf));
	pread(fd, buf, 5, 1000);
	readv(fd, v, 3);
	preadv(fd, v, 3, 0);
	writev(fd, v, 3);
	pwritev(fd, v, 2, 5);
	preadv2(fd, v, 3, 5, RWF_NOWAIT);
	preadv2(fd, v, 3, 5, 0);
	out = make("copy");
	sendfile(out, fd, &off, 20);
	sendfile(out, fd, NULL, 20);
	off = 7;
	copy_file_range(fd, &off, out, NULL, 30, 0);
	ioctl(out, FICLONE, fd);
	fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 8192);
	posix_fadvise(fd, 0, 4096, POSIX_FADV_WILLNEED);
	ftruncate(fd, 5000);
	fsync(fd);
	fdatasync(fd);
	sync_file_range(fd, 0, 4096, SYNC_FILE_RANGE_WRITE);
	readahead(fd, 0, 4096);
	syncfs(fd);
	close(out);
	read(-1, buf, 5);
	syscall(SYS_write, fd, 8, 5);
}

static void names(const char *name)
{
	struct timespec ts[2] = { { 1000000000, 5 }, { 0, UTIME_NOW } };
	struct timeval tv[2] = { { 1000000000, 5 }, { 1, 0 } };
	char list[200];

	mkdir("sub", 0755);
	mkdirat(AT_FDCWD, "sub", 0700);
	symlink(name, "link");
	link(name, "hard");
	rename("hard", "soft");
	renameat2(AT_FDCWD, "soft", AT_FDCWD, "link", RENAME_NOREPLACE);
	chmod(name, 0600);
	fchmodat(AT_FDCWD, name, 04711, 0);
	chown(name, -1, -1);
	lchown("link", getuid(), -1);
	utimensat(AT_FDCWD, name, ts, 0);
	utimensat(AT_FDCWD, name, NULL, AT_SYMLINK_NOFOLLOW);
	utimes(name, tv);
	mkfifo("fifo", 0600);
	mknod("null", S_IFCHR | 0600, makedev(1, 3));
	umask(umask(027));
	setxattr(name, "user.test", "va\0ue", 5, XATTR_CREATE);
	getxattr(name, "user.test", list, sizeof(list));
	getxattr(name, "user.none", list, sizeof(list));
	listxattr(name, list, sizeof(list));
	listxattr(name, list, 0);
	removexattr(name, "user.test");
	truncate(name, 10);
	unlink("soft");
	unlink("missing");
	unlinkat(AT_FDCWD, "sub", AT_REMOVEDIR);
	rmdir("missing");
}

static void entries(void)
{
	int fd = open(".", O_RDONLY | O_DIRECTORY);

	while (syscall(SYS_getdents64, fd, buf, 128) > 0)
		;
	lseek(fd, 0, SEEK_SET);
	while (syscall(SYS_getdents, fd, buf, sizeof(buf)) > 0)
		;
	fchdir(fd);
	close(fd);
	fd = open("/usr/include", O_RDONLY | O_DIRECTORY);
	while (fd >= 0 && syscall(SYS_getdents64, fd, buf, sizeof(buf)) > 0)
		;
	close(fd);
}

static void pipes(void)
{
	struct timeval tv = { 5, 500000 };
	struct timespec ts = { 0, 1000 };
	struct epoll_event ev = { EPOLLIN | EPOLLET, { .u64 = 0x123456789a } }, got[4];
	struct pollfd p[3];
	fd_set in, out;
	sigset_t sigs;
	struct pollfd many[100];
	int fd[2], ep;

	if (pipe2(fd, O_CLOEXEC | O_NONBLOCK))
		exit(1);
	p[0] = (struct pollfd){ fd[0], POLLIN | POLLPRI, 0 };
	p[1] = (struct pollfd){ fd[1], POLLOUT, 0 };
	p[2] = (struct pollfd){ -1, POLLOUT, 0 };
	read(fd[0], buf, 10);
	poll(p, 1, 0);
	poll(p, 3, -1);
	ppoll(p, 1, &ts, NULL);
	/* strace cuts its note about ready descriptors after a thousand characters */
	for (int i = 0; i < 100; i++)
		many[i] = (struct pollfd){ 500 + i, POLLIN, 0 };
	poll(many, 100, 0);
	poll(many, 20, 0);
	write(fd[1], "0123456789", 10);
	poll(p, 3, 1000);
	ppoll(p, 3, &ts, NULL);
	FD_ZERO(&in);
	FD_ZERO(&out);
	FD_SET(fd[0], &in);
	FD_SET(fd[1], &out);
	select(fd[1] + 1, &in, &out, NULL, &tv);
	select(fd[0] + 1, NULL, NULL, NULL, &(struct timeval){ 0, 1 });
	sigemptyset(&sigs);
	sigaddset(&sigs, SIGUSR1);
	pselect(fd[1] + 1, &in, &out, NULL, &ts, &sigs);
	FD_ZERO(&in);
	FD_SET(200, &in);
	select(201, &in, NULL, NULL, &tv);
	ep = epoll_create1(EPOLL_CLOEXEC);
	epoll_ctl(ep, EPOLL_CTL_ADD, fd[0], &ev);
	ev.data.fd = fd[1];
	ev.events = EPOLLOUT;
	epoll_ctl(ep, EPOLL_CTL_ADD, fd[1], &ev);
	epoll_wait(ep, got, 4, -1);
	epoll_wait(ep, got, 1, 0);
	epoll_pwait(ep, got, 4, 0, NULL);
	epoll_ctl(ep, EPOLL_CTL_DEL, fd[0], &ev);
	epoll_ctl(ep, EPOLL_CTL_MOD, fd[0], &ev);
	ioctl(fd[0], FIONREAD, &ep);
	fcntl(fd[0], F_GETFL);
	fcntl(fd[0], F_SETFL, O_RDONLY);
	fcntl(fd[0], F_GETPIPE_SZ);
	fcntl(fd[0], F_SETPIPE_SZ, 8192);
	read(fd[0], buf, 4);
	close(fd[1]);
	poll(p, 2, 0);
	close(fd[0]);
}

static void descriptors(int fd)
{
	struct flock lk = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 5, .l_len = 10 };
	struct f_owner_ex ow = { F_OWNER_PID, 0 };
	uint64_t n = 5;
	int e, m;

	dup2(dup(fd), 100);
	dup3(fd, 101, O_CLOEXEC);
	close(100);
	syscall(SYS_close_range, 100, 101, 0);
	close(fcntl(fd, F_DUPFD, 50));
	close(fcntl(fd, F_DUPFD_CLOEXEC, 50));
	fcntl(fd, F_GETFD);
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	fcntl(fd, F_GETFD);
	fcntl(fd, F_GETLK, &lk);
	lk.l_type = F_RDLCK;
	fcntl(fd, F_SETLK, &lk);
	lk.l_type = F_UNLCK;
	fcntl(fd, F_SETLKW, &lk);
	lk.l_type = F_WRLCK;
	lk.l_pid = 0;
	fcntl(fd, F_OFD_SETLK, &lk);
	fcntl(fd, F_OFD_GETLK, &lk);
	fcntl(fd, F_SETOWN, getpid());
	fcntl(fd, F_GETOWN);
	fcntl(fd, F_SETOWN_EX, &ow);
	fcntl(fd, F_GETOWN_EX, &ow);
	fcntl(fd, F_SETSIG, SIGUSR1);
	fcntl(fd, F_GETSIG);
	fcntl(fd, F_GETLEASE);
	flock(fd, LOCK_EX | LOCK_NB);
	flock(fd, LOCK_UN);
	e = eventfd(3, EFD_NONBLOCK);
	write(e, &n, 8);
	read(e, &n, 8);
	read(e, &n, 8);
	m = memfd_create("a memory file", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	fcntl(m, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW);
	fcntl(m, F_GET_SEALS);
	close(m);
	close(e);
	close(-1);
}

static void terminals(void)
{
	struct winsize ws = { 24, 80, 0, 0 };
	struct termios t;
	int pty = open("/dev/ptmx", O_RDWR | O_NOCTTY), n = 0;

	if (pty < 0)
		return;
	ioctl(pty, TIOCGPTN, &n);
	ioctl(pty, TIOCSPTLCK, &n);
	tcgetattr(pty, &t);
	t.c_lflag &= ~(ICANON | ECHO);
	tcsetattr(pty, TCSANOW, &t);
	tcsetattr(pty, TCSAFLUSH, &t);
	ioctl(pty, TIOCGWINSZ, &ws);
	ws.ws_row = 25;
	ioctl(pty, TIOCSWINSZ, &ws);
	ioctl(pty, TIOCGPGRP, &n);
	ioctl(pty, FIONREAD, &n);
	ioctl(pty, TIOCOUTQ, &n);
	n = 1;
	ioctl(pty, FIONBIO, &n);
	ioctl(pty, FIOCLEX);
	tcflush(pty, TCIOFLUSH);
	ioctl(0, TCGETS, &t);
	close(pty);
}

static void requests(int fd)
{
	struct ifreq ifr = { .ifr_name = "lo" };
	struct ifconf ifc = { .ifc_len = sizeof(buf), .ifc_buf = buf };
	struct fsxattr fx;
	unsigned long flags;
	int s = socket(AF_INET, SOCK_DGRAM, 0), n;

	ioctl(fd, FS_IOC_GETFLAGS, &flags);
	ioctl(fd, FS_IOC_FSGETXATTR, &fx);
	ioctl(fd, FIGETBSZ, &n);
	ioctl(fd, BLKGETSIZE64, &flags);
	ioctl(s, SIOCGIFFLAGS, &ifr);
	ioctl(s, SIOCGIFMTU, &ifr);
	ioctl(s, SIOCGIFINDEX, &ifr);
	ioctl(s, SIOCGIFADDR, &ifr);
	ioctl(s, SIOCGIFHWADDR, &ifr);
	ioctl(s, SIOCGIFNAME, &ifr);
	ioctl(s, SIOCGIFCONF, &ifc);
	ioctl(s, 0x12345678, 5);
	close(s);
}

static void watches(const char *name)
{
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	int wd = inotify_add_watch(fd, ".", IN_CREATE | IN_DELETE | IN_ONLYDIR);

	close(make("watched"));
	read(fd, buf, sizeof(buf));
	inotify_rm_watch(fd, wd);
	inotify_add_watch(fd, name, IN_ACCESS);
	close(fd);
}

static void memory(int fd)
{
	unsigned char vec[8];
	char *p = mmap(NULL, 8 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char *f = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	int policy;

	p[0] = p[4096] = 1;
	mincore(p, 8 * 4096, vec);
	mprotect(p + 4096, 4096, PROT_NONE);
	mprotect(p + 4096, 4096, PROT_READ | PROT_WRITE);
	madvise(p, 4096, MADV_DONTNEED);
	madvise(p, 4096, 77);
	p = mremap(p, 8 * 4096, 16 * 4096, MREMAP_MAYMOVE);
	mremap(f, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, p);
	msync(p, 4096, MS_SYNC);
	mlock(p + 4096, 4096);
	munlock(p + 4096, 4096);
	munmap(p, 16 * 4096);
	mmap(NULL, 4096, PROT_READ, MAP_SHARED, -1, 0);
	syscall(SYS_get_mempolicy, &policy, NULL, 0, NULL, 0);
	syscall(SYS_brk, 0);
	sbrk(4096);
}

static void leave(void)
{
	if (chdir("/"))
		exit(1);
	if (!fork()) {
		execlp("rm", "rm", "-rf", dir, NULL);
		_exit(1);
	}
	wait(NULL);
}

int main(void)
{
	const char *name = "a \"file\"\n";
	int fd;

	if (!mkdtemp(dir) || chdir(dir))
		return 1;
	fd = make(name);
	contents(fd);
	looks(name);
	names(name);
	entries();
	pipes();
	descriptors(fd);
	terminals();
	requests(fd);
	watches(name);
	memory(fd);
	close(fd);
	leave();
	return 0;
}
