// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What a replay chooses from a recording: by results, by tasks. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "recording/recorder.h"
#include "sctrace.h"
#include "synth.h"
#include "util/buf.h"

#define MS 1000000

static char path[] = "/tmp/sctrace-test-XXXXXX", why[256];
static struct buf out;
static struct recorder *recorder;

static void put(const struct synth *s)
{
	cr_assert_eq(recorder__write(recorder, &s->rec, s->size), 0);
}

static void put_enter(uint32_t tid, uint64_t ts, unsigned nr, uint64_t arg)
{
	struct synth s;

	synth_enter(&s, tid, ts, nr, ARGS(arg));
	put(&s);
}

static void put_exit(uint32_t tid, uint64_t ts, unsigned nr, int64_t ret, uint64_t enter_ts)
{
	struct synth s;

	synth_exit(&s, tid, ts, nr, ret, enter_ts);
	put(&s);
}

/* A call of no duration: close(arg). */
static void put_close(uint32_t tid, uint64_t ts, uint64_t arg, int64_t ret)
{
	put_enter(tid, ts, SYS_close, arg);
	put_exit(tid, ts, SYS_close, ret, ts);
}

static void setup(void)
{
	const struct capture_info info = { .decode = { .strlen_max = 32 } };

	close(mkstemp(path));
	cr_assert_eq(recorder__open(&recorder, &(struct writer_opts){ .path = path, .info = info }), 0);
}

static void teardown(void)
{
	buf__free(&out);
	unlink(path);
}

TestSuite(replay, .init = setup, .fini = teardown);

/* Writes "TID:NAME(ARG)=RET " for the end of a call, and letters for other events. */
static int on_event(void *ctx, const struct sctrace_event *ev)
{
	char text[64] = "";

	(void)ctx;
	if (ev->type == SCTRACE_EXIT)
		snprintf(text, sizeof(text), "%u:%s(%d)=%d ", ev->tid, ev->name, (int)ev->args[0], (int)ev->ret);
	else if (ev->type == SCTRACE_TASK_EXIT)
		snprintf(text, sizeof(text), "%u:ends%s ", ev->tid, ev->name ? "-in-a-call" : "");
	buf__mem(&out, text, strlen(text));
	return 0;
}

/* Returns what the events of a replay with these options are. */
static const char *events_of(struct sctrace_opts o)
{
	struct sctrace *t;
	int n;

	o.sz = sizeof(o);
	o.replay = path;
	o.event = on_event;
	o.why = why;
	o.why_size = sizeof(why);
	cr_assert_eq(sctrace_open(&t, &o), 0, "%s", why);
	do
		n = sctrace_poll(t, 0);
	while (n >= 0);
	cr_assert_eq(n, -ENODATA, "%s", sctrace_error(t));
	sctrace_close(t);
	buf__char(&out, '\0');
	cr_assert_not(out.failed);
	out.len = 0;
	return (const char *)out.p;
}

#define EVENTS(...) events_of((struct sctrace_opts){ __VA_ARGS__ })

/* Calls that fail, that succeed, and one in which its task ends. */
static void put_results(void)
{
	struct synth s;

	put_close(10, 1 * MS, 9, -EBADF);
	put_enter(10, 2 * MS, SYS_dup, 3);
	put_exit(10, 4 * MS, SYS_dup, 4, 2 * MS);
	put_enter(10, 5 * MS, SYS_dup, 5);
	put_exit(10, 9 * MS, SYS_dup, -EINTR, 5 * MS);
	/* its beginning was not seen */
	put_exit(10, 10 * MS, SYS_dup, 7, 0);
	put_enter(10, 11 * MS, SYS_exit_group, 3);
	synth_task_exit(&s, 10, 20 * MS, 3 << 8);
	put(&s);
	cr_assert_eq(recorder__close(recorder, 0), 0);
}

Test(replay, results)
{
	const struct sctrace_opts bad = { .errnos = "ENOTHING" };
	struct sctrace_opts o = bad;
	struct sctrace *t;

	put_results();
	cr_expect_str_eq(EVENTS(.failed = true), "10:close(9)=-9 10:dup(5)=-4 10:ends ");
	cr_expect_str_eq(EVENTS(.errnos = "EBADF"), "10:close(9)=-9 10:ends ");
	cr_expect_str_eq(EVENTS(.errnos = "!EBADF"), "10:dup(5)=-4 10:ends ");
	cr_expect_str_eq(EVENTS(.min_ns = 2 * MS), "10:dup(3)=4 10:dup(5)=-4 10:ends ");
	cr_expect_str_eq(EVENTS(.min_ns = 2 * MS, .failed = true), "10:dup(5)=-4 10:ends ");
	cr_expect_str_eq(EVENTS(.ret_range = true, .ret_min = 4, .ret_max = 4), "10:dup(3)=4 10:ends ");
	cr_expect_str_eq(EVENTS(.failed = true, .trace = "close"), "10:close(9)=-9 10:ends ");
	/* beside a predicate, which alone also has the call that does not return */
	cr_expect_str_eq(EVENTS(.failed = true, .predicate = "call == dup"), "10:dup(5)=-4 10:ends ");
	cr_expect_str_eq(EVENTS(.predicate = "call == exit_group"), "10:ends-in-a-call ");
	cr_expect_str_eq(EVENTS(.failed = true, .predicate = "call == exit_group"), "10:ends ");
	/* the call of until has to pass the filter, too */
	cr_expect_str_eq(EVENTS(.failed = true, .until = "ret == 4"), "10:close(9)=-9 10:dup(5)=-4 10:ends ");

	o.sz = sizeof(o);
	o.replay = path;
	o.why = why;
	o.why_size = sizeof(why);
	cr_expect_eq(sctrace_open(&t, &o), -EINVAL);
	cr_expect_str_eq(why, "invalid error number 'ENOTHING' (did you mean 'ENOTUNIQ'?)");
	o.errnos = NULL;
	o.failed = true;
	o.predicate = "ret ==";
	cr_expect_eq(sctrace_open(&t, &o), -EINVAL);
	cr_expect_not_null(strstr(why, "column 7"), "the user's own columns: %s", why);
}
