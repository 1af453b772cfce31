// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "api/replay_scope.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stats/cgroup.h"
#include "util/comm_filter.h"
#include "util/grow.h"

#define TREE_DEPTH 32 /* number of ancestors that are searched */

/* Values of replay_scope.calls */
#define CALL_SHOWN ((void *)1)
#define CALL_FOLLOWED ((void *)2) /* shown, and so are the tasks that the caller creates */

struct target {
	uint32_t tid;
	bool threads, follow, tree, seen;
};

/* A cgroup, or the cgroup of a container, that was asked for. */
struct place {
	char *name;
	bool container, seen;
};

/* Data of a task: whether it is shown, as a target or as a descendant of one. */
struct member {
	unsigned *alive; /* counter of the scope that includes this task; NULL: not shown */
	bool decided, inside, follow;
	bool placed, in_place; /* placed: in_place tells whether this cgroup is one that was asked for */
	uint64_t cgroup;
};

struct replay_scope {
	struct sct_scope limits;
	struct sct_comm_filter comms; /* compiled from limits.comms */
	struct target *targets;
	size_t ntargets, targets_cap;
	struct place *places;
	size_t nplaces, places_cap;
	bool trees;   /* there is a target whose existing descendants are shown */
	bool owned;   /* the owner of some task was known */
	bool unowned; /* the owner of some task was not known */
	struct cgroups *cgroups;
	struct task_slot members;
	struct tidmap calls; /* tasks whose call in progress was delivered, so its end has to be delivered */
	unsigned alive;
};

/* ---- members ---- */

static void member_set(struct replay_scope *s, struct member *m, bool inside, bool follow)
{
	m->decided = true;
	m->follow |= follow;
	if (!inside || m->inside)
		return;
	m->inside = true;
	m->alive = &s->alive;
	s->alive++;
}

static void member_free(void *data)
{
	struct member *m = data;

	if (m->alive)
		--*m->alive;
}

static bool is_skipped(const struct replay_scope *s, uint32_t tid, uint32_t tgid)
{
	for (uint32_t i = 0; i < s->limits.nskip; i++)
		if (s->limits.skip[i] == tid || s->limits.skip[i] == tgid)
			return true;
	return false;
}

/* Decides by the task's ids whether it is shown. */
static void decide(struct replay_scope *s, struct member *m, uint32_t tid, uint32_t tgid)
{
	bool inside = !s->ntargets, follow = false;

	for (size_t i = 0; i < s->ntargets; i++) {
		struct target *t = &s->targets[i];

		if (t->tid != tid && !(t->threads && t->tid == tgid))
			continue;
		inside = t->seen = true;
		follow |= t->follow;
	}
	member_set(s, m, inside && !is_skipped(s, tid, tgid), follow);
}

/* Returns the data of a task, or NULL without memory. */
static struct member *member_of(struct replay_scope *s, struct task *task)
{
	struct member *m = task_slot__make(&s->members, task);

	if (m && !m->decided)
		decide(s, m, task->tid, task->tgid);
	return m;
}

/* Shows the task if it descends from a target whose existing descendants are shown. */
static void decide_by_tree(struct replay_scope *s, const struct task *task, struct member *m)
{
	const struct task *of = task;

	for (int i = 0; of && i < TREE_DEPTH; i++) {
		uint32_t parent = of->parent ?: of->owned ? of->owner.parent : 0;

		for (size_t k = 0; parent && k < s->ntargets; k++)
			if (s->targets[k].tree && s->targets[k].tid == parent) {
				member_set(s, m, !is_skipped(s, task->tid, task->tgid), true);
				return;
			}
		of = parent ? tasks__find(s->members.tasks, parent) : NULL;
	}
}

static int on_fork(void *ctx, struct task *child, const struct task *maker)
{
	struct replay_scope *s = ctx;
	struct member *m = member_of(s, child), *from = maker ? member_of(s, (struct task *)maker) : NULL;

	if (!m || (maker && !from))
		return -ENOMEM;
	if (from && s->trees && !from->inside)
		decide_by_tree(s, maker, from);
	if (from && from->follow)
		member_set(s, m, !is_skipped(s, child->tid, child->tgid), true);
	return 0;
}

/* ---- users and cgroups ---- */

static bool user_wanted(const struct replay_scope *s, const struct task *task)
{
	for (uint32_t i = 0; i < s->limits.nuids; i++)
		if (task->owner.uid == s->limits.uids[i])
			return true;
	return !s->limits.nuids;
}

static bool place_wanted(struct replay_scope *s, const struct task *task, struct member *m)
{
	uint64_t id = task->owner.cgroup;

	if (m->placed && m->cgroup == id)
		return m->in_place;
	m->placed = true;
	m->cgroup = id;
	m->in_place = false;
	for (size_t i = 0; i < s->nplaces; i++) {
		struct place *p = &s->places[i];

		if (p->container ? cgroups__in_container(s->cgroups, id, p->name)
				 : cgroups__below(s->cgroups, id, p->name))
			m->in_place = p->seen = true;
	}
	return m->in_place;
}

/* Returns whether the task's user and cgroup are among those that are shown. */
static bool owner_wanted(struct replay_scope *s, const struct task *task, struct member *m)
{
	if (!s->limits.nuids && !s->nplaces)
		return true;
	s->owned |= task->owned;
	s->unowned |= !task->owned;
	return task->owned && (!s->nplaces || place_wanted(s, task, m)) && user_wanted(s, task);
}

/* Returns whether the call, or the hit of a probe, began on a CPU that is shown. */
static bool cpu_wanted(const struct replay_scope *s, const struct event *ev)
{
	uint16_t cpu = ev->enter->rec.cpu;

	return !s->limits.by_cpu || (cpu < SCT_CPUS_MAX && s->limits.cpus[cpu / 64] >> cpu % 64 & 1);
}

/* ---- life ---- */

int replay_scope__new(struct replay_scope **out, struct tasks *tasks, const struct sct_scope *limits,
		      struct cgroups *cgroups)
{
	struct replay_scope *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->limits = *limits;
	s->cgroups = cgroups;
	s->members =
		(struct task_slot){ .size = sizeof(struct member), .fork = on_fork, .free = member_free, .ctx = s };
	task_slot__open(&s->members, tasks);
	*out = s;
	/* this cannot fail, because the patterns were checked when the limits were made */
	return limits->comm_lanes && comm_filter__make(&s->comms, limits->comms, &(struct errmsg){}) < 0 ? -EINVAL : 0;
}

void replay_scope__free(struct replay_scope *s)
{
	if (!s)
		return;
	task_slot__close(&s->members);
	tidmap__free(&s->calls, NULL);
	for (size_t i = 0; i < s->nplaces; i++)
		free(s->places[i].name);
	free(s->places);
	free(s->targets);
	free(s);
}

int replay_scope__target(struct replay_scope *s, uint32_t tid, bool threads, bool follow, bool tree)
{
	if (!GROW(s->targets, s->targets_cap, s->ntargets + 1))
		return -ENOMEM;
	s->targets[s->ntargets++] = (struct target){ .tid = tid, .threads = threads, .follow = follow, .tree = tree };
	s->trees |= tree;
	return 0;
}

int replay_scope__place(struct replay_scope *s, const char *name, bool container)
{
	if (!GROW(s->places, s->places_cap, s->nplaces + 1))
		return -ENOMEM;
	s->places[s->nplaces] = (struct place){ .name = strdup(name), .container = container };
	return s->places[s->nplaces].name ? (s->nplaces++, 0) : -ENOMEM;
}

bool replay_scope__lacks_owners(const struct replay_scope *s)
{
	return (s->limits.nuids || s->nplaces) && s->unowned && !s->owned;
}

const char *replay_scope__empty_place(const struct replay_scope *s)
{
	for (size_t i = 0; i < s->nplaces; i++)
		if (!s->places[i].seen)
			return s->places[i].name;
	return NULL;
}

uint32_t replay_scope__missing(struct replay_scope *s)
{
	for (size_t i = 0; i < s->ntargets; i++)
		if (!s->targets[i].seen) {
			s->targets[i].seen = true;
			return s->targets[i].tid;
		}
	return 0;
}

unsigned replay_scope__alive(const struct replay_scope *s)
{
	return s->alive;
}

/* ---- events ---- */

static bool name_wanted(const struct replay_scope *s, const struct task *task)
{
	return !s->limits.comm_lanes || comm_filter__fits(&s->comms, task->comm);
}

bool replay_scope__has(struct replay_scope *s, const struct event *begin)
{
	struct member *m = task_slot__data(&s->members, begin->task);

	return event__is_probe(begin) ? m && m->inside && cpu_wanted(s, begin) && owner_wanted(s, begin->task, m)
				      : tidmap__get(&s->calls, begin->tid) != NULL;
}

/* Decides whether a call that begins is delivered, by its CPU and by the task's current user, cgroup and name. */
static int on_enter(struct replay_scope *s, const struct event *ev, struct member *m, enum scope_answer *answer)
{
	tidmap__del(&s->calls, ev->tid);
	if (s->trees && !m->inside)
		decide_by_tree(s, ev->task, m);
	if (!m->inside || !cpu_wanted(s, ev) || !owner_wanted(s, ev->task, m) || !name_wanted(s, ev->task))
		return 0;
	*answer = SCOPE_EVENT;
	return tidmap__put(&s->calls, ev->tid, m->follow ? CALL_FOLLOWED : CALL_SHOWN);
}

/* A thread takes its leader's place after execve. The task is shown if the thread's call was. */
static int on_superseded(struct replay_scope *s, const struct event *ev, struct member *m, enum scope_answer *answer)
{
	void *call = tidmap__del(&s->calls, ev->other_tid);

	tidmap__del(&s->calls, ev->tid);
	if (!call)
		return 0;
	member_set(s, m, true, call == CALL_FOLLOWED);
	*answer = SCOPE_EVENT;
	return tidmap__put(&s->calls, ev->tid, call);
}

/* Decides on any other event: about the call in progress, or independent of it. */
static void on_other(struct replay_scope *s, const struct event *ev, struct member *m, enum scope_answer *answer)
{
	bool shown = tidmap__get(&s->calls, ev->tid), ends = ev->kind == EV_EXIT || ev->kind == EV_ABANDONED;

	if (event__is_probe(ev)) {
		/* the name does not matter, because it might be different at the function's end */
		*answer = m->inside && cpu_wanted(s, ev) && owner_wanted(s, ev->task, m) ? SCOPE_EVENT : SCOPE_NOTHING;
		return;
	}
	if (ev->enter && (shown || ev->begun))
		*answer = SCOPE_EVENT;
	else if (!ends && m->inside && name_wanted(s, ev->task) && owner_wanted(s, ev->task, m))
		*answer = ev->enter ? SCOPE_NEWS : SCOPE_EVENT;
	if (ends || event_kind__flags(ev->kind) & KIND_ENDS)
		tidmap__del(&s->calls, ev->tid);
}

int replay_scope__event(struct replay_scope *s, const struct event *ev, enum scope_answer *answer)
{
	struct member *m;

	*answer = ev->task ? SCOPE_NOTHING : SCOPE_EVENT;
	if (!ev->task)
		return 0;
	m = member_of(s, ev->task);
	if (!m)
		return -ENOMEM;
	if (ev->kind == EV_ENTER)
		return on_enter(s, ev, m, answer);
	if (ev->kind == EV_SUPERSEDED)
		return on_superseded(s, ev, m, answer);
	on_other(s, ev, m, answer);
	return 0;
}
