// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * What changes while a handle is at work. A change is made in the kernel; once
 * no program runs that may have seen what was before, a record with the time of
 * then takes its place among those of the rings: what is after it is by the change.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/share.h"
#include "api/target.h"
#include "util/clock.h"

/* Is it a handle that can be changed? */
static int changeable(struct sctrace *t)
{
	if (!t->bpf)
		return guard__fail(&t->guard, -EINVAL, "a capture file cannot be changed");
	return guard__alive(&t->guard, t->life);
}

/*
 * Queues the record that tells of a change, which is in effect from its time on. since: a time before which nothing
 * can be by the change; 0: when no program runs any more that may have seen what was before.
 */
static int changed(struct sctrace *t, enum sct_change_kind kind, uint64_t since)
{
	struct sct_change c = { .rec = { .cpu = SCT_CPU_NONE, .type = SCT_REC_CHANGE }, .kind = kind };
	int err = programs__quiesce(t->bpf);

	c.rec.ts = since ? since : now_ns();
	if (!err)
		err = attach__record(&t->attach, &c.rec, sizeof(c));
	if (!err)
		t->source->ops->kick(t->source);
	return err;
}

/* ---- calls ---- */

static int select_calls(struct sctrace *t, const char *trace)
{
	struct selection s = {};
	char *errmsg = NULL;
	int err = changeable(t);

	if (err)
		return err;
	err = trace ? select__parse(&s, trace, &errmsg) : select__all(&s);
	if (err) {
		if (errmsg)
			guard__fail(&t->guard, err, "%s", errmsg);
		free(errmsg);
		return err;
	}
	if (t->unnamed)
		s.all = SELECT_ALL;
	err = share__select(t, &s, t->paused);
	if (err) {
		select__free(&s);
		return err;
	}
	select__free(&t->selection);
	t->selection = s;
	return t->life == LIFE_OPEN ? 0 : changed(t, SCT_CHANGE_SELECTED, 0);
}

int sctrace_select(struct sctrace *t, const char *trace)
{
	int err = t ? guard__enter(&t->guard) : -EINVAL;

	return err ? err : guard__leave(&t->guard, select_calls(t, trace));
}

static int set_paused(struct sctrace *t, bool paused)
{
	uint64_t began = now_ns();
	int err = changeable(t);

	if (err)
		return err;
	if (t->life == LIFE_OPEN)
		return guard__fail(&t->guard, -EINVAL, "not started yet");
	if (t->paused == paused)
		return guard__fail(&t->guard, -EALREADY, paused ? "paused already" : "not paused");
	err = share__select(t, &t->selection, paused);
	if (err)
		return err;
	t->paused = paused;
	/* the first calls after a pause come before the kernel is known to be done with the change */
	return paused ? changed(t, SCT_CHANGE_PAUSED, 0) : changed(t, SCT_CHANGE_RESUMED, began);
}

int sctrace_pause(struct sctrace *t)
{
	int err = t ? guard__enter(&t->guard) : -EINVAL;

	return err ? err : guard__leave(&t->guard, set_paused(t, true));
}

int sctrace_resume(struct sctrace *t)
{
	int err = t ? guard__enter(&t->guard) : -EINVAL;

	return err ? err : guard__leave(&t->guard, set_paused(t, false));
}

/* ---- targets ---- */

/* Nothing of these tasks is younger than the record that says that they were left. */
static int left(struct sctrace *t, const struct buf *tids)
{
	struct sct_task_exit x = { .rec = { .cpu = SCT_CPU_NONE, .type = SCT_REC_TASK_EXIT, .flags = SCT_F_LEFT } };
	int err = programs__quiesce(t->bpf);

	x.rec.ts = now_ns();
	for (size_t i = 0; !err && i + sizeof(x.rec.tid) <= tids->len; i += sizeof(x.rec.tid)) {
		memcpy(&x.rec.tid, tids->p + i, sizeof(x.rec.tid));
		x.rec.tgid = x.rec.tid;
		attach__untarget(&t->attach, x.rec.tid);
		err = attach__record(&t->attach, &x.rec, sizeof(x));
	}
	t->source->ops->kick(t->source);
	return err;
}

static int untarget(struct sctrace *t, pid_t tid, unsigned flags)
{
	struct buf tids = {};
	int err = changeable(t);

	if (err)
		return err;
	if (flags & ~(unsigned)SCTRACE_THREADS || tid <= 0)
		return target__fail(&t->guard, -EINVAL, tid, flags);
	/* not marked in the kernel yet */
	if (t->life == LIFE_OPEN && attach__forget(&t->attach, tid)) {
		share__forget(t, tid, true);
		return 0;
	}
	err = t->life == LIFE_OPEN ? 0 : share__untarget(t, tid, flags & SCTRACE_THREADS, &tids);
	if (!err && !tids.len)
		err = guard__fail(&t->guard, -ESRCH, "%d is not traced", (int)tid);
	if (!err)
		err = left(t, &tids);
	buf__free(&tids);
	return err;
}

int sctrace_untarget(struct sctrace *t, pid_t tid, unsigned flags)
{
	int err = t ? guard__enter(&t->guard) : -EINVAL;

	return err ? err : guard__leave(&t->guard, untarget(t, tid, flags));
}

/* ---- waiting ---- */

/* By a signal handler, too: an atomic store and a system call. */
void sctrace_wake(struct sctrace *t)
{
	int was = errno;

	if (!t)
		return;
	__atomic_store_n(&t->woken, 1, __ATOMIC_RELEASE);
	if (t->bpf)
		t->source->ops->wake(t->source);
	errno = was;
}
