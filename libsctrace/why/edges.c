// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/edges.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "why/deadline.h"

#define EDGES_MAX 16 /* of one task: a process may have a thousand children */
#define POLICY 32
#define TASK_UNINTERRUPTIBLE 0x2
#define TASK_NOLOAD 0x400 /* with TASK_UNINTERRUPTIBLE: an idle thread of the kernel */

/* ---- processes ---- */

/* Returns the number of the only child that the call waits for, or 0: any. */
static uint32_t child_wanted(const struct why_look *l, const struct sct_why_task *t)
{
	int first = (int)t->args[0];

	if (t->nr == l->waitid)
		return first == P_PID ? (uint32_t)t->args[1] : 0;
	return first > 0 ? (uint32_t)first : 0;
}

static int child_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	uint32_t wanted = child_wanted(l, t);
	unsigned n = 0;
	int err = 0;

	for (uint32_t i = 0; !err && i < l->ntasks && n < EDGES_MAX; i++) {
		const struct sct_why_task *c = &l->tasks[i];

		if (c->ppid != t->tgid || c->tid != c->tgid || c->exit_state || (wanted && c->inner != wanted))
			continue;
		err = why_look__edge(l, task, i, true, "child", -1);
		n++;
	}
	why_look__say(l, task, n == 1 ? "its child has not ended" : "none of its children has ended", NULL);
	return err;
}

static int vfork_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	int err = 0;

	for (uint32_t i = 0; !err && i < l->ntasks; i++) {
		const struct sct_why_task *c = &l->tasks[i];

		if (c->flags & SCT_WHY_VFORK && c->parent_tid == t->tid && !c->exit_state) {
			why_look__say(l, task, "its vfork child has neither called execve nor ended", NULL);
			err = why_look__edge(l, task, i, true, "vfork child", -1);
		}
	}
	return err;
}

static int zombie_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	if (t->flags & SCT_WHY_LIVE_GROUP) {
		why_look__say(l, task, "the thread group leader has ended, other threads have not", NULL);
		return 0;
	}
	if (t->flags & SCT_WHY_TRACED) {
		why_look__say(l, task, "its tracer does not wait for it", NULL);
		return why_look__edge(l, task, why_look__find(l, t->tracer), false, "tracer", -1);
	}
	why_look__say(l, task, "its parent does not reap it", NULL);
	return why_look__edge(l, task, why_look__process(l, t->ppid), true, "parent", -1);
}

/* Writes by what a task gets its CPU: "SCHED_OTHER nice 19", "SCHED_FIFO 50". */
static void policy_text(const struct sct_why_task *t, char *text, size_t size)
{
	static const char *const names[] = { "SCHED_OTHER", "SCHED_FIFO", "SCHED_RR",	    "SCHED_BATCH",
					     "4",	    "SCHED_IDLE", "SCHED_DEADLINE", "SCHED_EXT" };
	int policy = sched_getscheduler((pid_t)t->tid) & ~SCHED_RESET_ON_FORK;
	struct sched_param p = {};

	if (policy < 0 || (size_t)policy >= sizeof(names) / sizeof(names[0]))
		snprintf(text, size, "an unknown policy");
	else if (policy == SCHED_FIFO || policy == SCHED_RR)
		snprintf(text, size, "%s %d", names[policy], sched_getparam((pid_t)t->tid, &p) ? 0 : p.sched_priority);
	else
		snprintf(text, size, "%s nice %d", names[policy], getpriority(PRIO_PROCESS, t->tid));
}

static int cpu_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	char own[POLICY], other[POLICY];

	why_look__say(l, task, "others run on its CPU", "CPU %u", t->cpu);
	for (uint32_t i = 0; i < l->ntasks; i++) {
		const struct sct_why_task *o = &l->tasks[i];

		if (!(o->flags & SCT_WHY_ON_CPU) || o->cpu != t->cpu || i == task)
			continue;
		policy_text(t, own, sizeof(own));
		policy_text(o, other, sizeof(other));
		why_look__say(l, task, "others run on its CPU",
			      o->cgroup != t->cgroup ? "CPU %u; it has %s, %s has %s and another cgroup"
						     : "CPU %u; it has %s, %s has %s",
			      t->cpu, own, o->comm, other);
		return why_look__edge(l, task, i, false, "runs there", -1);
	}
	return 0;
}

/* ---- calls ---- */

/* For waits that only the kernel's stack tells. */
static int other_edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	if (t->flags & SCT_WHY_REGS && t->nr < 0 && t->mm)
		why_look__say(l, task, "a page fault, or the way back to user mode", NULL);
	return t->mm ? why_kernel__edges(l, task) : 0;
}

/* True if the task waits for the kernel, whatever its call is. */
static bool is_hard(const struct sct_why_task *t)
{
	return t->state & TASK_UNINTERRUPTIBLE && !(t->state & TASK_NOLOAD);
}

static int file_call_edges(struct why_look *l, uint32_t task, enum why_wait wait)
{
	const struct sct_why_task *t = &l->tasks[task];

	bool disk = t->file.kind == SCT_WHY_INODE && !S_ISCHR(t->file.mode);

	return disk || is_hard(t) ? why_kernel__edges(l, task) : why_files__edges(l, task, wait);
}

static int call_edges(struct why_look *l, uint32_t task)
{
	enum why_wait wait = why_look__wait(l, &l->tasks[task]);
	char left[32];

	switch (wait) {
	case WAIT_READ:
	case WAIT_WRITE:
		return file_call_edges(l, task, wait);
	case WAIT_CONNECT:
		return why_files__edges(l, task, wait);
	case WAIT_ACCEPT:
		return why_files__accept(l, task);
	case WAIT_FLOCK:
	case WAIT_FCNTL:
		return why_locks__edges(l, task);
	case WAIT_FUTEX:
		return why_futex__edges(l, task);
	case WAIT_CHILD:
		return child_edges(l, task);
	case WAIT_CLONE:
		return vfork_edges(l, task);
	case WAIT_POLL:
	case WAIT_EPOLL:
	case WAIT_URING:
		return why_poll__edges(l, task, wait);
	case WAIT_TIME:
		why_deadline__text(l, &l->tasks[task], "in ", left, sizeof(left));
		why_look__say(l, task, "its time has not come", *left ? "%s" : NULL, left);
		return 0;
	case WAIT_SIGNAL:
		why_look__say(l, task, "no signal has come", NULL);
		return 0;
	case WAIT_IPC:
		return why_ipc__edges(l, task);
	default:
		return other_edges(l, task);
	}
}

int why_edges__add(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];

	switch (why_look__state(t)) {
	case STATE_BLOCKED:
		return call_edges(l, task);
	case STATE_RUNNABLE:
		return cpu_edges(l, task);
	case STATE_THROTTLED:
		why_cgroup__throttled(l, task);
		return 0;
	case STATE_FROZEN:
		why_cgroup__frozen(l, task);
		return 0;
	case STATE_STOPPED:
		why_look__say(l, task,
			      t->stop == SIGTTIN   ? "it is in the background, and wanted to read from its terminal"
			      : t->stop == SIGTTOU ? "it is in the background, and wanted to use its terminal"
						   : "nobody has sent it SIGCONT",
			      NULL);
		return 0;
	case STATE_TRACED:
		why_look__say(l, task, "its tracer has not let it go on", NULL);
		return why_look__edge(l, task, why_look__find(l, t->tracer), false, "tracer", -1);
	case STATE_ZOMBIE:
		return zombie_edges(l, task);
	default:
		return 0;
	}
}
