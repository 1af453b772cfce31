// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/follow.h"

#include <errno.h>
#include <stdlib.h>

#include "why/edges.h"
#include "why/fds.h"
#include "why/keys.h"

int why_follow__tasks(struct why_look *l, struct why_gather *g, int proc, const struct errmsg *w)
{
	int err;

	*l = (struct why_look){ .proc = proc };
	err = why_gather__tasks(g, &l->task_bytes, w);
	return err ?: why_look__index(l);
}

int why_follow__files(struct why_look *l, struct why_gather *g, const bool *asked, const struct errmsg *w)
{
	struct why_wants wants = {};
	struct sct_why_key *keys = NULL;
	size_t n = 0;
	int err = why_fds__wanted(l, asked, &wants);

	if (!err)
		err = why_gather__fds(g, wants.tids, wants.v, wants.n, &l->fd_bytes, w);
	why_fds__free(&wants);
	why_fds__sort(l);
	if (!err)
		err = why_keys__make(l, &keys, &n);
	if (!err)
		err = why_gather__holders(g, keys, n, &l->holder_bytes, w);
	if (!err)
		why_keys__sort(l);
	free(keys);
	return err;
}

struct queue {
	uint32_t *v;
	uint32_t n;
};

static void queue_add(struct why_look *l, struct queue *q, uint32_t task)
{
	if (l->found[task].done)
		return;
	l->found[task].done = true;
	q->v[q->n++] = task;
}

/* Adds whom the edge leads to. The threads of a process are gone through once, however many edges lead there. */
static void queue_target(struct why_look *l, struct queue *q, const struct why_edge *e)
{
	uint32_t from, to;

	queue_add(l, q, e->to);
	if (!e->process || l->found[e->to].all_done)
		return;
	why_look__threads(l, e->to, &from, &to);
	for (uint32_t i = from; i < to; i++) {
		l->found[i].all_done = true;
		queue_add(l, q, i);
	}
}

int why_follow__all(struct why_look *l, const bool *asked)
{
	struct queue q = { .v = malloc((l->ntasks + 1) * sizeof(*q.v)) };
	int err = q.v ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && i < l->ntasks; i++)
		if (asked[i])
			queue_add(l, &q, i);
	for (uint32_t at = 0; !err && at < q.n; at++) {
		size_t first = l->graph.nedges;

		err = why_edges__add(l, q.v[at]);
		for (size_t e = first; !err && e < l->graph.nedges; e++)
			queue_target(l, &q, &l->graph.edges[e]);
	}
	free(q.v);
	return err ? err : why_graph__solve(&l->graph, asked);
}
