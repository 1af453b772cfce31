// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Tests which name a task has when a call returns its number. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/wait.h>
#include <signal.h>
#include <unistd.h>

#include "enrich/task_names.h"
#include "synth.h"

static struct task_names *comms;
static struct pair *pair;
static struct synth s;
static char shown[COMM_LEN]; /* the name of the child at the end of the last call */
static uint32_t child = 20;

static int on_event(void *ctx, const struct event *ev)
{
	(void)ctx;
	cr_assert_eq(task_names__before(comms, ev), 0);
	if (ev->kind == EV_EXIT)
		task_names__name(comms, child, true, shown);
	task_names__after(comms, ev);
	return 0;
}

static void send(void)
{
	cr_assert_eq(pair__record(pair, &s.rec, s.size), 0);
}

/* Makes task 10, whose name is "one". */
static void setup(void)
{
	cr_assert_eq(pair__new(&pair, on_event, NULL), 0);
	cr_assert_eq(task_names__new(&comms, pair__tasks(pair)), 0);
	synth_target(&s, 10, 1, "one");
	send();
}

static void teardown(void)
{
	pair__free(pair);
	task_names__free(comms);
}

TestSuite(comms, .init = setup, .fini = teardown);

/* Makes a call that creates task 20, which begins an execve of path, and returns the name of the child at its end. */
static const char *returned(unsigned nr, uint64_t flags, const char *path)
{
	synth_enter(&s, 10, 2, nr, ARGS(flags, sizeof(struct clone_args)));
	if (nr == SYS_clone3)
		synth_chunk(&s, 0, &(struct clone_args){ .flags = flags }, sizeof(struct clone_args));
	send();
	synth_fork(&s, 10, 3, 20);
	send();
	synth_enter(&s, 20, 4, SYS_execve, ARGS(0x1000, 0x2000, 0x3000));
	if (path)
		synth_chunk(&s, 0, path, (uint32_t)strlen(path) + 1);
	send();
	synth_exit(&s, 10, 5, nr, 20, 2);
	send();
	return shown;
}

Test(comms, vfork_returns_the_new_program)
{
	cr_assert_str_eq(returned(SYS_clone, CLONE_VM | CLONE_VFORK | SIGCHLD, "/bin/two"), "two");
}

Test(comms, clone3_returns_the_new_program)
{
	cr_assert_str_eq(returned(SYS_clone3, CLONE_VM | CLONE_VFORK, "three"), "three");
}

Test(comms, long_names_are_cut)
{
	cr_assert_str_eq(returned(SYS_clone3, CLONE_VFORK, "/a/0123456789abcdef"), "0123456789abcde");
}

Test(comms, without_vfork_the_old_program)
{
	cr_assert_str_eq(returned(SYS_clone3, CLONE_VM, "/bin/two"), "one");
}

Test(comms, path_that_was_not_readable)
{
	cr_assert_str_eq(returned(SYS_clone3, CLONE_VFORK, NULL), "one");
}

/* Lets waitid() with these options report the child, ended with this si_code, and returns the child's name afterwards. */
static const char *waited(uint64_t options, uint32_t code, bool told)
{
	uint32_t info[32] = { SIGCHLD, 0, code };

	info[sizeof(void *) == 8 ? 4 : 3] = child;
	synth_fork(&s, 10, 2, child);
	send();
	synth_task_exit(&s, child, 3, 0);
	send();
	synth_enter(&s, 10, 4, SYS_waitid, ARGS(P_PID, child, told ? 0x1000 : 0, options));
	send();
	synth_exit(&s, 10, 5, SYS_waitid, 0, 4);
	if (told)
		synth_chunk(&s, 2, info, sizeof(info));
	send();
	task_names__name(comms, child, true, shown);
	return shown;
}

Test(comms, waitid_takes_the_name)
{
	cr_assert_str_eq(waited(WEXITED, CLD_EXITED, true), "");
}

Test(comms, waitid_without_siginfo)
{
	cr_assert_str_eq(waited(WEXITED, CLD_EXITED, false), "");
}

Test(comms, waitid_that_only_looks)
{
	cr_assert_str_eq(waited(WEXITED | WNOWAIT, CLD_EXITED, true), "one");
}

Test(comms, waitid_of_a_stop)
{
	cr_assert_str_eq(waited(WEXITED | WSTOPPED, CLD_STOPPED, true), "one");
}

/* /proc would have the name of the task that has its id now. */
Test(comms, number_that_another_task_has)
{
	int proc = open("/proc", O_RDONLY | O_DIRECTORY);

	child = (uint32_t)getpid();
	task_names__live(comms, proc);
	cr_assert(task_names__name(comms, child, true, shown));
	cr_assert_str_eq(waited(WEXITED, CLD_EXITED, true), "");
	close(proc);
}
