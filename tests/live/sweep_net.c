// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes every socket call with many values of every argument. Nothing happens, because a seccomp filter answers all
 * calls, in one child with EPERM, in the other one with success. The test compares what tracers print.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/filter.h>
#include <linux/seccomp.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define BAD 0xdead0ul
#define CALL(n, ...) syscall(SYS_##n, __VA_ARGS__)

struct msg {
	void *name;
	int namelen;
	void *iov;
	unsigned long iovlen;
	void *control;
	unsigned long controllen;
	int flags;
};

struct mmsg {
	struct msg hdr;
	unsigned len;
};

struct vec {
	const void *base;
	unsigned long len;
};

static unsigned char pattern[512];
static char *edge; /* the first byte that is not mapped */

static void jail(int err)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | err),
	};
	struct sock_fprog p = { COUNT(f), f };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p))
		_exit(1);
}

/* ---- addresses ---- */

static void put16(unsigned char *p, unsigned v)
{
	p[0] = v;
	p[1] = v >> 8;
}

static void put32(unsigned char *p, unsigned v)
{
	put16(p, v);
	put16(p + 2, v >> 16);
}

static void address(void *a, long len)
{
	unsigned n = len;
	void *at = edge - (len > 0 && len < 200 ? len : 0);

	CALL(connect, 3, a, len);
	memmove(at, a, len > 0 && len < 200 ? len : 0);
	CALL(bind, 3, at, len);
	CALL(sendto, 3, "x", 1, 0, a, len);
	CALL(getsockname, 3, a, &n);
	CALL(getpeername, 3, a, &n);
	CALL(accept, 3, a, &n);
	CALL(accept4, 3, a, &n, 0);
	CALL(recvfrom, 3, pattern, 10, 0, a, &n);
}

static void unix_addresses(void)
{
	static const struct {
		const char *path;
		int len;
	} paths[] = {
		{ "", 0 },
		{ "", 1 },
		{ "/", 1 },
		{ "/tmp/x", 6 },
		{ "/tmp/x", 7 },
		{ "/tmp/x\0rest", 11 },
		{ "\0abs", 4 },
		{ "\0abs\0def\0", 9 },
		{ "\0a\n\200\"\\1", 8 },
		{ "/t\377\1\n\"x9", 8 },
	};
	unsigned char a[130] = { 1 };

	for (size_t i = 0; i < COUNT(paths); i++) {
		memcpy(a + 2, paths[i].path, paths[i].len);
		address(a, 2 + paths[i].len);
	}
	memset(a + 2, 'p', sizeof(a) - 2);
	for (int n = 100; n < 115; n++)
		address(a, n);
	a[2] = 0;
	for (int n = 100; n < 115; n++)
		address(a, n);
}

static void inet6_addresses(void)
{
	static const unsigned char heads[][4] = {
		{ 0, 0 }, { 0xfe, 0x80 }, { 0xff, 2 }, { 0xff, 1 }, { 0xfe, 0xc0 }, { 0x20, 1, 13, 184 },
	};

	for (size_t i = 0; i < COUNT(heads); i++)
		for (unsigned scope = 0; scope < 3; scope++) {
			unsigned char a[32] = { 10, 0, 31, 144, 0, 1, 2, 3 };

			memcpy(a + 8, heads[i], sizeof(heads[i]));
			a[23] = 1;
			put32(a + 24, scope);
			for (int n = 22; n <= 28; n++)
				address(a, n);
		}
}

/* Structs whose fields are set one by one. */
static void other_addresses(void)
{
	unsigned char a[130];
	static const unsigned char fields[][3] = {
		/* family, length, offset */
		{ 16, 12, 2 },	{ 16, 12, 4 },	{ 16, 12, 8 },	{ 17, 20, 2 },	{ 17, 20, 4 }, { 17, 20, 8 },
		{ 17, 20, 10 }, { 17, 20, 11 }, { 40, 16, 2 },	{ 40, 16, 4 },	{ 40, 16, 8 }, { 40, 16, 12 },
		{ 44, 16, 2 },	{ 44, 16, 4 },	{ 44, 16, 12 }, { 45, 12, 4 },	{ 45, 12, 8 }, { 38, 40, 16 },
		{ 38, 40, 20 }, { 36, 20, 4 },	{ 36, 20, 8 },	{ 36, 20, 10 }, { 39, 16, 4 }, { 39, 96, 12 },
		{ 39, 96, 16 }, { 33, 36, 2 },	{ 33, 36, 4 },	{ 33, 36, 6 },	{ 33, 36, 8 }, { 4, 16, 2 },
	};
	static const unsigned values[] = { 1, 2, 3, 5, 8, 0x300, 0xffff, 0x10000, 0x80000000, 0xffffffff };

	for (size_t i = 0; i < COUNT(fields); i++)
		for (size_t k = 0; k < COUNT(values); k++) {
			memset(a, 0, sizeof(a));
			put16(a, fields[i][0]);
			put32(a + fields[i][2], values[k]);
			address(a, fields[i][1]);
		}
}

static void ax25_addresses(void)
{
	static const char *const calls[] = { "AB1CDE", "A     ", "A B   ", " A    ",
					     "ab    ", "      ", "A*/   ", "A~    " };
	unsigned char a[100] = { 3 };

	for (size_t i = 0; i < COUNT(calls); i++)
		for (int ssid = 0; ssid < 40; ssid += 7)
			for (int digis = -1; digis < 10; digis += 2) {
				for (int k = 0; k < 6; k++)
					a[2 + k] = calls[i][k] << 1;
				a[8] = ssid;
				put32(a + 12, digis);
				memcpy(a + 16, "\210\222\216\222b@\2\210\222\216\222d@\4", 14);
				for (int n = 16; n < 80; n += digis ? 7 : 3)
					CALL(connect, 3, a, (long)n);
			}
}

static void addresses(void)
{
	static const long lens[] = { -1, 0, 1, 2, 3, 8, 12, 16, 18, 20, 24, 28, 36, 88, 96, 110, 128, 129 };
	static unsigned char any[130];

	for (unsigned family = 0; family < 48; family++)
		for (size_t i = 0; i < COUNT(lens); i++) {
			memcpy(any, pattern, sizeof(any));
			put16(any, family);
			address(any, lens[i]);
			memset(any + 2, 0, sizeof(any) - 2);
			address(any, lens[i]);
		}
	CALL(connect, 3, NULL, 16L);
	CALL(connect, 3, BAD, 16L);
	CALL(connect, -1, BAD, 0L);
	CALL(accept, 3, NULL, NULL);
	CALL(accept, 3, NULL, any);
	CALL(accept, 3, any, NULL);
	CALL(accept, 3, any, BAD);
	CALL(recvfrom, 3, BAD, 10, 0, BAD, BAD);
	CALL(recvfrom, 3, NULL, 10, 0, NULL, NULL);
	unix_addresses();
	inet6_addresses();
	other_addresses();
	ax25_addresses();
}

/* ---- plain arguments ---- */

static void scalars(void)
{
	static const long families[] = { 0, 1, 2, 3, 10, 16, 17, 23, 29, 31, 33, 34, 35, 37, 39, 41, 43, 46, -1 };
	int pair[2] = { 3, 4 };

	for (size_t i = 0; i < COUNT(families); i++)
		for (long proto = -1; proto < 270; proto++)
			CALL(socket, families[i], 3, proto);
	for (long type = -1; type < 20; type++) {
		CALL(socket, 2, type, 0);
		CALL(socketpair, 1, type | 04000 | 02000000, 6, pair);
	}
	for (int bit = 0; bit < 32; bit++) {
		CALL(socket, 2, 1L << bit | 1, 0);
		CALL(accept4, 3, NULL, NULL, 1L << bit);
		CALL(sendto, 3, "data", 4, 1L << bit, NULL, 0);
		CALL(recvfrom, 3, pattern, 4, 3L << bit, NULL, NULL);
	}
	CALL(socketpair, 1, 1, 0, NULL);
	CALL(socketpair, 1, 1, 0, BAD);
	CALL(listen, 3, 128);
	CALL(listen, -1, -1);
	for (int how = -1; how < 5; how++)
		CALL(shutdown, 3, how);
	CALL(sendto, 3, pattern, 100, 0, NULL, 0);
	CALL(sendto, 3, BAD, 5, 0, NULL, 0);
	CALL(sendto, 3, BAD, 0, 0, NULL, 0);
	CALL(sendto, 3, edge - 3, 5, 0, NULL, 0);
	CALL(sendto, 3, edge - 3, 3, 0, NULL, 0);
}

/* ---- messages ---- */

static void message(struct msg *m)
{
	struct mmsg mm[3] = { { *m, 5 }, { *m, 1 }, { *m, 40 } };
	long ts[2] = { 5, 123 };

	CALL(sendmsg, 3, m, 0x4000);
	CALL(recvmsg, 3, m, 0x40);
	for (long n = 0; n < 4; n += n ? 2 : 1) {
		CALL(sendmmsg, 3, mm, n, 0);
		CALL(recvmmsg, 3, mm, n, 0x10000, n ? ts : NULL);
	}
}

static void control(const void *data, unsigned long n)
{
	struct msg m = { .control = (void *)data, .controllen = n };

	CALL(sendmsg, 3, &m, 0);
	CALL(recvmsg, 3, &m, 0);
}

static void control_one(unsigned level, unsigned type, unsigned long n)
{
	unsigned long buf[20] = { 16 + n };

	put32((unsigned char *)&buf[1], level);
	put32((unsigned char *)&buf[1] + 4, type);
	memcpy(buf + 2, pattern, 64);
	control(buf, 16 + n);
}

static void controls(void)
{
	static const unsigned char sizes[] = { 0, 1, 3, 4, 8, 11, 12, 15, 16, 17, 31, 32, 47, 48 };
	unsigned long lens[] = { 1, 8, 15, 16, 17, 20, 24, 100, 4096 };
	unsigned long buf[12];

	for (unsigned type = 0; type < 70; type++)
		for (size_t i = 0; i < COUNT(sizes); i++) {
			control_one(0, type, sizes[i]);
			control_one(1, type, sizes[i]);
		}
	for (unsigned level = 0; level < 300; level++)
		control_one(level, 1, 4);
	control_one(-1, -1, 4);
	for (size_t i = 0; i < COUNT(lens); i++)
		for (unsigned long n = 0; n <= sizeof(buf); n += 3) {
			unsigned long head[] = { lens[i], 0x100000001, 0x600000005, 20, 0x100000001, 7 };

			memcpy(buf, head, sizeof(head));
			memcpy(buf + 6, head, sizeof(head));
			control(buf, n);
		}
	control(NULL, 10);
	control((void *)BAD, 50);
}

static void messages(void)
{
	static unsigned char inet[16] = { 2, 0, 31, 144, 127, 0, 0, 1 };
	struct vec v[] = {
		{ "hello world", 11 },
		{ pattern, 50 },
		{ NULL, 0 },
		{ (void *)BAD, 5 },
	};
	struct msg m = { 0 };

	message(&m);
	for (int len = -1; len < 130; len += len < 2 ? 1 : 14)
		for (unsigned long n = 0; n <= COUNT(v); n++) {
			m = (struct msg){ .name = inet, .namelen = len, .iov = v, .iovlen = n };
			message(&m);
		}
	m = (struct msg){ .name = (void *)BAD, .namelen = 16, .iov = (void *)BAD, .iovlen = 2 };
	m.flags = -1;
	message(&m);
	m = (struct msg){ .namelen = 16, .iov = v, .iovlen = -1, .flags = 0x20 };
	message(&m);
	CALL(sendmsg, 3, NULL, 0);
	CALL(recvmsg, 3, BAD, 0x40);
	CALL(sendmmsg, 3, BAD, 1, 0);
	CALL(recvmmsg, 3, NULL, 3, 0, BAD);
	controls();
}

/* ---- options ---- */

static void option(long level, long name, const void *value, unsigned len)
{
	CALL(setsockopt, 3, level, name, value, (long)(int)len);
	CALL(getsockopt, 3, level, name, value, &len);
}

static void options(void)
{
	/* options whose values are not just ints and strings */
	static const short rich[] = { 0, 1, 41, 255, 263, 270 };
	static const short plain[] = { 2,   6,	 17,  40,  101, 132, 256, 257, 266, 268, 269, 271,
				       272, 273, 274, 275, 276, 277, 278, 279, 280, 281, 282, 283 };
	static const unsigned lens[] = { 0, 3, 4, 5, 8, 12, 16, 20, 24, 136, 264, -1 };
	unsigned word[3] = { 0 };

	for (size_t l = 0; l < COUNT(rich); l++)
		for (int name = -1; name < (rich[l] < 50 ? 135 : 30); name++)
			for (size_t i = 0; i < COUNT(lens); i++)
				if (rich[l] != 270 || lens[i] != 3) /* the memory does not have a whole int */
					option(rich[l], name, pattern, lens[i]);
	for (size_t l = 0; l < COUNT(plain); l++)
		for (int name = -1; name < 140; name++)
			option(plain[l], name, pattern, plain[l] & 1 ? 4 : 8);
	for (int level = -1; level < 300; level++)
		option(level, 9999, NULL, 4);
	for (unsigned v = 0; v < 140; v++) {
		word[0] = v;
		option(1, 4, word, 4);	 /* SO_ERROR */
		option(1, 74, word, 4);	 /* SO_TXREHASH */
		option(1, 13, word, 8);	 /* SO_LINGER */
		option(1, 17, word, 12); /* SO_PEERCRED */
	}
	for (unsigned bit = 0; bit < 32; bit++) {
		word[0] = 1u << bit;
		option(255, 1, word, 4); /* ICMP_FILTER */
		word[0] = ~word[0];
		option(255, 1, word, 4);
	}
	option(1, 2, (void *)BAD, 4);
	CALL(getsockopt, 3, 1, 2, word, NULL);
	CALL(getsockopt, 3, 1, 2, word, BAD);
}

static void sweep(int err)
{
	jail(err);
	scalars();
	addresses();
	messages();
	options();
	CALL(exit_group, 0);
}

static int in_child(int err)
{
	pid_t pid = fork();
	int status;

	if (!pid)
		sweep(err);
	return pid < 0 || waitpid(pid, &status, 0) != pid || status;
}

int main(void)
{
	char *area = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (area == MAP_FAILED || munmap(area + 4096, 4096))
		return 1;
	edge = area + 4096;
	for (size_t i = 0; i < sizeof(pattern); i++)
		pattern[i] = i * 37 + 1;
	return in_child(EPERM) | in_child(0);
}
