// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Chains, deadlocks and counts of the graph of who waits for whom. Tasks are numbers; each is a process of its own. */
#include <criterion/criterion.h>

#include "why/graph.h"

static struct why_graph g;
static bool asked[64];

static void make(uint32_t n)
{
	cr_assert_eq(why_graph__init(&g, n), 0);
	for (uint32_t i = 0; i < n; i++) {
		g.nodes[i].process = i;
		asked[i] = true;
	}
}

static void edge(uint32_t from, uint32_t to)
{
	const struct why_edge e = { .from = from, .to = to, .role = "role", .fd = -1 };

	cr_assert_eq(why_graph__add(&g, &e), 0);
}

static void edge_to_process(uint32_t from, uint32_t to)
{
	const struct why_edge e = { .from = from, .to = to, .role = "role", .process = true, .fd = 3 };

	cr_assert_eq(why_graph__add(&g, &e), 0);
}

static void solve(void)
{
	cr_assert_eq(why_graph__solve(&g, asked), 0);
}

static void teardown(void)
{
	why_graph__free(&g);
}

TestSuite(why_graph, .fini = teardown);

Test(why_graph, empty)
{
	make(0);
	solve();
}

Test(why_graph, chain)
{
	make(4);
	edge(0, 1);
	edge(1, 2);
	solve();
	cr_assert_eq(g.nodes[0].to, 1);
	cr_assert_eq(g.nodes[1].to, 2);
	cr_assert_eq(g.nodes[2].to, WHY_NOBODY);
	cr_assert_eq(why_graph__end(&g, 0), 2);
	cr_assert_eq(why_graph__end(&g, 3), 3);
	cr_assert_eq(g.nodes[2].tasks, 2);
	cr_assert_eq(g.nodes[2].processes, 2);
	cr_assert_eq(g.nodes[1].tasks, 1);
	cr_assert(g.nodes[0].live);
	for (unsigned i = 0; i < 4; i++)
		cr_assert_not(g.nodes[i].deadlock);
}

Test(why_graph, cycle_of_two)
{
	make(4);
	edge(0, 1);
	edge(1, 0);
	edge(2, 0); /* it waits for a deadlock, but is not in it */
	solve();
	cr_assert(g.nodes[0].deadlock);
	cr_assert(g.nodes[1].deadlock);
	cr_assert_not(g.nodes[2].deadlock);
	cr_assert_not(g.nodes[2].live);
	cr_assert(g.nodes[3].live);
	cr_assert_eq(why_graph__end(&g, 1), 0);
	cr_assert_eq(why_graph__end(&g, 2), 0);
}

Test(why_graph, waits_for_itself)
{
	make(1);
	edge(0, 0);
	solve();
	cr_assert(g.nodes[0].deadlock);
	cr_assert_eq(why_graph__end(&g, 0), 0);
}

/* Of two writers of a pipe, one can go on: no deadlock. */
Test(why_graph, one_of_several_is_enough)
{
	make(3);
	edge(0, 1);
	edge(0, 2);
	edge(1, 0);
	solve();
	cr_assert(g.nodes[0].live);
	cr_assert(g.nodes[1].live);
	cr_assert_not(g.nodes[0].deadlock);
	cr_assert_not(g.nodes[1].deadlock);
}

Test(why_graph, all_of_several_are_stuck)
{
	make(3);
	edge(0, 1);
	edge(0, 2);
	edge(1, 0);
	edge(2, 0);
	solve();
	cr_assert_not(g.nodes[0].live);
	cr_assert(g.nodes[0].deadlock);
	cr_assert(g.nodes[1].deadlock);
}

/* The edge to a process is to its busiest thread; another thread of it that is live prevents a deadlock. */
Test(why_graph, threads)
{
	make(4);
	g.nodes[1].process = g.nodes[2].process = g.nodes[3].process = 1;
	g.nodes[2].activity = WHY_ACTIVE;
	edge_to_process(0, 1);
	edge(1, 0);
	solve();
	cr_assert_eq(g.nodes[0].to, 2);
	cr_assert(g.nodes[0].live);
	cr_assert(g.nodes[1].live);
	cr_assert_not(g.nodes[1].deadlock);
}

Test(why_graph, all_threads_are_stuck)
{
	make(3);
	g.nodes[1].process = g.nodes[2].process = 1;
	edge_to_process(0, 1);
	edge(1, 2); /* joins it */
	edge_to_process(2, 0);
	solve();
	cr_assert_not(g.nodes[0].live);
	cr_assert_not(g.nodes[2].live);
}

/* The thread that waits is not taken for the one of its own process that it waits for. */
Test(why_graph, another_thread_of_the_same_process)
{
	make(2);
	g.nodes[0].process = g.nodes[1].process = 7;
	edge_to_process(0, 0);
	solve();
	cr_assert_eq(g.nodes[0].to, 1);
	cr_assert(g.nodes[0].live);
}

Test(why_graph, counts_processes)
{
	make(6);
	g.nodes[1].process = g.nodes[2].process = g.nodes[3].process = 1;
	for (uint32_t i = 0; i < 5; i++)
		edge(i, 5);
	asked[4] = false;
	solve();
	cr_assert_eq(g.nodes[5].tasks, 4);
	cr_assert_eq(g.nodes[5].processes, 2);
}

/* Something else may wake a task that is open, so that nobody in its cycle is in a deadlock. */
Test(why_graph, an_open_task)
{
	make(2);
	edge(0, 1);
	edge(1, 0);
	g.nodes[1].open = true;
	solve();
	cr_assert(g.nodes[0].live);
	cr_assert_not(g.nodes[0].deadlock);
	cr_assert_not(g.nodes[1].deadlock);
	cr_assert_eq(g.nodes[1].to, 0);
}

Test(why_graph, the_same_edge_twice)
{
	make(2);
	edge(0, 1);
	edge(0, 1);
	solve();
	cr_assert_eq(g.nodes[0].n, 1);
}

/* A ring that is longer than any chain that is followed ends the search all the same. */
Test(why_graph, long_ring)
{
	uint32_t n = 3 * WHY_CHAIN_MAX;
	bool *all = calloc(n, sizeof(*all));

	cr_assert_eq(why_graph__init(&g, n), 0);
	for (uint32_t i = 0; i < n; i++) {
		g.nodes[i].process = i;
		edge(i, (i + 1) % n);
	}
	cr_assert_eq(why_graph__solve(&g, all), 0);
	for (uint32_t i = 0; i < n; i++)
		cr_assert_not(g.nodes[i].live);
	why_graph__end(&g, 0);
	free(all);
}
