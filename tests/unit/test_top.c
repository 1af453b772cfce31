// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* --top without a terminal: what the screen shows after rows and keys. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "top_view.h"

#define MS 1000000ull

static struct top_view v;
static struct screen screen;

static void begin(const char *by)
{
	top_view__init(&v, by, 't', false, false);
}

static void end(void)
{
	top_view__free(&v);
	screen__free(&screen);
}

static void interval(void)
{
	top_view__begin(&v, 1);
}

static void add(const char *comm, const char *call, uint64_t calls, uint64_t total)
{
	struct sctrace_stat r = { .sz = sizeof(r),
				  .comm = comm,
				  .name = call,
				  .calls = calls,
				  .total = total,
				  .max = calls ? total / calls : 0,
				  .avg = calls ? (double)total / (double)calls : 0 };

	cr_assert_eq(top_rows__add(&v.table.rows, &r), 0);
}

static void waits(const char *comm, const char *call, uint64_t age)
{
	struct sctrace_stat r = {
		.sz = sizeof(r), .comm = comm, .name = call, .in_progress = 1, .oldest = age, .waiting = true
	};

	cr_assert_eq(top_rows__add(&v.table.rows, &r), 0);
}

static void done(void)
{
	cr_assert_eq(top_view__end(&v), 0);
}

static void keys(const char *text)
{
	for (; *text; text++)
		top_view__key(&v, *text);
}

/* Returns the screen as text, without blanks at the ends of lines, and with a '*' before the selected line. Free it. */
static char *drawn(int lines, int columns)
{
	char *text = calloc((size_t)lines + 1, (size_t)columns + 3), *p = text;

	cr_assert_eq(screen__resize(&screen, lines, columns), 0);
	top_view__draw(&v, &screen);
	for (int y = 0; y < lines; y++) {
		const char *line = screen.text + y * columns;
		int n = columns;

		while (n && line[n - 1] == ' ')
			n--;
		p += sprintf(p, "%s%.*s\n", y > 2 && screen.attrs[y * columns] & SCREEN_REVERSE ? "*" : "", n, line);
	}
	return text;
}

static void shows(int lines, int columns, const char *wanted)
{
	char *text = drawn(lines, columns);

	cr_assert_str_eq(text, wanted, "the screen is\n%s", text);
	free(text);
}

/* Checks the first word of each row, as "a b c" or "a *b c", on a screen on which all rows have room. */
static void order(const char *wanted)
{
	char got[256] = "";
	char *text = drawn(40, 100), *save, *line = strtok_r(text, "\n", &save);

	for (int y = 0; line; y++, line = strtok_r(NULL, "\n", &save)) {
		line += *line == '*' && !strchr(wanted, '*');
		if (y > 3)
			snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%.*s", *got ? " " : "",
				 (int)strcspn(line, " :"), line);
	}
	cr_assert_str_eq(got, wanted, "got '%s'", got);
	free(text);
}

Test(top, screen)
{
	begin("comm,syscall");
	interval();
	add("nginx", "epoll_wait", 1000, 900 * MS);
	add("nginx", "write", 20000, 80 * MS);
	add("postgres", "fsync", 3, 20 * MS);
	add("cron", "read", 1, 700);
	waits("cron", "wait4", 86400000 * MS * 3);
	waits("nginx", "epoll_wait", 4 * MS);
	done();
	shows(10, 80,
	      "21004 calls/s  by comm,syscall  sorted by time\n"
	      "sort: c t a m e w n  Enter) open row  b)y  i)dle  /) filter  ?) help  q)uit\n"
	      "comm     syscall      calls/s  errors   total  %time     avg     max waiting\n"
	      "total: 5 rows           21004       0   1.00s  100.0  47.6us  6.67ms   72.0h\n"
	      "*nginx    epoll_wait      1000       0   900ms   90.0   900us   900us  4.00ms\n"
	      "nginx    write          20000       0  80.0ms    8.0  4.00us  4.00us       -\n"
	      "postgres fsync            3.0       0  20.0ms    2.0  6.67ms  6.67ms       -\n"
	      "cron     read             1.0       0   700ns    0.0   700ns   700ns       -\n"
	      "cron     wait4              -       0       -      -       -       -   72.0h\n"
	      "\n");
	end();
}

/* A row changes its place if its number changes by more than noise, and a row without calls stays for some intervals. */
Test(top, places)
{
	begin("comm");
	interval();
	add("a", "read", 100, 100 * MS);
	add("b", "read", 100, 95 * MS);
	add("c", "read", 100, 50 * MS);
	done();
	order("a b c");
	for (int i = 0; i < 20; i++) {
		interval();
		add("a", "read", 100, (i % 2 ? 100 : 97) * MS);
		add("b", "read", 100, (i % 2 ? 96 : 101) * MS);
		add("c", "read", 100, 50 * MS);
		done();
		order("a b c");
	}
	interval();
	add("b", "read", 100, 100 * MS);
	add("c", "read", 100, 1000 * MS);
	done();
	order("c b a");
	for (int i = 0; i < 3; i++) {
		interval();
		add("b", "read", 100, 100 * MS);
		done();
	}
	order("b c a");
	for (int i = 0; i < 2; i++) {
		interval();
		add("b", "read", 100, 100 * MS);
		done();
	}
	order("b");
	end();
}

Test(top, order_of_keys)
{
	begin("comm");
	interval();
	add("b", "read", 10, 300 * MS);
	add("a", "read", 30, 100 * MS);
	add("c", "read", 20, 200 * MS);
	waits("d", "read", 5);
	done();
	order("b c a d");
	keys("c");
	order("a c b d");
	keys("n");
	order("a b c d");
	keys("w");
	order("d a b c");
	keys("a");
	order("b c a d");
	end();
}

/* The selected row stays selected when it moves, and is kept without calls. */
Test(top, selection)
{
	begin("comm");
	interval();
	add("a", "read", 1, 300 * MS);
	add("b", "read", 1, 200 * MS);
	add("c", "read", 1, 100 * MS);
	done();
	order("*a b c");
	top_view__key(&v, TOP_DOWN);
	order("a *b c");
	interval();
	add("b", "read", 1, 900 * MS);
	done();
	order("*b a c");
	for (int i = 0; i < 20; i++) {
		interval();
		add("z", "read", 1, 100 * MS);
		done();
	}
	order("z *b");
	top_view__key(&v, TOP_HOME);
	order("*z b");
	interval();
	done();
	order("*z");
	for (int i = 0; i < 20; i++) {
		interval();
		done();
	}
	order("");
	top_view__key(&v, TOP_DOWN);
	top_view__key(&v, TOP_END);
	order("");
	end();
}

/* The selected row is on the screen, and rows that have no room have a sum. */
Test(top, scrolls)
{
	begin("comm");
	interval();
	for (int i = 0; i < 20; i++)
		add((char[]){ (char)('a' + i), '\0' }, "read", 1, 1ull << (20 - i));
	done();
	shows(8, 70,
	      "20 calls/s  by comm  sorted by time\n"
	      "sort: c t a m e w n  Enter) open row  b)y  ?) help  q)uit\n"
	      "comm   calls/s  errors   total  %time     avg     max waiting\n"
	      "total     20.0       0  2.10ms  100.0   105us  1.05ms       -\n"
	      "*a          1.0       0  1.05ms   50.0  1.05ms  1.05ms       -\n"
	      "b          1.0       0   524us   25.0   524us   524us       -\n"
	      "c          1.0       0   262us   12.5   262us   262us       -\n"
	      "more      17.0       0   262us   12.5  15.4us   131us       -\n");
	top_view__key(&v, TOP_END);
	shows(8, 70,
	      "20 calls/s  by comm  sorted by time\n"
	      "sort: c t a m e w n  Enter) open row  b)y  ?) help  q)uit\n"
	      "comm   calls/s  errors   total  %time     avg     max waiting\n"
	      "total     20.0       0  2.10ms  100.0   105us  1.05ms       -\n"
	      "r          1.0       0     8ns    0.0     8ns     8ns       -\n"
	      "s          1.0       0     4ns    0.0     4ns     4ns       -\n"
	      "*t          1.0       0     2ns    0.0     2ns     2ns       -\n"
	      "more      17.0       0  2.10ms  100.0   123us  1.05ms       -\n");
	end();
}

/*
 * Waits that are idle by nature come after the other rows, and do not count in the total; futex is one if its calls are
 * long.
 */
Test(top, idle)
{
	begin("comm,syscall");
	interval();
	add("a", "epoll_wait", 1, 900 * MS);
	add("a", "poll", 1, 800 * MS);
	add("pool", "futex", 10, 700 * MS);
	add("lock", "futex", 1000, 600 * MS);
	add("a", "epoll_ctl", 1, 500 * MS);
	done();
	order("*a a pool lock a");
	keys("i");
	shows(12, 100,
	      "1013 calls/s  by comm,syscall  sorted by time  idle apart: 3 rows\n"
	      "sort: c t a m e w n  Enter) open row  b)y  i)dle  /) filter  ?) help  q)uit\n"
	      "comm syscall      calls/s  errors   total  %time     avg     max waiting\n"
	      "total: 2 rows        1001       0   1.10s  100.0  1.10ms   500ms       -\n"
	      "*lock futex           1000       0   600ms   54.5   600us   600us       -\n"
	      "a    epoll_ctl        1.0       0   500ms   45.5   500ms   500ms       -\n"
	      "idle: 3 rows         12.0       0   2.40s  100.0   200ms   900ms       -\n"
	      "a    epoll_wait       1.0       0   900ms   37.5   900ms   900ms       -\n"
	      "a    poll             1.0       0   800ms   33.3   800ms   800ms       -\n"
	      "pool futex           10.0       0   700ms   29.2  70.0ms  70.0ms       -\n"
	      "\n\n");
	/* the line between the two groups cannot be selected */
	top_view__key(&v, TOP_DOWN);
	top_view__key(&v, TOP_DOWN);
	order("lock a idle *a a pool");
	top_view__key(&v, TOP_UP);
	order("lock *a idle a a pool");
	keys("i");
	order("a a pool lock *a");
	end();
}

Test(top, filter)
{
	begin("comm,syscall");
	interval();
	add("nginx", "write", 1, 3 * MS);
	add("redis", "read", 1, 2 * MS);
	add("redis", "write", 1, 1 * MS);
	done();
	keys("/redq");
	order("");
	keys("\b\r");
	order("*redis redis");
	cr_assert_eq(top_view__key(&v, 'q'), TOP_QUIT);
	top_view__key(&v, 27);
	order("*nginx redis redis");
	end();
}

/* Names of traced programs cannot send sequences to the terminal. */
Test(top, control_characters)
{
	begin("comm,file");
	interval();
	add("\033[31mred\n\377", NULL, 1, 1 * MS);
	done();
	order("*?[31mred??");
	end();
}

/* No size of the screen and no key leads to a write outside of it. */
Test(top, sizes)
{
	static const int some[] = {
		TOP_DOWN, TOP_RIGHT, TOP_PAGE_DOWN, 'i', TOP_END, '?', TOP_RIGHT, TOP_UP, TOP_HOME
	};

	begin("comm,syscall,tid");
	interval();
	for (int i = 0; i < 30; i++)
		add((char[]){ (char)('a' + i % 26), '\0' }, i % 3 ? "read" : "poll", (uint64_t)i, MS);
	done();
	for (int lines = 0; lines < 20; lines++)
		for (int columns = 1; columns < 120; columns += 7) {
			free(drawn(lines, columns));
			top_view__resized(&v);
			top_view__key(&v, some[(lines + columns) % 9]);
		}
	end();
}

/* Adds calls of a, with a duration that is at the beginning of an octave, to the row that is opened. */
static void detail(const char *file, unsigned tid, uint64_t calls, unsigned octave)
{
	size_t bucket = 0;
	uint64_t hist[256] = {};
	struct sctrace_stat r = { .sz = sizeof(r),
				  .comm = "a",
				  .name = "read",
				  .file = file,
				  .tid = tid,
				  .calls = calls,
				  .total = calls << octave,
				  .min = 1ull << octave,
				  .max = 1ull << octave,
				  .avg = (double)(1ull << octave),
				  .hist = hist };

	while (r.nhist < 256 && (!r.nhist || sctrace_stats_bucket(r.nhist) != sctrace_stats_bucket(r.nhist - 1)))
		r.nhist++;
	while (sctrace_stats_bucket(bucket) < r.min)
		bucket++;
	hist[bucket] = calls;
	cr_assert_eq(top_detail__add(v.detail, &r), 0);
}

static void opened(const char *keys_of_keyboard)
{
	begin("comm,syscall");
	interval();
	add("a", "read", 100, 900 * MS);
	add("b", "read", 100, 800 * MS);
	done();
	for (; *keys_of_keyboard; keys_of_keyboard++)
		cr_assert_eq(top_view__key(&v, *keys_of_keyboard), TOP_OPEN);
	cr_assert_str_eq(v.detail->by, "comm,syscall,?file,?peer,tid,errno");
}

static void detail_interval(double seconds, uint64_t calls)
{
	top_detail__begin(v.detail, seconds);
	detail("/etc/passwd", 12, calls, 10);
	detail("/etc/hosts", 13, 2 * calls, 12);
	cr_assert_eq(top_detail__end(v.detail), 0);
}

/* The tables of an opened row have all of its rows by one key, and none of another row. */
Test(top, opened_row)
{
	struct sctrace_stat other = { .sz = sizeof(other), .comm = "b", .name = "read", .calls = 7, .total = 7 };

	opened("\r");
	shows(5, 90,
	      "comm=a syscall=read\n"
	      "collecting: the first numbers come with the next interval\n"
	      " 1 file  2 peer  3 thread  4 errno  5 histogram  6 over time  7 slowest   Escape) back\n\n\n");
	detail_interval(1, 10);
	top_detail__begin(v.detail, 2);
	detail("/etc/passwd", 12, 20, 10);
	detail("/etc/hosts", 13, 20, 12);
	detail("/etc/hosts", 12, 20, 12);
	top_detail__add(v.detail, &other);
	cr_assert_eq(top_detail__end(v.detail), 0);
	shows(9, 90,
	      "comm=a syscall=read\n"
	      "30.0 calls/s  60 calls, 0 errors in 2.00s  avg 3.07us  p50 4.10us  p99 4.10us  max 4.10us\n"
	      " 1 file  2 peer  3 thread  4 errno  5 histogram  6 over time  7 slowest   Escape) back\n"
	      "*file          calls/s  errors   total  %time     avg     max waiting\n"
	      "total: 2 rows    30.0       0   184us  100.0  3.07us  4.10us       -\n"
	      "*/etc/hosts       20.0       0   164us   88.9  4.10us  4.10us       -\n"
	      "/etc/passwd      10.0       0  20.5us   11.1  1.02us  1.02us       -\n"
	      "\n"
	      "\n");
	keys("3");
	order("total a a");
	cr_assert_eq(top_view__key(&v, 27), TOP_CLOSE);
	order("a b");
	end();
}

/* Rows made from events have arguments in the order of the keys, no ages, and no tables of files in an opened row. */
Test(top, arguments)
{
	struct sctrace_stat r = {
		.sz = sizeof(r), .comm = "a", .args = { "O_RDONLY", "main;[libc.so.6]" }, .calls = 2
	};

	top_view__init(&v, "flags,comm,stack,flags", 't', false, true);
	interval();
	cr_assert_eq(top_rows__add(&v.table.rows, &r), 0);
	r.args[1] = NULL;
	cr_assert_eq(top_rows__add(&v.table.rows, &r), 0);
	done();
	keys("nbw");
	shows(8, 80,
	      "4 calls/s  by flags,comm,stack,flags  sorted by name\n"
	      "sort: c t a m e w n  Enter) open row  b)y  i)dle  /) filter  ?) help  q)uit\n"
	      "flags    comm stack              calls/s  errors   total  %time     avg     max\n"
	      "total: 2 rows                        4.0       0     0ns    0.0     0ns     0ns\n"
	      "*O_RDONLY a    -                      2.0       0     0ns    0.0     0ns     0ns\n"
	      "O_RDONLY a    main;[libc.so.6]       2.0       0     0ns    0.0     0ns     0ns\n\n\n");
	cr_assert_eq(top_view__key(&v, '\r'), TOP_OPEN);
	cr_assert_str_eq(v.detail->by, "flags,comm,stack,flags,syscall,tid,errno");
	end();
}

Test(top, histogram)
{
	opened("h");
	for (int i = 1; i <= 5; i++)
		detail_interval(i, (uint64_t)i * 10);
	shows(8, 90,
	      "comm=a syscall=read\n"
	      "30.0 calls/s  150 calls, 0 errors in 5.00s  avg 3.07us  p50 4.10us  p99 4.10us  max 4.10us\n"
	      " 1 file  2 peer  3 thread  4 errno  5 histogram  6 over time  7 slowest   Escape) back\n"
	      "    from ..    below      calls %\n"
	      "  1.02us ..   2.05us         50  33.3 ##########################\n"
	      "  2.05us ..   4.10us          0   0.0\n"
	      "  4.10us ..   8.19us        100  66.7 ####################################################\n"
	      "\n");
	keys("\t");
	shows(8, 90,
	      "comm=a syscall=read\n"
	      "30.0 calls/s  150 calls, 0 errors in 5.00s  avg 3.07us  p50 4.10us  p99 4.10us  max 4.10us\n"
	      " 1 file  2 peer  3 thread  4 errno  5 histogram  6 over time  7 slowest   Escape) back\n"
	      " 4.10us |                                                                            @@@@@\n"
	      " 2.05us |\n"
	      " 1.02us |                                                                            #####\n"
	      "\n"
	      "a column per interval, the last one at the right; . few calls, @ most (20 or less)\n");
	for (int lines = 0; lines < 12; lines++)
		for (int columns = 1; columns < 60; columns++) {
			free(drawn(lines, columns));
			keys(columns % 2 ? "\t" : "?");
		}
	end();
}

/* The slowest calls are kept, the longest one first. */
Test(top, slowest)
{
	struct top_slow *slow;

	opened("\r");
	slow = &v.detail->slow;
	keys("7");
	cr_assert_not(top_detail__wants_slow(v.detail), "nothing is known yet");
	detail_interval(1, 10000);
	cr_assert(top_detail__wants_slow(v.detail));
	/* of 30000 calls a second, only a few are kept */
	cr_assert_eq(slow->least, 1 << 12);
	for (int i = 0; i < 100; i++) {
		uint64_t duration = (uint64_t)(i * 37 % 100);
		char text[64];

		snprintf(text, sizeof(text), "%d  read()\n  > libc(read)\n", (int)duration);
		if (top_slow__wants(slow, duration))
			top_slow__add(slow, duration, strdup(text));
	}
	cr_assert_eq(slow->n, SLOW_CALLS);
	for (int i = 0; i < SLOW_CALLS; i++)
		cr_assert_eq(slow->calls[i].duration, (uint64_t)(99 - i));
	cr_assert_not(top_slow__wants(slow, 50));
	top_slow__add(slow, 1, strdup("1\n"));
	cr_assert_eq(slow->calls[SLOW_CALLS - 1].duration, 50);
	top_view__key(&v, TOP_DOWN);
	shows(8, 100,
	      "comm=a syscall=read\n"
	      "30000.0 calls/s  30000 calls, 0 errors in 1.00s  avg 3.07us  p50 4.10us  p99 4.10us  max 4.10us\n"
	      " 1 file  2 peer  3 thread  4 errno  5 histogram  6 over time  7 slowest   Escape) back\n"
	      "\n"
	      "  > libc(read)\n"
	      "98  read()\n"
	      "  > libc(read)\n"
	      "97  read()\n");
	top_view__key(&v, TOP_END);
	cr_assert_eq(slow->skip, 2 * SLOW_CALLS - 1);
	end();
}

/* Keys are counted by in the order in which they were chosen. */
Test(top, grouping)
{
	begin("comm,syscall");
	keys("b");
	shows(6, 60,
	      "a row for each combination of: comm,syscall\n"
	      "space) choose, take back  Enter) count by these  Escape) ca>\n"
	      "\n"
	      "*[2]  syscall    the name of the call\n"
	      "[ ]  pid        the process\n"
	      "[ ]  tid        the thread\n");
	keys("  ");
	top_view__key(&v, TOP_DOWN);
	keys(" ");
	cr_assert_eq(top_view__key(&v, '\r'), TOP_REGROUP);
	cr_assert_str_eq(v.wanted, "comm,syscall,pid");
	top_view__regroup(&v, v.wanted);
	interval();
	add("x", "read", 1, 1);
	done();
	order("x");
	/* no key is chosen, or the same keys as before */
	keys("b ");
	top_view__key(&v, TOP_END);
	cr_assert_eq(top_view__key(&v, 27), TOP_NOTHING);
	keys("b");
	cr_assert_eq(top_view__key(&v, '\r'), TOP_NOTHING);
	end();
}

static void is_time(uint64_t ns, const char *wanted)
{
	char text[32];

	top_time(ns, text, sizeof(text));
	cr_assert_str_eq(text, wanted, "%llu: %s", (unsigned long long)ns, text);
}

Test(top, units)
{
	is_time(0, "0ns");
	is_time(999, "999ns");
	is_time(1000, "1.00us");
	is_time(9994, "9.99us");
	is_time(9996, "10.0us");
	is_time(99960, "100us");
	is_time(999499, "999us");
	is_time(999500, "1.00ms");
	is_time(999499999, "999ms");
	is_time(999500000, "1.00s");
	is_time(599 * 1000 * MS, "599s");
	is_time(600 * 1000 * MS, "10.0min");
	is_time(36000 * 1000 * MS, "10.0h");
	is_time(864000 * 1000 * MS, "10.0d");
	is_time(UINT64_MAX, "213504d");
}
