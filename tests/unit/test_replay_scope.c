// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* A replay chooses calls of a recording by result and by task. */
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

static uint32_t thread_of; /* process of the records' thread; 0: the thread is a process itself */

static void put(struct synth *s)
{
	if (thread_of)
		s->rec.tgid = thread_of;
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

/* Makes a call of no duration: close(arg). */
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
	else if (ev->type == SCTRACE_GONE)
		snprintf(text, sizeof(text), "%u:gone ", ev->tid);
	buf__mem(&out, text, strlen(text));
	return 0;
}

static pid_t target; /* targets have these flags; 0: there are no targets */
static unsigned target_flags;

/* Returns the events of a replay with these options. */
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
	if (target)
		cr_assert_eq(sctrace_target(t, target, target_flags), 0, "%s", sctrace_error(t));
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

/* Makes calls that fail, that succeed, and one in which its task ends. */
static void put_results(void)
{
	struct synth s;

	put_close(10, 1 * MS, 9, -EBADF);
	put_enter(10, 2 * MS, SYS_dup, 3);
	put_exit(10, 4 * MS, SYS_dup, 4, 2 * MS);
	put_enter(10, 5 * MS, SYS_dup, 5);
	put_exit(10, 9 * MS, SYS_dup, -EINTR, 5 * MS);
	/* the beginning of this call is missing */
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
	/* with a predicate, which without .failed also matches the call that does not return */
	cr_expect_str_eq(EVENTS(.failed = true, .predicate = "call == dup"), "10:dup(5)=-4 10:ends ");
	cr_expect_str_eq(EVENTS(.predicate = "call == exit_group"), "10:ends-in-a-call ");
	cr_expect_str_eq(EVENTS(.failed = true, .predicate = "call == exit_group"), "10:ends ");
	/* the call of --until must also pass the filter */
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

/* Process 10 has the thread 12, which calls execve, and the child 11; process 20 is independent. */
static void put_tasks(void)
{
	struct synth s;

	synth_target(&s, 10, 1, "sh");
	put(&s);
	put_close(10, 2, 1, 0);
	synth_fork(&s, 10, 3, 11);
	put(&s);
	put_close(11, 4, 2, 0);
	synth_exec(&s, 11, 5, 11, "cat");
	put(&s);
	put_close(11, 6, 3, 0);
	synth_fork(&s, 10, 7, 12);
	s.fork.child_tgid = 10;
	put(&s);
	thread_of = 10;
	put_close(12, 8, 4, 0);
	put_enter(12, 9, SYS_execve, 0);
	thread_of = 0;
	synth_target(&s, 20, 10, "nginx");
	put(&s);
	put_close(20, 11, 5, 0);
	synth_exec(&s, 10, 12, 12, "new");
	put(&s);
	put_exit(10, 13, SYS_execve, 0, 9);
	put_close(10, 14, 6, 0);
	put_enter(11, 15, SYS_exit_group, 0);
	synth_task_exit(&s, 11, 16, 0);
	put(&s);
	synth_task_exit(&s, 10, 17, 0);
	put(&s);
	cr_assert_eq(recorder__close(recorder, 0), 0);
}

#define OF_10 "10:close(1)=0 "
#define OF_11 "11:close(2)=0 11:close(3)=0 "
#define OF_12 "12:close(4)=0 "
#define OF_20 "20:close(5)=0 "
#define LATER "10:execve(0)=0 10:close(6)=0 "
#define ENDS_11 "11:ends-in-a-call "
#define ENDS_10 "10:ends "

Test(replay, targets)
{
	const char *all = OF_10 OF_11 OF_12 OF_20 LATER ENDS_11 ENDS_10;

	put_tasks();
	cr_expect_str_eq(EVENTS(.trace = "all"), all);
	cr_expect_str_eq(EVENTS(.all_tasks = true), all);
	target = 20;
	cr_expect_str_eq(EVENTS(.trace = "all"), OF_20);
	target = 11;
	cr_expect_str_eq(EVENTS(.trace = "all"), OF_11 ENDS_11);
	cr_expect_str_eq(EVENTS(.trace = "close", .failed = true), "11:ends ");
	/* the thread goes on with the number of the leader */
	target = 12;
	cr_expect_str_eq(EVENTS(.trace = "all"), OF_12 LATER ENDS_10);
	target = 10;
	cr_expect_str_eq(EVENTS(.trace = "all"), OF_10 "10:close(6)=0 " ENDS_10);
	target_flags = SCTRACE_THREADS;
	cr_expect_str_eq(EVENTS(.trace = "all"), OF_10 OF_12 LATER ENDS_10);
	target_flags = SCTRACE_THREADS | SCTRACE_FOLLOW;
	cr_expect_str_eq(EVENTS(.trace = "all"), OF_10 OF_11 OF_12 LATER ENDS_11 ENDS_10);
	cr_expect_str_eq(EVENTS(.skip = (pid_t[]){ 11 }, .nskip = 1), OF_10 OF_12 LATER ENDS_10);
	target = 99;
	cr_expect_str_eq(EVENTS(.trace = "all"), "99:gone ");
}

Test(replay, names_and_skipped)
{
	const uint32_t uids[] = { 0 };
	struct sctrace_opts o = {
		.sz = sizeof(o), .replay = path, .event = on_event, .why = why, .why_size = sizeof(why)
	};
	struct sctrace *t;
	int n;

	put_tasks();
	cr_expect_str_eq(EVENTS(.comm = "nginx"), OF_20);
	cr_expect_str_eq(EVENTS(.comm = "cat"), "11:close(3)=0 " ENDS_11);
	/* a call belongs to the name that its task had at the beginning */
	cr_expect_str_eq(EVENTS(.comm = "sh"), OF_10 "11:close(2)=0 " OF_12 "10:execve(0)=0 ");
	cr_expect_str_eq(EVENTS(.comm = "new"), "10:close(6)=0 " ENDS_10);
	cr_expect_str_eq(EVENTS(.comm = "ngin"), "");
	cr_expect_str_eq(EVENTS(.comm = "ng*,c?t"), "11:close(3)=0 " OF_20 ENDS_11);
	cr_expect_str_eq(EVENTS(.skip = (pid_t[]){ 10 }, .nskip = 1), OF_11 OF_20 ENDS_11);
	cr_expect_str_eq(EVENTS(.skip = (pid_t[]){ 11, 20 }, .nskip = 2), OF_10 OF_12 LATER ENDS_10);

	o.uids = uids;
	o.nuids = 1;
	cr_assert_eq(sctrace_open(&t, &o), 0);
	while ((n = sctrace_poll(t, 0)) > 0)
		;
	cr_expect_eq(n, -EOPNOTSUPP);
	cr_expect_not_null(strstr(sctrace_error(t), "does not have users and cgroups"), "%s", sctrace_error(t));
	sctrace_close(t);
	o.nuids = 0;
	o.uids = NULL;
	o.comm = "sixteen-bytes-16";
	cr_expect_eq(sctrace_open(&t, &o), -EINVAL);
	o.comm = NULL;
	cr_assert_eq(sctrace_open(&t, &o), 0);
	cr_expect_eq(sctrace_target(t, 10, SCTRACE_WAIT_EXEC), -EINVAL);
	cr_expect_eq(sctrace_target(t, 0, 0), -EINVAL);
	cr_expect_geq(sctrace_poll(t, 0), 0);
	cr_expect_eq(sctrace_target(t, 10, 0), -EBUSY);
	cr_expect_not_null(strstr(sctrace_error(t), "before its first record"), "%s", sctrace_error(t));
	sctrace_close(t);
}

static void put_owner(uint32_t tid, uint64_t ts, uint32_t uid, uint32_t parent)
{
	struct synth s;
	struct sct_task_owner *r = (void *)&s.rec;

	synth_init(&s, SCT_REC_OWNER, tid, ts, sizeof(*r));
	r->owner.uid = uid;
	r->owner.parent = parent;
	put(&s);
}

Test(replay, owners)
{
	put_owner(20, 1 * MS, 7, 1);
	put_close(20, 1 * MS, 0, 0);
	put_owner(21, 2 * MS, 6, 20);
	put_close(21, 3 * MS, 1, 0);
	/* the parent of this task is not known yet */
	put_owner(23, 4 * MS, 6, 22);
	put_close(23, 5 * MS, 2, 0);
	put_owner(22, 6 * MS, 5, 21);
	put_close(22, 6 * MS, 6, 0);
	put_close(23, 7 * MS, 3, 0);
	put_owner(21, 8 * MS, 5, 1);
	put_close(21, 9 * MS, 4, 0);
	put_close(24, 10 * MS, 5, 0);
	cr_assert_eq(recorder__close(recorder, 0), 0);
	cr_expect_str_eq(EVENTS(.uids = (uint32_t[]){ 5 }, .nuids = 1), "22:close(6)=0 21:close(4)=0 ");
	cr_expect_str_eq(EVENTS(.uids = (uint32_t[]){ 5, 6 }, .nuids = 2),
			 "21:close(1)=0 23:close(2)=0 22:close(6)=0 23:close(3)=0 21:close(4)=0 ");
	target = 20;
	target_flags = SCTRACE_TREE;
	cr_expect_str_eq(EVENTS(.trace = "all"),
			 "20:close(0)=0 21:close(1)=0 22:close(6)=0 23:close(3)=0 21:close(4)=0 ");
	target = 22;
	cr_expect_str_eq(EVENTS(.trace = "all"), "23:close(2)=0 22:close(6)=0 23:close(3)=0 ");
}

static struct sctrace_text *text;

static int on_text(void *ctx, const struct sctrace_event *ev)
{
	(void)ctx;
	return sctrace_text_event(text, ev);
}

static int on_write(void *ctx, const char *p, size_t n)
{
	(void)ctx;
	buf__mem(&out, p, n);
	return 0;
}

/* Lines have the number of their task if several tasks are shown, not if the recording has several. */
Test(replay, prefixes)
{
	struct sctrace_opts o = { .sz = sizeof(o), .replay = path, .event = on_text };
	struct sctrace_text_opts to = { .sz = sizeof(to), .prefix = SCTRACE_PREFIX_BRACKETS, .write = on_write };

	put_tasks();
	for (pid_t pid = 10; pid <= 20; pid += 10) {
		struct sctrace *t;

		cr_assert_eq(sctrace_open(&t, &o), 0);
		cr_assert_eq(sctrace_text_new(&text, t, &to), 0);
		cr_assert_eq(sctrace_target(t, pid, SCTRACE_THREADS | SCTRACE_FOLLOW), 0);
		while (sctrace_poll(t, 0) >= 0)
			sctrace_text_flush(text, true);
		sctrace_text_flush(text, true);
		sctrace_text_free(text);
		sctrace_close(t);
		buf__char(&out, '\0');
		cr_expect_eq(strstr((char *)out.p, "[pid") != NULL, pid == 10, "%s", (char *)out.p);
		cr_expect_not_null(strstr((char *)out.p, pid == 10 ? "[pid    11] close(2)" : "close(5)"), "%s",
				   (char *)out.p);
		out.len = 0;
	}
}
