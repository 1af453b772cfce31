// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "live/task_subscribers.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "util/procfs.h"

static int bits_set(struct tidmap *m, uint32_t tid, uint64_t bits)
{
	tidmap__del(m, tid);
	return bits ? tidmap__put(m, tid, (void *)(uintptr_t)bits) : 0;
}

/*
 * Returns the subscribers of the task's number or of its process. If only the process is known, because the thread
 * existed before the subscription, the bits are copied to the thread.
 */
static uint64_t by_number(struct task_subscribers *o, const struct sct_rec *rec)
{
	uint64_t bits = tidmap__bits(&o->tids, rec->tid);

	if (bits)
		return bits;
	bits = tidmap__bits(&o->groups, rec->tgid);
	if (bits)
		bits_set(&o->tids, rec->tid, bits);
	return bits;
}

static uint64_t by_cgroup(const struct task_subscribers *o, uint32_t tid)
{
	uint64_t bits = 0;

	if (!o->used)
		return 0;
	for (uint64_t in = tidmap__bits(&o->inside, tid); in; in &= in - 1)
		bits |= o->places[__builtin_ctzll(in)].bits;
	return bits;
}

/*
 * Handles an execve in a thread other than the leader: the thread's bits move to the leader's number. Returns the
 * subscribers of that number.
 */
static uint64_t thread_moved(struct task_subscribers *o, uint32_t old, uint32_t tid, uint64_t bits)
{
	uint64_t in = tidmap__bits(&o->inside, old);

	bits |= tidmap__bits(&o->tids, old);
	bits_set(&o->tids, old, 0);
	bits_set(&o->tids, tid, bits);
	bits_set(&o->inside, old, 0);
	bits_set(&o->inside, tid, in);
	return bits;
}

static void task_ended(struct task_subscribers *o, const struct sct_rec *rec)
{
	bits_set(&o->tids, rec->tid, 0);
	bits_set(&o->inside, rec->tid, 0);
	if (rec->tid == rec->tgid)
		bits_set(&o->groups, rec->tgid, 0);
}

uint64_t task_subscribers__of(struct task_subscribers *o, const struct sct_rec *rec)
{
	uint64_t bits = by_number(o, rec), all = bits | by_cgroup(o, rec->tid);
	const struct sct_cgroups *g = (const void *)rec;
	const struct sct_exec *x = (const void *)rec;
	const struct sct_fork *f = (const void *)rec;

	if (rec->type == SCT_REC_CGROUPS) {
		bits_set(&o->inside, rec->tid, g->in);
		return 0;
	}
	if (rec->type == SCT_REC_FORK)
		bits_set(&o->tids, f->child_tid, bits);
	else if (rec->type == SCT_REC_EXEC && x->old_tid != rec->tid)
		all = thread_moved(o, x->old_tid, rec->tid, bits) | by_cgroup(o, rec->tid);
	else if (rec->type == SCT_REC_TASK_EXIT && !(rec->flags & SCT_F_SUPERSEDED))
		task_ended(o, rec);
	return all;
}

/* ---- by numbers ---- */

int task_subscribers__add(struct task_subscribers *o, uint32_t tid, bool threads, uint64_t bit)
{
	int err = bits_set(&o->tids, tid, tidmap__bits(&o->tids, tid) | bit);

	return err || !threads ? err : bits_set(&o->groups, tid, tidmap__bits(&o->groups, tid) | bit);
}

bool task_subscribers__has(const struct task_subscribers *o, uint32_t tid, uint64_t bit)
{
	return tidmap__bits(&o->tids, tid) & bit;
}

bool task_subscribers__any(const struct task_subscribers *o, uint32_t tid)
{
	return tidmap__bits(&o->tids, tid) || by_cgroup(o, tid);
}

int task_subscribers__drop(struct task_subscribers *o, uint32_t tid, uint64_t bit)
{
	return bits_set(&o->tids, tid, tidmap__bits(&o->tids, tid) & ~bit);
}

/* Sets out to the ids (__u32) of all threads of the process, the leader first. Returns 0 or -ENOMEM. */
static int threads_of(int proc, uint32_t pid, struct buf *out)
{
	DIR *dir = procfs__dir(proc, "%u/task", pid);
	struct dirent *d;
	uint32_t tid;

	out->len = 0;
	buf__mem(out, &pid, sizeof(pid));
	while (dir && (d = readdir(dir))) {
		tid = (uint32_t)strtoul(d->d_name, NULL, 10);
		if (tid && tid != pid)
			buf__mem(out, &tid, sizeof(tid));
	}
	if (dir)
		closedir(dir);
	return out->failed ? -ENOMEM : 0;
}

static bool ids_have(const struct buf *ids, uint32_t tid)
{
	for (size_t i = 0; i < ids->len / sizeof(tid); i++)
		if (task_subscribers__id(ids, i) == tid)
			return true;
	return false;
}

/* Returns the subscribed process that has thread tid, and the ids of its threads in threads; 0: there is none. */
static uint32_t group_of(const struct task_subscribers *o, int proc, uint32_t tid, struct buf *threads)
{
	for (size_t i = 0; i < o->groups.cap; i++) {
		uint32_t pid = o->groups.slots[i].value ? o->groups.slots[i].tid : 0;

		if (pid && !threads_of(proc, pid, threads) && ids_have(threads, tid))
			return pid;
	}
	return 0;
}

int task_subscribers__spread(struct task_subscribers *o, uint32_t tid, bool threads, int proc, struct buf *ids)
{
	int err = threads ? threads_of(proc, tid, ids) : 0;
	uint32_t pid = threads ? tid : group_of(o, proc, tid, ids);
	uint64_t bits = pid ? tidmap__bits(&o->groups, pid) : 0;

	if (!err && pid)
		err = bits_set(&o->groups, pid, 0);
	for (size_t i = 0; !err && bits && i < ids->len / sizeof(tid); i++)
		err = task_subscribers__add(o, task_subscribers__id(ids, i), false, bits);
	if (threads)
		return err;
	ids->len = 0;
	buf__mem(ids, &tid, sizeof(tid));
	return ids->failed ? -ENOMEM : err;
}

/* ---- by cgroups ---- */

int task_subscribers__place(const struct task_subscribers *o, dev_t dev, ino_t ino, bool *fresh, bool *again)
{
	unsigned at = o->used;

	for (unsigned i = o->used; i-- > 0;) {
		const struct cgroup_place *p = &o->places[i];

		if (!p->bits)
			at = i;
		if (p->bits && p->dev == dev && p->ino == ino) {
			*fresh = *again = false;
			return (int)i;
		}
	}
	*fresh = true;
	*again = at < o->used;
	return at < SCT_CGROUPS_MAX ? (int)at : -E2BIG;
}

void task_subscribers__clear(struct task_subscribers *o, unsigned at)
{
	for (size_t i = 0; i < o->inside.cap;) {
		uint64_t in = (uint64_t)(uintptr_t)o->inside.slots[i].value, left = in & ~(1ull << at);

		if (in && !left) {
			/* the removal may have moved another entry to slot i */
			tidmap__del(&o->inside, o->inside.slots[i].tid);
			continue;
		}
		o->inside.slots[i++].value = (void *)(uintptr_t)left;
	}
}

void task_subscribers__cgroup(struct task_subscribers *o, unsigned at, dev_t dev, ino_t ino, uint64_t bit)
{
	o->places[at].dev = dev;
	o->places[at].ino = ino;
	o->places[at].bits |= bit;
	if (at >= o->used)
		o->used = at + 1;
}

/* ---- a subscriber leaves ---- */

/* Clears the bit in a map. Unless tids is NULL, appends the tasks that have no bit left. */
static void map_leave(struct task_subscribers *o, struct tidmap *m, uint64_t bit, struct buf *tids)
{
	for (size_t i = 0; i < m->cap;) {
		uint64_t bits = (uint64_t)(uintptr_t)m->slots[i].value, left = bits & ~bit;
		uint32_t tid = m->slots[i].tid;

		if (bits == left || left) {
			m->slots[i++].value = (void *)(uintptr_t)left;
			continue;
		}
		tidmap__del(m, tid); /* the removal may have moved another entry to slot i */
		if (tids && !by_cgroup(o, tid))
			buf__mem(tids, &tid, sizeof(tid));
	}
}

uint64_t task_subscribers__leave(struct task_subscribers *o, uint64_t bit, struct buf *tids)
{
	uint64_t free = 0;

	for (unsigned i = 0; i < o->used; i++) {
		if (o->places[i].bits == bit)
			free |= 1ull << i;
		o->places[i].bits &= ~bit;
	}
	map_leave(o, &o->tids, bit, tids);
	map_leave(o, &o->groups, bit, NULL);
	return free;
}

void task_subscribers__free(struct task_subscribers *o)
{
	tidmap__free(&o->tids, NULL);
	tidmap__free(&o->groups, NULL);
	tidmap__free(&o->inside, NULL);
}
