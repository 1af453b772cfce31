// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "why/graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "util/grow.h"

int why_graph__init(struct why_graph *g, uint32_t n)
{
	*g = (struct why_graph){ .nnodes = n, .nodes = calloc(n ? n : 1, sizeof(*g->nodes)) };
	return g->nodes ? 0 : -ENOMEM;
}

void why_graph__free(struct why_graph *g)
{
	free(g->nodes);
	free(g->edges);
	memset(g, 0, sizeof(*g));
}

int why_graph__add(struct why_graph *g, const struct why_edge *e)
{
	/* the edges of a task are added one after the other */
	for (size_t i = g->nedges; i-- && g->edges[i].from == e->from;)
		if (g->edges[i].to == e->to && g->edges[i].role == e->role)
			return 0;
	if (!GROW(g->edges, g->cap, g->nedges + 1))
		return -ENOMEM;
	g->edges[g->nedges++] = *e;
	return 0;
}

/* Sorts the few edges of one task by their ends. */
static void ends_sort(struct why_edge *e, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++) {
		const struct why_edge one = e[i];
		uint32_t k = i;

		for (; k && (e[k - 1].to > one.to || (e[k - 1].to == one.to && strcmp(e[k - 1].role, one.role) > 0));
		     k--)
			e[k] = e[k - 1];
		e[k] = one;
	}
}

/* Moves the edges so that those of a task, which are counted, are together. Returns 0 or -ENOMEM. */
static int edges_move(struct why_graph *g)
{
	struct why_edge *sorted = malloc((g->nedges + 1) * sizeof(*sorted));

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < g->nedges; i++) {
		struct why_node *n = &g->nodes[g->edges[i].from];

		sorted[n->first + n->n++] = g->edges[i];
	}
	free(g->edges);
	g->edges = sorted;
	g->cap = g->nedges + 1;
	return 0;
}

/* Sorts the edges by task and end. Those of many tasks mostly are in the order of tasks. Returns 0 or -ENOMEM. */
static int edges_sort(struct why_graph *g)
{
	bool in_order = true;
	uint32_t at = 0;
	int err;

	for (size_t i = 0; i < g->nedges; i++) {
		g->nodes[g->edges[i].from].n++;
		in_order = in_order && (!i || g->edges[i - 1].from <= g->edges[i].from);
	}
	for (uint32_t i = 0; i < g->nnodes; i++) {
		g->nodes[i].first = at;
		at += g->nodes[i].n;
		if (!in_order)
			g->nodes[i].n = 0;
	}
	err = in_order ? 0 : edges_move(g);
	for (uint32_t i = 0; !err && g->nedges && i < g->nnodes; i++)
		ends_sort(g->edges + g->nodes[i].first, g->nodes[i].n);
	return err;
}

/* Finds the process of each task, and its two busiest threads: the leader, if it is as busy as the others. */
static void processes_find(struct why_graph *g)
{
	for (uint32_t i = 0; i < g->nnodes; i++) {
		struct why_node *n = &g->nodes[i], *p;

		n->leader = i && n[-1].process == n->process ? n[-1].leader : i;
		n->busiest = n->second = WHY_NOBODY;
		n->live_threads = 0;
		p = &g->nodes[n->leader];
		if (p->busiest == WHY_NOBODY || n->activity > g->nodes[p->busiest].activity) {
			p->second = p->busiest;
			p->busiest = i;
		} else if (p->second == WHY_NOBODY || n->activity > g->nodes[p->second].activity) {
			p->second = i;
		}
	}
}

/* Returns the thread of the edge's process that most probably holds it up, other than the one that waits. */
static uint32_t stands_for(const struct why_graph *g, const struct why_edge *e)
{
	const struct why_node *p = &g->nodes[g->nodes[e->to].leader];

	if (!e->process)
		return e->to;
	return p->busiest == e->from && p->second != WHY_NOBODY ? p->second : p->busiest;
}

/* True if who is at the end of the edge may act, as far as is known now. */
static bool edge_live(const struct why_graph *g, const struct why_edge *e)
{
	const struct why_node *p = &g->nodes[g->nodes[e->to].leader], *from = &g->nodes[e->from];
	uint32_t own = from->live && g->nodes[e->to].leader == from->leader;

	return e->process ? p->live_threads > own : g->nodes[e->to].live;
}

static void live_set(struct why_graph *g, struct why_node *n)
{
	n->live = true;
	g->nodes[n->leader].live_threads++;
}

/*
 * Finds the tasks that may go on: the least set that contains all without edges, all that are open, and whoever waits for
 * one of it.
 */
static void live_find(struct why_graph *g)
{
	bool changed = true;

	for (uint32_t i = 0; i < g->nnodes; i++)
		if (!g->nodes[i].n || g->nodes[i].open)
			live_set(g, &g->nodes[i]);
	while (changed) {
		changed = false;
		for (size_t i = g->nedges; i--;) {
			struct why_node *n = &g->nodes[g->edges[i].from];

			if (!n->live && edge_live(g, &g->edges[i])) {
				live_set(g, n);
				changed = true;
			}
		}
	}
}

/* Chooses the edge that is followed: to one that is not live, if the task is not, else to the most active. */
static void next_choose(struct why_graph *g)
{
	for (uint32_t i = 0; i < g->nnodes; i++) {
		struct why_node *n = &g->nodes[i];
		int score = -1;

		n->next = n->to = WHY_NOBODY;
		for (uint32_t k = n->first; k < n->first + n->n; k++) {
			uint32_t to = stands_for(g, &g->edges[k]);
			int one = g->nodes[to].activity + (n->live && g->nodes[to].live ? 4 : 0);

			if (one > score) {
				score = one;
				n->next = k;
				n->to = to;
			}
		}
	}
}

/* Marks the tasks of a cycle that nobody can leave. */
static void cycles_mark(struct why_graph *g)
{
	for (uint32_t i = 0; i < g->nnodes; i++) {
		uint32_t at = i;

		if (g->nodes[i].live)
			continue;
		for (unsigned k = 0; k < WHY_CHAIN_MAX && at != WHY_NOBODY; k++) {
			at = g->nodes[at].to;
			if (at == i) {
				g->nodes[i].deadlock = true;
				break;
			}
		}
	}
}

/* Counts the chain of each task that was asked for at the tasks that it goes through. */
static void waiters_count(struct why_graph *g, const bool *asked, uint32_t *last_process)
{
	for (uint32_t i = 0; i < g->nnodes; i++) {
		uint32_t at = g->nodes[i].to;

		if (!asked[i])
			continue;
		g->nodes[i].stamp = i + 1;
		for (unsigned k = 0; k < WHY_CHAIN_MAX && at != WHY_NOBODY && g->nodes[at].stamp != i + 1; k++) {
			struct why_node *n = &g->nodes[at];

			n->stamp = i + 1;
			n->tasks++;
			if (last_process[at] != g->nodes[i].process + 1) {
				last_process[at] = g->nodes[i].process + 1;
				n->processes++;
			}
			at = n->to;
		}
	}
}

int why_graph__solve(struct why_graph *g, const bool *asked)
{
	uint32_t *last = calloc(g->nnodes ? g->nnodes : 1, sizeof(*last));

	if (!last)
		return -ENOMEM;
	if (edges_sort(g)) {
		free(last);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < g->nnodes; i++)
		if (g->nodes[i].n && g->nodes[i].activity == WHY_IDLE)
			g->nodes[i].activity = WHY_WAITS;
	processes_find(g);
	live_find(g);
	next_choose(g);
	cycles_mark(g);
	waiters_count(g, asked, last);
	free(last);
	return 0;
}

uint32_t why_graph__end(const struct why_graph *g, uint32_t task)
{
	uint32_t low = task;

	for (unsigned k = 0; k < WHY_CHAIN_MAX && g->nodes[task].to != WHY_NOBODY; k++) {
		if (g->nodes[task].deadlock) {
			low = task;
			for (uint32_t at = g->nodes[task].to; at != task; at = g->nodes[at].to)
				low = at < low ? at : low;
			return low;
		}
		task = g->nodes[task].to;
	}
	return task;
}
