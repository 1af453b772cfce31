// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/task_subscribers.h"
#include "synth.h"

#define A 1ull
#define B 2ull

static struct task_subscribers o;

static void end(void)
{
	task_subscribers__free(&o);
}

TestSuite(task_subscribers, .fini = end);

static uint64_t of(unsigned type, uint32_t tid, uint32_t tgid)
{
	struct synth s;

	synth_init(&s, type, tid, 1, sizeof(s.enter));
	s.rec.tgid = tgid;
	return task_subscribers__of(&o, &s.rec);
}

static uint64_t of_call(uint32_t tid, uint32_t tgid)
{
	return of(SCT_REC_ENTER, tid, tgid);
}

static uint64_t of_fork(uint32_t tid, uint32_t child)
{
	struct synth s;

	synth_init(&s, SCT_REC_FORK, tid, 1, sizeof(s.fork));
	s.fork.child_tid = s.fork.child_tgid = child;
	return task_subscribers__of(&o, &s.rec);
}

static uint64_t of_exec(uint32_t old, uint32_t tid)
{
	struct synth s;

	synth_init(&s, SCT_REC_EXEC, tid, 1, sizeof(s.exec));
	s.exec.old_tid = old;
	return task_subscribers__of(&o, &s.rec);
}

static void inside(uint32_t tid, uint64_t places)
{
	struct sct_cgroups g = { .rec = { .type = SCT_REC_CGROUPS, .tid = tid, .tgid = tid }, .in = places };

	cr_assert_eq(task_subscribers__of(&o, &g.rec), 0, "the record itself is for nobody");
}

/* Gives the cgroup to bit, at the place that there is for it. */
static unsigned cgroup(ino_t ino, uint64_t bit)
{
	bool fresh, again;
	int at = task_subscribers__place(&o, 1, ino, &fresh, &again);

	cr_assert_geq(at, 0);
	task_subscribers__cgroup(&o, (unsigned)at, 1, ino, bit);
	return (unsigned)at;
}

/* ---- by numbers ---- */

Test(task_subscribers, numbers)
{
	task_subscribers__add(&o, 10, false, A);
	task_subscribers__add(&o, 10, false, B);
	cr_assert_eq(of_call(10, 10), A | B);
	cr_assert_eq(of_call(11, 10), 0, "a thread of the process was not asked for");
	cr_assert(task_subscribers__has(&o, 10, B));
	task_subscribers__drop(&o, 10, A);
	cr_assert_eq(of_call(10, 10), B);
	task_subscribers__drop(&o, 10, B);
	cr_assert_not(task_subscribers__any(&o, 10));
}

Test(task_subscribers, threads_of_a_process)
{
	task_subscribers__add(&o, 20, true, A);
	cr_assert_not(task_subscribers__has(&o, 21, A));
	cr_assert_eq(of_call(21, 20), A);
	cr_assert(task_subscribers__has(&o, 21, A), "known by its own number from its first record on");
}

Test(task_subscribers, children)
{
	task_subscribers__add(&o, 10, false, A);
	cr_assert_eq(of_fork(10, 30), A);
	cr_assert_eq(of_call(30, 30), A);
	cr_assert_eq(of_fork(11, 31), 0);
	cr_assert_eq(of_call(31, 31), 0);
}

Test(task_subscribers, a_number_comes_again)
{
	task_subscribers__add(&o, 10, true, A);
	cr_assert_eq(of(SCT_REC_TASK_EXIT, 10, 10), A, "the end itself is reported");
	cr_assert_eq(of_call(10, 10), 0);
	cr_assert_eq(of_call(11, 10), 0);
}

Test(task_subscribers, a_child_has_no_subscribers_of_its_number_before)
{
	task_subscribers__add(&o, 30, false, B); /* the end of this task was lost */
	task_subscribers__add(&o, 10, false, A);
	of_fork(10, 30);
	cr_assert_eq(of_call(30, 30), A);
}

Test(task_subscribers, exec_of_a_thread)
{
	struct synth s;

	task_subscribers__add(&o, 10, false, A);
	task_subscribers__add(&o, 12, false, B);
	synth_init(&s, SCT_REC_TASK_EXIT, 10, 1, sizeof(s.task_exit));
	s.rec.flags = SCT_F_SUPERSEDED;
	cr_assert_eq(task_subscribers__of(&o, &s.rec), A);
	cr_assert_eq(of_exec(12, 10), A | B);
	cr_assert_eq(of_call(10, 10), A | B);
	cr_assert_eq(of_call(12, 12), 0, "the thread's number is free");
}

/* ---- threads of a process, when one of them is given up: /proc is a directory of the test ---- */

static int fake_proc(char *top)
{
	static const char *const dirs[] = { "20", "20/task", "20/task/20", "20/task/21", "20/task/22" };
	char path[128];

	cr_assert_not_null(mkdtemp(top));
	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", top, dirs[i]);
		cr_assert_eq(mkdir(path, 0700), 0);
	}
	return open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void remove_proc(const char *top, int proc)
{
	char cmd[128];

	close(proc);
	snprintf(cmd, sizeof(cmd), "rm -r %s", top);
	cr_assert_eq(system(cmd), 0);
}

Test(task_subscribers, spread)
{
	char top[] = "/tmp/subscribers.XXXXXX";
	int proc = fake_proc(top);
	struct buf ids = {};

	task_subscribers__add(&o, 20, true, A | B);
	/* one thread is given up: the other threads keep the subscribers of the process */
	cr_assert_eq(task_subscribers__spread(&o, 21, false, proc, &ids), 0);
	cr_assert_eq(ids.len, sizeof(uint32_t));
	cr_assert_eq(task_subscribers__id(&ids, 0), 21);
	task_subscribers__drop(&o, 21, A);
	cr_assert_eq(of_call(20, 20), A | B);
	cr_assert_eq(of_call(21, 20), B);
	cr_assert_eq(of_call(22, 20), A | B);
	cr_assert_eq(of_call(23, 20), 0, "a thread that is made later is its maker's, by the fork");
	/* the process is given up */
	ids.len = 0;
	cr_assert_eq(task_subscribers__spread(&o, 20, true, proc, &ids), 0);
	cr_assert_eq(ids.len, 3 * sizeof(uint32_t));
	cr_assert_eq(task_subscribers__id(&ids, 0), 20);
	buf__free(&ids);
	remove_proc(top, proc);
}

Test(task_subscribers, spread_of_an_unknown_thread)
{
	char top[] = "/tmp/subscribers.XXXXXX";
	int proc = fake_proc(top);
	struct buf ids = {};

	task_subscribers__add(&o, 40, true, A); /* the process has ended, so /proc has no entry */
	cr_assert_eq(task_subscribers__spread(&o, 21, false, proc, &ids), 0);
	cr_assert_eq(of_call(41, 40), A, "the other process's bits stay");
	cr_assert_eq(of_call(21, 20), 0);
	buf__free(&ids);
	remove_proc(top, proc);
}

/* ---- by cgroups ---- */

Test(task_subscribers, cgroups)
{
	unsigned first = cgroup(7, A), second = cgroup(8, B);

	cr_assert_neq(first, second);
	cr_assert_eq(cgroup(7, B), first, "a cgroup has one place");
	cr_assert_eq(of_call(50, 50), 0, "nothing is known of the task");
	inside(50, 1ull << first);
	inside(51, 1ull << second);
	cr_assert_eq(of_call(50, 50), A | B);
	cr_assert_eq(of_call(51, 51), B);
	cr_assert(task_subscribers__any(&o, 51));
	cr_assert_not(task_subscribers__has(&o, 51, B), "not by its number");
	inside(50, 0);
	cr_assert_eq(of_call(50, 50), 0, "it has left the cgroup");
	of_exec(51, 52);
	cr_assert_eq(of_call(52, 52), B);
	of(SCT_REC_TASK_EXIT, 52, 52);
	cr_assert_eq(of_call(52, 52), 0);
}

Test(task_subscribers, places)
{
	bool fresh, again;
	struct buf tids = {};
	unsigned at;

	for (ino_t i = 0; i < SCT_CGROUPS_MAX; i++)
		cr_assert_eq(cgroup(i, i == 5 ? B : A), i);
	cr_assert_eq(task_subscribers__place(&o, 1, 999, &fresh, &again), -E2BIG);
	cr_assert_eq(task_subscribers__place(&o, 1, 3, &fresh, &again), 3);
	cr_assert(!fresh && !again);
	inside(50, 1ull << 5 | 1ull << 6);
	inside(51, 1ull << 5);
	cr_assert_eq(task_subscribers__leave(&o, B, &tids), 1ull << 5);
	cr_assert_eq(task_subscribers__place(&o, 1, 999, &fresh, &again), 5);
	cr_assert(fresh && again);
	task_subscribers__clear(&o, 5);
	at = cgroup(999, B);
	cr_assert_eq(at, 5);
	cr_assert_eq(of_call(50, 50), A, "not of the cgroup that has the place now");
	cr_assert_eq(of_call(51, 51), 0);
	buf__free(&tids);
}

Test(task_subscribers, leave)
{
	struct buf tids = {};

	task_subscribers__add(&o, 10, true, A);
	task_subscribers__add(&o, 11, false, A | B);
	task_subscribers__add(&o, 12, false, B);
	task_subscribers__add(&o, 13, false, A);
	inside(13, 1ull << cgroup(7, B));
	cr_assert_eq(task_subscribers__leave(&o, A, &tids), 0);
	cr_assert_eq(tids.len, sizeof(uint32_t), "11 and 12 are B's by number, 13 by its cgroup");
	cr_assert_eq(task_subscribers__id(&tids, 0), 10);
	cr_assert_eq(of_call(10, 10), 0);
	cr_assert_eq(of_call(14, 10), 0, "threads of the process, too");
	cr_assert_eq(of_call(11, 11), B);
	cr_assert_eq(of_call(12, 12), B);
	cr_assert_eq(of_call(13, 13), B);
	buf__free(&tids);
}
