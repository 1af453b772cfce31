// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* More faults of stuck(1): several descriptors, System V, leases, servers of memory and files, CPUs, io_uring. */
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <linux/userfaultfd.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "stuck.h"

static void poll_read(void)
{
	struct pollfd p = { .events = POLLIN };

	close(ends[1]);
	p.fd = ends[0];
	poll(&p, 1, 600000);
}

static void poll_pipe(void)
{
	pipe(ends);
	pid_t writer = child(hold_writer), reader = child(poll_read);

	close(ends[0]);
	close(ends[1]);
	ready(reader, writer);
}

static void select_read(void)
{
	fd_set set;

	close(ends[1]);
	FD_ZERO(&set);
	FD_SET(ends[0], &set);
	select(ends[0] + 1, &set, NULL, NULL, NULL);
}

static void select_pipe(void)
{
	pipe(ends);
	pid_t writer = child(hold_writer), reader = child(select_read);

	close(ends[0]);
	close(ends[1]);
	ready(reader, writer);
}

static void epoll_read(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int fd = epoll_create1(0);

	close(ends[1]);
	epoll_ctl(fd, EPOLL_CTL_ADD, ends[0], &e);
	epoll_wait(fd, &e, 1, -1);
}

/* An event loop waits for the answer of a process that is stopped. */
static void epoll_peer(void)
{
	socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
	pid_t server = child(hold_writer), loop = child(epoll_read);

	close(ends[0]);
	close(ends[1]);
	kill(server, SIGSTOP);
	ready(loop, server);
}

/* The question is not sent, so that nobody has to be there: the wait is the same. */
static void ask_name(void)
{
	const struct sockaddr_in a = { .sin_family = AF_INET,
				       .sin_port = htons(53),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct pollfd p = { .fd = socket(AF_INET, SOCK_DGRAM, 0), .events = POLLIN };

	connect(p.fd, (const struct sockaddr *)&a, sizeof(a));
	poll(&p, 1, 600000);
}

static void dns(void)
{
	ready(child(ask_name), 0);
}

static void read_eventfd(void)
{
	read(ends[0], buf, 8);
}

static void event(void)
{
	ends[0] = eventfd(0, 0);
	pid_t holder = child(idle), reader = child(read_eventfd);

	close(ends[0]);
	ready(reader, holder);
}

static int queue;

static void take_semaphore(void)
{
	struct sembuf take = { .sem_op = -1 };

	semop(queue, &take, 1);
	write(go[1], "", 1);
	idle();
}

static void want_semaphore(void)
{
	struct sembuf take = { .sem_op = -1 };

	read(go[0], buf, 1);
	semop(queue, &take, 1);
}

static void semaphore(void)
{
	queue = semget(IPC_PRIVATE, 1, 0600);
	semctl(queue, 0, SETVAL, 1);
	pid_t holder = child(take_semaphore);

	ready(child(want_semaphore), holder);
	semctl(queue, 0, IPC_RMID);
}

static void receive(void)
{
	msgrcv(queue, buf, 16, 2, 0);
}

static void send_other(void)
{
	struct {
		long type;
		char text[1];
	} m = { .type = 1 };

	msgsnd(queue, &m, 1, 0);
	idle();
}

static void message(void)
{
	queue = msgget(IPC_PRIVATE, 0600);
	pid_t sender = child(send_other);

	ready(child(receive), sender);
	msgctl(queue, IPC_RMID, NULL);
}

static void hold_lease(void)
{
	int fd = open(file, O_RDONLY | O_CREAT, 0600);

	signal(SIGIO, SIG_IGN);
	fcntl(fd, F_SETLEASE, F_RDLCK);
	write(go[1], "", 1);
	idle();
}

static void want_open(void)
{
	read(go[0], buf, 1);
	open(file, O_RDWR);
}

static void lease(void)
{
	pid_t holder = child(hold_lease);

	ready(child(want_open), holder);
}

static void connect_unix(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX, .sun_path = "/tmp/stuck.sock" };

	for (int i = 0; i < 8; i++)
		connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof(a));
}

static void unix_backlog(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX, .sun_path = "/tmp/stuck.sock" };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	unlink(a.sun_path);
	bind(fd, (struct sockaddr *)&a, sizeof(a));
	listen(fd, 1);
	pid_t culprit = child(idle);

	close(fd);
	ready(child(connect_unix), culprit);
	unlink(a.sun_path);
}

static void do_sleep(void)
{
	sleep(600);
}

static void sleeping(void)
{
	ready(child(do_sleep), 0);
}

static void open_fifo(void)
{
	open("/tmp/stuck.fifo", O_RDONLY);
}

static void fifo(void)
{
	mkfifo("/tmp/stuck.fifo", 0600);
	ready(child(open_fifo), 0);
	unlink("/tmp/stuck.fifo");
}

/* The process forks a child that keeps the userfaultfd and serves no fault, and touches the memory. */
static void touch_memory(void)
{
	long size = sysconf(_SC_PAGESIZE);
	int fd = (int)syscall(SYS_userfaultfd, O_CLOEXEC);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register area = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	char *p = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pid_t server;

	area.range.start = (uintptr_t)p;
	area.range.len = (uint64_t)size;
	if (ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &area))
		perror("userfaultfd");
	server = child(idle);
	close(fd);
	write(go[1], &server, sizeof(server));
	*(volatile char *)p = 1;
}

static void userfault(void)
{
	pid_t server, pid = child(touch_memory);

	read(go[0], &server, sizeof(server));
	ready(pid, server);
}

static void stat_fuse(void)
{
	struct stat st;

	stat("/tmp/stuck.mnt/file", &st);
}

/* The server has the file system's connection, and is stopped. */
static void fuse(void)
{
	char options[128];
	pid_t server, client;
	int fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);

	mkdir("/tmp/stuck.mnt", 0700);
	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (mount("stuck", "/tmp/stuck.mnt", "fuse", 0, options))
		perror("mount");
	server = child(idle);
	close(fd);
	client = child(stat_fuse);
	kill(server, SIGSTOP);
	ready(client, server);
	umount2("/tmp/stuck.mnt", MNT_DETACH);
	rmdir("/tmp/stuck.mnt");
}

static void watch(void)
{
	int fd = fanotify_init(FAN_CLASS_CONTENT | FAN_CLOEXEC, O_RDONLY);

	if (fanotify_mark(fd, FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, file))
		perror("fanotify");
	write(go[1], "", 1);
	idle();
}

static void fanotify(void)
{
	close(open(file, O_RDWR | O_CREAT, 0600));
	pid_t listener = child(watch);

	ready(child(want_open), listener);
}

static void pin(int policy)
{
	struct sched_param p = { .sched_priority = policy == SCHED_FIFO ? 50 : 0 };
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(0, &set);
	sched_setaffinity(0, sizeof(set), &set);
	sched_setscheduler(0, policy, &p);
}

static void spin(void)
{
	for (;;)
		;
}

static void hog(void)
{
	pin(SCHED_FIFO);
	spin();
}

static void starved(void)
{
	pin(SCHED_OTHER);
	spin();
}

static void cpu(void)
{
	pid_t victim = child(starved), other;

	usleep(100000);
	other = child(hog);
	ready(victim, other);
}

static void *lock_and_spin(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&one);
	starved();
	return NULL;
}

static void want_mutex(void)
{
	pthread_t t;

	pthread_create(&t, NULL, lock_and_spin, NULL);
	usleep(100000);
	pthread_mutex_lock(&one);
}

/* A thread waits for a mutex, whose owner cannot run because of a third one. */
static void inversion(void)
{
	pid_t waiter = child(want_mutex), other;

	usleep(200000);
	other = child(hog);
	ready(waiter, other);
}

static void uring_read(void)
{
	struct io_uring_params p = {};
	int fd = (int)syscall(SYS_io_uring_setup, 8, &p);
	size_t size = p.sq_off.array + p.sq_entries * sizeof(uint32_t);
	char *sq = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQ_RING);
	struct io_uring_sqe *e = mmap(NULL, p.sq_entries * sizeof(*e), PROT_READ | PROT_WRITE, MAP_SHARED, fd,
				      IORING_OFF_SQES);

	close(ends[1]);
	if (sq == MAP_FAILED || e == MAP_FAILED) {
		perror("io_uring");
		return;
	}
	*e = (struct io_uring_sqe){ .opcode = IORING_OP_READ, .fd = ends[0], .addr = (uintptr_t)buf, .len = 1 };
	*(uint32_t *)(sq + p.sq_off.array) = 0;
	__atomic_store_n((uint32_t *)(sq + p.sq_off.tail), 1, __ATOMIC_RELEASE);
	syscall(SYS_io_uring_enter, fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0);
}

static void uring(void)
{
	pipe(ends);
	pid_t writer = child(hold_writer), reader = child(uring_read);

	close(ends[0]);
	close(ends[1]);
	ready(reader, writer);
}

static void end_leader(void)
{
	pthread_t t;

	pthread_create(&t, NULL, sleeper, NULL);
	syscall(SYS_exit, 0); /* pthread_exit() needs a library that guests do not have */
}

static void leader(void)
{
	pid_t pid = child(end_leader);

	ready(pid, pid);
}

const struct fault faults_more[] = {
	{ "epoll_peer", epoll_peer },
	{ "poll", poll_pipe },
	{ "select", select_pipe },
	{ "dns", dns },
	{ "eventfd", event },
	{ "semaphore", semaphore },
	{ "message", message },
	{ "lease", lease },
	{ "unix_backlog", unix_backlog },
	{ "sleep", sleeping },
	{ "fifo", fifo },
	{ "userfault", userfault },
	{ "fuse", fuse },
	{ "fanotify", fanotify },
	{ "cpu", cpu },
	{ "inversion", inversion },
	{ "uring", uring },
	{ "leader", leader },
	{ NULL, NULL },
};
