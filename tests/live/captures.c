// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Has a thread for each way in which memory of a call is captured. seccomp (SECCOMP_RET_USER_NOTIF) holds each thread
 * in its call, before the tracepoint at the call's beginning. A tracer that attaches now has to read the calls from
 * outside. After SIGUSR1 the calls go on and reach the tracepoint, with the same memory, which is captured again.
 *
 *	captures READY
 *
 * The file READY is created when all threads are in their calls. No call has an effect: descriptors are bad, and files
 * are missing.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif

#define BAD (-5)
#define MAX 64
#define W(x) ((long)(uintptr_t)(x))

struct call {
	const char *name;
	long nr, args[6];
	int listener;
	pthread_t thread;
};

static struct call calls[MAX];
static unsigned ncalls;
static pthread_barrier_t listening;

static void add(const char *name, long nr, long a, long b, long c, long d, long e, long f)
{
	if (ncalls == MAX)
		abort();
	calls[ncalls++] = (struct call){ .name = name, .nr = nr, .args = { a, b, c, d, e, f } };
}

/* ---- memory ---- */

static size_t page;

/* Returns n pages that are followed by an unmapped one. */
static char *pages(size_t n)
{
	char *p = mmap(NULL, (n + 1) * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED || mprotect(p + n * page, page, PROT_NONE))
		abort();
	madvise(p, n * page, MADV_NOHUGEPAGE);
	memset(p, 0, n * page);
	return p;
}

static char *text(size_t n)
{
	char *p = pages(n / page + 1);

	for (size_t i = 0; i < n; i++)
		p[i] = (char)('a' + i % 26);
	return p;
}

/* Returns a copy of n bytes that ends where memory ends. */
static void *at_end(const void *from, size_t n)
{
	char *p = pages((n + page - 1) / page) + (n + page - 1) / page * page - n;

	memcpy(p, from, n);
	return p;
}

/* A page between two others that was never written to: it is not resident. */
static char *with_hole(void)
{
	char *p = text(3 * page);

	madvise(p + page, page, MADV_DONTNEED);
	return p;
}

/* ---- calls ---- */

static void strings(void)
{
	char *odd = text(20000);

	add("string", SYS_chdir, W(strdup("/no/such/path")), 0, 0, 0, 0, 0);
	add("string, empty", SYS_chdir, W(strdup("")), 0, 0, 0, 0, 0);
	add("string, longer than any path", SYS_chdir, W(odd), 0, 0, 0, 0, 0);
	add("string at the end", SYS_chdir, W(at_end("/no", 4)), 0, 0, 0, 0, 0);
	add("string without an end", SYS_chdir, W(at_end("/no", 3)), 0, 0, 0, 0, 0);
	add("string that is not there", SYS_chdir, 16, 0, 0, 0, 0, 0);
	add("string over a hole", SYS_chdir, W(with_hole() + page - 5), 0, 0, 0, 0, 0);
	add("string of 33", SYS_add_key, W(at_end(odd, 33)), W(strdup("description")), W(odd), 40, 0, 0);
	add("two strings", SYS_linkat, BAD, W(strdup("old")), BAD, W(strdup("new/path")), 0, 0);
}

static char **vector(size_t n, size_t len)
{
	char **v = (char **)pages((n + 1) * sizeof(*v) / page + 1), *all = text(n * len + len);

	for (size_t i = 0; i < n; i++) {
		v[i] = all + i * len;
		all[i * len + len - 1] = '\0';
	}
	return v;
}

static void vectors(void)
{
	char **v = vector(3, 5), **many = vector(5000, 30), **odd = vector(4, 7), **last = vector(3, 5);
	char **huge = vector(9000, 3);
	static char *none;

	odd[1] = (char *)16;
	add("strings", SYS_execve, W("/no/such"), W(v), W(v), 0, 0, 0);
	add("strings, many", SYS_execve, W("/no/such"), W(many), W(many), 0, 0, 0);
	add("strings, more than are counted", SYS_execve, W("/no/such"), W(huge), W(huge), 0, 0, 0);
	add("strings, none", SYS_execve, W("/no/such"), W(&none), W(at_end(&none, sizeof(none))), 0, 0, 0);
	add("strings, one of them not there", SYS_execveat, BAD, W("/no/such"), W(odd), W(odd), 0, 0);
	add("strings without an end", SYS_execveat, BAD, W("/no/such"), W(at_end(last, 3 * sizeof(*v))),
	    W(at_end(last, 3 * sizeof(*v))), 0, 0);
	add("strings that are not there", SYS_execve, W("/no/such"), 16, 16, 0, 0, 0);
}

static struct iovec *iovecs(size_t n, size_t len)
{
	struct iovec *v = (struct iovec *)pages(n * sizeof(*v) / page + 1);
	char *all = text(n * len + len);

	for (size_t i = 0; i < n; i++)
		v[i] = (struct iovec){ all + i * len, len };
	return v;
}

static void buffers(void)
{
	struct iovec *v = iovecs(3, 50), *many = iovecs(1500, 100), *odd = iovecs(5, 9), *end = iovecs(2, 60);

	odd[0].iov_len = 0;
	odd[1].iov_base = (void *)16;
	odd[2] = (struct iovec){ with_hole() + page - 20, 4000 };
	odd[3].iov_len = (size_t)-1;
	add("buffer", SYS_write, BAD, W(text(100)), 100, 0, 0, 0);
	add("buffer, large", SYS_write, BAD, W(text(100000)), 100000, 0, 0, 0);
	add("buffer that ends early", SYS_write, BAD, W(at_end("some bytes", 10)), 40, 0, 0, 0);
	add("buffer over a hole", SYS_write, BAD, W(with_hole() + 5), 9000, 0, 0, 0);
	add("buffer, none", SYS_write, BAD, W(text(1)), 0, 0, 0, 0);
	add("iovecs", SYS_writev, BAD, W(v), 3, 0, 0, 0);
	add("iovecs, many", SYS_writev, BAD, W(many), 1500, 0, 0, 0);
	add("iovecs, odd", SYS_writev, BAD, W(odd), 5, 0, 0, 0);
	add("iovecs that end early", SYS_writev, BAD, W(at_end(end, 2 * sizeof(*end))), 4, 0, 0, 0);
	add("iovecs at half", SYS_writev, BAD, W(at_end(end, 24)), 4, 0, 0, 0);
	add("iovecs, two vectors", SYS_process_vm_writev, 0x7ffffff0, W(v), 3, W(odd), 5, 0);
}

static void message(struct msghdr *m, struct iovec *iov, size_t n)
{
	static const char address[] = "\1\0/no/such/socket";
	char *control = pages(1);

	*(struct cmsghdr *)control = (struct cmsghdr){ CMSG_LEN(8), SOL_SOCKET, SCM_RIGHTS };
	*m = (struct msghdr){
		.msg_name = at_end(address, sizeof(address)),
		.msg_namelen = sizeof(address),
		.msg_iov = iov,
		.msg_iovlen = n,
		.msg_control = control,
		.msg_controllen = CMSG_SPACE(8),
	};
}

static void messages(void)
{
	struct mmsghdr *mm = (struct mmsghdr *)pages(300 * sizeof(*mm) / page + 1);
	struct msghdr *m = (struct msghdr *)pages(1);

	for (unsigned i = 0; i < 300; i++)
		message(&mm[i].msg_hdr, iovecs(3, 40), 3);
	message(&m[0], iovecs(200, 70), 200);
	message(&m[1], iovecs(1, 5), 1);
	m[1].msg_controllen = 100000;
	m[1].msg_namelen = 5000;
	add("message", SYS_sendmsg, BAD, W(m), 0, 0, 0, 0);
	add("message, odd", SYS_sendmsg, BAD, W(m + 1), 0, 0, 0, 0);
	add("message at half", SYS_sendmsg, BAD, W(at_end(m, 36)), 0, 0, 0, 0);
	add("messages", SYS_sendmmsg, BAD, W(mm), 5, 0, 0, 0);
	add("messages, many", SYS_sendmmsg, BAD, W(mm), 300, 0, 0, 0);
	add("messages that end early", SYS_sendmmsg, BAD, W(at_end(mm, 2 * sizeof(*mm))), 4, 0, 0, 0);
	add("message to come", SYS_recvmsg, BAD, W(m), 0, 0, 0, 0);
	add("address", SYS_connect, BAD, W("\2\0\0\7\177\0\0\1\0\0\0\0\0\0\0"), 16, 0, 0, 0);
#ifdef SYS_accept /* i386 has accept4() only */
	add("address, size in memory", SYS_accept, BAD, W(text(64)), W(at_end(&(int){ 16 }, 4)), 0, 0, 0);
#endif
}

/* struct iocb of linux/aio_abi.h, 64 bytes: opcode at 16, buf, nbytes, offset from 24 on. */
static void pointers(void)
{
	uint64_t *cb = (uint64_t *)pages(4), *list = (uint64_t *)pages(1);

	for (unsigned i = 0; i < 40; i++) {
		uint64_t *c = cb + 8 * i;

		((uint16_t *)c)[8] = i % 3 == 1 ? 1 : i % 3 == 2 ? 8 : 0; /* pwrite, pwritev, pread */
		((uint32_t *)c)[5] = (uint32_t)BAD;
		c[3] = i % 3 == 2 ? (uint64_t)W(iovecs(100, 33)) : (uint64_t)W(text(50));
		c[4] = i % 3 == 2 ? 100 : 50;
		list[i] = (uint64_t)W(c);
	}
	list[3] = 0;
	list[5] = 16;
	add("pointers to structs", SYS_io_submit, 0, 4, W(list), 0, 0, 0);
	add("pointers to structs, many", SYS_io_submit, 0, 40, W(list), 0, 0, 0);
}

/*
 * struct clone_args has set_tid at 64, then set_tid_size; the kernel soon refuses it. Pointers in the structs of bpf()
 * and in the extended arguments of pselect6() refer to memory, too.
 */
static void nested(void)
{
	uint64_t *c = (uint64_t *)pages(1), *load = (uint64_t *)pages(1);
	uint64_t *part = (uint64_t *)pages(1), *set = (uint64_t *)pages(1);

	c[0] = ~0ull;
	c[8] = (uint64_t)W(text(40));
	c[9] = 5;
	add("struct with a vector", SYS_clone3, W(c), 88, 0, 0, 0, 0);
	add("struct, of which the size has less", SYS_clone3, W(c), 68, 0, 0, 0, 0);
	((uint32_t *)load)[0] = 77; /* a type of program that does not exist */
	((uint32_t *)load)[1] = 6;
	load[1] = (uint64_t)W(text(48)); /* instructions */
	load[2] = (uint64_t)W("GPL");
	add("struct with a string", SYS_bpf, 5, W(load), 48, 0, 0, 0);
	part[0] = (uint64_t)W(set);
	part[1] = 8;
	set[0] = 0x102;
	add("struct with a set", SYS_pselect6, 3, W(set), W(set), 0, W(at_end((uint64_t[]){ 0, ~0ull }, 16)), W(part));
}

/* struct io_uring_query_hdr: next_entry, query_data, query_op, size, ... of 40 bytes; a list. */
static void chain(const char *name, unsigned n, uint64_t last)
{
	uint64_t *h = (uint64_t *)pages(n * 40 / page + 1), data = (uint64_t)W(text(200));

	for (unsigned i = 0; i < n; i++) {
		h[5 * i] = i + 1 < n ? (uint64_t)W(h + 5 * (i + 1)) : last;
		h[5 * i + 1] = i % 4 == 3 ? 0 : data + i % 50;
		((uint32_t *)(h + 5 * i))[5] = 48;
	}
	add(name, SYS_io_uring_register, BAD, 35, W(h), 0, 0, 0);
}

static void others(void)
{
	struct pollfd *fds = (struct pollfd *)pages(2);
	uint64_t many[100];

	for (unsigned i = 0; i < 500; i++)
		fds[i] = (struct pollfd){ BAD, POLLIN, 0 };
	for (unsigned i = 0; i < 100; i++)
		many[i] = i;
#ifdef SYS_poll /* arm64 and riscv64 have only ppoll(), which this program calls itself */
	add("counted structs", SYS_poll, W(fds), 10, 0, 0, 0, 0);
	add("counted structs, many", SYS_poll, W(fds), 500, 0, 0, 0, 0);
#endif
	add("counted, ends early", SYS_setgroups, 300, W(at_end(many, 800)), 0, 0, 0, 0);
	add("bits", SYS_sched_setaffinity, 0x7ffffff0, 100, W(at_end(many, 100)), 0, 0, 0);
	chain("list", 5, 0);
	chain("list, long", 1200, 0);
	chain("list that leads nowhere", 3, 16);
}

/* ---- seccomp ---- */

static void *run(void *arg)
{
	struct call *c = arg;
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)c->nr, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = { sizeof(filter) / sizeof(filter[0]), filter };

	c->listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &prog);
	pthread_barrier_wait(&listening);
	if (c->listener < 0)
		return arg;
	syscall(c->nr, c->args[0], c->args[1], c->args[2], c->args[3], c->args[4], c->args[5]);
	return NULL;
}

int main(int argc, char **argv)
{
	static uint64_t ids[MAX];
	sigset_t set;
	int sig;

	if (argc != 2)
		return 2;
	page = (size_t)sysconf(_SC_PAGESIZE);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	strings();
	vectors();
	buffers();
	messages();
	pointers();
	nested();
	others();
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return 3;
	for (unsigned i = 0; i < ncalls; i++) {
		pthread_barrier_init(&listening, NULL, 2);
		if (pthread_create(&calls[i].thread, NULL, run, &calls[i]))
			return 4;
		pthread_barrier_wait(&listening);
		pthread_barrier_destroy(&listening);
		if (calls[i].listener < 0)
			return 77;
	}
	for (unsigned i = 0; i < ncalls; i++) {
		struct seccomp_notif n = {};

		if (ioctl(calls[i].listener, SECCOMP_IOCTL_NOTIF_RECV, &n))
			return 5;
		ids[i] = n.id;
		printf("%u %s\n", n.pid, calls[i].name);
	}
	fflush(stdout);
	close(open(argv[1], O_CREAT | O_WRONLY, 0644));
	sigwait(&set, &sig);
	for (unsigned i = 0; i < ncalls; i++) {
		struct seccomp_notif_resp r = { .id = ids[i], .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE };

		if (ioctl(calls[i].listener, SECCOMP_IOCTL_NOTIF_SEND, &r))
			return 6;
		pthread_join(calls[i].thread, NULL);
	}
	return 0;
}
