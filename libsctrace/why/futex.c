// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Whom a futex waits for. The kernel knows an owner only of futexes with priority inheritance. Otherwise the memory of
 * the process tells it, where the C library keeps the owner: that is the process's claim, and is believed only if it
 * names a living thread.
 */
#include <linux/futex.h>
#include <stdint.h>
#include <string.h>
#include <sys/uio.h>

#include "why/edges.h"

#define MUTEX_LOCKED 2	     /* glibc: a mutex that somebody waits for */
#define LOST_NS 200000000ull /* a value that has changed for longer was not followed by a wakeup */

/* The words before and after the address that is waited at. */
struct words {
	uint32_t at[8];
	unsigned n;
};

static void words_read(const struct sct_why_task *t, struct words *w)
{
	struct iovec to = { w->at, sizeof(w->at) }, from = { (void *)(uintptr_t)t->args[0], sizeof(w->at) };
	ssize_t n = process_vm_readv((pid_t)t->tid, &to, 1, &from, 1, 0);

	if (n < 4) {
		from.iov_len = 4; /* the rest may be on a page that is not there */
		n = process_vm_readv((pid_t)t->tid, &to, 1, &from, 1, 0);
	}
	w->n = n > 0 ? (unsigned)n / 4 : 0;
}

/* Returns the task with this number in its own namespace: one of the same process, or of any if the futex is shared. */
static uint32_t owner_find(const struct why_look *l, uint32_t task, uint32_t inner, bool shared)
{
	uint32_t i = why_look__inner(l, task, inner);

	if (i != WHY_NOBODY || !shared)
		return i;
	i = why_look__find(l, inner);
	return i != WHY_NOBODY && l->tasks[i].inner == inner && !l->tasks[i].exit_state ? i : WHY_NOBODY;
}

struct owner {
	uint32_t task;
	const char *role, *reason;
};

/*
 * The layouts of glibc: a mutex is lock, count, owner. A rwlock is readers, writers, wrphase_futex, writers_futex, two
 * unused words, cur_writer. A thread that is joined has its number at the address, until it ends.
 */
static struct owner owner_of(const struct why_look *l, uint32_t task, const struct words *w)
{
	const struct sct_why_task *t = &l->tasks[task];
	uint32_t op = (uint32_t)t->args[1], cmd = op & FUTEX_CMD_MASK, value = (uint32_t)t->args[2];
	bool shared = !(op & FUTEX_PRIVATE_FLAG), pi = cmd == FUTEX_LOCK_PI || cmd == 13; /* FUTEX_LOCK_PI2 */
	struct owner o = { WHY_NOBODY, "owner", "the mutex is locked" };

	if (!w->n)
		return o;
	if (pi || (value & FUTEX_WAITERS && w->at[0] & FUTEX_WAITERS)) {
		o.task = owner_find(l, task, w->at[0] & FUTEX_TID_MASK, shared);
		return o;
	}
	if (value == MUTEX_LOCKED && w->at[0] == MUTEX_LOCKED && w->n > 2)
		o.task = owner_find(l, task, w->at[2], shared);
	if (o.task == WHY_NOBODY && value == w->at[0] && value > MUTEX_LOCKED) {
		o = (struct owner){ why_look__inner(l, task, value), "thread", "a thread that it joins has not ended" };
		if (o.task == task)
			o.task = WHY_NOBODY;
	}
	if (o.task == WHY_NOBODY && w->n > 4 && value == w->at[0]) {
		o = (struct owner){ why_look__inner(l, task, w->at[4]), "writer", "the rwlock is locked for writing" };
		if (o.task == WHY_NOBODY)
			o.task = why_look__inner(l, task, w->at[3]);
	}
	return o;
}

/* Counts the threads of the process that wait at the same address. */
static unsigned same_address(const struct why_look *l, uint32_t task)
{
	uint32_t from, to;
	unsigned n = 0;

	why_look__threads(l, task, &from, &to);
	for (uint32_t i = from; i < to; i++)
		n += i != task && why_look__wait(l, &l->tasks[i]) == WAIT_FUTEX &&
		     l->tasks[i].args[0] == l->tasks[task].args[0];
	return n;
}

int why_futex__edges(struct why_look *l, uint32_t task)
{
	const struct sct_why_task *t = &l->tasks[task];
	uint32_t cmd = (uint32_t)t->args[1] & FUTEX_CMD_MASK;
	bool plain = cmd == FUTEX_WAIT || cmd == FUTEX_WAIT_BITSET;
	uint64_t age = why_look__age(l, t);
	struct words w = {};
	struct owner o;
	unsigned n;

	words_read(t, &w);
	o = owner_of(l, task, &w);
	if (o.task != WHY_NOBODY) {
		why_look__say(l, task, o.reason, "futex 0x%llx", (unsigned long long)t->args[0]);
		return why_look__edge(l, task, o.task, false, o.role, -1);
	}
	n = same_address(l, task);
	if (plain && w.n && w.at[0] != (uint32_t)t->args[2] && age != UINT64_MAX && age > LOST_NS)
		why_look__say(l, task, "the value has changed, but nobody woke it: a lost wakeup", "futex is %u now",
			      w.at[0]);
	else if (n)
		why_look__say(l, task, "nobody has woken it", "%u more thread%s wait%s at 0x%llx", n, n > 1 ? "s" : "",
			      n > 1 ? "" : "s", (unsigned long long)t->args[0]);
	else
		why_look__say(l, task, "nobody has woken it", NULL);
	return 0;
}
