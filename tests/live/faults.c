// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Is loaded by LD_PRELOAD, counts the requests of a program to libc and the kernel, and lets the one with number
 * FAULTS_AT fail.
 *
 *	FAULTS_AT=N	the number of the request that fails; 0: none
 *	FAULTS_LOG=FILE	gets "N FUNCTION MODULE+OFFSET" of the request that failed; with FAULTS_AT=0 of each, and a
 *			line at the end
 *
 * Reading a clock does not count, because it cannot fail if the clock exists. A child counts from OF_CHILD on, until it
 * executes another program. A program with which this library is loaded may also choose itself which request fails:
 * faults.h.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "faults.h"

#define OF_CHILD 1000000

/* glibc's own names of malloc() and others, which are needed before dlsym() works. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void __libc_free(void *p);

static bool on;
static unsigned long at, count;
static long blocks; /* number of blocks that are allocated at the moment */
static int log_fd = -1;
static pid_t first;

#define REAL(name)                                                                                                     \
	({                                                                                                             \
		static __typeof__(&(name)) real;                                                                       \
		if (!real)                                                                                             \
			real = (__typeof__(real))dlsym(RTLD_NEXT, #name);                                              \
		real;                                                                                                  \
	})

#define raw(...) REAL(syscall)(__VA_ARGS__)

static int describe(char *line, size_t size, unsigned long n, const char *what, const void *site)
{
	Dl_info info;

	if (!dladdr(site, &info) || !info.dli_fname)
		info = (Dl_info){ .dli_fname = "?", .dli_fbase = 0 };
	return snprintf(line, size, "%lu %s %s+%#lx\n", n, what,
			strrchr(info.dli_fname, '/') ? strrchr(info.dli_fname, '/') + 1 : info.dli_fname,
			(unsigned long)((const char *)site - (const char *)info.dli_fbase));
}

static void note(unsigned long n, const char *what, const void *site)
{
	int saved = errno;
	char line[256];
	int len = describe(line, sizeof(line), n, what, site);

	raw(SYS_write, log_fd, line, len);
	errno = saved;
}

/* ---- places: in each turn, a place fails at its first request, then at its second, and so on ---- */

#define PLACES 4096

static struct place {
	const void *site;
	unsigned turn, seen, failed; /* number of requests in this turn; number of failures in all turns */
} places[PLACES];
static unsigned turn, most; /* turn: number of the current turn, 0 if there is none */
static char last[256];

static struct place *place_of(const void *site)
{
	size_t i = ((uintptr_t)site * 0x9e3779b97f4a7c15ull) >> 52;

	while (places[i].site && places[i].site != site)
		i = (i + 1) % PLACES;
	places[i].site = site;
	return &places[i];
}

static bool place_fails(const char *what, int err, const void *site)
{
	struct place *p = place_of(site);

	if (p->turn != turn)
		p->seen = 0;
	p->turn = turn;
	if (p->failed == most || ++p->seen <= p->failed)
		return false;
	p->failed++;
	most = 0;
	describe(last, sizeof(last), p->failed, what, site);
	errno = err;
	return true;
}

/* Returns whether the current request is to fail, and sets errno to err if so. */
static bool fails(const char *what, int err, const void *site)
{
	unsigned long n;

	if (most)
		return place_fails(what, err, site);
	if (!on)
		return false;
	n = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
	if (log_fd >= 0 && (!at || n == at))
		note(n, what, site);
	if (n != at)
		return false;
	errno = err;
	return true;
}

#define FAILS(what, err) fails(what, err, __builtin_return_address(0))

/* ---- memory ---- */

void *malloc(size_t size)
{
	void *p = FAILS("malloc", ENOMEM) ? NULL : __libc_malloc(size);

	__atomic_fetch_add(&blocks, p != NULL, __ATOMIC_RELAXED);
	return p;
}

void *calloc(size_t n, size_t size)
{
	void *p = FAILS("calloc", ENOMEM) ? NULL : __libc_calloc(n, size);

	__atomic_fetch_add(&blocks, p != NULL, __ATOMIC_RELAXED);
	return p;
}

void *realloc(void *old, size_t size)
{
	void *p = FAILS("realloc", ENOMEM) ? NULL : __libc_realloc(old, size);

	__atomic_fetch_add(&blocks, (p != NULL) - (old && (p || !size)), __ATOMIC_RELAXED);
	return p;
}

void free(void *p)
{
	__atomic_fetch_sub(&blocks, p != NULL, __ATOMIC_RELAXED);
	__libc_free(p);
}

void *mmap(void *addr, size_t len, int prot, int flags, int fd, off_t off)
{
	return FAILS("mmap", ENOMEM) ? MAP_FAILED : (void *)raw(SYS_mmap, addr, len, prot, flags, fd, off);
}

void *mmap64(void *addr, size_t len, int prot, int flags, int fd, off_t off) __attribute__((alias("mmap")));

/* ---- files ---- */

static int open_at(const void *site, int dir, const char *path, int flags, mode_t mode)
{
	return fails("open", EMFILE, site) ? -1 : (int)raw(SYS_openat, dir, path, flags, mode);
}

#define MODE_OF(flags)                                                                                                 \
	({                                                                                                             \
		mode_t mode = 0;                                                                                       \
		va_list ap;                                                                                            \
		if ((flags) & (O_CREAT | O_TMPFILE)) {                                                                 \
			va_start(ap, flags);                                                                           \
			mode = va_arg(ap, mode_t);                                                                     \
			va_end(ap);                                                                                    \
		}                                                                                                      \
		mode;                                                                                                  \
	})

#undef open
#undef openat
#undef fopen
int open(const char *path, int flags, ...)
{
	return open_at(__builtin_return_address(0), AT_FDCWD, path, flags, MODE_OF(flags));
}

int openat(int dir, const char *path, int flags, ...)
{
	return open_at(__builtin_return_address(0), dir, path, flags, MODE_OF(flags));
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
int openat64(int dir, const char *path, int flags, ...) __attribute__((alias("openat")));

FILE *fopen(const char *path, const char *mode)
{
	return FAILS("fopen", EMFILE) ? NULL : REAL(fopen)(path, mode);
}

FILE *fopen64(const char *path, const char *mode) __attribute__((alias("fopen")));

DIR *opendir(const char *path)
{
	return FAILS("opendir", EMFILE) ? NULL : REAL(opendir)(path);
}

ssize_t read(int fd, void *p, size_t n)
{
	return FAILS("read", EIO) ? -1 : raw(SYS_read, fd, p, n);
}

ssize_t write(int fd, const void *p, size_t n)
{
	return FAILS("write", ENOSPC) ? -1 : raw(SYS_write, fd, p, n);
}

int stat(const char *path, struct stat *st)
{
	return FAILS("stat", EACCES) ? -1 : REAL(stat)(path, st);
}

int fstat(int fd, struct stat *st)
{
	return FAILS("fstat", EIO) ? -1 : REAL(fstat)(fd, st);
}

int access(const char *path, int mode)
{
	return FAILS("access", EACCES) ? -1 : REAL(access)(path, mode);
}

/* Over an open descriptor, dup3() has nothing to allocate, and libbpf does not expect it to fail. */
int dup3(int from, int to, int flags)
{
	return fcntl(to, F_GETFD) < 0 && FAILS("dup3", EMFILE) ? -1 : REAL(dup3)(from, to, flags);
}

int fcntl(int fd, int cmd, ...)
{
	va_list ap;
	long arg;

	va_start(ap, cmd);
	arg = va_arg(ap, long);
	va_end(ap);
	return FAILS("fcntl", EMFILE) ? -1 : (int)raw(SYS_fcntl, fd, cmd, arg);
}

int fcntl64(int fd, int cmd, ...) __attribute__((alias("fcntl")));

int pipe2(int fds[2], int flags)
{
	return FAILS("pipe2", EMFILE) ? -1 : REAL(pipe2)(fds, flags);
}

/* ---- events ---- */

int epoll_create1(int flags)
{
	return FAILS("epoll_create1", EMFILE) ? -1 : REAL(epoll_create1)(flags);
}

int epoll_ctl(int fd, int op, int what, struct epoll_event *ev)
{
	return FAILS("epoll_ctl", ENOSPC) ? -1 : REAL(epoll_ctl)(fd, op, what, ev);
}

int epoll_wait(int fd, struct epoll_event *ev, int n, int ms)
{
	return FAILS("epoll_wait", EINTR) ? -1 : REAL(epoll_wait)(fd, ev, n, ms);
}

int timerfd_create(int clock, int flags)
{
	return FAILS("timerfd_create", EMFILE) ? -1 : REAL(timerfd_create)(clock, flags);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *its, struct itimerspec *old)
{
	return FAILS("timerfd_settime", ENOMEM) ? -1 : REAL(timerfd_settime)(fd, flags, its, old);
}

int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *ts, const sigset_t *mask)
{
	return FAILS("ppoll", ENOMEM) ? -1 : REAL(ppoll)(fds, n, ts, mask);
}

/* ---- other calls: bpf() is syscall(SYS_bpf), and a link to a perf event is an ioctl() ---- */

long syscall(long nr, ...)
{
	char what[32] = "syscall";
	int err = ENOMEM;
	long a[6];
	va_list ap;

	va_start(ap, nr);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(ap, long);
	va_end(ap);
	if (nr == SYS_bpf) {
		snprintf(what, sizeof(what), "bpf%ld", a[0]);
		err = at % 2 ? EPERM : ENOMEM;
	}
	return FAILS(what, err) ? -1 : raw(nr, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list ap;
	void *arg;

	va_start(ap, request);
	arg = va_arg(ap, void *);
	va_end(ap);
	return FAILS("ioctl", EPERM) ? -1 : REAL(ioctl)(fd, request, arg);
}

int socket(int domain, int type, int protocol)
{
	return FAILS("socket", EMFILE) ? -1 : REAL(socket)(domain, type, protocol);
}

ssize_t send(int fd, const void *p, size_t n, int flags)
{
	return FAILS("send", ENOBUFS) ? -1 : REAL(send)(fd, p, n, flags);
}

ssize_t recv(int fd, void *p, size_t n, int flags)
{
	return FAILS("recv", ENOBUFS) ? -1 : REAL(recv)(fd, p, n, flags);
}

int uname(struct utsname *u)
{
	return FAILS("uname", EFAULT) ? -1 : REAL(uname)(u);
}

/* ---- processes ---- */

pid_t fork(void)
{
	pid_t pid = FAILS("fork", EAGAIN) ? -1 : REAL(fork)();

	if (!pid)
		count = OF_CHILD;
	return pid;
}

pid_t waitpid(pid_t pid, int *status, int options)
{
	return FAILS("waitpid", EINTR) ? -1 : REAL(waitpid)(pid, status, options);
}

int execv(const char *path, char *const argv[])
{
	return FAILS("execv", ENOMEM) ? -1 : REAL(execv)(path, argv);
}

struct passwd *getpwnam(const char *name)
{
	return FAILS("getpwnam", EIO) ? NULL : REAL(getpwnam)(name);
}

/* ---- start and end ---- */

void faults__begin(unsigned each)
{
	last[0] = '\0';
	turn++;
	most = each;
}

const char *faults__end(void)
{
	most = 0;
	return last[0] ? last : NULL;
}

long faults__blocks(void)
{
	return blocks;
}

__attribute__((constructor)) static void begin(void)
{
	const char *n = getenv("FAULTS_AT"), *path = getenv("FAULTS_LOG");

	/* the program that sctrace executes must not load this library */
	unsetenv("LD_PRELOAD");
	if (!n)
		return;
	at = strtoul(n, NULL, 10);
	if (path)
		log_fd = (int)raw(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	first = getpid();
	on = true;
}

__attribute__((destructor)) static void end(void)
{
	if (!on || at || log_fd < 0 || getpid() != first)
		return;
	note(count, "end", (const void *)end);
}
