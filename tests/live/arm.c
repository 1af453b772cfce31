// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Makes calls that 32-bit arm has in a form of its own. It needs a compiler for arm, but no library. With an argument,
 * it makes only one call and ends.
 */
#define AT_FDCWD (-100)

typedef unsigned int u32;
typedef unsigned long long u64;

static int call6(u32 nr, u32 a, u32 b, u32 c, u32 d, u32 e, u32 f)
{
	register u32 r7 __asm__("r7") = nr;
	register u32 r0 __asm__("r0") = a;
	register u32 r1 __asm__("r1") = b;
	register u32 r2 __asm__("r2") = c;
	register u32 r3 __asm__("r3") = d;
	register u32 r4 __asm__("r4") = e;
	register u32 r5 __asm__("r5") = f;

	__asm__ volatile("svc 0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5) : "memory");
	return r0;
}

#define A(x) ((u32)(x))
#define call0(nr) call6(nr, 0, 0, 0, 0, 0, 0)
#define call1(nr, a) call6(nr, A(a), 0, 0, 0, 0, 0)
#define call2(nr, a, b) call6(nr, A(a), A(b), 0, 0, 0, 0)
#define call3(nr, a, b, c) call6(nr, A(a), A(b), A(c), 0, 0, 0)
#define call4(nr, a, b, c, d) call6(nr, A(a), A(b), A(c), A(d), 0, 0)

static char buf[256] __attribute__((aligned(16)));

/* 64-bit arguments lie in an even register and the next one. */
static void pairs(int fd)
{
	call6(180, A(fd), A(buf), 16, 0, 4, 0);		     /* pread64 */
	call6(181, A(fd), A("xy"), 2, 0, 0xfffffffb, A(-1)); /* pwrite64: before the beginning */
	call4(193, "arm32", 0, 2, 1);			     /* truncate64: 4 GiB and two */
	call4(194, fd, 0, 5, 0);			     /* ftruncate64 */
	call6(225, A(fd), 0, 1, 2, 3, 0);		     /* readahead */
	call6(270, A(fd), 3, 1, 1, 100, 0);		     /* arm_fadvise64_64 */
	call6(341, A(fd), 2, 1, 0, 2, 0);		     /* arm_sync_file_range */
	call6(352, A(fd), 1, 0x10, 0, 0x20, 0);		     /* fallocate */
	call6(140, A(fd), 0, 5, A(buf), 0, 0);		     /* _llseek */
	call6(361, A(fd), A(buf), 0, 0xfffffff0, A(-1), 0);  /* preadv */
}

/* Structs with 64-bit members are aligned as on 64-bit machines. */
static void structs(int fd)
{
	struct {
		short type, whence;
		u64 start, len;
		int pid;
	} lock64 = { 1, 0, 0x123456789ull, 5, 0 };
	struct {
		u32 iov_base, iov_len;
	} iov[2] = { { A("one"), 3 }, { A("two\n"), 4 } };
	u32 tv[2] = { 0, 1000 };
	u64 tv64[2] = { 0, 1000 };
	static u32 fds[32] = { 1 };

	call3(146, fd, iov, 2);
	call2(195, "arm32", buf); /* stat64 */
	call2(197, fd, buf);
	call4(327, AT_FDCWD, "arm32", buf, 0);
	call3(221, fd, 13, &lock64); /* fcntl64 */
	call3(221, fd, 12, &lock64);
	call2(263, 1, tv); /* clock_gettime */
	call2(403, 99, tv64);
	tv[0] = 0;
	tv[1] = 1000;
	call2(162, tv, 0);		       /* nanosleep */
	call6(142, 1, 0, A(fds), 0, A(tv), 0); /* _newselect */
	call4(422, buf, 0, 1, tv64);	       /* futex_time64: FUTEX_WAIT for another value than the word has */
	call3(322, AT_FDCWD, "/nonexistent",
	      0400000); /* openat: O_LARGEFILE, whose number is that of O_DIRECT on x86 */
}

static void signals(void)
{
	u32 act[5] = { 1, 0x10000000, 0, 0x200, 0 };
	u32 old[5];

	call4(174, 10, act, old, 8); /* rt_sigaction */
	call3(67, 10, 0, old);	     /* sigaction */
	call4(175, 0, act + 3, 0, 8);
}

void start(const u32 *stack)
{
	int fd, p, child;

	if (stack[0] > 1) {
		call0(20);
		call1(248, 7);
	}
	fd = call3(5, "arm32", 0102 | 0400000, 0640);
	call3(4, fd, "hello\n\tworld", 12);
	pairs(fd);
	structs(fd);
	signals();
	p = call6(192, 0, 8192, 3, 0x22, A(-1), 0); /* mmap2 */
	call2(91, p, 8192);
	call3(0xf0002, buf, buf + 16, 0); /* numbers of calls that only arm has */
	call1(0xf0005, 0x12345678);
	call0(0xf0006);
	call1(0xf0099, 1);
	child = call6(120, 0, 0, 0, 0, 0, 0); /* clone, without a signal at its end */
	if (child == 0)
		call1(248, 3);
	call4(114, child, buf, 0x40000000, 0); /* wait4 */
	call1(6, fd);
	call1(10, "arm32");
	call1(248, 7);
	__builtin_trap();
}

__attribute__((naked)) void _start(void)
{
	__asm__("mov r0, sp\n\tb start");
}
