// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Handles of statistics that share programs: each has exact counts of its own, and many handles cost little.
 * api_share_stats [TEST]
 */
#include "api_counts.h"

enum { MANY = 24 };

static struct sctrace_stats *opened(const char *trace, struct sctrace_stats *with)
{
	return counting(
		(struct sctrace_stats_opts){ .trace = trace, .sharable = !with, .share = with, .share_only = true });
}

static unsigned handles(struct sctrace_stats *s)
{
	struct sctrace_health h = { .sz = sizeof(h) };

	return sctrace_stats_health(s, &h) ? 0 : h.handles;
}

static void each_its_own(void)
{
	struct kid k = kid_new(), l = kid_new();
	int fds = count_fds("");
	struct sctrace_stats *a = opened("getppid", NULL), *b, *c;

	is("target", sctrace_stats_target(a, k.pid, SCTRACE_FOLLOW), 0);
	is("start", sctrace_stats_start(a), 0);
	kid_do(&k, 'c');
	b = opened("getppid", a);
	c = opened("read", b);
	is("another one's target", sctrace_stats_target(b, l.pid, 0), 0);
	is("its start", sctrace_stats_start(b), 0);
	is("the same target", sctrace_stats_target(c, k.pid, 0), 0);
	kid_do(&k, 'c');
	is("its start", sctrace_stats_start(c), 0);
	is("handles", handles(a), 3);
	kid_do(&k, 'c');
	kid_do(&l, 'c');
	kid_do(&l, 'f'); /* the handle does not follow children */
	kid_do(&k, 'f');
	is("the first one's calls, and its target's child's", (long long)calls_now(a), 4 * KID_CALLS);
	is("the others' are there when they read", (long long)(calls(b) + calls(c)), 0);
	is("the second one's", (long long)calls_now(b), KID_CALLS);
	is("the third one's, but for the one that it found in progress", (long long)calls_now(c), 1);
	is("tasks", sctrace_stats_tasks(a) + 10 * sctrace_stats_tasks(b) + 100 * sctrace_stats_tasks(c), 111);
	is("a call in progress", (long long)sum_of(c, "read").waiting, 1);
	is("not selected", (long long)sum_of(a, NULL).waiting, 0);
	is("what was read is forgotten", sctrace_stats_reset(a), 0);
	kid_do(&k, 'c');
	is("by nobody else", (long long)calls_now(c), 2);
	is("what was not is not", (long long)calls_now(a), KID_CALLS);
	is("the first one goes", sctrace_stats_close(a), 0);
	kid_do(&l, 'c');
	is("the second one goes on", (long long)calls_now(b), 2 * KID_CALLS);
	is("and stops", sctrace_stats_stop(b), 0);
	kid_do(&l, 'c');
	kid_do(&k, 'c');
	is("nothing after stop", (long long)calls(b), 2 * KID_CALLS);
	is("the third one goes on", (long long)calls_now(c), 3);
	is("handles", handles(c), 1);
	sctrace_stats_close(c);
	sctrace_stats_close(b);
	is("descriptors after the last one", count_fds(""), fds);
	kid_end(&k);
	kid_end(&l);
}

/* One handle counts the new threads of its target, the other one the children, too. */
static void new_threads(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *a = opened("getppid", NULL), *b = opened("getppid", a);

	is("target, threads only", sctrace_stats_target(a, k.pid, SCTRACE_NEW_THREADS), 0);
	is("start", sctrace_stats_start(a), 0);
	kid_do(&k, 't');
	kid_do(&k, 'f');
	is("a new thread, not a child", (long long)calls_now(a), KID_CALLS);
	is("the same target, with descendants", sctrace_stats_target(b, k.pid, SCTRACE_TREE), 0);
	is("its start", sctrace_stats_start(b), 0);
	kid_do(&k, 't');
	kid_do(&k, 'f');
	is("again a new thread, not a child", (long long)calls_now(a), 2 * KID_CALLS);
	is("both", (long long)calls_now(b), 2 * KID_CALLS);
	is("a flag that is none", sctrace_stats_target(a, k.pid, SCTRACE_TREE << 1), -EINVAL);
	sctrace_stats_close(b);
	sctrace_stats_close(a);
	kid_end(&k);
}

/* Another handle counts all calls of the task; this handle must still count exactly the calls that it selects. */
static void changes(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *other = opened(NULL, NULL), *s;
	uint64_t all;

	sctrace_stats_target(other, k.pid, SCTRACE_FOLLOW);
	sctrace_stats_start(other);
	kid_do(&k, 'c');
	s = opened("getppid", other);
	sctrace_stats_target(s, k.pid, 0);
	counts_change(s, &k);
	is("not any more", sctrace_stats_untarget(s, k.pid, 0), 0);
	kid_do(&k, 'c');
	kid_do(&k, 'f');
	is("what it did before", (long long)calls_now(s), 4 * KID_CALLS + 1);
	is("tasks", sctrace_stats_tasks(s), 0);
	is("a second time", sctrace_stats_untarget(s, k.pid, 0), -ESRCH);
	is("and counted again", sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW), 0);
	kid_do(&k, 'c');
	kid_do(&k, 'f');
	is("what it does then", (long long)calls_now(s), 6 * KID_CALLS + 1);
	sctrace_stats_read(other);
	is("the other one has it all", (long long)sum_of(other, "getppid").calls, 13 * KID_CALLS);
	all = calls(other);
	check(all > 13 * KID_CALLS + 20, "and the other calls (%llu)", (unsigned long long)all);
	sctrace_stats_close(s);
	sctrace_stats_close(other);
	kid_end(&k);
}

/* A handle that gets the bit of a former one gets none of its calls. */
static void again(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *keeps = opened("getppid", NULL), *s;
	unsigned wrong = 0;

	sctrace_stats_target(keeps, k.pid, 0);
	sctrace_stats_start(keeps);
	for (int i = 0; i < 70; i++) { /* more handles than can share at a time */
		s = opened(i & 1 ? "read,getppid" : "read", keeps);
		sctrace_stats_target(s, k.pid, 0);
		sctrace_stats_start(s); /* the child waits in read(), which is counted as a call in progress */
		if (i % 7 == 0) {
			kid_do(&k, 'c');
			sctrace_stats_read(s);
			wrong += calls(s) != (i & 1 ? KID_CALLS : 0);
		}
		sctrace_stats_close(s);
	}
	is("each has its own", wrong, 0);
	is("and so has the first one", (long long)calls_now(keeps), 10 * KID_CALLS);
	sctrace_stats_close(keeps);
	kid_end(&k);
}

/* A handle counts a busy process while another handle is opened and closed: no call is lost. */
static void hammered(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *s = opened("getppid", NULL), *other;
	uint64_t want;
	int err = 0;

	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	kid_storm_begin(&k);
	for (int i = 0; !err && i < 30; i++) {
		other = opened("getppid,poll", s);
		err = sctrace_stats_target(other, k.pid, SCTRACE_THREADS) | sctrace_stats_start(other) |
		      sctrace_stats_select(other, "read") | sctrace_stats_pause(other) | sctrace_stats_read(other);
		if (i % 3 == 0)
			err |= sctrace_stats_untarget(other, k.pid, SCTRACE_THREADS);
		sctrace_stats_close(other);
	}
	is("changes and reads", err, 0);
	want = kid_storm_end(&k);
	is("calls, each once", (long long)calls_now(s), (long long)want);
	sctrace_stats_close(s);
	kid_end(&k);
}

/* Rows that the programs keep apart for one handle are merged for another one. */
static void keys(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *a, *b, *c, *d;
	struct sum sum;

	a = counting((struct sctrace_stats_opts){
		.by = "tid,pid,syscall,comm,errno", .hist = true, .sharable = true, .share_only = true });
	b = counting((struct sctrace_stats_opts){
		.group = SCTRACE_GROUP_TOTAL, .trace = "getppid", .share = a, .share_only = true });
	c = counting((struct sctrace_stats_opts){
		.by = "comm", .hist = true, .deltas = true, .trace = "getppid,read", .share = a, .share_only = true });
	d = counting((struct sctrace_stats_opts){ .trace = "getppid", .share = a, .share_only = true });
	for (int i = 0; i < 4; i++) {
		struct sctrace_stats *s = i == 0 ? a : i == 1 ? b : i == 2 ? c : d;

		is("target", sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW), 0);
		is("start", sctrace_stats_start(s), 0);
	}
	kid_do(&k, 'c');
	kid_do(&k, 'f');
	is("in total", (long long)calls_now(b), 2 * KID_CALLS);
	is("in a row", sum_of(b, NULL).rows, 1);
	is("by name, with the second read", (long long)calls_now(c), 2 * KID_CALLS + 1);
	is("in a row", sum_of(c, NULL).rows, 1);
	sum = (struct sum){};
	is("as a delta", sctrace_stats_delta(c, sum_add, &sum), 0);
	is("calls of the delta", (long long)sum.calls, 2 * KID_CALLS + 1);
	is("by thread", (long long)calls_now(d), 2 * KID_CALLS);
	is("two rows", sum_of(d, NULL).rows, 2);
	check(calls_now(a) > 2 * KID_CALLS, "all calls (%llu)", (unsigned long long)calls(a));
	is("of which these", (long long)sum_of(a, "getppid").calls, 2 * KID_CALLS);
	for (int i = 0; i < 4; i++)
		sctrace_stats_close(i == 0 ? a : i == 1 ? b : i == 2 ? c : d);
	kid_end(&k);
}

static void all_tasks(void)
{
	struct sctrace_stats *a, *b;
	struct kid k = kid_new();

	a = counting((struct sctrace_stats_opts){
		.trace = "getppid", .by = "pid", .all_tasks = true, .sharable = true, .share_only = true });
	b = counting((struct sctrace_stats_opts){
		.trace = "nanosleep,clock_nanosleep", .by = "pid", .all_tasks = true, .share = a, .share_only = true });
	is("start", sctrace_stats_start(a) | sctrace_stats_start(b), 0);
	kid_do(&k, 'c');
	kid_do(&k, 's');
	sctrace_stats_read(a);
	sctrace_stats_read(b);
	check(calls(a) >= 2 * KID_CALLS, "calls of the machine (%llu)", (unsigned long long)calls(a));
	check(calls(b) >= 1, "other calls (%llu)", (unsigned long long)calls(b));
	sctrace_stats_close(b);
	sctrace_stats_close(a);
	kid_end(&k);
}

static int by_value(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

static void many(void)
{
	struct sctrace_health h = { .sz = sizeof(h) };
	struct sctrace_stats *s[MANY];
	struct kid k[MANY];
	long long took[MANY];
	int fds = count_fds(""), n;
	unsigned wrong = 0;

	for (int i = 0; i < MANY; i++) {
		k[i] = kid_new();
		fds += 2; /* two descriptors of this process for the pipes of each child */
		took[i] = now_us();
		s[i] = opened("getppid", i ? s[0] : NULL);
		took[i] = now_us() - took[i];
		wrong += sctrace_stats_target(s[i], k[i].pid, SCTRACE_FOLLOW) || sctrace_stats_start(s[i]);
	}
	is("24 sessions, each with its target", wrong, 0);
	for (int i = 0; i < MANY; i++)
		kid_do(&k[i], 'c');
	for (int i = MANY - 1; i >= 0; i--) {
		sctrace_stats_read(s[i]);
		wrong += calls(s[i]) != KID_CALLS || sum_of(s[i], NULL).tid != (unsigned)k[i].pid;
	}
	is("each has its calls", wrong, 0);
	n = count_fds("") - fds;
	check(n <= 200, "descriptors: %d", n);
	sctrace_stats_health(s[0], &h);
	check(h.memory < 256000000, "memory: %.1f MB of the kernel", (double)h.memory / 1e6);
	is("handles", h.handles, MANY);
	qsort(took + 1, MANY - 1, sizeof(*took), by_value);
	check(took[MANY / 2] <= 5000 || took[MANY / 2] * 20 < took[0],
	      "the first one opens in %.1f ms, another one in %.2f ms", (double)took[0] / 1e3,
	      (double)took[MANY / 2] / 1e3);
	for (int i = 0; i < MANY; i++) {
		sctrace_stats_close(s[i]);
		kid_end(&k[i]);
	}
	is("descriptors afterwards", count_fds(""), fds - 2 * MANY);
}

static void refused_as(const char *what, struct sctrace_stats_opts o, int want, const char *text)
{
	struct sctrace_stats *s = NULL;
	char why[256] = "";
	int err;

	o.sz = sizeof(o);
	o.share_only = true;
	o.why = why;
	o.why_size = sizeof(why);
	err = sctrace_stats_open(&s, &o);
	check(err == want && strstr(why, text), "%s: %d '%s'", what, err, why);
	sctrace_stats_close(s);
}

/* Without share_only, a handle that cannot share gets its own programs. */
static void own(struct sctrace_stats_opts o)
{
	struct sctrace_stats *s = counting(o);

	is("but else it has its own", handles(s), 1);
	sctrace_stats_close(s);
}

static void wrong(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *alone = counting((struct sctrace_stats_opts){ .trace = "getppid" }), *a, *b;
	pid_t pid;
	int status = 0;

	a = opened("getppid", NULL);
	refused_as("not sharable", (struct sctrace_stats_opts){ .share = alone }, -EINVAL, "sharable");
	refused_as("more keys", (struct sctrace_stats_opts){ .share = a, .by = "syscall,comm" }, -EINVAL, "keys");
	refused_as("all tasks", (struct sctrace_stats_opts){ .share = a, .all_tasks = true }, -EINVAL, "options");
	refused_as("CPU time", (struct sctrace_stats_opts){ .share = a, .cpu_time = true }, -EINVAL, "options");
	refused_as("cgroups", (struct sctrace_stats_opts){ .sharable = true, .cgroups = true }, -EINVAL, "cgroups");
	own((struct sctrace_stats_opts){ .share = a, .cpu_time = true });
	own((struct sctrace_stats_opts){ .sharable = true, .errnos = true });
	refused_as("errnos", (struct sctrace_stats_opts){ .share = a, .errnos = true }, -EINVAL, "errno");
	sctrace_stats_target(a, k.pid, 0);
	sctrace_stats_start(a);
	b = opened("getppid", a);
	sctrace_stats_target(b, k.pid, 0);
	sctrace_stats_start(b);
	is("a second start", sctrace_stats_start(b), -EALREADY);
	pid = fork();
	if (!pid)
		_exit(sctrace_stats_read(a) != -EPERM || sctrace_stats_close(a) || sctrace_stats_close(b));
	waitpid(pid, &status, 0);
	is("a child closes its copies", status, 0);
	kid_do(&k, 'c');
	is("and takes nothing away", (long long)(calls_now(a) + calls_now(b)), 2 * KID_CALLS);
	sctrace_stats_stop(a);
	sctrace_stats_stop(b);
	refused_as("all were stopped", (struct sctrace_stats_opts){ .share = a }, -ESHUTDOWN, "stopped");
	is("start after that", sctrace_stats_start(a), -ESHUTDOWN);
	sctrace_stats_close(b);
	sctrace_stats_close(a);
	sctrace_stats_close(alone);
	kid_end(&k);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "each_its_own", each_its_own },
		{ "new_threads", new_threads },
		{ "changes", changes },
		{ "again", again },
		{ "hammered", hammered },
		{ "keys", keys },
		{ "all_tasks", all_tasks },
		{ "many", many },
		{ "wrong", wrong },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}
