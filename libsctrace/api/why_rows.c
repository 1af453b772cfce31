// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The rows of a look: tasks that wait alike are one row, followed by the chain of those that they wait for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "api/why.h"
#include "lookup/abi.h"
#include "why/frame.h"

#define TASK_UNINTERRUPTIBLE 0x2
#define TASK_NOLOAD 0x400 /* with TASK_UNINTERRUPTIBLE: an idle thread of the kernel */

/* The order of rows. */
enum rank { RANK_DEADLOCK, RANK_WAITS, RANK_HELD, RANK_RUNS, RANK_FILES, RANK_IDLE };

/* A task that was asked for, with what it has in common with others of its row. */
struct entry {
	uint32_t task, to;
	uint8_t state, rank;
	int32_t nr;
	uint64_t stack;
	uint64_t age;
	const char *role;
	char comm[16];
};

struct group {
	const struct entry *first;
	uint32_t n, processes;
	uint64_t age; /* of the oldest, which is first */
	bool head;    /* no task that was asked for waits for one of these */
};

struct rows {
	struct sctrace_look *w;
	const struct why_look *l;
	sctrace_why_fn *fn;
	void *ctx;
	bool *shown; /* tasks that were in a row already */
	struct entry *entries;
	struct group *groups;
	uint32_t n, ngroups;
};

/* ---- groups ---- */

/* True if a task waits at several descriptors, and whoever is at the end of its chain is not held up: it has no work. */
static bool is_idle_loop(const struct why_look *l, uint32_t i, enum why_wait wait)
{
	bool loop = wait == WAIT_POLL || wait == WAIT_EPOLL || wait == WAIT_URING;

	return loop && l->graph.nodes[why_graph__end(&l->graph, i)].activity != WHY_BLOCKED_HARD;
}

static enum rank rank_of(const struct why_look *l, uint32_t i)
{
	const struct sct_why_task *t = &l->tasks[i];
	enum why_state state = why_look__state(t);
	enum why_wait wait = why_look__wait(l, t);

	if (l->graph.nodes[i].deadlock)
		return RANK_DEADLOCK;
	if (state == STATE_RUNNING || state == STATE_RUNNABLE)
		return RANK_RUNS;
	if (l->graph.nodes[i].to != WHY_NOBODY && wait != WAIT_CHILD && !is_idle_loop(l, i, wait))
		return RANK_WAITS;
	if (state != STATE_BLOCKED || t->state & TASK_UNINTERRUPTIBLE)
		return RANK_HELD;
	switch (wait) {
	case WAIT_READ:
	case WAIT_WRITE:
	case WAIT_CONNECT:
	case WAIT_FLOCK:
	case WAIT_FCNTL:
	case WAIT_CHILD:
		return RANK_FILES;
	default:
		return RANK_IDLE;
	}
}

static struct entry entry_of(const struct why_look *l, uint32_t i)
{
	const struct sct_why_task *t = &l->tasks[i];
	const struct why_node *n = &l->graph.nodes[i];
	struct entry e = {
		.task = i,
		.to = n->to,
		.state = (uint8_t)why_look__state(t),
		.rank = (uint8_t)rank_of(l, i),
		.nr = t->flags & SCT_WHY_COMPAT ? t->nr + 0x10000 : t->nr,
		.age = why_look__age(l, t),
	};

	if (n->next != WHY_NOBODY)
		e.role = l->graph.edges[n->next].role;
	if (n->deadlock)
		e.stack = i + 1; /* a row of its own */
	else if (n->to == WHY_NOBODY)
		e.stack = t->stack;
	if (n->to == WHY_NOBODY)
		memcpy(e.comm, t->comm, sizeof(e.comm));
	return e;
}

/* Compares what tasks of one row have in common. */
static int alike(const struct entry *x, const struct entry *y)
{
	int d = (x->to > y->to) - (x->to < y->to);

	d = d ?: x->state - y->state;
	d = d ?: (x->nr > y->nr) - (x->nr < y->nr);
	d = d ?: (x->stack > y->stack) - (x->stack < y->stack);
	d = d ?: (x->role > y->role) - (x->role < y->role);
	return d ?: memcmp(x->comm, y->comm, sizeof(x->comm));
}

static int by_group(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int d = alike(x, y);

	if (d)
		return d;
	if (x->age != y->age)
		return x->age > y->age ? -1 : 1;
	return (x->task > y->task) - (x->task < y->task);
}

static int by_rank(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (x->first->rank != y->first->rank)
		return x->first->rank - y->first->rank;
	if (x->head != y->head)
		return x->head ? -1 : 1;
	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	if (x->age != y->age)
		return x->age > y->age ? -1 : 1;
	return (x->first->task > y->first->task) - (x->first->task < y->first->task);
}

static int by_process(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Returns the number of processes of a group's tasks. room: for as many numbers */
static uint32_t processes_count(const struct why_look *l, const struct group *g, uint32_t *room)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < g->n; i++)
		room[i] = l->tasks[g->first[i].task].tgid;
	qsort(room, g->n, sizeof(*room), by_process);
	for (uint32_t i = 0; i < g->n; i++)
		n += !i || room[i] != room[i - 1];
	return n;
}

static int groups_make(struct rows *r, const bool *asked)
{
	uint32_t n = r->l->ntasks + 1, *room = malloc(n * sizeof(*room));

	r->entries = malloc(n * sizeof(*r->entries));
	r->groups = calloc(n, sizeof(*r->groups));
	r->shown = calloc(n, sizeof(*r->shown));
	if (!room || !r->entries || !r->groups || !r->shown) {
		free(room);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < r->l->ntasks; i++)
		if (asked[i])
			r->entries[r->n++] = entry_of(r->l, i);
	if (r->n)
		qsort(r->entries, r->n, sizeof(*r->entries), by_group);
	for (uint32_t i = 0; i < r->n; i++) {
		const struct entry *e = &r->entries[i];
		struct group *g = r->ngroups ? &r->groups[r->ngroups - 1] : NULL;

		if (!g || alike(g->first, e)) {
			g = &r->groups[r->ngroups++];
			*g = (struct group){ .first = e, .age = e->age, .head = true };
		}
		g->n++;
		if (r->l->graph.nodes[e->task].tasks)
			g->head = false;
	}
	for (uint32_t i = 0; i < r->ngroups; i++)
		r->groups[i].processes = processes_count(r->l, &r->groups[i], room);
	if (r->ngroups)
		qsort(r->groups, r->ngroups, sizeof(*r->groups), by_rank);
	free(room);
	return 0;
}

/* ---- rows ---- */

static enum sctrace_why_state public_state(enum why_state s)
{
	static const uint8_t states[] = {
		[STATE_BLOCKED] = SCTRACE_WHY_BLOCKED,	 [STATE_RUNNING] = SCTRACE_WHY_RUNNING,
		[STATE_RUNNABLE] = SCTRACE_WHY_RUNNABLE, [STATE_THROTTLED] = SCTRACE_WHY_THROTTLED,
		[STATE_STOPPED] = SCTRACE_WHY_STOPPED,	 [STATE_TRACED] = SCTRACE_WHY_TRACED,
		[STATE_FROZEN] = SCTRACE_WHY_FROZEN,	 [STATE_ZOMBIE] = SCTRACE_WHY_ZOMBIE,
	};

	return (enum sctrace_why_state)states[s];
}

/* Sets what a row says of the task itself. */
static void row_fill(struct rows *r, uint32_t task, struct sctrace_why_row *row)
{
	const struct sct_why_task *t = &r->l->tasks[task];
	const struct abi *abi = t->flags & SCT_WHY_COMPAT ? abi__compat() : abi__native();
	const struct why_node *n = &r->l->graph.nodes[task];

	row->sz = sizeof(*row);
	row->tid = t->tid;
	row->pid = t->tgid;
	row->comm = t->comm;
	row->state = public_state(why_look__state(t));
	row->uninterruptible = row->state == SCTRACE_WHY_BLOCKED && t->state & TASK_UNINTERRUPTIBLE &&
			       !(t->state & TASK_NOLOAD);
	row->age = why_look__age(r->l, t);
	row->cpu = t->cpu;
	row->signal = row->state == SCTRACE_WHY_STOPPED ? t->stop : 0;
	row->reason = r->l->found[task].reason;
	row->object = r->l->found[task].object;
	row->deadlock = n->deadlock;
	if (row->state == SCTRACE_WHY_BLOCKED && t->mm && t->nr >= 0 && abi)
		row->name = abi__call_name(abi, (uint32_t)t->nr);
}

static int row_deliver(struct rows *r, uint32_t task, struct sctrace_why_row *row)
{
	const struct sct_why_task *t = &r->l->tasks[task];
	struct buf call = {};
	char frame[WHY_FRAME];
	int err;

	row_fill(r, task, row);
	row->again = r->shown[task];
	r->shown[task] = true;
	if (row->state == SCTRACE_WHY_BLOCKED && !row->again) {
		if (t->mm) /* threads of the kernel are in no call */
			why_call__text(r->w, t, &call);
		buf__char(&call, '\0');
		row->call = call.p && *call.p ? call.p : NULL;
		row->frame = why_frame__read(r->w->proc, t->tid, frame, sizeof(frame)) ? frame : NULL;
	}
	err = r->fn(r->ctx, row);
	buf__free(&call);
	return err;
}

/* Delivers the chain of those that a task waits for, up to one that was in a row already. */
static int chain_deliver(struct rows *r, uint32_t task)
{
	const struct why_graph *g = &r->l->graph;
	int err = 0;

	for (unsigned depth = 1; !err && depth < WHY_CHAIN_MAX && g->nodes[task].to != WHY_NOBODY; depth++) {
		const struct why_node *n = &g->nodes[task];
		const struct why_edge *e = &g->edges[n->next];
		struct sctrace_why_row row = { .depth = depth, .role = e->role, .fd = e->fd, .others = n->n - 1 };
		bool again = r->shown[n->to];

		row.tasks = g->nodes[n->to].tasks;
		row.processes = g->nodes[n->to].processes;
		task = n->to;
		err = row_deliver(r, task, &row);
		if (again)
			break;
	}
	return err;
}

/* Returns true if all tasks of the group were in rows before it. */
static bool all_shown(const struct rows *r, const struct group *g)
{
	for (uint32_t i = 0; i < g->n; i++)
		if (!r->shown[g->first[i].task])
			return false;
	return true;
}

static int group_deliver(struct rows *r, const struct group *g)
{
	struct sctrace_why_row row = { .fd = -1, .tasks = g->n, .processes = g->processes };
	uint32_t task = g->first->task;
	int err = row_deliver(r, task, &row);

	for (uint32_t i = 0; i < g->n; i++)
		r->shown[g->first[i].task] = true;
	return err ? err : chain_deliver(r, task);
}

int why_rows__each(struct sctrace_look *w, const struct why_look *l, const bool *asked, sctrace_why_fn *fn, void *ctx)
{
	struct rows r = { .w = w, .l = l, .fn = fn, .ctx = ctx };
	size_t delivered = 0;
	int err = groups_make(&r, asked);

	for (uint32_t i = 0; !err && i < r.ngroups; i++) {
		if (all_shown(&r, &r.groups[i]))
			continue;
		if (w->rows && delivered == w->rows) {
			w->left += r.groups[i].n;
			continue;
		}
		delivered++;
		err = group_deliver(&r, &r.groups[i]);
	}
	free(r.entries);
	free(r.groups);
	free(r.shown);
	return err;
}
