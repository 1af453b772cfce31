// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/trace_control.h"

#include <errno.h>
#include <string.h>

#include "api/replay.h"
#include "api/share.h"
#include "attach/snapshot.h"
#include "enrich/container_find.h"
#include "util/clock.h"

/* ---- targets ---- */

static unsigned stop_signal(void *ctx, uint32_t tid)
{
	return programs__stop_signal(ctx, tid);
}

/* Enrolls the targets in the kernel, and queues records of what they are doing for sctrace_poll(). */
int trace_control__enroll(struct session *s)
{
	struct sctrace *t = trace_of(s);
	struct snapshot snapshot = {
		.proc = s->proc,
		.opts = &t->decode,
		.selection = &s->selection,
		.stop_signal = stop_signal,
		.files = programs__files,
		.ctx = t->bpf,
		.scope = &t->scope,
		.by_result = t->by_result,
	};
	int err = session__descendants(s);

	/* make the next poll report what was found */
	if (s->life == LIFE_STARTED)
		t->source->ops->kick(t->source);
	if (!err)
		err = programs__enroll(t->bpf);
	if (!err)
		err = attach__marked(&t->attach, &snapshot);
	programs__stops_forget(t->bpf);
	return err;
}

int trace_control__target(struct session *s, pid_t tid, unsigned flags, uint32_t bits)
{
	struct sctrace *t = trace_of(s);
	int err;

	if (t->replay)
		return replay__target(t, tid, flags);
	if (flags & SCTRACE_WAIT_EXEC)
		t->child = tid;
	err = programs__target(t->bpf, tid, bits);
	if (!err)
		err = attach__target(&t->attach, tid, flags & SCTRACE_THREADS, !(flags & SCTRACE_WAIT_EXEC));
	return err ? err : share__target(t, tid, flags);
}

int trace_control__cgroup(struct session *s, int fd)
{
	return share__cgroup(trace_of(s), fd);
}

int trace_control__untarget(struct session *s, pid_t tid, bool threads, struct buf *tids)
{
	struct sctrace *t = trace_of(s);

	if (s->life == LIFE_STARTED)
		return share__untarget(t, tid, threads, tids);
	if (!attach__forget(&t->attach, tid))
		return 0;
	share__forget(t, tid, true);
	return 1;
}

/*
 * Queues a record for each task that was removed. Its time is after all programs have finished that saw the task
 * traced.
 */
int trace_control__left(struct session *s, const struct buf *tids)
{
	struct sct_task_exit x = { .rec = { .cpu = SCT_CPU_NONE, .type = SCT_REC_TASK_EXIT, .flags = SCT_F_LEFT } };
	struct sctrace *t = trace_of(s);
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

/* ---- calls ---- */

int trace_control__select(struct session *s, const struct selection *calls, bool none)
{
	return share__select(trace_of(s), calls, none);
}

/*
 * Queues the record of a change. Its time is after all programs have finished that may have seen the old state; for the
 * end of a pause it is the time before the change, since calls are sent from then on.
 */
int trace_control__changed(struct session *s, enum sct_change_kind kind, uint64_t since)
{
	struct sct_change c = { .rec = { .cpu = SCT_CPU_NONE, .type = SCT_REC_CHANGE }, .kind = kind };
	struct sctrace *t = trace_of(s);
	int err = programs__quiesce(t->bpf);

	c.rec.ts = kind == SCT_CHANGE_RESUMED ? since : now_ns();
	if (!err)
		err = attach__record(&t->attach, &c.rec, sizeof(c));
	if (!err)
		t->source->ops->kick(t->source);
	return err;
}

/* ---- the public functions ---- */

/* May also be called from a callback. */
int sctrace_target(struct sctrace *t, pid_t tid, unsigned flags)
{
	return session__target(trace_session(t), tid, flags);
}

static int choose_cgroup(struct sctrace *t, const char *name, bool container)
{
	int err = !name ? guard__invalid(&t->base.guard, "the name is NULL") : guard__enter(&t->base.guard);

	return err ? err : guard__leave(&t->base.guard, replay__cgroup(t, name, container));
}

int sctrace_target_cgroup(struct sctrace *t, const char *path)
{
	return t && t->replay ? choose_cgroup(t, path, false)
			      : session__target_cgroup(trace_session(t), path, cgroupfs__open);
}

int sctrace_target_container(struct sctrace *t, const char *name)
{
	return t && t->replay ? choose_cgroup(t, name, true)
			      : session__target_cgroup(trace_session(t), name, container_find__open_here);
}

int sctrace_untarget(struct sctrace *t, pid_t tid, unsigned flags)
{
	return session__untarget(trace_session(t), tid, flags);
}

int sctrace_select(struct sctrace *t, const char *trace)
{
	return session__select(trace_session(t), trace);
}

int sctrace_pause(struct sctrace *t)
{
	return session__pause(trace_session(t), true);
}

int sctrace_resume(struct sctrace *t)
{
	return session__pause(trace_session(t), false);
}

int sctrace_start(struct sctrace *t)
{
	return session__start(trace_session(t));
}

int sctrace_stop(struct sctrace *t)
{
	return session__stop(trace_session(t));
}

const char *sctrace_error(const struct sctrace *t)
{
	return t ? session__error(&t->base) : "";
}

int sctrace_fd(struct sctrace *t)
{
	int err = t ? guard__begin(&t->base.guard) : -EINVAL;

	return err ? err : t->source->ops->fd(t->source);
}

/* May also be called from a signal handler, as it only does an atomic store and a system call. */
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
