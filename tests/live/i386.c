// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Calls that only 32-bit x86 has, or has in another form. Freestanding: needs
 * gcc -m32 but no 32-bit library. With an argument it calls but a few and ends; with two it sleeps
 * for ever, 50 ms each time.
 */
#define AT_FDCWD (-100)
#define NONE 0, 0, 0, 0, 0, 0

typedef unsigned int u32;
typedef unsigned long long u64;

static int call6(u32 nr, u32 a, u32 b, u32 c, u32 d, u32 e, u32 f)
{
	u32 six[2] = { nr, f };
	int ret;

	/* the sixth argument's register is the frame pointer */
	__asm__ volatile("pushl %%ebp\n\tmovl 4(%%eax), %%ebp\n\tmovl (%%eax), %%eax\n\tint $0x80\n\tpopl %%ebp"
			 : "=a"(ret)
			 : "a"(six), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : "memory");
	return ret;
}

#define A(x) ((u32)(x))
#define call0(nr) call6(nr, NONE)
#define call1(nr, a) call6(nr, A(a), 0, 0, 0, 0, 0)
#define call2(nr, a, b) call6(nr, A(a), A(b), 0, 0, 0, 0)
#define call3(nr, a, b, c) call6(nr, A(a), A(b), A(c), 0, 0, 0)
#define call4(nr, a, b, c, d) call6(nr, A(a), A(b), A(c), A(d), 0, 0)
#define call5(nr, a, b, c, d, e) call6(nr, A(a), A(b), A(c), A(d), A(e), 0)

static char buf[4096] __attribute__((aligned(16)));

/* ---- files ---- */

static void files(void)
{
	struct {
		u32 iov_base, iov_len;
	} iov[2] = { { A("one"), 3 }, { A("two\n"), 4 } };
	struct {
		short type, whence;
		u32 start, len;
		int pid;
	} lock = { 1, 0, 3, 5, 0 };
	struct __attribute__((packed)) {
		short type, whence;
		u64 start, len;
		int pid;
	} lock64 = { 1, 0, 0x123456789ull, 5, 0 };
	u32 off = 2;
	u64 off64 = 2;
	int fd = call3(5, "file32", 0102 | 0100000, 0640);
	int out = call3(5, "copy32", 01102, 0600);

	call3(4, fd, "hello\n\tworld", 12);
	call3(146, fd, iov, 2);
	call5(180, fd, buf, 16, 4, 0);		 /* pread64 */
	call5(181, fd, "xy", 2, 0xfffffffb, -1); /* pwrite64: before the beginning */
	call5(333, fd, iov, 1, 0xfffffff0, 0xffffffff);
	call5(140, fd, 0, 5, buf, 0); /* _llseek */
	call3(19, fd, -1, 0);
	call4(187, out, fd, &off, 3);	/* sendfile */
	call4(239, out, fd, &off64, 3); /* sendfile64 */
	call3(193, "copy32", 2, 1);	/* truncate64: 4 GiB and two */
	call3(194, out, 5, 0);
	call2(195, "file32", buf); /* stat64 */
	call2(196, "file32", buf);
	call2(197, fd, buf);
	call4(300, AT_FDCWD, "file32", buf, 0);
	call2(106, "file32", buf); /* stat */
	call2(107, "file32", buf);
	call2(108, fd, buf);
	call3(268, "/proc", 84, buf); /* statfs64 */
	call3(269, fd, 84, buf);
	call2(99, "/proc", buf);
	call3(55, fd, 7, &lock); /* fcntl */
	call3(55, fd, 5, &lock);
	call3(221, fd, 13, &lock64); /* fcntl64 */
	call3(221, fd, 12, &lock64);
	call3(221, fd, 3, 0);
	call5(225, fd, 1, 2, 3, 0);		/* readahead */
	call5(250, fd, 1, 0, 100, 3);		/* fadvise64 */
	call6(272, A(fd), 1, 1, 100, 0, 3);	/* fadvise64_64 */
	call6(314, A(fd), 1, 0, 2, 0, 2);	/* sync_file_range */
	call6(324, A(fd), 1, 0x10, 0, 0x20, 0); /* fallocate */
	call3(182, "file32", 0, 0xffff);	/* chown */
	call3(212, "file32", 0, 0xffffffff);	/* chown32 */
	call3(95, fd, -1, 65534);
	call3(16, "file32", -1, -1);
	call3(89, fd, buf, 1);	   /* readdir */
	call1(22, "/nonexistent"); /* umount */
	call1(6, fd);
	call1(6, out);
	call1(10, "file32");
	call1(10, "copy32");
}

/* ---- memory, waiting ---- */

static void memory(void)
{
	u32 map[6] = { 0, 4096, 3, 0x22, A(-1), 0 };
	u32 fds[32] = { 1 }, tv[2] = { 0, 1000 };
	u32 sel[5] = { 1, 0, A(fds), 0, A(tv) };
	u64 tv64[2] = { 0, 1000 };
	u32 mask[2] = { 0x200, 0 };
	u32 sig[2] = { A(mask), 8 };
	int p = call1(90, map);
	int q = call6(192, 0, 8192, 3, 0x22, A(-1), 0);

	call1(90, 8);
	call2(91, p, 4096);
	call2(91, q, 8192);
	call6(192, 0, 4096, 1, 2, 77, 0x12345); /* mmap2: pages */
	call1(82, sel);
	call5(142, 1, 0, fds, 0, tv);
	call6(308, 1, 0, A(fds), 0, A(tv), A(sig));
	call6(413, 1, 0, A(fds), 0, A(tv64), A(sig));
}

/* ---- users ---- */

static void users(void)
{
	call0(24);
	call0(199);
	call3(165, buf, buf + 4, buf + 8); /* getresuid */
	call3(209, buf, buf + 4, buf + 8); /* getresuid32 */
	call2(70, -1, 0xffff);
	call3(208, -1, -1, -1);
	call1(138, -1);
	call1(215, -1);
	call2(80, 0, 0);
	call2(81, -1, 0);
}

/* ---- time ---- */

static void times_(void)
{
	u32 ts[2] = { 0, 1000 };
	u64 ts64[2] = { 0, 1000 };
	u32 word = 0;

	call2(265, 1, buf);  /* clock_gettime */
	call2(403, 99, buf); /* clock_gettime64 */
	call2(406, 1, buf);
	call2(162, ts, 0);
	call4(407, 1, 0, ts64, 0);
	call2(78, buf, buf + 8);
	call4(240, &word, 0, 1, 0);    /* futex */
	call4(422, &word, 0, 1, ts64); /* futex_time64 */
	call4(412, AT_FDCWD, "/nonexistent", ts64, 0);
	call1(25, -1);	    /* stime */
	call2(191, 7, buf); /* ugetrlimit */
	call2(76, 7, buf);
}

/* ---- signals, processes ---- */

static void signals(void)
{
	u32 act[4] = { 1, 0x200, 0x10000000, 0 };
	u32 set = 0x800, old = 0;

	call3(67, 10, act, 0); /* sigaction */
	call3(67, 10, 0, act);
	call2(48, 12, 1); /* signal */
	call2(48, 12, 0);
	call3(126, 0, &set, &old); /* sigprocmask */
	call1(73, &old);	   /* sigpending */
	call0(68);		   /* sgetmask */
	call1(69, 0);		   /* ssetmask */
}

static void processes(void)
{
	int pid = call5(120, 17, 0, 0, 0, 0); /* clone */

	if (!pid)
		call1(252, 3);
	call3(7, pid, buf, 0); /* waitpid */
	call3(7, -1, buf, 1);
	call1(34, 0); /* nice */
	call1(122, buf);
}

/* ---- calls within calls ---- */

static void sockets(void)
{
	u32 two[4] = { 1, 1, 0, A(buf) };
	int *sv = (int *)buf;

	call2(102, 8, two); /* socketpair */
	if (sv[0] > 0) {
		u32 send[4] = { A(sv[0]), A("hello"), 5, 0 };
		u32 recv[4] = { A(sv[1]), A(buf + 64), 16, 0 };
		u32 opt[5] = { A(sv[0]), 1, 9, A(buf + 32), 4 };
		u32 down[2] = { A(sv[0]), 2 };

		call2(102, 9, send);
		call2(102, 10, recv);
		call2(102, 14, opt);
		call2(102, 13, down);
		call1(6, sv[0]);
		call1(6, sv[1]);
	}
	call2(102, 1, 8); /* not readable */
	call2(102, 99, two);
	call5(366, -1, 1, 9, buf, 4);
}

static void ipc(void)
{
	struct {
		unsigned short num;
		short op, flg;
	} op = { 0, 1, 0 };
	u32 arg = 0;
	int id = call4(117, 2, 0, 1, 0600); /* semget */

	call5(117, 1, id, 1, 0, &op); /* semop */
	call5(117, 3, id, 0, 0x10c, &arg);
	call5(117, 3, id, 0, 0x100, &arg);
	id = call4(117, 23, 0, 4096, 0600); /* shmget */
	call5(117, 21, id, 0, &arg, 0);	    /* shmat */
	call5(117, 22, 0, 0, 0, arg);
	call5(117, 24, id, 0x100, 0, 0);
	call5(117, 77, 1, 2, 3, 4);
}

static volatile u32 depth;

/* For -k: a call from some depth, that leaves the stack pointer where the compiler knows it to be. */
__attribute__((noinline)) static void nested(u32 n)
{
	u32 ret = 20; /* getpid */

	if (n)
		nested(n - 1);
	else
		__asm__ volatile("int $0x80" : "+a"(ret) : : "memory");
	depth++;
}

/* From _start: the stack begins with argc. */
__attribute__((used)) static void start(const u32 *stack)
{
	u32 moment[] = { 0, 50000000 };

	while (stack[0] == 3)
		call2(162, moment, 0); /* nanosleep */
	if (stack[0] == 1) {
		files();
		memory();
		users();
		times_();
		signals();
		processes();
		sockets();
		ipc();
	}
	nested(2);
	call1(252, 7);
	__builtin_unreachable();
}

__asm__(".globl _start\n_start:\n\tmovl %esp, %eax\n\tandl $-16, %esp\n\tsubl $12, %esp\n\tpushl %eax\n\tcall start");
