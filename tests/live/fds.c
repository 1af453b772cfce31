// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * fds DIR EXPECTED: makes descriptors and replaces them by others. Before each call that is compared (fdatasync() of a
 * descriptor, faccessat() for the working directory), it asks the kernel by readlink() for the file, and writes to
 * EXPECTED what -y has to print.
 */
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUT_FD 90
#define DELETED " (deleted)"

static const char *self;

static void must(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(2);
}

static char *link_of(const char *name)
{
	static char text[PATH_MAX + 16];
	char path[64];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/self/%s", name);
	n = readlink(path, text, sizeof(text) - 1);
	must(n > 0, path);
	text[n] = '\0';
	return text;
}

/* Writes the line of a descriptor. A file whose number of links is 0 is marked outside of the brackets. */
static void look(int fd)
{
	char name[32], *link, *mark;
	struct stat st;

	snprintf(name, sizeof(name), "fd/%d", fd);
	link = link_of(name);
	mark = strlen(link) > strlen(DELETED) ? link + strlen(link) - strlen(DELETED) : link;
	must(!fstat(fd, &st), "fstat");
	if (*link == '/' && !strcmp(mark, DELETED))
		*mark = '\0';
	else
		mark = NULL;
	dprintf(OUT_FD, "fdatasync(%d<%s>%s)\n", fd, link, mark ? "(deleted)" : "");
	fdatasync(fd);
}

static void look_cwd(void)
{
	dprintf(OUT_FD, "faccessat(AT_FDCWD<%s>, \".\", F_OK)\n", link_of("cwd"));
	syscall(SYS_faccessat, AT_FDCWD, ".", F_OK);
}

static int file(const char *name)
{
	int fd = open(name, O_RDWR | O_CREAT, 0600);

	must(fd >= 0, name);
	return fd;
}

/* Runs fn in another process, so that the calls of this one do not show what it does. */
static void elsewhere(int (*fn)(const char *, const char *), const char *a, const char *b)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		_exit(fn(a, b));
	waitpid(pid, &status, 0);
	must(!status, a);
}

static int remove_one(const char *name, const char *unused)
{
	(void)unused;
	return remove(name);
}

static void names(void)
{
	int fd = file("one"), dir, inside;

	look(fd);
	must(!rename("one", "two"), "rename");
	look(fd);
	elsewhere(rename, "two", "three");
	look(fd);
	must(!link("three", "four"), "link");
	must(!unlink("three"), "unlink");
	look(fd);
	elsewhere(remove_one, "four", NULL);
	look(fd);
	must(!mkdir("d", 0700) && !mkdir("d/e", 0700), "mkdir");
	inside = file("d/e/f");
	dir = open("d/e", O_RDONLY | O_DIRECTORY);
	look(inside);
	elsewhere(rename, "d", "moved");
	look(inside);
	look(dir);
	must(!unlink("moved/e/f") && !rmdir("moved/e") && !rmdir("moved"), "rmdir");
	look(inside);
	look(dir);
	close(fd);
	close(dir);
	close(inside);
}

/* Makes and removes directories, whose memory the kernel may reuse for others with names of the same length. */
static void again(void)
{
	for (int i = 0; i < 20; i++) {
		char dir[16], name[32];
		int fd;

		snprintf(dir, sizeof(dir), "dir%02d", i);
		snprintf(name, sizeof(name), "%s/same", dir);
		must(!mkdir(dir, 0700), "mkdir");
		fd = file(name);
		look(fd);
		close(fd);
		unlink(name);
		rmdir(dir);
	}
}

static void numbers(void)
{
	int a = file("a"), b = file("b"), c;

	look(a);
	look(b);
	must(dup2(b, a) == a, "dup2");
	look(a);
	close(a);
	c = file("c");
	must(c == a, "the lowest number");
	look(c);
	must(fcntl(b, F_DUPFD, 40) == 40, "F_DUPFD");
	close(b);
	look(40);
	close(40);
	close(c);
	for (int i = 0; i < 700; i++) { /* more files than the table of the programs has room for */
		char name[16];

		snprintf(name, sizeof(name), "n%03d", i % 350);
		c = file(name);
		look(c);
		close(c);
	}
}

static void kinds(void)
{
	static const int protocols[][3] = {
		{ AF_UNIX, SOCK_STREAM, 0 },
		{ AF_INET, SOCK_STREAM, 0 },
		{ AF_NETLINK, SOCK_RAW, 0 },
	};
	int fd, p[2];

	must(!pipe(p), "pipe");
	look(p[0]);
	look(p[1]);
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++) {
		fd = socket(protocols[i][0], protocols[i][1], protocols[i][2]);
		if (fd >= 0)
			look(fd);
		close(fd);
	}
	look(eventfd(0, 0));
	look(timerfd_create(CLOCK_REALTIME, 0));
	look(epoll_create1(0));
	look(inotify_init1(0));
	look(memfd_create("memory", 0));
	look(open("/dev/null", O_RDONLY));
	look(open("/", O_RDONLY));
	look(open(".", O_RDONLY));
	look(open("/proc/self/ns/uts", O_RDONLY));
	for (fd = p[0]; fd < OUT_FD; fd++)
		close(fd);
}

/* Files whose names have no hash. After some time, one gets the memory of another one, with another inode number. */
static void without_names(void)
{
	char name[] = "taken00";

	for (int i = 0; i < 20; i++) {
		int fd = open(".", O_TMPFILE | O_RDWR, 0600);

		if (fd < 0)
			return;
		look(fd);
		close(fd);
		usleep(20000); /* the kernel frees it later */
		snprintf(name, sizeof(name), "taken%02d", i);
		close(file(name));
	}
}

/* A path that is deeper than the programs look, with names that are longer than usual. */
static void deep(void)
{
	char name[201];
	int fd;

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	fd = file(name);
	look(fd);
	close(fd);
	for (int i = 0; i < 48; i++)
		must(!mkdir("deep", 0700) && !chdir("deep"), "mkdir");
	look_cwd();
	fd = file("bottom");
	look(fd);
	close(fd);
}

static void working_directory(const char *dir)
{
	look_cwd();
	must(!mkdir("w", 0700) && !chdir("w"), "chdir");
	look_cwd();
	elsewhere(rename, "../w", "../v");
	look_cwd();
	must(!rmdir("../v"), "rmdir");
	look_cwd();
	must(!chdir(dir), dir);
	look_cwd();
}

static void send_fd(int sock, int fd)
{
	char control[CMSG_SPACE(sizeof(int))] = "";
	struct iovec iov = { "x", 1 };
	struct msghdr m = {
		.msg_iov = &iov, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)
	};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);

	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(c), &fd, sizeof(fd));
	must(sendmsg(sock, &m, 0) == 1, "sendmsg");
}

static int receive_fd(int sock)
{
	char control[CMSG_SPACE(sizeof(int))], byte;
	struct iovec iov = { &byte, 1 };
	struct msghdr m = {
		.msg_iov = &iov, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)
	};
	int fd;

	must(recvmsg(sock, &m, 0) == 1, "recvmsg");
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(fd));
	return fd;
}

static void passed(void)
{
	int sp[2], fd = file("sent"), status;
	pid_t pid;

	must(!socketpair(AF_UNIX, SOCK_STREAM, 0, sp), "socketpair");
	pid = fork();
	if (!pid) {
		/* the number belongs to another file here until the descriptor arrives */
		must(dup2(STDERR_FILENO, fd) == fd, "dup2");
		close(sp[0]);
		look(fd);
		close(fd);
		fd = receive_fd(sp[1]);
		look(fd);
		_exit(0);
	}
	send_fd(sp[0], fd);
	waitpid(pid, &status, 0);
	must(!status, "the receiver");
	look(fd);
	close(sp[0]);
	close(sp[1]);
	close(fd);
}

static char stack[65536];

static int reopen(void *name)
{
	int fd = *(int *)((char **)name)[1];

	close(fd);
	must(file(((char **)name)[0]) == fd, "reopen");
	look(fd);
	_exit(0);
}

/* Opens another file at a descriptor in a child, which shares its parent's descriptors if flags has CLONE_FILES. */
static void tables(int flags)
{
	int fd = file("before"), status;
	void *arg[] = { "after", &fd };
	pid_t pid;

	look(fd);
	pid = clone(reopen, stack + sizeof(stack), flags | SIGCHLD, arg);
	must(pid > 0, "clone");
	waitpid(pid, &status, 0);
	must(!status, "the child");
	look(fd);
	close(fd);
}

static void after_exec(void)
{
	int fd;

	for (fd = 50; fd < 53; fd++)
		if (fcntl(fd, F_GETFD) >= 0)
			look(fd);
	fd = file("new");
	look(fd);
	look_cwd();
}

static void exec(const char *dir)
{
	int fd = file("kept");

	must(dup2(fd, 50) == 50 && dup3(fd, 51, O_CLOEXEC) == 51, "dup");
	close(fd);
	fd = file("kept too");
	must(dup2(fd, 52) == 52, "dup2");
	close(fd);
	look(50);
	look(51);
	look(52);
	execl(self, self, dir, "-", (char *)NULL);
	must(0, self);
}

/* Directories that are mounted over, in a mount namespace of their own; skipped if that is not allowed. */
static void mounts(void)
{
	pid_t pid = fork();
	int fd, status;

	if (pid) {
		waitpid(pid, &status, 0);
		must(!status, "mounts");
		return;
	}
	if (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		_exit(0);
	must(!mkdir("m", 0700) && !mount("m", "m", "tmpfs", 0, NULL), "mount");
	fd = file("m/inside");
	look(fd);
	must(!chdir("m"), "chdir");
	look_cwd();
	must(!umount2(".", MNT_DETACH), "umount2");
	look(fd);
	look_cwd();
	_exit(0);
}

/* Newer calls, which the headers may lack; the numbers are the same on all machines (<asm-generic/unistd.h>). */
#define SYS_io_uring_register_ 427
#define SYS_clone3_ 435
#define SYS_mount_setattr_ 442

static void on_sigio(int sig)
{
}

/* The siginfo of a SIGIO has the descriptor that is ready. */
static void ready(void)
{
	int ends[2];

	must(!pipe(ends) && signal(SIGIO, on_sigio) != SIG_ERR, "SIGIO");
	must(!fcntl(ends[0], F_SETOWN, getpid()) && !fcntl(ends[0], F_SETSIG, SIGIO) &&
		     !fcntl(ends[0], F_SETFL, O_ASYNC),
	     "F_SETOWN");
	/* the first record describes the file, later ones refer to it */
	for (int i = 0; i < 2; i++)
		must(write(ends[1], "", 1) == 1, "write");
}

/* Descriptors in the memory of arguments, and one that a request of ioctl() returns. Most of these calls fail. */
static void in_memory(void)
{
	int null = open("/dev/null", O_RDONLY), zero = open("/dev/zero", O_RDONLY), pidfd = -1;
	unsigned blocks[2][16] = { { [5] = (unsigned)null }, { [5] = (unsigned)zero } };
	unsigned *pointers[] = { blocks[0], blocks[1] };
	int slots[] = { null, -1, zero };
	unsigned long files[] = { 3, 0, (unsigned long)slots, 0 }, attr[] = { 0x100000, 0, 0, (unsigned long)null };
	unsigned long args[8] = { [0] = 0x1000, [1] = (unsigned long)&pidfd, [4] = SIGCHLD }; /* CLONE_PIDFD */
	unsigned short_of[] = { (unsigned)zero, (unsigned)zero };
	int net = open("/proc/self/ns/net", O_RDONLY);

	must(dup2(null, 0) == 0, "dup2");
	syscall(SYS_io_submit, 0L, 2L, pointers);
	syscall(SYS_io_uring_register_, -1, 13, files, 32); /* IORING_REGISTER_FILES2 */
	syscall(SYS_mount_setattr_, -1, "", 0, attr, sizeof(attr));
	syscall(SYS_bpf, 28, short_of, 4); /* BPF_LINK_CREATE, whose target is beyond the size that is passed */
	if (!syscall(SYS_clone3_, args, sizeof(args)))
		_exit(0);
	waitpid(-1, NULL, 0);
	syscall(SYS_ioctl, net, 0xb701); /* NS_GET_USERNS */
	ready();
}

int main(int argc, char **argv)
{
	must(argc == 3, "usage: fds DIR EXPECTED");
	self = argv[0];
	must(!chdir(argv[1]), argv[1]);
	if (!strcmp(argv[2], "wait")) { /* waits in a read() with descriptors that are open already */
		char byte;
		int fd = open("fifo", O_RDWR);

		must(fd >= 0 && write(STDOUT_FILENO, "\n", 1) == 1, "fifo");
		must(read(fd, &byte, 1) == 1, "read");
		return 0;
	}
	if (!strcmp(argv[2], "memory")) {
		in_memory();
		return 0;
	}
	if (!strcmp(argv[2], "-")) {
		after_exec();
		return 0;
	}
	must(dup2(open(argv[2], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600), OUT_FD) == OUT_FD, argv[2]);
	if (fcntl(9, F_GETFD) >= 0)
		look(9); /* opened before the trace */
	names();
	again();
	numbers();
	kinds();
	without_names();
	working_directory(argv[1]);
	passed();
	tables(0);
	tables(CLONE_FILES);
	mounts();
	deep();
	must(!chdir(argv[1]), argv[1]);
	exec(argv[1]);
	return 2;
}
