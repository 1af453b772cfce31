// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The tables of perf trace --summary: one for each thread. */
#include <stdlib.h>

#include "counts/kstats.h"
#include "stats/sort.h"
#include "lookup/abi.h"

static int by_events(const void *a, const void *b)
{
	const struct stat_group *x = *(struct stat_group *const *)a, *y = *(struct stat_group *const *)b;

	if (x->events != y->events)
		return (x->events < y->events) - (x->events > y->events);
	return (x->tid > y->tid) - (x->tid < y->tid);
}

struct stat_group **groups__sorted(struct stats *s, size_t *n)
{
	struct stat_group **sorted = calloc(s->ngroups + 1, sizeof(*sorted));

	*n = 0;
	for (size_t i = 0; sorted && i < s->ngroups; i++)
		if (s->groups[i].n)
			sorted[(*n)++] = &s->groups[i];
	if (sorted)
		qsort(sorted, *n, sizeof(*sorted), by_events);
	return sorted;
}

static void put_header(struct buf *b, const struct table_opts *o)
{
	buf__str(b, "   syscall            calls  errors  total       min       avg       max       stddev");
	buf__str(b, o->split ? SPLIT_TITLES : "");
	buf__str(b, o->percentiles ? "       p50       p90       p99     p99.9" : "");
	buf__str(b, o->seconds > 0 ? "   calls/s\n" : "\n");
	buf__str(b, "                                     (msec)    (msec)    (msec)    (msec)        (%)");
	buf__str(b, o->split ? SPLIT_UNITS : "");
	buf__str(b, o->percentiles ? "    (msec)    (msec)    (msec)    (msec)\n" : "\n");
	buf__str(b, "   --------------- --------  ------ -------- --------- --------- ---------     ------");
	buf__str(b, o->split ? " --------- --------- --------- ---------" : "");
	buf__str(b, o->percentiles ? " --------- --------- --------- ---------" : "");
	buf__str(b, o->seconds > 0 ? " ---------\n" : "\n");
}

static void put_row(struct buf *b, const struct stats *s, const struct stat_row *row, const struct table_opts *o)
{
	const struct kstat_row *r = &row->r;
	char name[40];

	buf__printf(b, "   %-15s %8llu %6llu %9.3f %9.3f %9.3f %9.3f %9.2f%%", row__label(s, row, name, sizeof(name)),
		    (unsigned long long)r->calls, (unsigned long long)r->errors, (double)r->total / 1e6,
		    (double)row__min(r) / 1e6, row__avg(r) / 1e6, (double)r->max / 1e6, row__stderr(r));
	by__tail(b, row, o);
}

static void put_errors(struct buf *b, const struct stats *s, const struct stat_group *g, uint64_t call)
{
	for (size_t i = 0; i < g->n; i++) {
		const struct stat_row *row = &s->rows[g->first + i];
		const char *text, *name = errno__name(row->key.err, &text);

		if (key__call(&row->key) != call || !row->key.err)
			continue;
		if (name)
			buf__printf(b, "\t\t\t\t%s: %llu\n", name, (unsigned long long)row->r.calls);
		else
			buf__printf(b, "\t\t\t\terrno %u: %llu\n", row->key.err, (unsigned long long)row->r.calls);
	}
}

/* Prints the call that a thread is in, as rows only count calls that returned. */
static void put_in_progress(struct buf *b, const struct stat_row *row, bool total)
{
	if (!row->in_progress)
		return;
	buf__str(b, "\t\t\t\tin progress");
	if (row->in_progress > 1 || total)
		buf__printf(b, ": %u, the oldest (thread %u)", row->in_progress, row->oldest_tid);
	buf__char(b, ' ');
	table__age(b, row->oldest, row->before);
	buf__char(b, '\n');
}

/* Prints the elapsed time of all calls and gaps of a group, and its shares. */
static void put_shares(struct buf *b, const struct stats *s, const struct stat_group *g)
{
	struct kstat_split all = {}, one;
	double sum;

	for (size_t i = 0; i < g->n; i++) {
		one = row__split(&s->rows[g->first + i]);
		kstats__split_merge(&all, &one);
	}
	sum = (double)kstats__split_sum(&all) / 100;
	if (!sum)
		return;
	buf__printf(b, "   %.3f s: %.1f%% system, %.1f%% user, %.1f%% runnable, %.1f%% blocked\n\n", sum / 1e7,
		    (double)all.system / sum, (double)all.user / sum, (double)all.runnable / sum,
		    (double)all.blocked / sum);
}

static void put_title(struct buf *b, const struct stats *s, const struct stat_group *g, const struct table_opts *o)
{
	double percent = s->events ? 100.0 * (double)g->events / (double)s->events : 0;

	buf__char(b, ' ');
	if (s->by == STATS_TOTAL) {
		buf__printf(b, "total, %llu events\n\n", (unsigned long long)g->events);
		return;
	}
	if (g->other) {
		buf__str(b, "other");
	} else if (s->by == STATS_CGROUPS) {
		buf__str(b, "cgroup ");
		text__safe(b, o->cgroup(o->ctx, g->cgroup), 4096);
	} else {
		text__safe(b, g->comm, sizeof(g->comm));
		buf__printf(b, g->tid || g->outside ? " (%u)" : " (%u ended)", g->tid ? g->tid : g->ended);
	}
	buf__printf(b, ", %llu events, %.1f%%\n\n", (unsigned long long)g->events, percent);
}

static void put_group(struct buf *b, const struct stats *s, const struct stat_group *g, const struct table_opts *o)
{
	size_t n;
	struct sorted_row *rows = sort__rows(s, o, s->rows + g->first, g->n, &n);

	put_title(b, s, g, o);
	if (o->split)
		put_shares(b, s, g);
	put_header(b, o);
	for (size_t i = 0; rows && i < n && !(o->max && i == o->max); i++) {
		const struct stat_row *row = rows[i].row;

		put_row(b, s, row, o);
		if (o->errors)
			put_errors(b, s, g, key__call(&row->key));
		put_in_progress(b, row, s->by == STATS_TOTAL);
		if (o->hist)
			table__hist(b, row, 5);
	}
	b->failed |= !rows;
	free(rows);
	buf__str(b, "\n\n");
}

static bool only_waits(const struct stats *s, const struct stat_group *g)
{
	for (size_t i = 0; i < g->n; i++)
		if (s->rows[g->first + i].r.calls || s->split)
			return false;
	return s->by == STATS_THREADS && !g->other;
}

static int by_age(const void *a, const void *b)
{
	const struct stat_row *x = *(struct stat_row *const *)a, *y = *(struct stat_row *const *)b;

	if (x->oldest != y->oldest)
		return (x->oldest < y->oldest) - (x->oldest > y->oldest);
	return (x->oldest_tid > y->oldest_tid) - (x->oldest_tid < y->oldest_tid);
}

/*
 * Prints a line for each thread that has been in one call all the time: a table for each idle thread would fill pages.
 */
static void put_waiting(struct buf *b, const struct stats *s, struct stat_group *const *sorted, size_t n,
			const struct table_opts *o)
{
	const struct stat_row **rows = calloc(n + 1, sizeof(*rows));
	size_t nrows = 0, shown;
	char name[40];

	for (size_t i = 0; rows && i < n; i++)
		if (only_waits(s, sorted[i]) && s->rows[sorted[i]->first].in_progress)
			rows[nrows++] = &s->rows[sorted[i]->first];
	if (nrows)
		qsort(rows, nrows, sizeof(*rows), by_age);
	shown = o->max && nrows > o->max ? o->max : nrows;
	buf__str(b, nrows ? " in one call all the time:\n\n" : "");
	for (size_t i = 0; i < shown; i++) {
		const struct stat_group *g = &s->groups[rows[i]->key.owner - 1];

		buf__printf(b, "   %-15s ", call__label(key__call(&rows[i]->key), name, sizeof(name)));
		table__age(b, rows[i]->oldest, rows[i]->before);
		buf__str(b, "  ");
		text__safe(b, g->comm, sizeof(g->comm));
		buf__printf(b, " (%u)\n", g->tid);
	}
	if (shown < nrows)
		buf__printf(b, "   and %zu more\n", nrows - shown);
	buf__str(b, nrows ? "\n\n" : "");
	b->failed |= !rows;
	free(rows);
}

void table__perf(struct buf *b, struct stats *s, const struct table_opts *o)
{
	struct stat_group **sorted;
	unsigned shown = 0;
	size_t n;

	stats__settle(s);
	sorted = groups__sorted(s, &n);
	if (!sorted) {
		b->failed = true;
		return;
	}
	buf__str(b, "\n Summary of events:\n\n");
	for (size_t i = 0; i < n && !(o->max && shown == o->max); i++) {
		if (only_waits(s, sorted[i]))
			continue;
		put_group(b, s, sorted[i], o);
		shown++;
	}
	put_waiting(b, s, sorted, n, o);
	table__waits(b, s, o);
	free(sorted);
}
