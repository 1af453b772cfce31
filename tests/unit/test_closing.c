// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The sentence at the end of a table or of lines. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "closing.h"

#define US 1000ull
#define MS (1000 * US)
#define S (1000 * MS)

static struct closing *c;

static void begin(void)
{
	c = closing__new(false);
	cr_assert(c);
}

static void end(void)
{
	closing__free(c);
}

TestSuite(closing, .init = begin, .fini = end);

static void row(const char *name, uint64_t calls, uint64_t total, uint64_t max)
{
	closing__row(c, &(struct sctrace_stat){ .name = name, .calls = calls, .total = total, .max = max });
}

static void failed(const char *name, uint64_t calls, uint64_t errors, uint64_t total)
{
	struct sctrace_stat r = { .name = name, .calls = calls, .errors = errors, .total = total };

	closing__row(c, &r);
}

/* A row of the calls that failed with an error, which the row of all calls includes. */
static void error(const char *name, uint32_t error, uint64_t calls)
{
	struct sctrace_stat r = {
		.name = name, .error = error, .calls = calls, .errors = calls, .total = 9 * S, .max = S
	};

	closing__row(c, &r);
}

static void is(uint64_t traced, const char *wanted)
{
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	cr_assert(f);
	closing__put(c, traced, f);
	fclose(f);
	cr_assert_str_eq(text, wanted, "\"%s\" instead of \"%s\"", text, wanted);
	free(text);
}

Test(closing, nothing)
{
	is(0, "");
	is(S, "");
	/* calls in progress, and rows that do not say of which call they are */
	closing__row(c, &(struct sctrace_stat){ .name = "read", .in_progress = 1, .waiting = true });
	row(NULL, 3, 5 * MS, 4 * MS);
	is(0, "");
	/* functions call each other, so their times have no sum */
	closing__row(c, &(struct sctrace_stat){ .name = "malloc", .calls = 3, .total = MS, .probe = true });
	is(0, "");
}

Test(closing, no_failures)
{
	row("getdents64", 40, 6200 * US, 4100 * US);
	row("read", 10, 2918 * US, 800 * US);
	is(0, "in short: mostly getdents64: 6.2 ms (68 %), slowest 4.1 ms\n");
}

Test(closing, failures)
{
	row("getdents64", 40, 6 * MS, 4 * MS);
	failed("openat", 9, 8, 3 * MS);
	failed("newfstatat", 575, 33, 3 * MS);
	error("newfstatat", ENOENT, 33);
	is(0, "in short: mostly getdents64: 6.0 ms (50 %), slowest 4.0 ms; 33 of 575 calls of newfstatat failed with "
	      "ENOENT\n");
	failed("newfstatat", 10, 3, 0);
	error("newfstatat", EACCES, 3);
	error("openat", EPERM, 8);
	is(0, "in short: mostly getdents64: 6.0 ms (50 %), slowest 4.0 ms; 36 of 585 calls of newfstatat failed, 33 of "
	      "them with ENOENT\n");
}

static void split(const char *name, uint64_t calls, uint64_t cpu, uint64_t runnable, uint64_t blocked)
{
	closing__row(c, &(struct sctrace_stat){ .name = name,
						.calls = calls,
						.total = calls ? cpu + runnable + blocked : 0,
						.max = calls ? blocked : 0,
						.system = calls ? cpu : 0,
						.user = calls ? 0 : cpu,
						.runnable = runnable,
						.blocked = blocked });
}

Test(closing, where_the_time_went)
{
	split("write", 4, 30 * MS, 2 * MS, 0);
	is(0, "in short: mostly write: 32 ms (100 %), slowest 0 ns; blocked 0 % of the time; waiting for a CPU 6 %\n");
	split("(user)", 0, 168 * MS, 0, 0);
	split("pread64", 5, MS, 0, 300 * MS);
	is(0, "in short: mostly pread64: 301 ms (90 %), slowest 300 ms; blocked 60 % of the time, mostly in pread64\n");
	/* rows of errors are in the rows of all calls already */
	closing__row(c, &(struct sctrace_stat){ .name = "write", .error = EIO, .calls = 1, .blocked = S });
	split("fsync", 1, 0, 0, 299 * MS);
	is(0,
	   "in short: most time in pread64: 301 ms (48 %), slowest 300 ms; blocked 75 % of the time, mostly in pread64\n");
}

Test(closing, unknown_errors)
{
	failed("ioctl", 1, 1, 12 * US);
	is(0, "in short: mostly ioctl: 12 us (100 %); 1 of 1 call of ioctl failed\n");
	error("ioctl", 512, 1);
	is(0, "in short: mostly ioctl: 12 us (100 %); 1 of 1 call of ioctl failed with errno 512\n");
}

Test(closing, no_call_has_most)
{
	for (const char *const *n = (const char *const[]){ "read", "write", "close", NULL }; *n; n++)
		row(*n, 2, *n[0] == 'w' ? 400 : 300, 200);
	is(0, "in short: most time in write: 400 ns (40 %), slowest 200 ns\n");
}

Test(closing, rows_of_threads_are_added)
{
	row("write", 2, 3 * MS, 2 * MS);
	row("read", 1, 4 * MS, 4 * MS);
	row("write", 1, 3 * MS, 3 * MS);
	is(0, "in short: mostly write: 6.0 ms (60 %), slowest 3.0 ms\n");
}

Test(closing, waits_are_apart)
{
	row("epoll_wait", 3, 20 * S, 10 * S);
	row("futex", 2, S, S);
	row("read", 3, 3 * MS, 2 * MS);
	row("write", 3, MS, MS);
	is(0, "in short: mostly read: 3.0 ms (75 % besides 21 s of waits), slowest 2.0 ms\n");
}

/* A futex whose calls are short is a lock that is fought for. */
Test(closing, short_futex_calls)
{
	row("futex", 1000, S, 20 * MS);
	row("read", 3, 3 * MS, 2 * MS);
	is(0, "in short: mostly futex: 1.0 s (100 %), slowest 20 ms\n");
}

Test(closing, only_waits)
{
	row("poll", 3, 20 * S, 10 * S);
	row("wait4", 1, 60 * S, 60 * S);
	is(0, "in short: mostly wait4: 60 s (75 %)\n");
}

Test(closing, huge)
{
	row("read", UINT64_MAX / 2, UINT64_MAX / 2, UINT64_MAX / 4);
	failed("read", 5, UINT64_MAX / 2, 0);
	is(0, "in short: mostly read: 2562048 h (100 %), slowest 1281024 h; 9223372036854775807 of 9223372036854775812 "
	      "calls of read failed\n");
}

Test(closing, no_time)
{
	row("getpid", 5, 0, 0);
	is(0, "in short: mostly getpid: 0 ns (100 %), slowest 0 ns\n");
}

/* With keys, a row with an error has calls that no other row has. */
Test(closing, keys)
{
	struct sctrace_stat r = { .name = "openat", .calls = 6, .total = 6 * MS, .max = 2 * MS };

	end();
	c = closing__new(true);
	cr_assert(c);
	closing__row(c, &r);
	r.error = ENOENT;
	r.errors = 6;
	closing__row(c, &r);
	is(0, "in short: mostly openat: 12 ms (100 %), slowest 2.0 ms; 6 of 12 calls of openat failed with ENOENT\n");
}

Test(closing, lines)
{
	closing__call(c, "read", 5, 3 * MS);
	is(5 * S, "in short: 1 call in 5.0 s, mostly read: 3.0 ms (100 %)\n");
	closing__call(c, "read", -EAGAIN, 1 * MS);
	closing__call(c, "mmap", -5000, 12 * MS);
	is(700 * S,
	   "in short: 3 calls in 12 min, mostly mmap: 12 ms (75 %); 1 of 2 calls of read failed with EAGAIN\n");
}

/* Names for which there is no room still count. */
Test(closing, many_names)
{
	char name[32];

	row("read", 2, 3000 * US, 2 * MS);
	for (unsigned i = 0; i < 20000; i++) {
		snprintf(name, sizeof(name), "syscall_0x%x", i);
		closing__call(c, name, 0, US / 10);
	}
	is(0, "in short: mostly read: 3.0 ms (60 %), slowest 2.0 ms\n");
}
