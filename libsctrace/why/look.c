// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/look.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lookup/abi.h"

#define TASK_STOPPED 0x4
#define TASK_TRACED 0x8
#define TASK_UNINTERRUPTIBLE 0x2
#define SKEW_MIN 20000000 /* ns: less is the scheduler's tick, not a difference of clocks */

static const struct {
	const char *name;
	uint8_t wait;
} calls[] = {
	{ "read", WAIT_READ },
	{ "readv", WAIT_READ },
	{ "pread64", WAIT_READ },
	{ "preadv", WAIT_READ },
	{ "preadv2", WAIT_READ },
	{ "recvfrom", WAIT_READ },
	{ "recvmsg", WAIT_READ },
	{ "recvmmsg", WAIT_READ },
	{ "splice", WAIT_READ },
	{ "write", WAIT_WRITE },
	{ "writev", WAIT_WRITE },
	{ "pwrite64", WAIT_WRITE },
	{ "pwritev", WAIT_WRITE },
	{ "pwritev2", WAIT_WRITE },
	{ "sendto", WAIT_WRITE },
	{ "sendmsg", WAIT_WRITE },
	{ "sendmmsg", WAIT_WRITE },
	{ "sendfile", WAIT_WRITE },
	{ "vmsplice", WAIT_WRITE },
	{ "accept", WAIT_ACCEPT },
	{ "accept4", WAIT_ACCEPT },
	{ "connect", WAIT_CONNECT },
	{ "flock", WAIT_FLOCK },
	{ "fcntl", WAIT_FCNTL },
	{ "futex", WAIT_FUTEX },
	{ "wait4", WAIT_CHILD },
	{ "waitid", WAIT_CHILD },
	{ "vfork", WAIT_CLONE },
	{ "clone", WAIT_CLONE },
	{ "clone3", WAIT_CLONE },
	{ "poll", WAIT_POLL },
	{ "ppoll", WAIT_POLL },
	{ "select", WAIT_POLL },
	{ "pselect6", WAIT_POLL },
	{ "epoll_wait", WAIT_EPOLL },
	{ "epoll_pwait", WAIT_EPOLL },
	{ "epoll_pwait2", WAIT_EPOLL },
	{ "nanosleep", WAIT_TIME },
	{ "clock_nanosleep", WAIT_TIME },
	{ "pause", WAIT_SIGNAL },
	{ "rt_sigsuspend", WAIT_SIGNAL },
	{ "rt_sigtimedwait", WAIT_SIGNAL },
	{ "semop", WAIT_IPC },
	{ "semtimedop", WAIT_IPC },
	{ "msgrcv", WAIT_IPC },
	{ "msgsnd", WAIT_IPC },
	{ "mq_timedreceive", WAIT_IPC },
	{ "mq_timedsend", WAIT_IPC },
	{ "io_uring_enter", WAIT_URING },
	{ "fsync", WAIT_SYNC },
	{ "fdatasync", WAIT_SYNC },
	{ "sync_file_range", WAIT_SYNC },
	{ "syncfs", WAIT_SYNC },
	{ "ftruncate", WAIT_SYNC },
	{ "fallocate", WAIT_SYNC },
	{ "getdents64", WAIT_SYNC },
	{ "fstat", WAIT_SYNC },
	{ "fchmod", WAIT_SYNC },
	{ "fchown", WAIT_SYNC },
	{ "close", WAIT_SYNC },
	{ "io_getevents", WAIT_URING },
	{ "io_pgetevents", WAIT_URING },
};

static void waits_fill(struct why_look *l)
{
	for (uint32_t nr = 0; nr < WHY_CALLS; nr++) {
		const char *name = abi__call_name(abi__native(), nr);

		for (size_t i = 0; name && i < sizeof(calls) / sizeof(calls[0]); i++)
			if (!strcmp(name, calls[i].name))
				l->wait[nr] = calls[i].wait;
		if (name && !strcmp(name, "waitid"))
			l->waitid = (int)nr;
	}
}

/* ---- tasks ---- */

static int by_process(const void *a, const void *b)
{
	const struct sct_why_task *const *p = a, *const *q = b, *x = *p, *y = *q;

	if (x->tgid != y->tgid)
		return x->tgid < y->tgid ? -1 : 1;
	return (x->tid > y->tid) - (x->tid < y->tid);
}

static uint8_t activity_of(const struct sct_why_task *t)
{
	switch (why_look__state(t)) {
	case STATE_RUNNING:
	case STATE_RUNNABLE:
		return WHY_ACTIVE;
	case STATE_BLOCKED:
		return t->state & TASK_UNINTERRUPTIBLE ? WHY_BLOCKED_HARD : WHY_IDLE;
	case STATE_ZOMBIE:
		return WHY_IDLE;
	default:
		return WHY_BLOCKED_HARD;
	}
}

/* Sorts the tasks. Each is moved once, since a record is large. Returns 0 or -ENOMEM. */
static int tasks_sort(struct why_look *l)
{
	uint32_t n = (uint32_t)(l->task_bytes.len / sizeof(*l->tasks));
	const struct sct_why_task *v = (const struct sct_why_task *)l->task_bytes.p, **order;

	order = malloc((n + 1) * sizeof(*order));
	l->tasks = malloc((n + 1) * sizeof(*l->tasks));
	if (!order || !l->tasks) {
		free(order);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < n; i++)
		order[i] = &v[i];
	qsort(order, n, sizeof(*order), by_process);
	for (uint32_t i = 0; i < n; i++)
		l->tasks[i] = *order[i];
	free(order);
	buf__free(&l->task_bytes);
	l->ntasks = n;
	return 0;
}

int why_look__index(struct why_look *l)
{
	struct sct_why_task *v;
	int err = tasks_sort(l);

	if (err)
		return err;
	waits_fill(l);
	v = l->tasks;
	l->found = calloc(l->ntasks ? l->ntasks : 1, sizeof(*l->found));
	err = l->found ? why_graph__init(&l->graph, l->ntasks) : -ENOMEM;
	for (uint32_t i = 0; !err && i < l->ntasks; i++) {
		v[i].comm[sizeof(v[i].comm) - 1] = '\0';
		l->graph.nodes[i].process = v[i].tgid;
		l->graph.nodes[i].activity = activity_of(&v[i]);
		if (v[i].flags & SCT_WHY_SELF)
			l->self = v[i].tgid;
		if (v[i].flags & SCT_WHY_SELF && v[i].since)
			l->skew = (int64_t)(v[i].since - v[i].now);
		if (!tidmap__get(&l->index, v[i].tid))
			err = tidmap__put(&l->index, v[i].tid, (void *)(uintptr_t)(i + 1));
	}
	if (l->skew > -SKEW_MIN && l->skew < SKEW_MIN)
		l->skew = 0;
	return err;
}

void why_look__free(struct why_look *l)
{
	for (uint32_t i = 0; l->found && i < l->ntasks; i++)
		free(l->found[i].object);
	free(l->found);
	free(l->tasks);
	why_graph__free(&l->graph);
	tidmap__free(&l->index, NULL);
	buf__free(&l->task_bytes);
	buf__free(&l->holder_bytes);
	buf__free(&l->fd_bytes);
	memset(l, 0, sizeof(*l));
}

/* ---- look-ups ---- */

uint32_t why_look__find(const struct why_look *l, uint32_t tid)
{
	uint64_t i = tid ? tidmap__bits(&l->index, tid) : 0;

	return i ? (uint32_t)i - 1 : WHY_NOBODY;
}

uint32_t why_look__process(const struct why_look *l, uint32_t tgid)
{
	uint32_t low = 0, high = l->ntasks, leader = why_look__find(l, tgid);

	if (leader != WHY_NOBODY && l->tasks[leader].tgid == tgid)
		return leader;
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (l->tasks[mid].tgid < tgid)
			low = mid + 1;
		else
			high = mid;
	}
	return low < l->ntasks && l->tasks[low].tgid == tgid && tgid ? low : WHY_NOBODY;
}

void why_look__threads(const struct why_look *l, uint32_t task, uint32_t *from, uint32_t *to)
{
	uint32_t tgid = l->tasks[task].tgid;

	*from = *to = task;
	while (*from && l->tasks[*from - 1].tgid == tgid)
		--*from;
	while (*to < l->ntasks && l->tasks[*to].tgid == tgid)
		++*to;
}

uint32_t why_look__inner(const struct why_look *l, uint32_t task, uint32_t inner)
{
	uint32_t from, to, near = why_look__find(l, inner);

	/* in the reader's own namespace, the number is the thread's id: no search among thousands of threads */
	if (l->tasks[task].inner == l->tasks[task].tid)
		return near != WHY_NOBODY && l->tasks[near].tgid == l->tasks[task].tgid && !l->tasks[near].exit_state
			       ? near
			       : WHY_NOBODY;
	why_look__threads(l, task, &from, &to);
	for (uint32_t i = from; inner && i < to; i++)
		if (l->tasks[i].inner == inner && !l->tasks[i].exit_state)
			return i;
	return WHY_NOBODY;
}

enum why_state why_look__state(const struct sct_why_task *t)
{
	if (t->exit_state)
		return STATE_ZOMBIE;
	if (t->flags & SCT_WHY_FROZEN)
		return STATE_FROZEN;
	if (t->state & TASK_TRACED)
		return STATE_TRACED;
	if (t->state & TASK_STOPPED)
		return STATE_STOPPED;
	if (t->flags & SCT_WHY_ON_CPU)
		return STATE_RUNNING;
	if (t->state)
		return STATE_BLOCKED;
	return t->flags & SCT_WHY_THROTTLED ? STATE_THROTTLED : STATE_RUNNABLE;
}

enum why_wait why_look__wait(const struct why_look *l, const struct sct_why_task *t)
{
	bool known = t->nr >= 0 && t->nr < WHY_CALLS && !(t->flags & SCT_WHY_COMPAT);

	return known && why_look__state(t) == STATE_BLOCKED ? l->wait[t->nr] : WAIT_OTHER;
}

uint64_t why_look__age(const struct why_look *l, const struct sct_why_task *t)
{
	int64_t age = (int64_t)(t->now - t->since) + l->skew;

	if (!t->since || t->flags & SCT_WHY_SELF)
		return UINT64_MAX;
	return age > 0 ? (uint64_t)age : 0;
}

/* ---- what is found out ---- */

int why_look__edge(struct why_look *l, uint32_t from, uint32_t to, bool process, const char *role, int fd)
{
	const struct why_edge e = { .from = from, .to = to, .process = process, .role = role, .fd = fd };

	return to == WHY_NOBODY ? 0 : why_graph__add(&l->graph, &e);
}

void why_look__say(struct why_look *l, uint32_t task, const char *reason, const char *fmt, ...)
{
	struct why_found *f = &l->found[task];
	va_list args;

	f->reason = reason;
	if (!fmt)
		return;
	free(f->object);
	va_start(args, fmt);
	if (vasprintf(&f->object, fmt, args) < 0)
		f->object = NULL;
	va_end(args);
}
