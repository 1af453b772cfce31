// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls of all kinds with known numbers and bytes. After each call, it prints a line with what host/json.sh has
 * to find in the JSON of that call: CALL path=JSON ... (path: names and places joined by dots).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <linux/bpf.h>
#include <linux/sched.h>

#define EXPECT(...) (printf(__VA_ARGS__), puts(""))

static char page[4096];

static void files(void)
{
	int fd = openat(AT_FDCWD, "val\xff\\ues", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640);
	struct stat st;
	loff_t off = 5;

	EXPECT("openat args.dfd.value=-100 args.filename=\"val\\\\xff\\\\\\\\ues\" args.flags.names.1=\"O_CREAT\" "
	       "args.flags.value=%d args.mode=%d ret=%d",
	       O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0640, fd);
	write(fd, "a\0b\n\x80", 5);
	EXPECT("write args.fd=%d args.buf=\"a\\u0000b\\n\\\\x80\" args.count=5 ret=5", fd);
	pwrite64(fd, page, 100, 1ll << 40);
	EXPECT("pwrite64 args.buf.truncated=true args.buf.length=100 args.pos=1099511627776");
	pread64(fd, page, 3, 1);
	EXPECT("pread64 args.buf=\"\\u0000b\\n\" args.count=3 ret=3");
	fstat(fd, &st);
	EXPECT("newfstatat args.statbuf.st_mode=%u args.statbuf.st_size=%lld", st.st_mode, (long long)st.st_size);
	lseek(fd, -1, SEEK_SET);
	EXPECT("lseek args.offset=-1 args.whence.name=\"SEEK_SET\" ret=-1 error=\"EINVAL\" errno=22");
	syscall(SYS_fallocate, fd, FALLOC_FL_KEEP_SIZE, 1ll << 62, 1);
	EXPECT("fallocate args.mode.names.0=\"FALLOC_FL_KEEP_SIZE\" args.offset=\"4611686018427387904\"");
	fsetxattr(fd, "user.x", "y\1", 2, XATTR_CREATE);
	EXPECT("fsetxattr args.name=\"user.x\" args.value=\"y\\u0001\" args.flags.value=1");
	mkdirat(AT_FDCWD, "", 0700);
	EXPECT("mkdirat args.pathname=\"\" args.mode=448 error=\"ENOENT\"");
	sendfile(-1, fd, &off, 7);
	EXPECT("sendfile args.out_fd=-1 args.in_fd=%d args.count=7 error=\"EBADF\"", fd);
	fcntl(fd, F_SETLK, &(struct flock){ .l_type = F_WRLCK, .l_start = 3, .l_len = 4 });
	EXPECT("fcntl args.cmd.name=\"F_SETLK\" args.arg.l_type.name=\"F_WRLCK\" args.arg.l_start=3 args.arg.l_len=4");
	syscall(SYS_openat, AT_FDCWD, (char *)16, O_RDONLY, 0);
	EXPECT("openat args.filename.address=\"0x10\" args.filename.unread=true error=\"EFAULT\"");
	close(fd);
	unlink("val\xff\\ues");
	EXPECT("unlink args.pathname=\"val\\\\xff\\\\\\\\ues\" ret=0");
}

static void sockets(void)
{
	struct sockaddr_in in = { .sin_family = AF_INET, .sin_port = htons(9), .sin_addr.s_addr = htonl(0x7f000001) };
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "\0abstract" };
	int pair[2], s = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), value = 1;
	struct iovec iov[2] = { { "ab", 2 }, { "cde", 3 } };
	struct msghdr msg = { .msg_iov = iov, .msg_iovlen = 2 };
	socklen_t len = sizeof(value);

	EXPECT("socket args.family.name=\"AF_INET\" args.type.value=%d ret=%d", SOCK_STREAM | SOCK_NONBLOCK, s);
	connect(s, (void *)&in, sizeof(in));
	EXPECT("connect args.addr.sin_port.args.0=9 args.addr.sin_addr.args.0=\"127.0.0.1\" args.addrlen=16");
	setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &value, sizeof(value));
	EXPECT("setsockopt args.level.name=\"SOL_SOCKET\" args.optname.value=2 args.optval.0=1");
	getsockopt(s, SOL_SOCKET, SO_TYPE, &value, &len);
	EXPECT("getsockopt args.optval.0=1 args.optlen.0=4");
	socketpair(AF_UNIX, SOCK_DGRAM, 0, pair);
	EXPECT("socketpair args.sv.0=%d args.sv.1=%d", pair[0], pair[1]);
	sendmsg(pair[0], &msg, MSG_DONTWAIT);
	EXPECT("sendmsg args.msg.msg_iov.0.iov_base=\"ab\" args.msg.msg_iov.1.iov_base=\"cde\" "
	       "args.msg.msg_iov.1.iov_len=3 args.flags.names.0=\"MSG_DONTWAIT\" ret=5");
	iov[0] = (struct iovec){ page, 3 };
	iov[1] = (struct iovec){ page + 3, 100 };
	recvmsg(pair[1], &msg, 0);
	EXPECT("recvmsg args.msg.msg_iov.0.iov_base=\"abc\" args.msg.msg_iov.1.iov_base=\"de\" ret=5");
	bind(pair[0], (void *)&un, sizeof(sa_family_t) + 9);
	EXPECT("bind args.addr.sun_path=\"@abstract\" ret=0");
	poll(&(struct pollfd){ .fd = pair[0], .events = POLLOUT }, 1, 0);
	EXPECT("poll args.ufds.0.fd=%d args.ufds.0.events.names.0=\"POLLOUT\" ret=1", pair[0]);
}

static void processes(void)
{
	union bpf_attr attr = { .map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 8, .max_entries = 3 };
	struct clone_args ca = { .flags = CLONE_VFORK, .exit_signal = SIGCHLD };
	struct rlimit lim = { 10, RLIM_INFINITY };
	struct timespec ts = { 0, 1234 };
	sigset_t set;
	int status, pid;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	EXPECT("rt_sigprocmask args.how.name=\"SIG_BLOCK\" args.set.0.name=\"SIGUSR1\"");
	nanosleep(&ts, NULL);
	EXPECT("clock_nanosleep args.request.tv_sec=0 args.request.tv_nsec=1234 args.rem=null");
	syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, &lim);
	EXPECT("prlimit64 args.resource.name=\"RLIMIT_NOFILE\" args.new_limit=null args.old_limit.rlim_cur=%llu",
	       (unsigned long long)lim.rlim_cur);
	pid = (int)syscall(SYS_clone3, &ca, sizeof(ca));
	if (!pid)
		_exit(7);
	EXPECT("clone3 args.cl_args.flags.value=%llu args.cl_args.exit_signal.name=\"SIGCHLD\" ret=%d",
	       (unsigned long long)CLONE_VFORK, pid);
	syscall(SYS_wait4, pid, &status, 0, NULL);
	EXPECT("wait4 args.pid=%d args.wstatus.0.exited=7 args.rusage=null ret=%d", pid, pid);
	prctl(PR_SET_NAME, "renamed");
	EXPECT("prctl args.option.name=\"PR_SET_NAME\"");
	syscall(SYS_bpf, BPF_MAP_CREATE, &attr, 32);
	EXPECT("bpf args.cmd.name=\"BPF_MAP_CREATE\" args.attr.map_type.name=\"BPF_MAP_TYPE_ARRAY\" args.attr.max_entries=3");
	mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	EXPECT("mmap args.addr=null args.prot.names.0=\"PROT_READ\" args.flags.value=%d args.flags.names.0=\"MAP_PRIVATE\"",
	       MAP_PRIVATE | MAP_ANONYMOUS);
	mmap(NULL, ~0ul, 0, 0, -1, 0);
	EXPECT("mmap args.len=\"18446744073709551615\"");
	kill(getpid(), 0);
	EXPECT("kill args.pid=%d args.sig=0", getpid());
	ioctl(1, FIONREAD, NULL);
	EXPECT("ioctl args.cmd.name=\"FIONREAD\" args.arg=null");
	eventfd(5, EFD_CLOEXEC);
	EXPECT("eventfd2 args.count=5 args.flags.names.0=\"EFD_CLOEXEC\"");
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	files();
	sockets();
	processes();
	return 0;
}
