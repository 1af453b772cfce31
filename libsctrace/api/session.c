// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "api/scope.h"
#include "api/target.h"
#include "attach/task_status.h"
#include "load/features.h"
#include "util/clock.h"
#include "util/procfs.h"

void session__init(struct session *s, const struct session_ops *ops)
{
	s->ops = ops;
	s->proc = -1;
	guard__open(&s->guard);
}

void session__free(struct session *s)
{
	select__free(&s->selection);
	guard__close(&s->guard);
	tidmap__free(&s->trees, NULL);
	if (s->proc >= 0)
		close(s->proc);
}

/* ---- opening ---- */

int session__parse(struct session *s, const char *trace, struct selection *sel)
{
	char *errmsg = NULL;
	int err = trace ? select__parse(sel, trace, &errmsg) : select__all(sel);

	if (errmsg)
		guard__fail(&s->guard, err, "%s", errmsg);
	free(errmsg);
	return err;
}

int session__choose(struct session *s, const char *trace, struct selection *sel)
{
	int err = session__parse(s, trace, sel);

	if (!err && s->unnamed)
		sel->all = SELECT_ALL;
	return err;
}

int session__without(struct session *s, const char *without, unsigned *bits)
{
	char names[256];
	size_t bad;
	int err = without ? features__parse(without, bits, &bad) : 0;

	if (!err)
		return 0;
	return guard__fail(&s->guard, err, "unknown feature '%.*s' (valid: %s)", (int)strcspn(without + bad, ","),
			   without + bad, features__names(names, sizeof(names)));
}

int session__open_shared(struct session *s, const struct session_sharing *o)
{
	bool shares = (o->sharable || o->joins) && !o->unlike;
	int err;

	if ((o->sharable || o->joins) && o->unlike && o->only)
		return guard__fail(&s->guard, -EINVAL, "%s", o->unlike);
	if (shares && o->joins) {
		err = o->join(s, o->ctx);
		if (!err || o->only)
			return err;
		s->guard.now[0] = '\0';
	}
	return shares ? o->open_sharable(s, o->ctx) : o->open_own(s, o->ctx);
}

int session__join_fail(struct session *s, int err, unsigned max)
{
	if (err == -ESHUTDOWN)
		return guard__fail(&s->guard, err, "all handles that share these programs were stopped");
	if (err == -E2BIG)
		return guard__fail(&s->guard, err, "%u handles share these programs already", max);
	return err;
}

/* ---- targets ---- */

static int changeable(struct session *s)
{
	if (s->replay)
		return guard__fail(&s->guard, -EINVAL, "a capture file cannot be changed");
	return guard__alive(&s->guard, s->life);
}

static int started(struct session *s)
{
	int err = changeable(s);

	return err || s->life == LIFE_STARTED ? err : guard__fail(&s->guard, -EINVAL, "not started yet");
}

static int takes_targets(struct session *s)
{
	int err = guard__alive(&s->guard, s->life);

	if (!err && s->all)
		err = guard__fail(&s->guard, -EINVAL, "all tasks are %s: there are no targets", s->ops->verb);
	return err;
}

/* Adds a target. Returns 0, or -errno without a message. */
static int target_one(struct session *s, pid_t tid, unsigned flags)
{
	uint32_t bits = 0;
	int err = s->replay ? 0 : target__flags(s->proc, tid, flags, s->own_only, &bits);

	return err ? err : s->ops->target(s, tid, flags, bits);
}

static int target(struct session *s, pid_t tid, unsigned flags)
{
	int err = takes_targets(s);

	if (err)
		return err;
	if (!s->replay && flags & (SCTRACE_TREE | SCTRACE_NEW_THREADS)) {
		flags |= SCTRACE_THREADS | (flags & SCTRACE_TREE ? SCTRACE_FOLLOW : 0);
		tid = task_status__process(s->proc, tid);
	}
	err = target_one(s, tid, flags);
	if (!err && !s->replay && flags & SCTRACE_TREE && !tidmap__get(&s->trees, (uint32_t)tid))
		err = tidmap__put(&s->trees, (uint32_t)tid, s);
	if (err)
		return *s->guard.now ? err : target__fail(&s->guard, err, tid, flags);
	return s->life == LIFE_OPEN || s->replay ? 0 : s->ops->enroll(s);
}

int session__descendants(struct session *s)
{
	struct buf found = {};
	int err = target__descendants(s->proc, &s->trees, &found);
	pid_t pid;

	for (size_t i = 0; !err && i < found.len; i += sizeof(pid)) {
		memcpy(&pid, found.p + i, sizeof(pid));
		err = target_one(s, pid, SCTRACE_FOLLOW | SCTRACE_THREADS);
		/* a process that has ended, or belongs to another user, is left out */
		if (err == -ESRCH || err == -EPERM)
			err = 0;
		else if (err)
			target__fail(&s->guard, err, pid, 0);
	}
	buf__free(&found);
	tidmap__free(&s->trees, NULL);
	return err;
}

int session__target(struct session *s, pid_t tid, unsigned flags)
{
	int err;

	if (!s)
		return -EINVAL;
	if (s->ops->target_in_callback) {
		err = guard__begin(&s->guard);
		return err ? err : guard__end(&s->guard, target(s, tid, flags));
	}
	err = guard__enter(&s->guard);
	return err ? err : guard__leave(&s->guard, target(s, tid, flags));
}

static int target_cgroup(struct session *s, const char *name, cgroup_open_fn *open)
{
	const struct errmsg errmsg = { s->guard.now, sizeof(s->guard.now) };
	int fd, err = guard__alive(&s->guard, s->life);

	if (err)
		return err;
	if (!s->by_cgroup)
		return guard__fail(&s->guard, -EINVAL, "this handle was opened without opts.cgroups");
	fd = open(s->proc, name, &errmsg);
	if (fd < 0)
		return fd;
	err = s->ops->cgroup(s, fd);
	close(fd);
	return err ? scope__cgroup_fail(&s->guard, err, name) : 0;
}

int session__target_cgroup(struct session *s, const char *name, cgroup_open_fn *open)
{
	int err = !s ? -EINVAL : !name ? guard__invalid(&s->guard, "the name is NULL") : guard__enter(&s->guard);

	return err ? err : guard__leave(&s->guard, target_cgroup(s, name, open));
}

static int untarget(struct session *s, pid_t tid, unsigned flags)
{
	struct buf tids = {};
	int err = changeable(s);

	if (!err)
		err = takes_targets(s);
	if (err)
		return err;
	if (flags & ~(unsigned)SCTRACE_THREADS || tid <= 0)
		return target__fail(&s->guard, -EINVAL, tid, flags);
	err = s->ops->untarget(s, tid, flags & SCTRACE_THREADS, &tids);
	if (!err && !tids.len)
		err = guard__fail(&s->guard, -ESRCH, "%d is not %s", (int)tid, s->ops->verb);
	if (!err && s->ops->left)
		err = s->ops->left(s, &tids);
	buf__free(&tids);
	return err > 0 ? 0 : err;
}

int session__untarget(struct session *s, pid_t tid, unsigned flags)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, untarget(s, tid, flags));
}

/* ---- changes ---- */

/*
 * Reports a change. Before the start there is nothing to report, because the handle starts with the changed settings.
 */
static int changed(struct session *s, enum sct_change_kind kind, uint64_t since)
{
	return s->life == LIFE_STARTED && s->ops->changed ? s->ops->changed(s, kind, since) : 0;
}

static int select_calls(struct session *s, const char *trace)
{
	struct selection sel = {};
	uint64_t since = now_ns();
	int err = changeable(s);

	if (!err)
		err = session__choose(s, trace, &sel);
	if (!err)
		err = s->ops->select(s, &sel, s->paused);
	if (err) {
		select__free(&sel);
		return err;
	}
	select__free(&s->selection);
	s->selection = sel;
	return changed(s, SCT_CHANGE_SELECTED, since);
}

int session__select(struct session *s, const char *trace)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, select_calls(s, trace));
}

static int set_paused(struct session *s, bool paused)
{
	uint64_t since = now_ns();
	int err = started(s);

	if (err)
		return err;
	if (s->paused == paused)
		return guard__fail(&s->guard, -EALREADY, paused ? "paused already" : "not paused");
	err = s->ops->select(s, &s->selection, paused);
	if (err)
		return err;
	s->paused = paused;
	return changed(s, paused ? SCT_CHANGE_PAUSED : SCT_CHANGE_RESUMED, since);
}

int session__pause(struct session *s, bool paused)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, set_paused(s, paused));
}

/* ---- life ---- */

static int start(struct session *s)
{
	int err;

	if (s->life == LIFE_STARTED)
		return guard__fail(&s->guard, -EALREADY, "started already");
	err = guard__alive(&s->guard, s->life);
	if (!err)
		err = s->ops->start(s);
	if (!err)
		s->life = LIFE_STARTED;
	return err;
}

int session__start(struct session *s)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, start(s));
}

int session__stop(struct session *s)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;

	return err ? err : guard__leave(&s->guard, s->ops->stop(s));
}

int session__take(struct session *s, int (*fn)(struct session *s, int arg), int arg)
{
	int err = s ? guard__enter(&s->guard) : -EINVAL;
	uint64_t began;

	if (err)
		return err;
	began = thread_cpu_ns();
	err = fn(s, arg);
	s->cpu_ns += thread_cpu_ns() - began;
	return guard__leave(&s->guard, err);
}

const char *session__error(const struct session *s)
{
	return s ? s->guard.last : "";
}

/* Fills the caller's struct, which may be shorter than this library's. */
static int look(struct session *s, struct sctrace_health *to)
{
	struct sctrace_health h = {
		.sz = sizeof(h),
		.records = s->records,
		.bytes = s->bytes,
		.cpu_ns = s->cpu_ns,
		.fds = s->proc >= 0,
	};
	size_t size = to->sz < sizeof(h) ? to->sz : sizeof(h);

	s->ops->look(s, &h);
	if (s->life == LIFE_STOPPED)
		h.handles = 0;
	memcpy(to, &h, size);
	to->sz = size;
	return 0;
}

int session__health(struct session *s, struct sctrace_health *h)
{
	int err = !s				? -EINVAL
		  : !h || h->sz < sizeof(h->sz) ? guard__invalid(&s->guard, "h->sz is not set")
						: guard__enter(&s->guard);

	return err ? err : guard__leave(&s->guard, look(s, h));
}
