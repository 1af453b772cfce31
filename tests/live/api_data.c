// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Values of calls as data, compared with what the process that made the calls knows. api_data [TEST] */
#include "api.h"

#include <arpa/inet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>
#include <sys/un.h>

/* The child's results, in shared memory. */
struct facts {
	int has_tcp, accepted, event, null, file;
	uint16_t client_port, server_port;
	uint64_t client_inode, file_inode;
	char dir_name[100];
};

static struct facts *facts;

/* Makes the calls once the parent says so, then ends. */
static pid_t child(int *go, void (*calls)(void))
{
	int p[2];
	pid_t pid;
	char c;

	facts = mmap(NULL, sizeof(*facts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (pipe(p) || facts == MAP_FAILED)
		exit(1);
	pid = fork();
	if (!pid) {
		if (read(p[0], &c, 1) != 1)
			_exit(1);
		calls();
		_exit(0);
	}
	close(p[0]);
	*go = p[1];
	return pid;
}

struct taken {
	struct sctrace *t;
	unsigned seen;
	void (*look)(struct taken *n, const struct sctrace_event *ev);
};

/* Collects the events of a child that makes these calls, until the child has ended. */
static void run(struct taken *n, const char *trace, void (*calls)(void))
{
	const struct sctrace_event *ev;
	bool ended = false;
	int go;
	pid_t pid = child(&go, calls);

	n->t = session((struct sctrace_opts){ .trace = trace, .fds = SCTRACE_FDS_ALL, .strlen_max = 200 });
	sctrace_target(n->t, pid, 0);
	sctrace_start(n->t);
	check(write(go, "g", 1) == 1, "go");
	while (!ended && sctrace_next(n->t, &ev, 10000) == 1) {
		ended = ev->type == SCTRACE_TASK_EXIT;
		n->look(n, ev);
	}
	check(ended, "the child has ended");
	sctrace_close(n->t);
	close(go);
	waitpid(pid, NULL, 0);
	munmap(facts, sizeof(*facts));
}

static bool same(const void *p, size_t len, const char *text)
{
	return p && len == strlen(text) && !memcmp(p, text, len);
}

/* ---- addresses that calls are given ---- */

static struct sockaddr_in in4 = { .sin_family = AF_INET };
/* struct tcp_ao_add of linux/tcp.h since Linux 6.7, which begins with an address */
#define AO_ADD_KEY 38
static uint64_t ao_key[36];
static struct sockaddr_in6 in6 = { .sin6_family = AF_INET6, .sin6_scope_id = 1 };

static void addresses_calls(void)
{
	struct sockaddr_un un = { .sun_family = AF_UNIX, .sun_path = "/nonexistent/socket" };
	struct sockaddr_un abstract = { .sun_family = AF_UNIX, .sun_path = "\0a\0b" };
	struct sockaddr_nl nl = { .nl_family = AF_NETLINK, .nl_pid = 77 };
	struct iovec iov = { "x", 1 };
	struct msghdr msg = { .msg_name = &in6, .msg_namelen = sizeof(in6), .msg_iov = &iov, .msg_iovlen = 1 };

	in4.sin_port = htons(4321);
	inet_pton(AF_INET, "198.51.100.7", &in4.sin_addr);
	in6.sin6_port = htons(53);
	inet_pton(AF_INET6, "fe80::1:2", &in6.sin6_addr);
	/* no socket is needed: the address is what counts */
	connect(-1, (void *)&in4, sizeof(in4));
	connect(-1, (void *)&in6, sizeof(in6));
	connect(-1, (void *)&un, sizeof(un));
	connect(-1, (void *)&abstract, offsetof(struct sockaddr_un, sun_path) + 4);
	connect(-1, (void *)&nl, sizeof(nl));
	connect(-1, (void *)&in4, 1);
	sendto(-1, "x", 1, 0, (void *)&in4, sizeof(in4));
	sendmsg(-1, &msg, 0);
	memcpy(ao_key, &in4, sizeof(in4));
	setsockopt(-1, IPPROTO_TCP, AO_ADD_KEY, ao_key, sizeof(ao_key));
}

static bool is_in6(const struct sctrace_address *a)
{
	uint8_t want[16];

	inet_pton(AF_INET6, "fe80::1:2", want);
	return a && a->family == AF_INET6 && a->len == 16 && !memcmp(a->bytes, want, 16) && a->port == 53 &&
	       a->scope == 1;
}

static bool is_in4(const struct sctrace_address *a)
{
	static const uint8_t want[] = { 198, 51, 100, 7 };

	return a && a->family == AF_INET && a->len == 4 && !memcmp(a->bytes, want, 4) && a->port == 4321;
}

struct nodes {
	int ports, addresses;
};

/* Compares the same addresses in the tree of values. */
static int on_node(void *ctx, const struct sctrace_value *v)
{
	static const uint8_t want[] = { 198, 51, 100, 7 };
	struct nodes *n = ctx;

	if (v->kind != SCTRACE_KIND_CALL || !v->name)
		return 0;
	n->ports += (!strcmp(v->name, "sin_port") && v->number == 4321) ||
		    (!strcmp(v->name, "sin6_port") && v->number == 53);
	n->addresses += (!strcmp(v->name, "sin_addr") && v->len == 4 && !memcmp(v->bytes, want, 4)) ||
			(!strcmp(v->name, "sin6_addr") && v->len == 16 && !memcmp(v->bytes, "\xfe\x80", 2));
	return 0;
}

static void addresses_look(struct taken *n, const struct sctrace_event *ev)
{
	const struct sctrace_address *a;
	struct nodes nodes = {};

	if (ev->type != SCTRACE_EXIT)
		return;
	a = sctrace_event_address(n->t, ev, "addr");
	switch (n->seen++) {
	case 0:
		check(is_in4(a), "connect: IPv4");
		check(a && a->raw_len == sizeof(in4), "its bytes");
		sctrace_values(n->t, ev, on_node, &nodes);
		check(nodes.ports == 1 && nodes.addresses == 1, "and its values");
		break;
	case 1:
		check(is_in6(a), "IPv6");
		sctrace_values(n->t, ev, on_node, &nodes);
		check(nodes.ports == 1 && nodes.addresses == 1, "and its values");
		break;
	case 2:
		check(a && a->family == AF_UNIX && !a->abstract && same(a->path, a->path_len, "/nonexistent/socket"),
		      "a unix socket's path");
		break;
	case 3:
		check(a && a->abstract && a->path_len == 3 && !memcmp(a->path, "a\0b", 3), "an abstract name");
		break;
	case 4:
		check(a && a->family == AF_NETLINK && a->port == 77, "netlink");
		break;
	case 5:
		check(!a, "no address: it is too short");
		break;
	case 6:
		check(is_in4(a), "sendto");
		break;
	case 7:
		check(is_in6(sctrace_event_address(n->t, ev, "msg")), "sendmsg: in a struct");
		check(!sctrace_event_address(n->t, ev, "flags"), "an argument that is no address");
		check(!sctrace_event_address(n->t, ev, "other"), "no such argument");
		break;
	case 8:
		a = sctrace_event_address(n->t, ev, "optval");
		check(is_in4(a) && a->raw_len >= sizeof(in4) && !memcmp((const char *)a->raw + 4, a->bytes, 4),
		      "setsockopt: in a struct that is decoded by a function of its own");
		break;
	}
}

static void addresses(void)
{
	struct taken n = { .look = addresses_look };

	run(&n, "connect,sendto,sendmsg,setsockopt", addresses_calls);
	is("calls", n.seen, 9);
}

/* ---- files of descriptors ---- */

static uint64_t inode(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? 0 : st.st_ino;
}

/* Connects two sockets of the loopback interface, which a guest may not have. */
static void tcp_calls(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int l = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0);
	socklen_t len = sizeof(a);

	if (bind(l, (void *)&a, len) || listen(l, 1) || getsockname(l, (void *)&a, &len) || connect(c, (void *)&a, len))
		return;
	facts->server_port = ntohs(a.sin_port);
	getsockname(c, (void *)&a, &len);
	facts->client_port = ntohs(a.sin_port);
	facts->client_inode = inode(c);
	facts->has_tcp = 1;
	facts->accepted = accept4(l, NULL, NULL, SOCK_CLOEXEC);
	shutdown(c, SHUT_WR);
}

static void files_calls(void)
{
	if (!getcwd(facts->dir_name, sizeof(facts->dir_name)))
		_exit(1);
	facts->null = openat(AT_FDCWD, "/dev/null", O_WRONLY);
	facts->event = eventfd(5, 0);
	facts->file = memfd_create("some", 0);
	facts->file_inode = inode(facts->file);
	dup(facts->null);
	dup(facts->event);
	dup(facts->file);
	dup(-1);
	tcp_calls();
}

static void accepted(struct taken *n, const struct sctrace_event *ev)
{
	const struct sctrace_file *f = sctrace_event_file(n->t, ev, NULL);
	bool both = f && f->local && f->remote;

	check(f && f->fd == facts->accepted && f->kind == SCTRACE_FILE_SOCKET && !strcmp(f->protocol, "TCP"),
	      "accept4: the returned descriptor is a TCP socket");
	check(both && f->local->port == facts->server_port && f->remote->port == facts->client_port, "its two ports");
	check(both && f->local->len == 4 && f->remote->family == AF_INET && !memcmp(f->remote->bytes, "\x7f\0\0\1", 4),
	      "and addresses");
	f = sctrace_event_file(n->t, ev, "fd");
	check(f && f->local && f->local->port == facts->server_port && !f->remote, "the listening one has one");
}

static void files_look(struct taken *n, const struct sctrace_event *ev)
{
	const struct sctrace_file *f;

	if (ev->type != SCTRACE_EXIT)
		return;
	if (!strncmp(ev->name, "accept", 6)) {
		accepted(n, ev);
		return;
	}
	if (!strcmp(ev->name, "shutdown")) {
		f = sctrace_event_file(n->t, ev, "fd");
		check(f && f->inode == facts->client_inode && f->remote && f->remote->port == facts->server_port &&
			      f->local->port == facts->client_port,
		      "the client's ends");
		return;
	}
	if (!strcmp(ev->name, "openat")) {
		f = sctrace_event_file(n->t, ev, NULL);
		check(f && f->fd == facts->null && f->kind == SCTRACE_FILE_PATH &&
			      same(f->path, f->path_len, "/dev/null"),
		      "openat: the returned descriptor's path");
		f = sctrace_event_file(n->t, ev, "dfd");
		check(f && f->fd == AT_FDCWD && same(f->path, f->path_len, facts->dir_name),
		      "and the working directory");
		check(!sctrace_event_file(n->t, ev, "flags"), "an argument that is no descriptor");
		return;
	}
	f = sctrace_event_file(n->t, ev, "fildes");
	switch (n->seen++) {
	case 0:
		check(f && S_ISCHR(f->mode) && f->dev_major == 1 && f->dev_minor == 3, "a device");
		break;
	case 1:
		check(f && f->kind == SCTRACE_FILE_ANON && f->counter == 5, "an eventfd and its counter");
		break;
	case 2:
		check(f && f->kind == SCTRACE_FILE_MEMFD && f->deleted && f->inode == facts->file_inode &&
			      same(f->path, f->path_len, "/memfd:some"),
		      "a memfd");
		break;
	case 3:
		check(!f && !sctrace_event_file(n->t, ev, NULL), "a descriptor without a file");
		break;
	}
}

static void files(void)
{
	struct taken n = { .look = files_look };

	run(&n, "openat,dup,accept,accept4,shutdown", files_calls);
	is("calls of dup()", n.seen, 4);
}

/* ---- signals and times ---- */

static void on_signal(int sig)
{
	(void)sig;
}

static void signals_calls(void)
{
	struct sigaction sa = { .sa_handler = on_signal };
	struct timespec ts = { 0, 1234567 };
	siginfo_t info = { .si_code = SI_QUEUE, .si_pid = getpid(), .si_uid = getuid() };

	sigaction(SIGUSR1, &sa, NULL);
	sigaction(SIGUSR2, &sa, NULL);
	info.si_value.sival_int = 99;
	kill(getpid(), SIGUSR1);
	syscall(SYS_rt_sigqueueinfo, getpid(), SIGUSR2, &info);
	syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &ts, NULL);
	signal(SIGSEGV, SIG_DFL);
	*(volatile char *)0x123456 = 1;
}

static void signals_look(struct taken *n, const struct sctrace_event *ev)
{
	const struct sctrace_siginfo *s = sctrace_event_siginfo(n->t, ev);
	int64_t sec = -1;
	uint32_t nsec = 0;

	if (ev->type == SCTRACE_EXIT && !strcmp(ev->name, "clock_nanosleep")) {
		is("a time", sctrace_event_time(n->t, ev, "request", &sec, &nsec), 0);
		check(!sec && nsec == 1234567, "its seconds and nanoseconds");
		is("an argument without a time", sctrace_event_time(n->t, ev, "clockid", &sec, &nsec), -ENOENT);
		n->seen += 100;
	}
	check(!s == (ev->type != SCTRACE_SIGNAL), "events of signals have them, others not");
	if (!s)
		return;
	switch (s->number) {
	case SIGUSR1:
		check(s->name && !strcmp(s->name, "SIGUSR1") && s->code == SI_USER && !strcmp(s->code_name, "SI_USER"),
		      "its name and code");
		check(s->has_sender && s->pid == ev->tgid && s->uid == getuid() && s->fd == -1, "its sender");
		break;
	case SIGUSR2:
		check(s->code == SI_QUEUE && s->has_sender && s->pid == ev->tgid && (int)s->value == 99, "its value");
		break;
	case SIGSEGV:
		check(s->address == 0x123456 && !s->has_sender && !strcmp(s->code_name, "SEGV_MAPERR"), "a fault");
		break;
	}
	n->seen++;
}

static void signals(void)
{
	struct taken n = { .look = signals_look };

	run(&n, "clock_nanosleep", signals_calls);
	is("signals, and a time", n.seen, 103);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "addresses", addresses },
		{ "files", files },
		{ "signals", signals },
	};

	return api_main(tests, sizeof(tests) / sizeof(*tests), argc, argv);
}
