// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The table of strace -c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counts/kstats.h"
#include "stats/table.h"

enum column {
	TIME_PERCENT,
	TOTAL,
	MIN,
	MAX,
	AVG,
	WALL_TOTAL,
	WALL_MIN,
	WALL_MAX,
	WALL_AVG,
	CALLS,
	ERRORS,
	NAME,
	NCOLUMNS,
	UNSORTED = NCOLUMNS,
	NONE
};

/* CPU_COLUMNS show the measured time, which is CPU time or elapsed time; WALL_COLUMNS always show elapsed time. */
#define CPU_COLUMNS (1u << TIME_PERCENT | 1u << TOTAL | 1u << MIN | 1u << MAX | 1u << AVG)
#define WALL_COLUMNS (1u << WALL_TOTAL | 1u << WALL_MIN | 1u << WALL_MAX | 1u << WALL_AVG)

static const struct {
	const char *title, *words; /* names of the column for -U and -S */
	int width;
} columns[NCOLUMNS] = {
	[TIME_PERCENT] = { "% time", " time-percent % time ", 6 },
	[TOTAL] = { "seconds", " total-time time-total total seconds ", 11 },
	[MIN] = { "shortest", " min-time shortest time-min min ", 8 },
	[MAX] = { "longest", " max-time longest time-max max ", 8 },
	[AVG] = { "usecs/call", " avg-time time-avg avg usecs/call ", 11 },
	[WALL_TOTAL] = { "wall-total", " wall-total total-wall ", 11 },
	[WALL_MIN] = { "wall-min", " wall-min min-wall ", 8 },
	[WALL_MAX] = { "wall-max", " wall-max max-wall ", 8 },
	[WALL_AVG] = { "wall-avg", " wall-avg avg-wall ", 11 },
	[CALLS] = { "calls", " calls count ", 9 },
	[ERRORS] = { "errors", " errors error ", 9 },
	[NAME] = { "syscall", " name syscall syscall-name ", 16 },
};

#define COLUMNS_DEFAULT "time-percent,total-time,avg-time,calls,errors,name"
#define WALL_VALID "wall-total, wall-min, wall-max, wall-avg, "
#define COLUMNS_VALID "time-percent, total-time, min-time, max-time, avg-time, " WALL_VALID "calls, errors, name"
#define SORT_VALID "time, min-time, max-time, avg-time, " WALL_VALID "calls, errors, name, nothing"

/* Returns the column that a word of n bytes names, or NONE; "total_time" is the same as "total-time". */
static enum column column_of(const char *word, size_t n)
{
	char key[32];

	if (!n || n + 3 > sizeof(key))
		return NONE;
	snprintf(key, sizeof(key), " %.*s ", (int)n, word);
	for (char *dash = strchr(key, '_'); dash; dash = strchr(dash, '_'))
		*dash = '-';
	for (enum column c = 0; c < NCOLUMNS; c++)
		if (strstr(columns[c].words, key))
			return c;
	return NONE;
}

static enum column sort_of(const char *word)
{
	enum column c = column_of(word, strlen(word));

	if (!strcmp(word, "nothing") || !strcmp(word, "none"))
		return UNSORTED;
	return c == TIME_PERCENT ? TOTAL : c;
}

/* Parses words into list. Returns the number of columns, or 0 with *bad set to an unknown or repeated word. */
static unsigned columns_parse(const char *words, enum column *list, const char **bad, size_t *len)
{
	unsigned n = 0, seen = 0;

	for (const char *w = words;; w += *len + 1) {
		enum column c;

		*bad = w;
		*len = strcspn(w, ",");
		c = column_of(w, *len);
		if (c == NONE || seen & 1u << c)
			return 0;
		seen |= 1u << c;
		list[n++] = c;
		if (!w[*len])
			break;
	}
	if (!(seen & 1u << NAME))
		list[n++] = NAME;
	return n;
}

enum columns_wrong strace__columns_check(const char *words, char *bad, size_t size, const char **valid)
{
	enum column list[NCOLUMNS + 1];
	const char *word;
	size_t len;

	*valid = COLUMNS_VALID;
	if (columns_parse(words, list, &word, &len))
		return COLUMNS_OK;
	snprintf(bad, size, "%.*s", (int)len, word);
	if (column_of(word, len) == NONE)
		return COLUMNS_UNKNOWN;
	*valid = word;
	return COLUMNS_TWICE;
}

unsigned strace__times(const char *words, const char *sort)
{
	enum column list[NCOLUMNS + 1];
	unsigned set = sort ? 1u << sort_of(sort) : 0;
	const char *word;
	size_t len;
	unsigned n = columns_parse(words ? words : COLUMNS_DEFAULT, list, &word, &len);

	for (unsigned i = 0; i < n; i++)
		set |= 1u << list[i];
	return (set & CPU_COLUMNS ? STRACE_TIMES : 0) | (set & WALL_COLUMNS ? STRACE_WALL_TIMES : 0);
}

bool strace__sort_ok(const char *word, const char **valid)
{
	*valid = SORT_VALID;
	return sort_of(word) != NONE;
}

struct sorted {
	struct kstat_row r;    /* the row, with the overhead subtracted */
	struct kstat_row wall; /* the row with elapsed time, with the overhead subtracted */
	char name[32];
	uint64_t call;
	enum column by;
	int name_width; /* width of the name in the line of totals */
};

static int descending(double x, double y)
{
	return (x < y) - (x > y);
}

static int compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	int c = 0;

	switch (x->by) {
	case MIN:
		c = descending((double)row__min(&x->r), (double)row__min(&y->r));
		break;
	case WALL_MIN:
		c = descending((double)row__min(&x->wall), (double)row__min(&y->wall));
		break;
	case MAX:
		c = descending((double)x->r.max, (double)y->r.max);
		break;
	case WALL_MAX:
		c = descending((double)x->wall.max, (double)y->wall.max);
		break;
	case AVG:
		c = descending(row__avg(&x->r), row__avg(&y->r));
		break;
	case WALL_AVG:
		c = descending(row__avg(&x->wall), row__avg(&y->wall));
		break;
	case WALL_TOTAL:
		c = descending((double)x->wall.total, (double)y->wall.total);
		break;
	case CALLS:
		c = descending((double)x->r.calls, (double)y->r.calls);
		break;
	case ERRORS:
		c = descending((double)x->r.errors, (double)y->r.errors);
		break;
	case NAME:
		return strcmp(x->name, y->name);
	case UNSORTED:
		break;
	default:
		c = descending((double)x->r.total, (double)y->r.total);
	}
	return c ? c : (x->call > y->call) - (x->call < y->call);
}

/* Returns the time of n calls with the overhead of each call subtracted. */
static uint64_t without(uint64_t ns, uint64_t n, uint64_t overhead)
{
	return ns / (n ? n : 1) > overhead ? ns - n * overhead : 0;
}

/* Subtracts the overhead before rows are sorted and summed, as shares are of the remaining time. */
static void less_overhead(struct kstat_row *r, uint64_t overhead)
{
	if (!overhead)
		return;
	r->total = without(r->total, r->calls, overhead);
	r->max = without(r->max, 1, overhead);
	r->invmin = ~without(row__min(r), 1, overhead);
}

static void put_number(struct buf *b, enum column c, const struct kstat_row *r, const struct kstat_row *whole)
{
	uint64_t all = whole->total, total = r->total;
	int w = columns[c].width;

	switch (c) {
	case TIME_PERCENT:
		buf__printf(b, "%*.2f", w, all ? 100.0 * (double)total / (double)all : r == whole ? 100.0 : 0.0);
		break;
	case TOTAL:
	case WALL_TOTAL:
		buf__printf(b, "%*.6f", w, (double)total / 1e9);
		break;
	case MIN:
	case WALL_MIN:
		buf__printf(b, "%*.6f", w, (double)row__min(r) / 1e9);
		break;
	case MAX:
	case WALL_MAX:
		buf__printf(b, "%*.6f", w, (double)r->max / 1e9);
		break;
	case AVG:
	case WALL_AVG:
		buf__printf(b, "%*llu", w, (unsigned long long)row__avg(r) / 1000);
		break;
	case CALLS:
		buf__printf(b, "%*llu", w, (unsigned long long)r->calls);
		break;
	case ERRORS:
		if (r->errors)
			buf__printf(b, "%*llu", w, (unsigned long long)r->errors);
		else
			buf__pad(b, ' ', (size_t)w);
		break;
	default:
		break;
	}
}

static bool is_wall(enum column c)
{
	return 1u << c & WALL_COLUMNS;
}

static void put_line(struct buf *b, const enum column *list, unsigned n, const struct sorted *row,
		     const struct sorted *all)
{
	const char *name = row->name;

	for (unsigned i = 0; i < n; i++) {
		if (i)
			buf__char(b, ' ');
		if (list[i] == NAME && i == n - 1)
			buf__str(b, name);
		else if (list[i] == NAME)
			buf__printf(b, "%-*s", all->name_width, name);
		else
			put_number(b, list[i], is_wall(list[i]) ? &row->wall : &row->r,
				   is_wall(list[i]) ? &all->wall : &all->r);
	}
	buf__char(b, '\n');
}

static void put_titles(struct buf *b, const enum column *list, unsigned n, int name_width)
{
	for (unsigned i = 0; i < n; i++) {
		if (i)
			buf__char(b, ' ');
		if (list[i] == NAME)
			buf__printf(b, "%-*s", i == n - 1 ? 0 : name_width, columns[NAME].title);
		else
			buf__printf(b, "%*s", columns[list[i]].width, columns[list[i]].title);
	}
	buf__char(b, '\n');
}

static void put_rule(struct buf *b, const enum column *list, unsigned n, int name_width)
{
	for (unsigned i = 0; i < n; i++) {
		if (i)
			buf__char(b, ' ');
		buf__pad(b, '-', (size_t)(list[i] == NAME ? name_width : columns[list[i]].width));
	}
	buf__char(b, '\n');
}

static void name_of(const struct stats *s, const struct stat_row *row, char *name, size_t size)
{
	const char *known = row__name(s, row, name, size);

	if (known != name)
		snprintf(name, size, "%s", known);
}

static int by_call(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	return x->call != y->call ? (x->call > y->call) - (x->call < y->call) : strcmp(x->name, y->name);
}

/* Merges the rows of threads, which statistics of events have, into rows of calls. Returns the number of rows left. */
static size_t join_threads(const struct stats *s, struct sorted *rows, size_t n)
{
	size_t kept = 0;

	qsort(rows, n, sizeof(*rows), by_call);
	for (size_t i = 0; i < n; i++) {
		if (!kept || by_call(&rows[kept - 1], &rows[i])) {
			rows[kept++] = rows[i];
			continue;
		}
		kstats__row_merge(&rows[kept - 1].r, &rows[i].r);
		if (s->wall)
			row__merge_wall(&rows[kept - 1].r, &rows[i].r);
	}
	return kept;
}

static bool is_compat(const struct stat_row *row)
{
	return !row__is_probe(row) && call__abi(key__call(&row->key));
}

/* Collects the rows of one ABI, sorted, and their total in *all. Returns the number of rows. */
static size_t collect(const struct stats *s, const struct table_opts *o, struct sorted *rows, bool compat,
		      struct sorted *all)
{
	enum column by = o->sort ? sort_of(o->sort) : TOTAL;
	size_t n = 0;

	for (size_t i = 0; i < s->nrows; i++) {
		const struct stat_row *row = &s->rows[i];

		if (row->key.err || !row->r.calls || is_compat(row) != compat)
			continue;
		rows[n] = (struct sorted){ .r = row->r, .call = key__call(&row->key), .by = by };
		name_of(s, row, rows[n].name, sizeof(rows[n].name));
		n++;
	}
	if (s->by == STATS_THREADS)
		n = join_threads(s, rows, n);
	for (size_t i = 0; i < n; i++) {
		rows[i].wall = s->wall ? row__wall(&rows[i].r) : rows[i].r;
		less_overhead(&rows[i].r, o->overhead);
		less_overhead(&rows[i].wall, o->overhead);
		kstats__row_merge(&all->r, &rows[i].r);
		kstats__row_merge(&all->wall, &rows[i].wall);
	}
	qsort(rows, n, sizeof(*rows), compare);
	return n;
}

/* Returns one more than the length of the longest name, which is the column's width in strace -c. */
static int name_width(const struct sorted *rows, size_t n)
{
	size_t width = (size_t)columns[NAME].width, len;

	for (size_t i = 0; i < n; i++) {
		len = strlen(rows[i].name) + 1;
		width = len > width ? len : width;
	}
	return (int)width;
}

/* Prints a table for each ABI that made calls, as strace does. */
static int put_table(struct buf *b, const struct stats *s, const struct table_opts *o, const enum column *list,
		     unsigned n, bool compat)
{
	struct sorted *sorted = calloc(s->nrows + 1, sizeof(*sorted)), all = { .name = "total" };
	size_t rows;

	if (!sorted)
		return -ENOMEM;
	rows = collect(s, o, sorted, compat, &all);
	all.name_width = name_width(sorted, rows);
	if (rows && compat)
		buf__lit(b, "System call usage summary for 32 bit mode:\n");
	if (rows) {
		put_titles(b, list, n, all.name_width);
		put_rule(b, list, n, all.name_width);
		for (size_t i = 0; i < rows && !(o->max && i == o->max); i++)
			put_line(b, list, n, &sorted[i], &all);
		put_rule(b, list, n, all.name_width);
		put_line(b, list, n, &all, &all);
	}
	free(sorted);
	return 0;
}

int table__strace(struct buf *b, struct stats *s, const struct table_opts *o)
{
	enum column list[NCOLUMNS + 1];
	const char *bad;
	size_t len;
	unsigned n = columns_parse(o->columns ? o->columns : COLUMNS_DEFAULT, list, &bad, &len);
	int err;

	if (!n || (o->sort && sort_of(o->sort) == NONE))
		return -EINVAL;
	stats__settle(s);
	err = put_table(b, s, o, list, n, false);
	return err ? err : put_table(b, s, o, list, n, true);
}
