/* SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause */
/*
 * The graph of who waits for whom: chains, deadlocks, and how many wait for one. It knows tasks by their index only,
 * so that it can be tested without a kernel.
 *
 * A task with several edges goes on when any one of them acts: of three writers of a pipe, one is enough. An edge to a
 * process means that any of its threads may act.
 */
#ifndef SCT_WHY_GRAPH_H
#define SCT_WHY_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WHY_NOBODY UINT32_MAX
#define WHY_CHAIN_MAX 64 /* longest chain that is followed */

/* An edge: task 'from' waits for task 'to'. */
struct why_edge {
	uint32_t from, to;
	bool process;	  /* any thread of to's process may act */
	const char *role; /* what 'to' is for 'from', static */
	int32_t fd;	  /* descriptor by which 'to' has the thing that is waited for, or -1 */
};

/* State of a task, in the order in which a thread is chosen to stand for its process. */
enum why_activity { WHY_IDLE, WHY_WAITS, WHY_BLOCKED_HARD, WHY_ACTIVE };

struct why_node {
	uint32_t process; /* number that threads of a process have in common; set by the caller */
	uint8_t activity; /* enum why_activity; set by the caller */
	bool open;	  /* something that is not a task may wake it, too; set by the caller */
	/* the rest is set by why_graph__solve() */
	uint32_t first, n;  /* its edges */
	uint32_t next;	    /* the edge that is followed, or WHY_NOBODY */
	uint32_t to;	    /* the task that stands for the one at its end */
	bool live;	    /* it may go on by itself, or somebody that it waits for may */
	bool deadlock;	    /* it is in a cycle of tasks of which none is live */
	uint32_t tasks;	    /* how many of those that were asked for wait for it */
	uint32_t processes; /* how many processes these are in */
	uint32_t stamp;
	uint32_t leader; /* first task of its process, which has the members below */
	uint32_t live_threads;
	uint32_t busiest, second; /* the threads that may stand for the process; WHY_NOBODY: none */
};

struct why_graph {
	struct why_node *nodes; /* threads of a process are neighbours */
	uint32_t nnodes;
	struct why_edge *edges;
	size_t nedges, cap;
};

/* Makes a graph of n tasks. Returns 0 or -ENOMEM. */
int why_graph__init(struct why_graph *g, uint32_t n);
void why_graph__free(struct why_graph *g);
/* Adds an edge. One that is there already is not added again. Returns 0 or -ENOMEM. */
int why_graph__add(struct why_graph *g, const struct why_edge *e);
/*
 * Finds chains and deadlocks. asked: for each task, whether it was asked for; their chains are counted at each task of
 * the chain. Returns 0 or -ENOMEM.
 */
int why_graph__solve(struct why_graph *g, const bool *asked);
/* Returns the last task of the chain that begins at a task; of a deadlock, its task with the lowest index. */
uint32_t why_graph__end(const struct why_graph *g, uint32_t task);

#endif
