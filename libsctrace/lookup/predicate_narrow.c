// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Finds the part of a predicate that a result filter (bpf/common/result_filter.bpf.h) can decide. */
#include "lookup/predicate.h"

#include <string.h>

#define BIT(what) (1u << (what))

typedef uint64_t errnos[SCT_ERRNOS / 64];

/*
 * Sets the bits of the errnos in a test "errno == X", or in several of them joined by or. Returns false for anything
 * else.
 */
static bool errnos_of(const struct predicate *p, unsigned i, errnos set)
{
	const struct predicate_node *n = &p->nodes[i];
	const struct predicate_test *t = &p->tests[n->left];

	if (n->join == PRED_OR)
		return errnos_of(p, n->left, set) && errnos_of(p, n->right, set);
	if (n->join != PRED_TEST || t->what != PRED_ERRNO || t->op != PRED_EQ || !t->number || t->number >= SCT_ERRNOS)
		return false;
	set[t->number / 64] |= 1ull << t->number % 64;
	return true;
}

static unsigned narrow_errnos(struct sct_result_filter *r, const errnos set)
{
	for (size_t i = 0; i < SCT_ERRNOS / 64; i++)
		r->errnos[i] = r->by_errno ? r->errnos[i] & set[i] : set[i];
	r->by_errno = true;
	return BIT(PRED_ERRNO);
}

static unsigned narrow_ret(struct sct_result_filter *r, const struct predicate_test *t)
{
	int64_t v = (int64_t)t->number, min = INT64_MIN, max = INT64_MAX;

	/* leave numbers that do not fit into an int64_t, or have no neighbour in it, to the reader */
	if (t->text || t->negative != (v < 0) || v == INT64_MIN || v == INT64_MAX)
		return 0;
	if (t->op == PRED_EQ || t->op == PRED_GE || t->op == PRED_GT)
		min = v + (t->op == PRED_GT);
	if (t->op == PRED_EQ || t->op == PRED_LE || t->op == PRED_LT)
		max = v - (t->op == PRED_LT);
	if (min == INT64_MIN && max == INT64_MAX)
		return 0;
	if (!r->by_range || min > r->min)
		r->min = min;
	if (!r->by_range || max < r->max)
		r->max = max;
	r->by_range = true;
	return BIT(PRED_RET);
}

static unsigned narrow_duration(struct sct_result_filter *r, const struct predicate_test *t)
{
	uint64_t least = t->number + (t->op == PRED_GT);

	if (!least || (t->op != PRED_EQ && t->op != PRED_GE && t->op != PRED_GT))
		return 0;
	if (least > r->min_ns)
		r->min_ns = least;
	return BIT(PRED_DURATION);
}

static unsigned narrow_test(struct sct_result_filter *r, const struct predicate_test *t)
{
	bool fails = (t->op == PRED_NE || t->op == PRED_GT) && !t->number;

	if (t->what == PRED_RET)
		return narrow_ret(r, t);
	if (t->what == PRED_DURATION)
		return narrow_duration(r, t);
	if (t->what != PRED_ERRNO || !fails)
		return 0;
	r->failed = true;
	return BIT(PRED_ERRNO);
}

/* Only tests that are joined by and must all be passed, so or and not are not followed. */
static unsigned narrow_node(const struct predicate *p, unsigned i, struct sct_result_filter *r)
{
	const struct predicate_node *n = &p->nodes[i];
	errnos set = {};

	if (n->join == PRED_AND)
		return narrow_node(p, n->left, r) | narrow_node(p, n->right, r);
	if (errnos_of(p, i, set))
		return narrow_errnos(r, set);
	return n->join == PRED_TEST ? narrow_test(r, &p->tests[n->left]) : 0;
}

unsigned predicate__narrow(const struct predicate *p, struct sct_result_filter *r)
{
	unsigned taken = narrow_node(p, p->root, r);

	r->any |= taken != 0;
	return taken;
}
