// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rules of sctrace.h for the handle of statistics. api_stats [TEST] */
#include "api_counts.h"

#include <sys/resource.h>

static struct sctrace_stats *opened(const char *by)
{
	return counting((struct sctrace_stats_opts){ .trace = "getppid", .by = by });
}

static void start_twice(void)
{
	struct kid k = kid_new();
	int fds = count_fds("");
	struct sctrace_stats *s = opened(NULL);

	is("target", sctrace_stats_target(s, k.pid, 0), 0);
	is("start", sctrace_stats_start(s), 0);
	is("a second start is refused", sctrace_stats_start(s), -EALREADY);
	kid_do(&k, 'c');
	is("read", sctrace_stats_read(s), 0);
	is("each call counts once", (long long)calls(s), KID_CALLS);
	is("stop", sctrace_stats_stop(s), 0);
	kid_do(&k, 'c');
	is("read after stop", sctrace_stats_read(s), 0);
	is("nothing after stop", (long long)calls(s), KID_CALLS);
	is("start after stop is refused", sctrace_stats_start(s), -ESHUTDOWN);
	is("target after stop is refused", sctrace_stats_target(s, k.pid, 0), -ESHUTDOWN);
	sctrace_stats_close(s);
	is("descriptors after close", count_fds(""), fds);
	kid_end(&k);
}

static void follow_later(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *s = opened(NULL);

	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	kid_do(&k, 'f');
	sctrace_stats_read(s);
	is("children are not followed", (long long)calls(s), 0);
	is("the same target, now with FOLLOW", sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW), 0);
	kid_do(&k, 'f');
	sctrace_stats_read(s);
	is("children are followed", (long long)calls(s), KID_CALLS);
	sctrace_stats_close(s);
	kid_end(&k);
}

static void reused(void)
{
	struct kid k = kid_new(), other = kid_new(), again;
	struct sctrace_stats *s = opened(NULL);
	pid_t pid = k.pid;

	sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
	sctrace_stats_start(s);
	kid_end(&k);
	again = kid_new_as(pid);
	if (again.pid < 0) {
		check(errno == EPERM || errno == ENOSYS, "no process gets the number again here: %s", strerror(errno));
	} else {
		sctrace_stats_target(s, other.pid, 0);
		kid_do(&again, 'c');
		kid_do(&again, 'f');
		sctrace_stats_read(s);
		is("the next task of the target's number is not counted", (long long)calls(s), 0);
		kid_end(&again);
	}
	sctrace_stats_close(s);
	kid_end(&other);
}

/* ---- changes of a running handle ---- */

static void selects(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *s = opened(NULL);

	sctrace_stats_target(s, k.pid, 0);
	counts_change(s, &k);
	sctrace_stats_stop(s);
	is("select after the end", sctrace_stats_select(s, "getppid"), -ESHUTDOWN);
	is("pause after the end", sctrace_stats_pause(s), -ESHUTDOWN);
	sctrace_stats_close(s);
	kid_end(&k);
}

static void untarget(void)
{
	struct kid k = kid_new(), l = kid_new();
	struct sctrace_stats *s = opened(NULL);

	sctrace_stats_target(s, k.pid, SCTRACE_THREADS);
	sctrace_stats_target(s, l.pid, 0);
	sctrace_stats_start(s);
	kid_do(&k, 'c');
	is("not any more", sctrace_stats_untarget(s, k.pid, SCTRACE_THREADS), 0);
	kid_do(&k, 'c');
	kid_do(&l, 'c');
	is("what it did before, and the other one", (long long)calls_now(s), 2 * KID_CALLS);
	is("tasks", sctrace_stats_tasks(s), 1);
	is("a second time", sctrace_stats_untarget(s, k.pid, 0), -ESRCH);
	check(strstr(sctrace_stats_error(s), "not counted") != NULL, "its text: '%s'", sctrace_stats_error(s));
	is("unknown flags", sctrace_stats_untarget(s, l.pid, 0x100), -EINVAL);
	is("and counted again", sctrace_stats_target(s, k.pid, 0), 0);
	kid_do(&k, 'c');
	is("what it does then", (long long)calls_now(s), 3 * KID_CALLS);
	sctrace_stats_close(s);
	kid_end(&k);
	kid_end(&l);
}

/* During a storm of calls, neither a change of the other selected calls nor a read loses any of them. */
static void hammered(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *s = opened(NULL);
	long long worst = 0, best = 1 << 30;
	uint64_t want;
	int err = 0;

	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	kid_storm_begin(&k);
	for (int i = 0; !err && i < 100; i++) {
		long long began;

		err = sctrace_stats_select(s, i & 1 ? "getppid" : i & 2 ? NULL : "getppid,read");
		began = now_us();
		if (!err)
			err = sctrace_stats_read(s);
		began = now_us() - began;
		best = began < best ? began : best;
		worst = began > worst ? began : worst;
	}
	is("changes and reads", err, 0);
	for (long long until = now_ms() + 1000; !err && now_ms() < until;)
		err = sctrace_stats_read(s);
	is("reads, one after the other", err, 0);
	is("the last one", sctrace_stats_select(s, "getppid"), 0);
	want = kid_storm_end(&k);
	is("read", sctrace_stats_read(s), 0);
	is("calls, each once", (long long)sum_of(s, "getppid").calls, (long long)want);
	/* a grace period takes 10 ms and more; an emulated machine is slow at everything */
	check(best <= (access("/tests/helpers", F_OK) ? 2000 : 50000), "a read takes %lld us (%lld at worst)", best,
	      worst);
	sctrace_stats_close(s);
	kid_end(&k);
}

struct nested {
	struct sctrace_stats *s;
	int read, stop, each, reset, close;
	unsigned rows;
};

static int no_row(void *ctx, const struct sctrace_stat *row)
{
	(void)ctx;
	(void)row;
	return 0;
}

static int on_nested(void *ctx, const struct sctrace_stat *row)
{
	struct nested *n = ctx;

	n->rows += row->calls != 0;
	n->read = sctrace_stats_read(n->s);
	n->stop = sctrace_stats_stop(n->s);
	n->each = sctrace_stats_each(n->s, no_row, NULL);
	n->reset = sctrace_stats_reset(n->s);
	n->close = sctrace_stats_close(n->s);
	return 0;
}

static void nested(void)
{
	struct kid k = kid_new();
	struct nested n = { .s = opened(NULL) };

	sctrace_stats_target(n.s, k.pid, 0);
	sctrace_stats_start(n.s);
	kid_do(&k, 'c');
	sctrace_stats_read(n.s);
	is("each", sctrace_stats_each(n.s, on_nested, &n), 0);
	is("a row", n.rows, 1);
	is("read in a callback", n.read, -EBUSY);
	is("stop", n.stop, -EBUSY);
	is("each", n.each, -EBUSY);
	is("reset", n.reset, -EBUSY);
	is("close", n.close, -EBUSY);
	check(strstr(sctrace_stats_error(n.s), "callback") != NULL, "the error says so: '%s'",
	      sctrace_stats_error(n.s));
	is("the rows are as they were", (long long)calls(n.s), KID_CALLS);
	is("close", sctrace_stats_close(n.s), 0);
	kid_end(&k);
}

/* Messages are in memory of the handle, even if the caller has freed the buffer that was passed to open. */
static void texts(void)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o), .trace = "getppid", .why_size = 256 };
	struct sctrace_stats *s = NULL;
	struct rlimit was, none;
	struct kid k = kid_new();
	char *why = malloc(256);
	int err;

	o.why = why;
	err = sctrace_stats_open(&s, &o);
	is("open", err, 0);
	if (err)
		return;
	is("no error yet", (long long)strlen(sctrace_stats_error(s)), 0);
	free(why); /* AddressSanitizer reports a write to the freed buffer */
	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	getrlimit(RLIMIT_NOFILE, &was);
	none = was;
	none.rlim_cur = 0;
	setrlimit(RLIMIT_NOFILE, &none);
	err = sctrace_stats_read(s);
	setrlimit(RLIMIT_NOFILE, &was);
	is("read without descriptors to spare", err, -EMFILE);
	check(strstr(sctrace_stats_error(s), "Too many open files") != NULL, "its text: '%s'", sctrace_stats_error(s));
	is("read", sctrace_stats_read(s), 0);
	sctrace_stats_close(s);
	kid_end(&k);
}

struct waits {
	unsigned waiting, tid, in_rows;
	uint64_t oldest, calls;
	char name[32], comm[16];
};

static int on_waits(void *ctx, const struct sctrace_stat *row)
{
	struct waits *w = ctx;

	if (!row->waiting) {
		w->in_rows += row->in_progress;
		w->calls += row->calls;
		return 0;
	}
	w->waiting += row->in_progress;
	w->tid = row->tid;
	w->oldest = row->oldest;
	w->calls += row->calls;
	snprintf(w->name, sizeof(w->name), "%s", row->name);
	snprintf(w->comm, sizeof(w->comm), "%s", row->comm);
	return 0;
}

static int json(void *ctx, const char *p, size_t n)
{
	return (char *)memcpy(ctx, p, n < 4095 ? n : 4095) ? 0 : -1;
}

/* A row has the calls in progress that tables and JSON print. The process waits in read() for the next command. */
static void waiting_by(const char *by)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o), .trace = "getppid,read", .by = by };
	struct sctrace_table_opts to = { .sz = sizeof(to), .json = true };
	struct sctrace_stats *s = NULL;
	struct kid k = kid_new();
	struct waits w = {};
	char text[4096] = "", want[64];

	if (!by)
		o.group = SCTRACE_GROUP_CGROUP;
	is("open", sctrace_stats_open(&s, &o), 0);
	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	kid_do(&k, 'c');
	sleep_ms(150);
	is("read", sctrace_stats_read(s), 0);
	sctrace_stats_each(s, on_waits, &w);
	is("a call in progress", w.waiting, 1);
	check(!strcmp(w.name, "read"), "its name: %s", w.name);
	is("its thread", w.tid, k.pid);
	check(w.oldest > 100000000 && w.oldest < 10000000000, "its age: %.3f s", (double)w.oldest / 1e9);
	is("counted once", w.in_rows, 0);
	sctrace_stats_print(s, &to, json, text);
	snprintf(want, sizeof(want), "\"in_progress\":[{\"syscall\":\"%s\"", w.name);
	check(strstr(text, want) != NULL, "as in JSON: %s", strstr(text, want) ? w.name : text);
	is("and not as a call", (long long)w.calls, KID_CALLS);
	kid_do(&k, 'c');
	w = (struct waits){};
	sctrace_stats_read(s);
	sctrace_stats_each(s, on_waits, &w);
	check(w.calls == 2 * KID_CALLS + 1, "when it has returned: a call (%llu)", (unsigned long long)w.calls);
	sctrace_stats_close(s);
	kid_end(&k);
}

static void waiting(void)
{
	waiting_by("comm,syscall");
	waiting_by(NULL);
}

/* Reset forgets the calls without a row of their own, too. */
static void reset(void)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o), .by = "tid,syscall", .max_rows = 1 };
	struct sctrace_stats *s = NULL;
	struct kid k = kid_new();

	is("open", sctrace_stats_open(&s, &o), 0);
	sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW);
	sctrace_stats_start(s);
	kid_do(&k, 'f');
	kid_do(&k, 'c');
	is("read", sctrace_stats_read(s), 0);
	check(sctrace_stats_other(s) > 0, "calls that are other (%llu)", (unsigned long long)sctrace_stats_other(s));
	is("reset", sctrace_stats_reset(s), 0);
	is("none then", (long long)sctrace_stats_other(s), 0);
	sctrace_stats_close(s);
	kid_end(&k);
}

/* The kid waits for its next byte in read() when the handle is started. */
static void begun(void)
{
	for (int on = 0; on < 2; on++) {
		struct kid k = kid_new();
		struct sctrace_stats *s = counting((struct sctrace_stats_opts){ .trace = "read", .begun = on });

		usleep(100000); /* waits until the child is in read() */
		sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW);
		sctrace_stats_start(s);
		kid_do(&k, 'f'); /* the new child does not wait in read() */
		is(on ? "begun: the call in progress counts" : "without it, it does not", (long long)calls_now(s), on);
		kid_do(&k, 'c');
		is("the next one does", (long long)calls_now(s), on + 1);
		sctrace_stats_close(s);
		kid_end(&k);
	}
}

struct split {
	uint64_t blocked, all, gaps;
};

static int add_split(void *ctx, const struct sctrace_stat *row)
{
	struct split *s = ctx;

	s->all += row->system + row->user + row->runnable + row->blocked;
	if (!strcmp(row->name, "read"))
		s->blocked += row->blocked;
	if (!strcmp(row->name, "(user)"))
		s->gaps += row->user;
	return 0;
}

/* The time of a call in progress grows with each read of the rows, and is not counted twice. */
static void split(void)
{
	struct kid k = kid_new();
	struct sctrace_stats *s = counting((struct sctrace_stats_opts){ .split = true });
	long long start;

	kid_waits(&k);
	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	start = now_us();
	kid_do(&k, 'c');
	for (int i = 0; i < 3; i++) {
		struct split sum = {};
		long long elapsed;

		usleep(200000);
		sctrace_stats_read(s);
		elapsed = now_us() - start;
		sctrace_stats_each(s, add_split, &sum);
		check(sum.blocked > (uint64_t)(i + 1) * 190000000, "blocked in read(): %llu ns",
		      (unsigned long long)sum.blocked);
		check(sum.all > (uint64_t)elapsed * 900 && sum.all < (uint64_t)elapsed * 1100,
		      "all: %llu ns of %lld us", (unsigned long long)sum.all, elapsed);
		check(sum.gaps, "between calls: %llu ns", (unsigned long long)sum.gaps);
	}
	sctrace_stats_close(s);
	kid_end(&k);
}

struct attached {
	unsigned n;
	pid_t last;
	uint64_t missed;
};

static void on_attached(void *ctx, pid_t tid, uint64_t missed)
{
	struct attached *a = ctx;

	a->n += tid != 0;
	a->last = tid;
	a->missed += missed;
}

static void attached(void)
{
	struct attached a = {};
	struct kid k = kid_new();
	struct sctrace_stats *s =
		counting((struct sctrace_stats_opts){ .trace = "read", .attached = on_attached, .attached_ctx = &a });
	struct pollfd p = { .fd = sctrace_stats_fd(s), .events = POLLIN };

	sctrace_stats_target(s, k.pid, 0);
	sctrace_stats_start(s);
	kid_do(&k, 'f');
	sctrace_stats_read(s);
	is("attached: none without FOLLOW", a.n, 0);
	sctrace_stats_target(s, k.pid, SCTRACE_FOLLOW);
	is("nothing to read", poll(&p, 1, 0), 0);
	kid_do(&k, 'f');
	is("something to read", poll(&p, 1, 1000), 1);
	sctrace_stats_read(s);
	is("a child", a.n, 1);
	check(a.last > 0 && a.last != k.pid && !a.missed, "its number (%d, %d)", (int)a.last, (int)k.pid);
	sctrace_stats_close(s);
	kid_end(&k);
}

static void refusals(void)
{
	struct sctrace_stats_opts whole = { .sz = sizeof(whole), .all_tasks = true, .begun = true };
	struct sctrace_stats_opts all = { .sz = sizeof(all), .all_tasks = true, .attached = on_attached };
	struct sctrace_stats_opts shared = {
		.sz = sizeof(shared), .share_only = true, .sharable = true, .begun = true
	};
	struct sctrace_stats_opts split = { .sz = sizeof(split), .split = true, .cpu_time = true };
	struct sctrace_table_opts columns = { .sz = sizeof(columns), .split = true };
	struct sctrace_stats *s = NULL;

	is("split of CPU time", sctrace_stats_open(&s, &split), -EINVAL);
	is("begun of all tasks", sctrace_stats_open(&s, &whole), -EINVAL);
	is("attached of all tasks", sctrace_stats_open(&s, &all), -EINVAL);
	is("begun of handles that share", sctrace_stats_open(&s, &shared), -EINVAL);
	s = counting((struct sctrace_stats_opts){ .trace = "getppid" });
	is("columns of a split that is not there", sctrace_stats_print(s, &columns, json, NULL), -EINVAL);
	sctrace_stats_close(s);
}

static void all_tasks(void)
{
	struct sctrace_stats_opts o = { .sz = sizeof(o), .all_tasks = true };
	struct sctrace_stats *s = NULL;

	is("open", sctrace_stats_open(&s, &o), 0);
	is("a target among all", sctrace_stats_target(s, getpid(), 0), -EINVAL);
	sctrace_stats_close(s);
}

static void nulls(void)
{
	struct sctrace_stats_opts o = SCTRACE_INIT(struct sctrace_stats_opts);
	struct sctrace_stats *s = (void *)-1;

	is("open", sctrace_stats_open(NULL, &o) | sctrace_stats_open(&s, NULL), -EINVAL);
	check(s == (void *)-1, "*out stays");
	is("target", sctrace_stats_target(NULL, 1, 0), -EINVAL);
	is("start", sctrace_stats_start(NULL), -EINVAL);
	is("fd", sctrace_stats_fd(NULL), -EINVAL);
	is("read", sctrace_stats_read(NULL), -EINVAL);
	is("stop", sctrace_stats_stop(NULL), -EINVAL);
	is("tasks", sctrace_stats_tasks(NULL), -EINVAL);
	is("each", sctrace_stats_each(NULL, no_row, NULL), -EINVAL);
	is("print", sctrace_stats_print(NULL, NULL, NULL, NULL), -EINVAL);
	is("reset", sctrace_stats_reset(NULL), -EINVAL);
	is("other", (long long)(sctrace_stats_other(NULL) + sctrace_stats_missed(NULL)), 0);
	is("error", (long long)strlen(sctrace_stats_error(NULL)), 0);
	is("close", sctrace_stats_close(NULL), 0);
}

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "start_twice", start_twice },
		{ "follow_later", follow_later },
		{ "reused", reused },
		{ "selects", selects },
		{ "untarget", untarget },
		{ "hammered", hammered },
		{ "nested", nested },
		{ "texts", texts },
		{ "waiting", waiting },
		{ "reset", reset },
		{ "begun", begun },
		{ "split", split },
		{ "attached", attached },
		{ "refusals", refusals },
		{ "all_tasks", all_tasks },
		{ "nulls", nulls },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}
