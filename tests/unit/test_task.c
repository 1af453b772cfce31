// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The register of tasks: what becomes of a slot's data as records tell of a task's life. */
#include <criterion/criterion.h>
#include <errno.h>
#include <stdlib.h>

#include "event/pair.h"
#include "synth.h"

struct note {
	int n;
	int *owned;
};

static struct pair *pair;
static struct tasks *tasks;
static struct synth s;
static struct task_slot plain, lasting; /* for each task by itself; copied by forks, outlives the end */
static unsigned freed;
static int verdict;
static struct note seen; /* the plain slot's data, when the last event came */

static int on_event(void *ctx, const struct event *ev)
{
	const struct note *n = task_slot__data(&plain, ev->task);

	(void)ctx;
	seen = n ? *n : (struct note){};
	return verdict;
}

static int on_fork(void *ctx, struct task *child, const struct task *maker)
{
	const struct note *from = task_slot__data(&lasting, maker);
	struct note *n = task_slot__make(&lasting, child);

	(void)ctx;
	if (!n)
		return -ENOMEM;
	n->n = from ? from->n + 1 : -1;
	return 0;
}

static void on_free(void *data)
{
	free(((struct note *)data)->owned);
	freed++;
}

static void setup(void)
{
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
	tasks = pair__tasks(pair);
	plain = (struct task_slot){ .size = sizeof(struct note), .free = on_free };
	lasting = (struct task_slot){ .size = sizeof(struct note), .outlives = true, .fork = on_fork };
	task_slot__open(&plain, tasks);
	task_slot__open(&lasting, tasks);
	cr_assert_neq(plain.at, lasting.at);
}

static void teardown(void)
{
	task_slot__close(&plain);
	task_slot__close(&lasting);
	pair__free(pair);
}

TestSuite(task, .init = setup, .fini = teardown);

static void send(void)
{
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
}

static void target(uint32_t tid)
{
	synth_target(&s, tid, 1, "one");
	send();
}

static void forks(uint32_t tid, uint64_t ts, uint32_t child, uint32_t tgid)
{
	synth_fork(&s, tid, ts, child);
	s.fork.child_tgid = tgid;
	send();
}

static void ends(uint32_t tid, uint64_t ts, unsigned flags)
{
	synth_task_exit(&s, tid, ts, 0);
	s.rec.flags |= (uint8_t)flags;
	send();
}

static void put(uint32_t tid, const struct task_slot *slot, int n)
{
	struct note *note = task_slot__make(slot, tasks__find(tasks, tid));

	cr_assert_not_null(note);
	note->n = n;
	if (slot == &plain)
		note->owned = malloc(1);
}

/* Returns the number stored in the task's slot, or 0 if the slot is empty. */
static int got(uint32_t tid, const struct task_slot *slot)
{
	const struct note *n = task_slot__find(slot, tid);

	return n ? n->n : 0;
}

static enum task_life life(uint32_t tid)
{
	cr_assert_not_null(tasks__find(tasks, tid));
	return tasks__find(tasks, tid)->life;
}

Test(task, any_record_makes_it)
{
	cr_assert_null(tasks__find(tasks, 10));
	target(10);
	cr_assert_eq(life(10), TASK_LIVES);
	cr_assert_eq(got(10, &plain), 0);
	cr_assert_eq(pair__alive(pair), 1);
}

Test(task, fork_copies_what_wants_it)
{
	target(10);
	put(10, &plain, 5);
	put(10, &lasting, 7);
	forks(10, 2, 20, 20);
	cr_assert_eq(got(20, &plain), 0);
	cr_assert_eq(got(20, &lasting), 8);
	cr_assert_eq(tasks__find(tasks, 20)->maker, 10);
	cr_assert_eq(tasks__find(tasks, 20)->parent, 10);
	forks(20, 3, 21, 20); /* a thread: its process has the parent */
	cr_assert_eq(tasks__find(tasks, 21)->maker, 20);
	cr_assert_eq(tasks__find(tasks, 21)->parent, 10);
	cr_assert_eq(pair__alive(pair), 3);
}

Test(task, exec_keeps)
{
	target(10);
	put(10, &plain, 5);
	put(10, &lasting, 7);
	synth_exec(&s, 10, 2, 10, "two");
	send();
	cr_assert_eq(seen.n, 5);
	cr_assert_eq(got(10, &plain), 5);
	cr_assert_eq(got(10, &lasting), 7);
	cr_assert_eq(freed, 0);
}

/* A child keeps its name when its parent gets a new one. */
Test(task, names)
{
	target(10);
	forks(10, 2, 20, 20);
	synth_exec(&s, 10, 3, 10, "two");
	send();
	cr_assert_str_eq(tasks__find(tasks, 10)->comm, "two");
	cr_assert_str_eq(tasks__find(tasks, 20)->comm, "one");
}

/* Names in records of calls cost a look at each record: only if they are needed. */
Test(task, names_in_calls)
{
	for (unsigned wanted = 0; wanted < 2; wanted++) {
		target(10);
		tasks->comms = wanted;
		synth_enter(&s, 10, 2, SYS_read, NULL);
		synth_part(&s, 0, SCT_PART_COMM, 0, "renamed\0\0\0\0\0\0\0\0", TASK_COMM);
		send();
		cr_assert_str_eq(tasks__find(tasks, 10)->comm, wanted ? "renamed" : "one");
	}
}

/* The thread gets the leader's number and data; its own data is freed. */
Test(task, exec_by_a_thread)
{
	target(10);
	forks(10, 2, 11, 10);
	put(10, &plain, 5);
	put(11, &plain, 6);
	tasks__find(tasks, 10)->parent = 3;
	synth_exec(&s, 10, 3, 11, "two");
	send();
	cr_assert_null(tasks__find(tasks, 11));
	cr_assert_eq(got(10, &plain), 5);
	cr_assert_eq(tasks__find(tasks, 10)->parent, 3);
	cr_assert_eq(freed, 1);
	cr_assert_eq(pair__alive(pair), 1);
}

/* The kernel sends the leader's end first, then the execve. */
Test(task, exec_by_a_thread_after_the_leaders_end)
{
	target(10);
	forks(10, 2, 11, 10);
	put(10, &plain, 5);
	put(10, &lasting, 7);
	ends(10, 3, SCT_F_SUPERSEDED);
	cr_assert_eq(life(10), TASK_ENDED);
	synth_exec(&s, 10, 4, 11, "two");
	send();
	cr_assert_eq(life(10), TASK_LIVES);
	cr_assert_eq(got(10, &lasting), 7);
	cr_assert_eq(got(10, &plain), 0);
	cr_assert_eq(pair__alive(pair), 1);
}

Test(task, end_of_a_process)
{
	target(10);
	forks(10, 2, 20, 20);
	put(20, &plain, 5);
	ends(20, 3, 0);
	cr_assert_eq(seen.n, 5); /* its own event still has it */
	cr_assert_eq(freed, 1);
	cr_assert_eq(life(20), TASK_ENDED);
	cr_assert_eq(tasks__find(tasks, 20)->parent, 10);
	cr_assert_eq(got(20, &plain), 0);
	cr_assert_eq(got(20, &lasting), -1);
	cr_assert_eq(pair__alive(pair), 1);
}

Test(task, end_of_a_thread)
{
	target(10);
	forks(10, 2, 11, 10);
	put(11, &lasting, 5);
	ends(11, 3, 0);
	cr_assert_null(tasks__find(tasks, 11));
}

Test(task, end_of_a_process_without_lasting_data)
{
	target(10);
	put(10, &plain, 5);
	ends(10, 2, 0);
	cr_assert_null(tasks__find(tasks, 10));
}

Test(task, ended_ones_are_forgotten_in_turn)
{
	target(10);
	for (uint32_t i = 0; i <= TASKS_ENDED; i++) {
		forks(10, 2 + 2 * i, 100 + i, 100 + i);
		ends(100 + i, 3 + 2 * i, 0);
		cr_assert_eq(!tasks__find(tasks, 100), i == TASKS_ENDED, "%u", i);
	}
}

/* A tid is reused; the end of the old task was seen, or was lost. */
Test(task, number_comes_again)
{
	for (unsigned lost = 0; lost < 2; lost++) {
		target(10);
		forks(10, 2, 20, 20);
		put(20, &plain, 5);
		put(20, &lasting, 7);
		if (!lost)
			ends(20, 3, 0);
		forks(30, 4, 20, 20);
		cr_assert_eq(life(20), TASK_LIVES);
		cr_assert_eq(got(20, &plain), 0);
		cr_assert_neq(got(20, &lasting), 7);
		cr_assert_eq(tasks__find(tasks, 20)->maker, 30);
		cr_assert_eq(freed, lost + 1);
		cr_assert_eq(pair__alive(pair), 3);
	}
}

static bool gone(uint32_t tid)
{
	return tid == 20;
}

/* After a loss: its end was not seen. */
Test(task, reaped)
{
	target(10);
	forks(10, 2, 20, 20);
	put(20, &lasting, 7);
	cr_assert_eq(pair__reap(pair, gone), 0);
	cr_assert_eq(life(20), TASK_ENDED);
	cr_assert_eq(got(20, &lasting), 7);
	cr_assert_eq(pair__alive(pair), 1);
	cr_assert_eq(pair__targets(pair), 1);
}

/* A thread that is asked for, but not its process. */
Test(task, process_of_a_thread)
{
	struct task *process = tasks__process(tasks, 10);

	cr_assert_eq(life(10), TASK_UNSEEN);
	cr_assert_eq(pair__alive(pair), 0);
	put(10, &plain, 5);
	target(10);
	cr_assert_eq(tasks__find(tasks, 10), process);
	cr_assert_eq(life(10), TASK_LIVES);
	cr_assert_eq(got(10, &plain), 5);
	cr_assert_eq(pair__alive(pair), 1);
}

/* An event that waits has the data that its task had. */
Test(task, events_that_wait)
{
	target(10);
	synth_enter(&s, 10, 2, SYS_read, NULL);
	send();
	put(10, &plain, 5);
	verdict = 1;
	synth_enter(&s, 10, 3, SYS_read, NULL); /* the end of the one before is lost: two events */
	send();
	ends(10, 4, 0);
	cr_assert_null(tasks__find(tasks, 10));
	cr_assert_eq(freed, 0);
	verdict = 0;
	while (pair__answer(pair))
		pair__resume(pair);
	cr_assert_eq(seen.n, 5);
	cr_assert_eq(freed, 1);
}

/* Closing a slot frees its data of all tasks, and another slot gets its index. Both may outlive the pair. */
Test(task, slots_come_again)
{
	struct task_slot another = { .size = 64 };
	unsigned at = plain.at;

	target(10);
	put(10, &plain, 5);
	task_slot__close(&plain);
	cr_assert_eq(freed, 1);
	task_slot__open(&another, tasks);
	cr_assert_eq(another.at, at);
	cr_assert_null(task_slot__find(&another, 10));
	cr_assert_not_null(task_slot__make(&another, tasks__find(tasks, 10)));
	pair__free(pair);
	pair = NULL;
	task_slot__close(&another);
}
