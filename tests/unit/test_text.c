// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Lines, from records to characters. The expected lines are those that strace 6.1 writes for the same events. */
#include <stdio.h>
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "event/pair.h"
#include "sink/text.h"
#include "synth.h"
#include "util/buf.h"

#define MS 1000000ull

static struct buf got;
static struct pair *pair;
static struct sctrace_text *text;
static struct synth s;
static struct decode_opts decode = { .strlen_max = 32 };
static int64_t clock_offset;
static int verdict;

static int on_write(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	buf__mem(&got, p, n);
	return verdict;
}

static int on_event(void *ctx, const struct event *ev)
{
	(void)ctx;
	return sink__event((struct sink *)text, ev);
}

static void begin(struct sctrace_text_opts opts)
{
	opts.sz = sizeof(opts);
	opts.write = on_write;
	setenv("TZ", "UTC0", 1);
	pair__free(pair);
	sink__free((struct sink *)text);
	got.len = 0;
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
	cr_assert_eq(text__new(&text, &opts, &decode, &clock_offset), 0);
}

static void teardown(void)
{
	pair__free(pair);
	sink__free((struct sink *)text);
	buf__free(&got);
}

TestSuite(text, .fini = teardown);

static void send(void)
{
	cr_assert_eq(record__check(s.raw, s.size), s.size);
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
}

static void flush(bool now)
{
	cr_assert_eq(sink__flush((struct sink *)text, now), 0);
}

/* Returns the text that was written since the last call. */
static void expect(const char *lines)
{
	flush(false);
	buf__char(&got, '\0');
	cr_assert_str_eq(got.p, lines);
	got.len = 0;
}

static void enter(uint32_t tid, uint64_t ts, unsigned nr, const uint64_t *args)
{
	synth_enter(&s, tid, ts, nr, args);
	send();
}

static void leave(uint32_t tid, uint64_t ts, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	synth_exit(&s, tid, ts, nr, ret, enter_ts);
	send();
}

/* close(fd) = 0 */
static void call(uint32_t tid, uint64_t ts, uint64_t fd)
{
	enter(tid, ts, SYS_close, ARGS(fd));
	leave(tid, ts + 1, SYS_close, 0, ts);
}

/* read(3, */
static void begin_read(uint32_t tid, uint64_t ts)
{
	enter(tid, ts, SYS_read, ARGS(3, 0x1000, 10));
}

static void end_read(uint32_t tid, uint64_t ts, uint64_t enter_ts)
{
	synth_exit(&s, tid, ts, SYS_read, 2, enter_ts);
	synth_chunk(&s, 1, "ab", 2);
	send();
}

#define NO_OPTIONS ((struct sctrace_text_opts){})
#define IN_A_FILE ((struct sctrace_text_opts){ .prefix = SCTRACE_PREFIX_PID })
#define ON_A_TERMINAL ((struct sctrace_text_opts){ .prefix = SCTRACE_PREFIX_BRACKETS, .name = "sctrace" })

Test(text, padding)
{
	begin(NO_OPTIONS);
	call(10, 1, 3);
	expect("close(3)                                = 0\n");
	begin_read(10, 10);
	end_read(10, 20, 10);
	expect("read(3, \"ab\", 10)                       = 2\n");
	/* a line shorter than 40 columns is padded, a longer one has one blank */
	decode.strlen_max = 100;
	for (unsigned n = 20; n < 26; n++) {
		char want[128];

		synth_enter(&s, 10, 100 + n, SYS_write, ARGS(1, 0x1000, n));
		synth_chunk(&s, 1, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", n);
		send();
		leave(10, 200 + n, SYS_write, n, 100 + n);
		snprintf(want, sizeof(want), "write(1, \"%.*s\", %u)", (int)n, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", n);
		snprintf(want + strlen(want), sizeof(want) - strlen(want), "%*s= %u\n",
			 strlen(want) < 40 ? 40 - (int)strlen(want) : 1, "", n);
		expect(want);
	}
	decode.strlen_max = 32;
}

Test(text, column)
{
	begin((struct sctrace_text_opts){ .column = 12 });
	call(10, 1, 3);
	expect("close(3)    = 0\n");
	call(10, 10, 123456789);
	expect("close(123456789) = 0\n");
}

Test(text, errors)
{
	begin(NO_OPTIONS);
	enter(10, 1, SYS_close, ARGS(9));
	leave(10, 2, SYS_close, -EBADF, 1);
	expect("close(9)                                = -1 EBADF (Bad file descriptor)\n");
	enter(10, 10, SYS_close, ARGS(9));
	leave(10, 20, SYS_close, -4000, 10);
	expect("close(9)                                = -1 (errno 4000)\n");
	enter(10, 30, SYS_pause, NULL);
	leave(10, 40, SYS_pause, -514, 30);
	expect("pause()                                 = ? ERESTARTNOHAND (To be restarted if no handler)\n");
	/* the return value is an address, not an error */
	enter(10, 50, SYS_brk, ARGS(0));
	leave(10, 60, SYS_brk, 0x5555557a0000, 50);
	expect("brk(NULL)                               = 0x5555557a0000\n");
	/* the value that a handler leaves in the return register is not an error, either */
	enter(10, 70, SYS_rt_sigreturn, NULL);
	leave(10, 80, SYS_rt_sigreturn, INT64_MIN, 70);
	expect("rt_sigreturn({mask=...})                = 9223372036854775808\n");
}

Test(text, unknown_call)
{
	begin(NO_OPTIONS);
	enter(10, 1, 500, ARGS(1, 2));
	leave(10, 2, 500, -ENOSYS, 1);
	expect("syscall_0x1f4(0x1, 0x2, 0, 0, 0, 0)     = -1 ENOSYS (Function not implemented)\n");
}

Test(text, interrupted_by_another_thread)
{
	begin(IN_A_FILE);
	begin_read(10, 1);
	expect("");
	call(12345, 5, 3);
	expect("10    read(3 <unfinished ...>\n12345 close(3)                          = 0\n");
	end_read(10, 9, 1);
	expect("10    <... read resumed>, \"ab\", 10)     = 2\n");
}

/* All arguments are printed at the beginning. */
Test(text, interrupted_at_the_end)
{
	begin(IN_A_FILE);
	enter(10, 1, SYS_close, ARGS(3));
	call(11, 5, 4);
	leave(10, 9, SYS_close, 0, 1);
	expect("10    close(3 <unfinished ...>\n11    close(4)                          = 0\n"
	       "10    <... close resumed>)              = 0\n");
}

Test(text, both_interrupt_each_other)
{
	begin(IN_A_FILE);
	begin_read(10, 1);
	begin_read(11, 2);
	end_read(10, 3, 1);
	begin_read(10, 4);
	end_read(11, 5, 2);
	end_read(10, 6, 4);
	expect("10    read(3 <unfinished ...>\n"
	       "11    read(3 <unfinished ...>\n"
	       "10    <... read resumed>, \"ab\", 10)     = 2\n"
	       "10    read(3 <unfinished ...>\n"
	       "11    <... read resumed>, \"ab\", 10)     = 2\n"
	       "10    <... read resumed>, \"ab\", 10)     = 2\n");
}

/* A flush writes the beginning of a call in progress; its line continues when the call ends. */
/* strace prints an offset when the call begins, and its new value when the call has ended. */
static void sendfile_left(uint64_t ts, uint64_t after)
{
	synth_enter(&s, 10, ts, SYS_sendfile, ARGS(4, 3, 0x1000, 10));
	synth_chunk(&s, 2, &(uint64_t){ 5 }, 8);
	send();
	call(11, ts + 1, 3);
	synth_exit(&s, 10, ts + 3, SYS_sendfile, (int64_t)(after - 5), ts);
	synth_chunk(&s, 2, &after, 8);
	send();
}

/*
 * strace -N: argument names are strace's, also where the kernel's differ; an argument that prints nothing has no name.
 */
Test(text, names_of_arguments)
{
	begin((struct sctrace_text_opts){ .arg_names = true });
	enter(10, 1 * MS, SYS_openat, ARGS((uint64_t)-100, 0, 0));
	leave(10, 2 * MS, SYS_openat, -14, 1 * MS);
	expect("openat(dirfd=AT_FDCWD, pathname=NULL, flags=O_RDONLY) = -1 EFAULT (Bad address)\n");
	enter(10, 3 * MS, SYS_clone, ARGS(17));
	leave(10, 4 * MS, SYS_clone, 12, 3 * MS);
	expect("clone(child_stack=NULL, flags=SIGCHLD)  = 12\n");
	enter(10, 5 * MS, SYS_bind, ARGS(3, 0, 16));
	leave(10, 6 * MS, SYS_bind, 0, 5 * MS);
	expect("bind(sockfd=3, addr=NULL, addrlen=16)   = 0\n");
	enter(10, 7 * MS, SYS_getppid, NULL);
	leave(10, 8 * MS, SYS_getppid, 1, 7 * MS);
	expect("getppid()                               = 1\n");
	sendfile_left(9 * MS, 15);
	expect("sendfile(out_fd=4, in_fd=3 <unfinished ...>\n"
	       "close(fd=3)                             = 0\n"
	       "<... sendfile resumed>, offset=[5 => 15], count=10) = 10\n");
}

/* The table is searched by bisection, so it must be sorted. */
Test(text, names_of_arguments_are_sorted)
{
	static const struct {
		const char *name, *call;
		uint64_t key;
	} rows[] = {
#define ALL(name, as) { #name, "", 0 },
#define ONE(name, call, as) { #name, #call, 0 },
#define OP(name, call, key, as) { #name, #call, key },
#include "tables/arg_names.def"
	};

	for (size_t i = 1; i < sizeof(rows) / sizeof(*rows); i++) {
		int order = strcmp(rows[i - 1].name, rows[i].name);

		order = order ? order : strcmp(rows[i - 1].call, rows[i].call);
		cr_assert(order < 0 || (!order && rows[i - 1].key < rows[i].key), "%s, %s", rows[i].name, rows[i].call);
	}
}

Test(text, value_that_changes)
{
	begin(IN_A_FILE);
	sendfile_left(1 * MS, 15);
	expect("10    sendfile(4, 3 <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... sendfile resumed>, [5 => 15], 10) = 10\n");
	sendfile_left(2 * MS, 5);
	expect("10    sendfile(4, 3 <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... sendfile resumed>, [5], 10)  = 0\n");
}

/* The argument of the ioctl(), two bytes, is printed before and after the call; another call comes in between. */
static void request_left(uint64_t ts, uint64_t cmd)
{
	synth_enter(&s, 10, ts, SYS_ioctl, ARGS(3, cmd, 0x1000));
	synth_chunk(&s, 2, "ab", 2);
	send();
	call(11, ts + 1, 3);
	synth_exit(&s, 10, ts + 3, SYS_ioctl, 0, ts);
	synth_chunk(&s, 2, "cd", 2);
	send();
}

/* A request's answer is printed when the call has ended, a number when it begins. */
Test(text, answers_of_requests)
{
	decode.verbose = true;
	begin(IN_A_FILE);
	request_left(1 * MS, 0x80026101);
	expect("10    ioctl(3, CEC_ADAP_G_PHYS_ADDR <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... ioctl resumed>, \"\\x63\\x64\")  = 0\n");
	request_left(2 * MS, 0xc0026101);
	expect("10    ioctl(3, _IOC(_IOC_READ|_IOC_WRITE, 0x61, 0x1, 0x2) <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... ioctl resumed>, \"\\x61\\x62\" => \"\\x63\\x64\") = 0\n");
	request_left(3 * MS, 0x40026102);
	expect("10    ioctl(3, CEC_ADAP_S_PHYS_ADDR, \"\\x61\\x62\" <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... ioctl resumed>)              = 0\n");
	request_left(4 * MS, 0x00024711);
	expect("10    ioctl(3, _IOC(_IOC_NONE, 0x47, 0x11, 0x2) <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... ioctl resumed>, \"\\x61\\x62\" => \"\\x63\\x64\") = 0\n");
	decode.verbose = false;
	begin(IN_A_FILE);
	request_left(5 * MS, 0x80026101);
	expect("10    ioctl(3, CEC_ADAP_G_PHYS_ADDR, 0x1000 <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... ioctl resumed>)              = 0\n");
	request_left(6 * MS, 0x80024506);
	expect("10    ioctl(3, EVIOCGNAME(2) <unfinished ...>\n"
	       "11    close(3)                          = 0\n"
	       "10    <... ioctl resumed>, \"\")          = 0\n");
}

Test(text, flushed_in_the_middle)
{
	begin(NO_OPTIONS);
	begin_read(10, 1);
	flush(true);
	expect("read(3");
	end_read(10, 9, 1);
	expect(", \"ab\", 10)                       = 2\n");
}

Test(text, flushed_then_interrupted)
{
	begin(IN_A_FILE);
	begin_read(10, 1);
	flush(true);
	expect("10    read(3");
	call(11, 5, 4);
	expect(" <unfinished ...>\n11    close(4)                          = 0\n");
}

Test(text, timestamps)
{
	clock_offset = 1700000000123456789;
	begin((struct sctrace_text_opts){ .timestamps = 1 });
	call(10, 0, 3);
	expect("22:13:20 close(3)                       = 0\n");
	begin((struct sctrace_text_opts){ .timestamps = 2 });
	call(10, 0, 3);
	expect("22:13:20.123456 close(3)                = 0\n");
	begin((struct sctrace_text_opts){ .timestamps = 3 });
	call(10, 1000, 3);
	expect("1700000000.123457 close(3)              = 0\n");
	begin((struct sctrace_text_opts){ .timestamps = 3, .prefix = SCTRACE_PREFIX_PID });
	call(10, 900 * MS, 3);
	expect("10    1700000001.023456 close(3)        = 0\n");
}

Test(text, relative)
{
	clock_offset = 1700000000000000000;
	begin((struct sctrace_text_opts){ .relative = true });
	call(10, 1000 * MS, 3);
	call(10, 1001 * MS, 3);
	call(10, 3501 * MS, 3);
	expect("     0.000000 close(3)                  = 0\n"
	       "     0.001000 close(3)                  = 0\n"
	       "     2.500000 close(3)                  = 0\n");
	begin((struct sctrace_text_opts){ .relative = true, .timestamps = 2 });
	call(10, 1000 * MS, 3);
	call(10, 1250 * MS, 3);
	expect("22:13:21.000000 (+     0.000000) close(3) = 0\n"
	       "22:13:21.250000 (+     0.250000) close(3) = 0\n");
}

/* A call in one record comes at its end, when the lines of other threads from before are already written. */
Test(text, a_whole_call_comes_late)
{
	clock_offset = 1700000000000000000;
	begin((struct sctrace_text_opts){ .relative = true, .prefix = SCTRACE_PREFIX_PID });
	call(10, 1000 * MS, 3);
	call(11, 1500 * MS, 3);
	synth_call(&s, 10, 1600 * MS, SYS_getpid, 10, 1400 * MS);
	send();
	call(11, 1600 * MS, 3);
	expect("10         0.000000 close(3)            = 0\n"
	       "11         0.500000 close(3)            = 0\n"
	       "10         0.000000 getpid()            = 10\n"
	       "11         0.200000 close(3)            = 0\n");
}

Test(text, durations)
{
	begin((struct sctrace_text_opts){ .durations = true });
	enter(10, 1000, SYS_close, ARGS(3));
	leave(10, 1000 + 1234 * MS + 567000, SYS_close, 0, 1000);
	expect("close(3)                                = 0 <1.234567>\n");
}

Test(text, strings_in_hex)
{
	begin((struct sctrace_text_opts){ .hex = 2 });
	begin_read(10, 1);
	end_read(10, 9, 1);
	expect("read(3, \"\\x61\\x62\", 10)                 = 2\n");
}

Test(text, prefixes_on_a_terminal)
{
	char name[] = "sctrace";
	struct sctrace_text_opts opts = ON_A_TERMINAL;

	opts.name = name;
	begin(opts);
	memset(name, 'x', sizeof(name) - 1); /* the sink has copied its options */
	call(10, 1, 3);
	expect("close(3)                                = 0\n");
	synth_fork(&s, 10, 10, 20);
	send();
	call(20, 15, 4);
	expect("sctrace: Process 20 attached\n[pid    20] close(4)                    = 0\n");
	call(10, 20, 5);
	expect("[pid    10] close(5)                    = 0\n");
	synth_task_exit(&s, 20, 30, 0);
	send();
	expect("[pid    20] +++ exited with 0 +++\n");
	call(10, 40, 6);
	expect("close(6)                                = 0\n");
	/* the call began before there was a second task, so its line has no prefix; later lines have one */
	begin_read(10, 50);
	synth_fork(&s, 10, 60, 21);
	send();
	call(21, 65, 4);
	expect("read(3 <unfinished ...>\nsctrace: Process 21 attached\n[pid    21] close(4)                    = 0\n");
	end_read(10, 70, 50);
	expect("[pid    10] <... read resumed>, \"ab\", 10) = 2\n");
}

Test(text, ends)
{
	begin(NO_OPTIONS);
	synth_task_exit(&s, 10, 1, 3 << 8);
	send();
	expect("+++ exited with 3 +++\n");
	synth_task_exit(&s, 10, 1, 15);
	send();
	expect("+++ killed by SIGTERM +++\n");
	synth_task_exit(&s, 10, 1, 11 | 0x80);
	send();
	expect("+++ killed by SIGSEGV (core dumped) +++\n");
	/* strace numbers these from the kernel's first one, 32 */
	synth_task_exit(&s, 10, 1, 36);
	send();
	expect("+++ killed by SIGRT_4 +++\n");
}

Test(text, end_in_a_call)
{
	begin(NO_OPTIONS);
	enter(10, 1, SYS_exit_group, ARGS(4));
	synth_task_exit(&s, 10, 2, 4 << 8);
	send();
	expect("exit_group(4)                           = ?\n+++ exited with 4 +++\n");
	begin_read(10, 10);
	synth_task_exit(&s, 10, 20, 9);
	send();
	expect("read(3 <unfinished ...>)                = ?\n+++ killed by SIGKILL +++\n");
}

Test(text, end_in_an_interrupted_call)
{
	begin(IN_A_FILE);
	begin_read(10, 1);
	call(11, 5, 4);
	synth_task_exit(&s, 10, 20, 9);
	send();
	expect("10    read(3 <unfinished ...>\n"
	       "11    close(4)                          = 0\n"
	       "10    <... read resumed> <unfinished ...>) = ?\n"
	       "10    +++ killed by SIGKILL +++\n");
}

Test(text, signals)
{
	begin(NO_OPTIONS);
	synth_signal(&s, 10, 1, 2, 0x80);
	send();
	expect("--- SIGINT {si_signo=SIGINT, si_code=SI_KERNEL} ---\n");
	synth_signal(&s, 10, 1, 19, 0);
	s.signal.default_action = 1;
	send();
	expect("--- SIGSTOP {si_signo=SIGSTOP, si_code=SI_USER, si_pid=0, si_uid=0} ---\n--- stopped by SIGSTOP ---\n");
	synth_signal(&s, 10, 1, 20, 0);
	send();
	expect("--- SIGTSTP {si_signo=SIGTSTP, si_code=SI_USER, si_pid=0, si_uid=0} ---\n");
}

Test(text, superseded)
{
	begin(IN_A_FILE);
	begin_read(10, 1);
	enter(12, 2, SYS_execve, ARGS(0x1000, 0x2000, 0));
	synth_task_exit(&s, 10, 3, 0);
	s.rec.flags = SCT_F_SUPERSEDED;
	send();
	synth_exec(&s, 10, 4, 12, "cat");
	send();
	leave(10, 5, SYS_execve, 0, 2);
	expect("10    read(3 <unfinished ...>\n"
	       "12    execve(0x1000, 0x2000, NULL <unfinished ...>\n"
	       "10    <... read resumed> <unfinished ...>) = ?\n"
	       "10    +++ superseded by execve in pid 12 +++\n"
	       "10    <... execve resumed>)             = 0\n");
}

Test(text, lost)
{
	begin(NO_OPTIONS);
	begin_read(10, 1);
	synth_enter(&s, 10, 5, SYS_close, ARGS(3));
	s.rec.lost = 3;
	send();
	synth_exit(&s, 10, 6, SYS_close, 0, 5);
	s.rec.lost = 3;
	send();
	expect("read(3 <unfinished ...>\n+++ lost 3 events +++\nclose(3)                                = 0\n");
}

Test(text, detached)
{
	begin(NO_OPTIONS);
	begin_read(10, 1);
	cr_assert_eq(sink__detach((struct sink *)text), 0);
	expect("read(3 <detached ...>\n");
	begin(NO_OPTIONS);
	call(10, 1, 3);
	cr_assert_eq(sink__detach((struct sink *)text), 0);
	expect("close(3)                                = 0\n");
}

Test(text, attached_in_the_middle_of_a_line)
{
	begin(ON_A_TERMINAL);
	begin_read(10, 1);
	flush(true);
	expect("read(3");
	synth_fork(&s, 10, 5, 20);
	send();
	call(20, 8, 3);
	flush(false);
	buf__char(&got, '\0');
	cr_assert_not_null(strstr(got.p, "sctrace: Process 20 attached\n"));
	cr_assert_not_null(strstr(got.p, "[pid    20] close(3)                    = 0\n"));
}

Test(text, write_error_is_returned)
{
	begin(NO_OPTIONS);
	call(10, 1, 3);
	verdict = -EPIPE;
	cr_assert_eq(sink__flush((struct sink *)text, false), -EPIPE);
}

/* Records in any order: every line is complete, and no control byte is printed. */
Test(text, hostile_order, .timeout = 60)
{
	uint64_t seed = 99;

	begin(ON_A_TERMINAL);
	for (unsigned i = 1; i < 100000; i++) {
		uint32_t tid = 1 + synth_random(&seed) % 6;

		switch (synth_random(&seed) % 9) {
		case 0:
		case 1:
			begin_read(tid, i);
			break;
		case 2:
		case 3:
			end_read(tid, i, i - 1 - synth_random(&seed) % 8);
			break;
		case 4:
			synth_fork(&s, tid, i, 1 + synth_random(&seed) % 6);
			send();
			break;
		case 5:
			synth_exec(&s, tid, i, 1 + synth_random(&seed) % 6, "a\033[31m");
			send();
			break;
		case 6:
			synth_task_exit(&s, tid, i, 0);
			send();
			break;
		case 7:
			synth_signal(&s, tid, i, 1 + synth_random(&seed) % 64, (int)(synth_random(&seed) % 10) - 5);
			send();
			break;
		default:
			flush(synth_random(&seed) % 2);
		}
		if (got.len < 65536)
			continue;
		for (size_t k = 0; k < got.len; k++)
			cr_assert((got.p[k] >= ' ' && got.p[k] < 0x7f) || got.p[k] == '\n');
		got.len = 0;
	}
}

/*
 * The kernel's enter of a call in progress takes the place of the reader's. The
 * line that the reader's began may be written before the call's end is known.
 */
Test(text, enter_replaced_while_its_line_waits)
{
	char name[3000];

	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = 0;
	begin((struct sctrace_text_opts){ .prefix = SCTRACE_PREFIX_PID });
	synth_enter(&s, 10, 100, SYS_chdir, ARGS(0x1000));
	s.rec.flags = SCT_F_SNAPSHOT;
	synth_string(&s, 0, "reader");
	send();
	synth_enter(&s, 10, 200, SYS_chdir, ARGS(0x1000));
	s.rec.flags = SCT_F_LATE;
	synth_string(&s, 0, name);
	send();
	synth_call(&s, 11, 200, SYS_getppid, 7, 150);
	send();
	expect("10    chdir(\"reader\" <unfinished ...>\n11    getppid()                         = 7\n");
}

/* Memory that was not resident at entry comes with the exit record: the line of a call waits for it for a limited time. */
Test(text, line_waits_for_memory)
{
	struct timespec t;
	uint64_t now;

	clock_gettime(CLOCK_MONOTONIC, &t);
	now = (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
	begin((struct sctrace_text_opts){ .column = 1 });
	synth_enter(&s, 10, now, SYS_chdir, ARGS(0x1000));
	synth_part(&s, 0, SCT_PART_SELF, 0, NULL, -EFAULT);
	send();
	flush(true);
	cr_assert_eq(got.len, 0);
	synth_exit(&s, 10, now, SYS_chdir, 0, now);
	synth_string(&s, 0, "/cold");
	send();
	expect("chdir(\"/cold\") = 0\n");

	synth_enter(&s, 10, 1000, SYS_chdir, ARGS(0x1000));
	synth_part(&s, 0, SCT_PART_SELF, 0, NULL, -EFAULT);
	send();
	flush(true);
	expect("chdir(0x1000");
}

/* ---- calls without an end: their memory is freed while their line may still be deferred ---- */

/* Begins chdir("...", of which nothing has been written yet. */
static void begin_chdir(uint32_t tid, uint64_t ts, unsigned flags, char c)
{
	char name[2000];

	memset(name, c, sizeof(name));
	name[sizeof(name) - 1] = 0;
	synth_enter(&s, tid, ts, SYS_chdir, ARGS(0x1000));
	s.rec.flags = (uint8_t)flags;
	synth_string(&s, 0, name);
	send();
}

/* The line is complete, and has nothing of another call's memory. */
static void expect_chdir(uint32_t tid, char c)
{
	char want[2100];
	int n = snprintf(want, sizeof(want), "%-5u chdir(\"", tid);

	memset(want + n, c, 1999);
	strcpy(want + n + 1999, "\" <unfinished ...>\n");
	flush(true);
	cr_assert_geq(got.len, strlen(want));
	cr_assert_arr_eq(got.p, want, strlen(want));
	got.len = 0;
}

static bool all_gone(uint32_t tid)
{
	(void)tid;
	return true;
}

Test(text, reaped_in_a_call)
{
	begin(IN_A_FILE);
	begin_chdir(10, 1, 0, 'r');
	cr_assert_eq(pair__reap(pair, all_gone), 0);
	call(11, 5, 3);
	expect_chdir(10, 'r');
}

Test(text, tid_used_again_in_a_call)
{
	begin(IN_A_FILE);
	call(11, 1, 3);
	flush(true);
	got.len = 0;
	begin_chdir(20, 5, 0, 'f');
	synth_fork(&s, 11, 10, 20);
	send();
	call(11, 15, 3);
	expect_chdir(20, 'f');
}

Test(text, superseded_in_a_call)
{
	begin(IN_A_FILE);
	enter(12, 1, SYS_execve, ARGS(0x1000, 0x2000, 0));
	begin_chdir(10, 2, 0, 'x');
	flush(false);
	got.len = 0;
	synth_exec(&s, 10, 4, 12, "cat");
	send();
	expect_chdir(10, 'x');
}

Test(text, enter_replaced_again)
{
	begin(IN_A_FILE);
	begin_chdir(10, 1, SCT_F_SNAPSHOT, 'a');
	begin_chdir(10, 2, SCT_F_LATE | SCT_F_SNAPSHOT, 'b');
	begin_chdir(10, 3, SCT_F_LATE | SCT_F_SNAPSHOT, 'c');
	call(11, 5, 3);
	expect_chdir(10, 'a');
}

/* Under a sanitizer: nothing has been written yet, so there is no buffer to copy from. */
Test(text, one_event_without_a_line)
{
	struct event ev = { .kind = EV_EXEC, .tid = 10, .tgid = 10, .comm = "x" };
	char line[8] = "?";

	begin(NO_OPTIONS);
	cr_assert_eq(text__one(text, &ev, line, sizeof(line)), 0);
	cr_assert_str_eq(line, "");
}

#ifdef __x86_64__
/* The reason why a virtual processor has stopped is printed by name, also where numbers are requested. */
Test(text, kvm_exits)
{
	static const struct {
		uint32_t reason;
		const char *note;
	} rows[] = { { 5, " (KVM_EXIT_HLT)" }, { 43, " (KVM_EXIT_SNP_REQ_CERTS)" }, { 1000, " (KVM_EXIT_?\?\?)" } };
	char line[128];

	begin(NO_OPTIONS);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		synth_enter(&s, 10, 1, SYS_ioctl, ARGS(5, 0xae80, 0));
		send();
		synth_exit(&s, 10, 2, SYS_ioctl, 0, 1);
		synth_part(&s, 0, SCT_PART_KVM, 0, &rows[i].reason, sizeof(rows[i].reason));
		send();
		snprintf(line, sizeof(line), "ioctl(5, KVM_RUN, 0)                    = 0%s\n", rows[i].note);
		expect(line);
	}
}
#endif

/* A record has no room for the files of some descriptors; the others are printed. */
Test(text, files_left_out)
{
	struct sct_file file = { .fd = 4, .kind = SCT_FILE_PATH };
	uint8_t chunk[sizeof(file) + 2];

	decode.fds_shown = SCT_FDS_PATH;
	begin(NO_OPTIONS);
	synth_enter(&s, 10, 1, SYS_dup2, ARGS(3, 4));
	memcpy(chunk, &file, sizeof(file));
	memcpy(chunk + sizeof(file), "/x", 2);
	synth_part(&s, 0, SCT_PART_FILE, 0, chunk, sizeof(chunk));
	synth_part(&s, 0, SCT_PART_FILE, 0, NULL, 0);
	send();
	leave(10, 2, SYS_dup2, -9, 1);
	decode.fds_shown = 0;
	expect("dup2(3<...>, 4</x>)                     = -1 EBADF (Bad file descriptor)\n");
}
