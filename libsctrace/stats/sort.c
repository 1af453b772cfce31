// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "stats/sort.h"

#include "counts/kstats.h"
#include "stats/event_by.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum sort {
	BY_TOTAL,
	BY_MIN,
	BY_MAX,
	BY_AVG,
	BY_STDDEV,
	BY_P50,
	BY_P90,
	BY_P99,
	BY_P999,
	BY_CALLS,
	BY_ERRORS,
	BY_BYTES,
	BY_SYSTEM,
	BY_USER,
	BY_RUNNABLE,
	BY_BLOCKED,
	BY_NAME,
	UNSORTED,
	NSORTS,
	BY_ELAPSED /* has no word; the default with split: total does not have gaps and calls in progress */
};

/* The words that name each column: its title, and strace's words for it. */
static const char *const words[NSORTS] = {
	[BY_TOTAL] = " total time total-time time-total wall-total total-wall ",
	[BY_MIN] = " min min-time time-min shortest wall-min min-wall ",
	[BY_MAX] = " max max-time time-max longest wall-max max-wall ",
	[BY_AVG] = " avg avg-time time-avg wall-avg avg-wall ",
	[BY_STDDEV] = " stddev ",
	[BY_P50] = " p50 ",
	[BY_P90] = " p90 ",
	[BY_P99] = " p99 ",
	[BY_P999] = " p99.9 ",
	[BY_CALLS] = " calls count calls/s ",
	[BY_ERRORS] = " errors error ",
	[BY_BYTES] = " bytes size ",
	[BY_SYSTEM] = " system ",
	[BY_USER] = " user ",
	[BY_RUNNABLE] = " runnable ",
	[BY_BLOCKED] = " blocked ",
	[BY_NAME] = " name syscall-name ",
	[UNSORTED] = " nothing none ",
};

const char *const sort__valid =
	"total, min, max, avg, stddev, p50, p90, p99, p99.9, calls, errors, bytes, system, user, runnable, blocked, name, nothing";

/* Returns the column of numbers that the word names, or NSORTS. "total_time" is the same as "total-time". */
static enum sort sort_of(const char *word)
{
	char key[32];
	int n = snprintf(key, sizeof(key), " %s ", word);

	for (char *c = strchr(key, '_'); c; c = strchr(c, '_'))
		*c = '-';
	for (enum sort by = 0; n < (int)sizeof(key) && *word && !strchr(word, ' ') && by < NSORTS; by++)
		if (strstr(words[by], key))
			return by;
	return NSORTS;
}

bool sort__is_total(const char *word)
{
	return sort_of(word) == BY_TOTAL;
}

bool sort__is_column(const char *word, bool keys)
{
	struct event_by by;

	return sort_of(word) != NSORTS || (keys && (by_key__find(word, strlen(word)) >= 0 ||
						    !event_by__parse(&by, word, true, &(struct errmsg){ NULL, 0 })));
}

/* Returns the column that the word names, or KEY_COLUMNS. A table without keys has a column "syscall". */
static unsigned column_of(const struct table_opts *o, const char *word)
{
	for (unsigned i = 0; i < o->norder; i++)
		if (!strcmp(word, table__title(o, o->order[i])) || !strcmp(word, by_keys[table__key(o->order[i])].name))
			return o->order[i];
	return !o->norder && !strcmp(word, "syscall") ? KEY_SYSCALL : KEY_COLUMNS;
}

bool sort__ok(const struct table_opts *o)
{
	return !o->sort || sort_of(o->sort) != NSORTS || column_of(o, o->sort) != KEY_COLUMNS;
}

static double elapsed(const struct stat_row *row)
{
	struct kstat_split split = row__split(row);

	return (double)kstats__split_sum(&split);
}

static double weight_of(const struct stat_row *row, enum sort by)
{
	static const double quantiles[] = { 0.5, 0.9, 0.99, 0.999 };

	switch (by) {
	case BY_MIN:
		return (double)row__min(&row->r);
	case BY_MAX:
		return (double)row->r.max;
	case BY_AVG:
		return row__avg(&row->r);
	case BY_STDDEV:
		return row__stderr(&row->r);
	case BY_P50:
	case BY_P90:
	case BY_P99:
	case BY_P999:
		return row__percentile(row, quantiles[by - BY_P50]);
	case BY_CALLS:
		return (double)row->r.calls;
	case BY_ERRORS:
		return (double)row->r.errors;
	case BY_BYTES:
		return (double)row->r.bytes;
	case BY_SYSTEM:
		return (double)row__split(row).system;
	case BY_USER:
		return (double)row__split(row).user;
	case BY_RUNNABLE:
		return (double)row__split(row).runnable;
	case BY_BLOCKED:
		return (double)row__split(row).blocked;
	case BY_ELAPSED:
		return elapsed(row);
	default:
		return (double)row->r.total;
	}
}

static int compare(const void *a, const void *b)
{
	const struct sorted_row *x = a, *y = b;
	const struct kstat_row *r = &x->row->r, *t = &y->row->r;
	int c = x->text && y->text ? strcmp(x->text, y->text) : 0;

	if (x->other != y->other)
		return x->other - y->other;
	if (x->weight != y->weight)
		return x->weight < y->weight ? 1 : -1;
	if (c)
		return c;
	if (r->calls != t->calls)
		return r->calls < t->calls ? 1 : -1;
	return (r->total < t->total) - (r->total > t->total);
}

/* Returns whether the table shows the row. Tables of --by leave out rows of which no call has returned yet. */
static bool row_shown(const struct stat_row *row, const struct table_opts *o)
{
	if (row->key.err && !(o->by & KSTAT_BY_ERRNO))
		return false;
	return row->r.calls || (o->split && elapsed(row) > 0) || ((o->json || !o->by) && row->in_progress) ||
	       (o->json && row->r.gone);
}

struct sorted_row *sort__rows(const struct stats *s, const struct table_opts *o, const struct stat_row *rows, size_t n,
			      size_t *shown)
{
	struct sorted_row *sorted = calloc(n + 1, sizeof(*sorted)), *to = sorted;
	enum sort by = o->sort ? sort_of(o->sort) : o->split ? BY_ELAPSED : o->by || o->json ? BY_TOTAL : UNSORTED;
	unsigned column = by == BY_NAME	 ? (o->norder ? o->order[0] : KEY_SYSCALL)
			  : by == NSORTS ? column_of(o, o->sort)
					 : KEY_COLUMNS;
	const struct by_key *key = &by_keys[table__key(column)];
	enum kstat_key_kind kind = key->kind;
	bool number = kind == KSTAT_KEY_NUM || kind == KSTAT_KEY_RET;
	struct buf texts = {};

	for (size_t i = 0; sorted && i < n; i++) {
		if (!row_shown(&rows[i], o))
			continue;
		*to = (struct sorted_row){ .row = &rows[i],
					   .other = s->groups[rows[i].key.owner - 1].other,
					   .at = texts.len };
		if (number)
			to->weight = kind == KSTAT_KEY_RET ? -(double)rows[i].key.ret
							   : -(double)by_key__num(key, &rows[i].key);
		else if (column == KEY_COLUMNS)
			to->weight = weight_of(&rows[i], by);
		if (column != KEY_COLUMNS && !number) {
			by__text(&texts, s, o, &rows[i], column);
			buf__char(&texts, '\0');
		}
		to++;
	}
	*shown = (size_t)(to - sorted);
	for (size_t i = 0; texts.len && !texts.failed && i < *shown; i++)
		sorted[i].text = texts.p + sorted[i].at;
	if (sorted && by != UNSORTED)
		qsort(sorted, *shown, sizeof(*sorted), compare);
	buf__free(&texts);
	return sorted;
}

struct sorted_row *sort__all(struct stats *s, const struct table_opts *o, size_t *shown)
{
	struct sorted_row *sorted;

	stats__settle(s);
	sorted = sort__rows(s, o, s->rows, s->nrows, shown);
	if (o->max && *shown > o->max)
		*shown = o->max;
	return sorted;
}
