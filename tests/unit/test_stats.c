// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "counts/kstats.h"
#include "counts/kstats_room.h"
#include "enrich/container.h"
#include "stats/name.h"
#include "stats/sort.h"
#include "stats/span.h"

#define DAY 86400000000000ull

static struct kstat_row row_of(unsigned n, const uint64_t *ns)
{
	struct kstat_row r = {};

	for (unsigned i = 0; i < n; i++)
		row__call(&r, ns[i], false);
	return r;
}

Test(stats, known_times)
{
	struct kstat_row r = row_of(4, (uint64_t[]){ 10000000, 20000000, 30000000, 40000000 });

	cr_assert_eq(row__min(&r), 10000000);
	cr_assert_eq(r.max, 40000000);
	cr_assert_float_eq(row__avg(&r), 25e6, 1e-3);
	cr_assert_float_eq(row__stderr(&r), 25.8199, 1e-3);
}

Test(stats, from_1_ns_to_days)
{
	struct kstat_row ns = row_of(2, (uint64_t[]){ 1, 3 }), days = row_of(2, (uint64_t[]){ 30 * DAY, 90 * DAY });
	struct kstat_row same = row_of(3, (uint64_t[]){ 5 * DAY, 5 * DAY, 5 * DAY });

	cr_assert_float_eq(row__stderr(&ns), 50, 1e-9);
	cr_assert_float_eq(row__stderr(&days), 50, 1e-9);
	cr_assert_float_eq(row__stderr(&same), 0, 1e-9);
}

Test(stats, one_call_has_no_deviation)
{
	struct kstat_row r = row_of(1, (uint64_t[]){ 7 }), none = {};

	cr_assert_eq(row__stderr(&r), 0);
	cr_assert_eq(row__stderr(&none), 0);
	cr_assert_eq(row__min(&none), 0);
	cr_assert_eq(row__avg(&none), 0);
}

Test(stats, merged_is_all_at_once)
{
	struct kstat_row a = row_of(2, (uint64_t[]){ 5, 6 * DAY }), b = row_of(2, (uint64_t[]){ 1, 9 });
	struct kstat_row all = row_of(4, (uint64_t[]){ 5, 6 * DAY, 1, 9 });

	kstats__row_merge(&a, &b);
	cr_assert_eq(memcmp(&a, &all, sizeof(a)), 0);
}

Test(stats, buckets_are_in_order_and_without_gaps)
{
	for (unsigned b = 0; b < KSTAT_BUCKETS; b++) {
		cr_assert_eq(bucket__of(bucket__low(b)), b, "bucket %u", b);
		if (b)
			cr_assert_eq(bucket__of(bucket__low(b) - 1), b - 1, "below bucket %u", b);
	}
	cr_assert_eq(bucket__of(UINT64_MAX), KSTAT_BUCKETS - 1);
	cr_assert_gt(bucket__low(KSTAT_BUCKETS - 1), 5 * DAY);
}

Test(stats, percentiles)
{
	uint64_t hist[KSTAT_BUCKETS] = {};
	struct stat_row row = { .hist = hist };

	for (uint64_t v = 1; v <= 1000; v++) {
		row__call(&row.r, v * 1000, false);
		hist[bucket__of(v * 1000)]++;
	}
	/* an octave has four buckets, so a value is at most a quarter off, less after interpolation */
	cr_assert_float_eq(row__percentile(&row, 0.5), 500e3, 25e3);
	cr_assert_float_eq(row__percentile(&row, 0.99), 990e3, 20e3);
	cr_assert_leq(row__percentile(&row, 0.999), 1000e3);
	cr_assert_geq(row__percentile(&row, 0), 1000);
}

/* A call was counted when the row was read, but is not yet in its histogram: no bar is drawn. */
Test(stats, empty_histogram)
{
	uint64_t hist[KSTAT_BUCKETS] = {};
	struct stat_row row = { .hist = hist, .r.calls = 1 };
	struct buf b = {};

	table__hist(&b, &row, 0);
	cr_assert_eq(b.len, 0);
	hist[0] = 1;
	table__hist(&b, &row, 0);
	cr_assert_gt(b.len, 0);
	buf__free(&b);
}

/* ---- rows and their bounds ---- */

static void add(struct stats *s, uint32_t pid, uint32_t tid, const char *comm, unsigned call, uint64_t ns)
{
	struct kstat_by_key key = { .owner = 1, .call = (uint16_t)call };
	struct kstat_row r = { .tid = tid, .pid = pid, .start = pid, .born = 1 };

	row__call(&r, ns, false);
	strncpy(r.comm, comm, sizeof(r.comm) - 1);
	cr_assert_eq(stats__add(s, &key, &r, NULL, NULL), 0);
}

static uint64_t total_calls(const struct stats *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->nrows; i++)
		n += s->rows[i].r.calls;
	return n;
}

Test(stats, threads_that_ended_are_their_process)
{
	struct kstat_task leader = { .id = 1, .tid = 10, .pid = 10, .start = 10, .flags = SCT_T_TRACED, .comm = "p" };
	struct stats s;

	stats__init(&s, STATS_THREADS, 0);
	add(&s, 10, 10, "p", 0, 100);
	add(&s, 10, 11, "p", 0, 100);
	add(&s, 10, 12, "p", 0, 100);
	stats__tasks_begin(&s);
	cr_assert_eq(stats__task(&s, &leader, 0), 0);
	cr_assert_eq(stats__fold(&s), 0);
	stats__settle(&s);
	cr_assert_eq(s.nrows, 1);
	cr_assert_eq(s.rows[0].r.calls, 3);
	cr_assert_eq(s.groups[s.rows[0].key.owner - 1].tid, 10);
	stats__free(&s);
}

Test(stats, bounded_and_no_call_is_lost)
{
	struct stats s;

	stats__init(&s, STATS_THREADS, 100);
	for (unsigned i = 1; i <= 5000; i++) {
		add(&s, i, i, i % 2 ? "odd" : "even", i % 3, i);
		if (i % 64 == 0) {
			stats__tasks_begin(&s);
			cr_assert_eq(stats__fold(&s), 0);
		}
	}
	cr_assert_leq(s.nrows, 200);
	cr_assert_eq(total_calls(&s), 5000);
	cr_assert_eq(s.evicted, 0); /* the rows fit, because they are counted by name */
	stats__free(&s);
}

Test(stats, least_used_become_other)
{
	struct stats s;

	stats__init(&s, STATS_KEYS, 10);
	for (unsigned file = 0; file < 100; file++) {
		struct kstat_by_key key = { .owner = 1 };
		struct kstat_row r = { .calls = file < 5 ? 1000 : 1, .invmin = ~1ull };
		char name[16];

		snprintf(name, sizeof(name), "/f%u", file);
		cr_assert_eq(stats__add(&s, &key, &r, NULL, (const char *[NKEYS]){ [KEY_FILE] = name }), 0);
	}
	cr_assert_eq(stats__fold(&s), 0);
	cr_assert_leq(s.nrows, 10);
	cr_assert_eq(total_calls(&s), 5 * 1000 + 95);
	cr_assert_geq(s.evicted, 90);
	stats__free(&s);
}

Test(stats, those_outside_are_told_apart_by_name)
{
	struct stats s;
	struct buf b = {};
	struct table_opts o = {};

	stats__init(&s, STATS_THREADS, 0);
	add(&s, 0, 0, "out", 0, 100);
	add(&s, 0, 0, "out", 0, 100);
	add(&s, 0, 0, "other", 0, 100);
	stats__tasks_begin(&s);
	cr_assert_eq(stats__fold(&s), 0);
	table__perf(&b, &s, &o);
	buf__char(&b, '\0');
	cr_assert_eq(s.ngroups, 2);
	cr_assert(strstr(b.p, " out (0), 4 events, 66.7%"), "%s", b.p);
	cr_assert(strstr(b.p, " other (0), 2 events, 33.3%"), "%s", b.p);
	buf__free(&b);
	stats__free(&s);
}

Test(stats, a_tid_used_again_is_another_thread)
{
	struct kstat_by_key key = { .owner = 1 };
	struct kstat_row r = { .tid = 5, .pid = 5, .start = 1, .calls = 1, .born = 1 };
	struct stats s;

	stats__init(&s, STATS_THREADS, 0);
	cr_assert_eq(stats__add(&s, &key, &r, NULL, NULL), 0);
	r.start = 2;
	cr_assert_eq(stats__add(&s, &key, &r, NULL, NULL), 0);
	cr_assert_eq(s.nrows, 2);
	stats__free(&s);
}

/* ---- tables ---- */

static const char *cgroup(void *ctx, uint64_t id)
{
	(void)ctx;
	(void)id;
	return "/";
}

Test(table, perf_row)
{
	struct table_opts o = { .cgroup = cgroup };
	struct stats s;
	struct buf b = {};

	stats__init(&s, STATS_THREADS, 0);
	add(&s, 7, 7, "x\033[31m", KSTAT_NR_UNKNOWN, 33300000);
	table__perf(&b, &s, &o);
	buf__char(&b, '\0');
	cr_assert_not_null(strstr(b.p, "\n Summary of events:\n\n x\\033[31m (7), 2 events, 100.0%\n\n"));
	cr_assert_not_null(strstr(
		b.p, "\n   unknown                1      0    33.300    33.300    33.300    33.300      0.00%\n"));
	cr_assert_null(strchr(b.p, '\033'));
	buf__free(&b);
	stats__free(&s);
}

/* Rows of the kernel, and the time of a living task that is in no row yet, which the next list of tasks replaces. */
Test(table, split)
{
	struct kstat_by_key key = { .owner = 1, .call = KSTAT_NR_USER };
	struct kstat_row gap = {
		.tid = 7, .pid = 7, .born = 1, .comm = "x", .split = { .user = 30000000, .runnable = 10000000 }
	};
	struct kstat_task task = {
		.tid = 7,
		.pid = 7,
		.comm = "x",
		.flags = 1,
		.call = 1,
		.in_call = 1,
		.in = { .system = 20000000, .blocked = 40000000 },
	};
	struct table_opts o = { .cgroup = cgroup, .split = true };
	struct stats s;
	struct buf b = {};

	stats__init(&s, STATS_THREADS, 0);
	s.split = KSTAT_BY_SYSCALL;
	cr_assert_eq(stats__add(&s, &key, &gap, NULL, NULL), 0);
	for (int i = 0; i < 2; i++) {
		stats__tasks_begin(&s);
		cr_assert_eq(stats__task(&s, &task, 1), 0);
	}
	table__perf(&b, &s, &o);
	buf__char(&b, '\0');
	cr_assert_not_null(strstr(b.p, "\n   0.100 s: 20.0% system, 30.0% user, 10.0% runnable, 40.0% blocked\n"), "%s",
			   b.p);
	cr_assert_not_null(strstr(b.p, "0.00%     0.000    30.000    10.000     0.000\n"), "%s", b.p);
	cr_assert_not_null(strstr(b.p, "0.00%    20.000     0.000     0.000    40.000\n"), "%s", b.p);
	buf__free(&b);

	/* no longer in a call, and never seen in one */
	task.in_call = 0;
	stats__tasks_begin(&s);
	cr_assert_eq(stats__task(&s, &task, 1), 0);
	table__perf(&b, &s, &o);
	buf__char(&b, '\0');
	cr_assert_not_null(strstr(b.p, "\n   0.100 s: 0.0% system, 50.0% user, 10.0% runnable, 40.0% blocked\n"), "%s",
			   b.p);
	buf__free(&b);
	stats__free(&s);
}

Test(table, strace_words)
{
	const char *valid;
	char bad[32];

	cr_assert(
		!strace__columns_check("time,shortest,longest,avg-time,count,error,syscall", bad, sizeof(bad), &valid));
	cr_assert(strace__columns_check("calls,count", bad, sizeof(bad), &valid) == COLUMNS_TWICE);
	cr_assert_str_eq(bad, "count");
	cr_assert(strace__columns_check("", bad, sizeof(bad), &valid) == COLUMNS_UNKNOWN);
	cr_assert(strace__columns_check("calls,", bad, sizeof(bad), &valid));
	cr_assert(strace__columns_check("time shortest", bad, sizeof(bad), &valid));
	cr_assert(strace__sort_ok("nothing", &valid));
	cr_assert_not(strace__sort_ok("foo", &valid));
	cr_assert(strace__sort_ok("% time", &valid));
	cr_assert(strace__sort_ok("usecs/call", &valid));
}

Test(table, sort_words)
{
	cr_assert(sort__is_column("p99.9", false));
	cr_assert(sort__is_column("wall_min", false));
	cr_assert_not(sort__is_column("", false));
	cr_assert_not(sort__is_column("total time", false));
	cr_assert_not(sort__is_column("pid", false));
	cr_assert(sort__is_column("pid", true));
	cr_assert(sort__is_column("arg6", true));
	cr_assert_not(sort__is_column("pid,tid", false));
	cr_assert_not(sort__is_column("arg7", true));
}

static const char *container(const char *path)
{
	static char text[64];

	return container__text(path, text, sizeof(text)) ?: "-";
}

#define ID "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

Test(table, containers)
{
	cr_assert_str_eq(container("/system.slice/docker-" ID ".scope"), "0123456789ab");
	cr_assert_str_eq(container("/docker/" ID "/init.scope"), "0123456789ab");
	cr_assert_str_eq(container("/kubepods.slice/kubepods-pod1_2.slice/cri-containerd-" ID ".scope"),
			 "0123456789ab");
	cr_assert_str_eq(container("/system.slice/containerd.service/kubepods-pod3.slice:cri-containerd:" ID),
			 "0123456789ab");
	cr_assert_str_eq(container("/machine.slice/libpod-" ID ".scope/container"), "0123456789ab");
	cr_assert_str_eq(container("/machine.slice/machine-my\\x2dbox.scope"), "my-box");
	cr_assert_str_eq(container("/machine.slice/systemd-nspawn@sid.service/payload"), "sid");
	cr_assert_str_eq(container("/lxc.payload.web/system.slice/nginx.service"), "web");
	cr_assert_str_eq(container("/system.slice/nginx.service"), "nginx.service");
	cr_assert_str_eq(container("/user.slice/user@0.service/app.slice/a.service"), "a.service");
	cr_assert_str_eq(container("/user.slice/session-1.scope"), "-");
	cr_assert_str_eq(container("/deadbeef"), "-");
	cr_assert_str_eq(container("/.service"), "-");
	cr_assert_str_eq(container("/"), "-");
	cr_assert_str_eq(container(""), "-");
}

Test(spans, texts)
{
	static char name[][32] = { "block:rq_issue", "block:rq_complete", "app:done", "other" };
	struct spans s = {};
	struct probe p = {};
	char text[256] = "";
	const struct errmsg errmsg = { text, sizeof(text) };

	cr_assert_eq(spans__add(&s, "block:rq_issue..block:rq_complete@sector", &errmsg), 0);
	cr_assert_eq(spans__add(&s, "usdt=/bin/x:app:st*(q:str@1, n:int)..done", &errmsg), 0);
	cr_assert_str_eq(span__name(s.v[0]), "block:rq_issue..block:rq_complete");
	p.spec.func = name[0];
	cr_assert_eq(span__edge(s.v[0], &p), SPAN_BEGINS);
	cr_assert_eq(span__key(s.v[0], &p, 0), -1);
	cr_assert_eq(span__key(s.v[0], &p, 1), -2);
	p.spec.func = name[1];
	cr_assert_eq(span__edge(s.v[0], &p), SPAN_ENDS);
	p.spec.func = name[2];
	cr_assert_eq(span__edge(s.v[0], &p), SPAN_NONE);
	cr_assert_eq(span__edge(s.v[1], &p), SPAN_ENDS);
	p.spec.func = name[3];
	cr_assert_eq(span__edge(s.v[1], &p), SPAN_NONE);
	cr_assert_eq(spans__add(&s, "a..b@", &errmsg), -EINVAL);
	cr_assert_eq(spans__add(&s, "a..", &errmsg), -EINVAL);
	cr_assert_eq(spans__add(&s, "..b", &errmsg), -EINVAL);
	cr_assert_eq(spans__add(&s, "a.b", &errmsg), -EINVAL);
	cr_assert_eq(spans__add(&s, "a..b@1,2,3,4,5", &errmsg), -EINVAL);
	spans__free(&s);
}

/* A begun span is found once, by its key; the same key begins it again; there is a limit. */
Test(spans, open)
{
	struct spans s = {};
	struct buf key = {};
	struct span_open *o;

	cr_assert_eq(spans__add(&s, "a..b", &(struct errmsg){ NULL, 0 }), 0);
	for (unsigned i = 0; i < SPANS_OPEN_MAX; i++) {
		key.len = 0;
		buf__udec(&key, i);
		cr_assert_eq(span__begin(s.v[0], i, &key, &i, sizeof(i)), 0);
	}
	cr_assert_eq(span__begin(s.v[0], 7, &key, "", 0), 0);
	buf__char(&key, 'x');
	cr_assert_eq(span__begin(s.v[0], 7, &key, "", 0), -E2BIG);
	cr_assert_null(span__end(s.v[0], &key));
	key.len = 0;
	buf__udec(&key, 12345);
	o = span__end(s.v[0], &key);
	cr_assert(o && o->ts == 12345 && o->size == sizeof(unsigned));
	free(o);
	cr_assert_null(span__end(s.v[0], &key));
	cr_assert_eq(span__begin(s.v[0], 7, &key, "", 0), 0);
	buf__free(&key);
	spans__free(&s);
}

/* A name that looks like an escape must be printed differently from an escaped name. */
Test(table, safe_text)
{
	struct buf b = {};

	text__safe(&b, "a\\033\033\xff", 16);
	buf__char(&b, '\0');
	cr_assert_str_eq(b.p, "a\\\\033\\033\\377");
	b.len = 0;
	text__safe_end(&b, "0123456789", 10);
	buf__char(&b, ' ');
	text__safe_end(&b, "/23456789\nb", 10);
	buf__char(&b, ' ');
	text__safe_end(&b, "\n\n\n", 3);
	buf__char(&b, '\0');
	cr_assert_str_eq(b.p, "0123456789 ...89\\012b ...");
	buf__free(&b);
}

static void add_by(struct stats *s, const struct kstat_by_key *key, const char *file)
{
	struct kstat_row r = {};

	row__call(&r, 1000, false);
	cr_assert_eq(stats__add(s, key, &r, NULL, (const char *[NKEYS]){ [KEY_FILE] = file }), 0);
}

static const struct table_opts by_file = { .cgroup = cgroup,
					   .by = KSTAT_BY_FILE | KSTAT_BY_COMM,
					   .order = (const uint8_t[]){ KEY_COMM, KEY_FILE },
					   .norder = 2 };

/* Calls without a row of their own are one row "other", whether the kernel or the reader had no room. */
Test(table, one_row_of_others)
{
	struct kstat_by_key key = { .owner = 1 }, other;
	struct stats s;
	struct buf b = {};
	char *at;

	stats__init(&s, STATS_KEYS, 2);
	for (unsigned call = 0; call < 3; call++) {
		other = stats__other(&(struct kstat_by_key){ .owner = 0, .call = call, .err = 2, .pid = 7 },
				     by_file.by);
		add_by(&s, &other, NULL);
	}
	for (unsigned i = 0; i < 5; i++)
		add_by(&s, &key, (const char *[]){ "/a", "/b", "/c", "/d", "/e" }[i]);
	cr_assert_eq(stats__fold(&s), 0);
	cr_assert_eq(table__by(&b, &s, &by_file), 0);
	buf__char(&b, '\0');
	at = strstr(b.p, "other");
	cr_assert_not_null(at);
	cr_assert_null(strstr(strchr(at, '\n'), "other"), "%s", b.p);
	cr_assert_eq(total_calls(&s), 8);
	b.len = 0;
	cr_assert_eq(table__json(&b, &s, &by_file), 0);
	buf__char(&b, '\0');
	cr_assert_null(strstr(b.p, "syscall"), "%s", b.p);
	buf__free(&b);
	stats__free(&s);
}

/* A long name does not widen all lines. */
Test(table, long_names)
{
	struct kstat_by_key key = { .owner = 1 };
	char file[4001];
	struct stats s;
	struct buf b = {};

	memset(file, 'x', 4000);
	file[4000] = 0;
	stats__init(&s, STATS_KEYS, 0);
	add_by(&s, &key, file);
	add_by(&s, &key, "/short");
	cr_assert_eq(table__by(&b, &s, &by_file), 0);
	buf__char(&b, '\0');
	for (char *line = strtok(b.p, "\n"); line; line = strtok(NULL, "\n"))
		cr_assert_leq(strlen(line), strstr(line, "xxx") ? 350u : 160u, "%s", line);
	buf__free(&b);
	stats__free(&s);
}

/* A byte that is not UTF-8, a character and a text that looks like the byte's escape; C1 controls and overrides. */
Test(table, json_bytes)
{
	struct kstat_by_key key = { .owner = 1 };
	struct stats s;
	struct buf b = {};

	stats__init(&s, STATS_KEYS, 0);
	add_by(&s, &key, "\xff");
	add_by(&s, &key, "\xc3\xbf");
	add_by(&s, &key, "\\xff\xc2\x9b\xe2\x80\xae");
	cr_assert_eq(table__json(&b, &s, &by_file), 0);
	buf__char(&b, '\0');
	cr_assert_not_null(strstr(b.p, "\"file\":\"\\\\xff\""), "%s", b.p);
	cr_assert_not_null(strstr(b.p, "\"file\":\"\xc3\xbf\""), "%s", b.p);
	cr_assert_not_null(strstr(b.p, "\"file\":\"\\\\\\\\xff\\u009b\\u202e\""), "%s", b.p);
	buf__free(&b);
	stats__free(&s);
}

/* qsort() must not get NULL, even for no elements; a sanitizer checks it. */
Test(table, of_nothing)
{
	struct table_opts o = { .cgroup = cgroup };
	struct stats s;
	struct buf b = {};

	stats__init(&s, STATS_THREADS, 0);
	table__perf(&b, &s, &o);
	cr_assert_eq(table__strace(&b, &s, &o), 0);
	cr_assert_eq(table__json(&b, &s, &o), 0);
	cr_assert_eq(table__by(&b, &s, &by_file), 0);
	cr_assert_eq(stats__fold(&s), 0);
	buf__free(&b);
	stats__free(&s);
}

/* ---- no memory ---- */

static unsigned until_failure; /* allocations; 0: none fails */

void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__real_reallocarray(void *p, size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_reallocarray(void *p, size_t n, size_t size);

static bool fails(void)
{
	return until_failure && !--until_failure;
}

void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
	return fails() ? NULL : __real_realloc(p, size);
}

void *__wrap_reallocarray(void *p, size_t n, size_t size)
{
	return fails() ? NULL : __real_reallocarray(p, n, size);
}

/* Lets each allocation of a fold fail once: the fold returns an error, and rows stay as they were. */
Test(stats, no_memory)
{
	for (unsigned k = 1;; k++) {
		struct stats s;
		int err;

		stats__init(&s, STATS_THREADS, 0);
		for (uint32_t i = 1; i < 300; i++) {
			struct kstat_task t = { .id = i, .tid = i, .pid = i, .start = i, .flags = 1, .in_call = 1 };

			add(&s, i, i, "x", 1, i);
			cr_assert_eq(stats__task(&s, &t, 1000), 0);
		}
		/* a task that has ended, so that the fold has work to do */
		add(&s, 300, 301, "x", 1, 1);
		until_failure = k;
		err = stats__fold(&s);
		cr_assert_eq(total_calls(&s), 300);
		stats__free(&s);
		if (until_failure) {
			until_failure = 0;
			cr_assert_eq(err, 0);
			cr_assert_gt(k, 5u);
			return;
		}
		cr_assert_eq(err, -ENOMEM, "allocation %u", k);
	}
}

Test(name, kinds)
{
	struct kstat_name n = { .type = KSTAT_NAME_PATH, .cut = KSTAT_CUT_FRONT, .len = 2, .text = "/x" };
	struct kstat_inet in = { .family = 2, .port = 80, .addr = { 127, 0, 0, 1 } };
	char text[64];

	cr_assert_str_eq(name__text(&n, text, sizeof(text)), ".../x");
	n = (struct kstat_name){ .type = KSTAT_NAME_INET };
	memcpy(n.text, &in, sizeof(in));
	cr_assert_str_eq(name__text(&n, text, sizeof(text)), "127.0.0.1:80");
	n = (struct kstat_name){ .type = KSTAT_NAME_UNIX, .len = 3, .text = "\0ab" };
	cr_assert_str_eq(name__text(&n, text, sizeof(text)), "unix:@ab");
	cr_assert_null(name__text(NULL, text, sizeof(text)));
}

/* Of equal rows, exactly as many are kept as are allowed. */
Test(stats, equal_rows_beyond_the_bound)
{
	struct kstat_row one = row_of(1, (uint64_t[]){ 1000 });
	uint64_t calls = 0, other = 0;
	struct stats s;

	stats__init(&s, STATS_KEYS, 1000);
	for (unsigned i = 1; i <= 2500; i++)
		cr_assert_eq(stats__add(&s, &(struct kstat_by_key){ .owner = 1, .pid = i }, &one, NULL, NULL), 0);
	cr_assert_eq(stats__fold(&s), 0);
	stats__settle(&s);
	for (size_t i = 0; i < s.nrows; i++) {
		calls += s.rows[i].r.calls;
		other += s.groups[s.rows[i].key.owner - 1].other ? s.rows[i].r.calls : 0;
	}
	cr_assert_eq(s.nrows, 751);
	cr_assert_eq(calls, 2500);
	cr_assert_eq(other, 1750);
	cr_assert_eq(s.evicted, 1750);
	stats__free(&s);
}

/* The memory of rows that sctrace.h documents, and the numbers of rows that are refused. */
Test(stats, room_for_rows)
{
	struct kstats_room r = { .key_size = offsetof(struct kstat_by_key, ret),
				 .row_size = sizeof(struct kstat_row),
				 .grows = true };
	const uint64_t gib = 1ull << 30, hist = KSTAT_BUCKETS * sizeof(uint64_t);
	char text[256] = "";
	const struct errmsg errmsg = { text, sizeof(text) };
	uint32_t rows;

	cr_assert_leq(kstats_room__row(&r), 1000);
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), 0);
	cr_assert_eq(rows, 100000);
	r.free = 32 << 20;
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), 0);
	cr_assert(rows >= 1024 && rows * kstats_room__row(&r) <= r.free / 2, "%u rows", rows);
	r.grows = false;
	r.free = 8 * gib;
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), 0);
	cr_assert_eq(rows, 16384);
	r.hist = true;
	r.row_size += hist;
	cr_assert_leq(kstats_room__row(&r), 5600);
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), 0);
	cr_assert_eq(rows, 4096);
	r.asked = 1000000;
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), -ENOMEM);
	cr_assert(strstr(text, "1000000 rows take up to"), "%s", text);
	r.free = 0; /* the free memory is not known */
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), 0);
	cr_assert_eq(rows, 1000000);
	r.free = gib;
	r.asked = 1024; /* the least that there are */
	cr_assert_eq(kstats_room__rows(&r, &rows, &errmsg), 0);
}
