// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rules of sctrace.h for the handle of statistics. api_stats [TEST] */
#include "api.h"

#include <sys/resource.h>

static struct sctrace_stats *opened(const char *by)
{
	char why[256] = "";
	struct sctrace_stats_opts o = {
		.sz = sizeof(o), .trace = "getppid", .by = by, .why = why, .why_size = sizeof(why)
	};
	struct sctrace_stats *s = NULL;
	int err = sctrace_stats_open(&s, &o);

	if (err) {
		check(0, "open: %s (%d)", why, err);
		exit(1);
	}
	return s;
}

static int add_calls(void *ctx, const struct sctrace_stat *row)
{
	*(uint64_t *)ctx += row->calls;
	return 0;
}

static uint64_t calls(struct sctrace_stats *s)
{
	uint64_t n = 0;

	sctrace_stats_each(s, add_calls, &n);
	return n;
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

/* Where texts go: the handle's own memory, whatever became of what was given to open. */
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
	free(why); /* AddressSanitizer sees who writes there */
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

int main(int argc, char **argv)
{
	static const struct api_test tests[] = {
		{ "start_twice", start_twice },
		{ "follow_later", follow_later },
		{ "reused", reused },
		{ "nested", nested },
		{ "texts", texts },
	};

	return api_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}
