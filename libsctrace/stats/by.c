// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The table of --by=KEYS: a row for each combination of the keys' values. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stats/sort.h"

#define COLUMN_MAX 64 /* a longer cell shifts the rest of its own row, not the columns */

/* The texts of cells, row by row, and the widths of columns. */
struct cells {
	struct buf text;
	size_t *end; /* where each cell ends in text */
	size_t width[KEY_COLUMNS];
	size_t ncols;
};

static int cells_fill(struct cells *c, const struct stats *s, const struct table_opts *o, const struct sorted_row *rows,
		      size_t n)
{
	size_t at = 0;

	c->end = calloc(n * o->norder + 1, sizeof(*c->end));
	if (!c->end)
		return -ENOMEM;
	for (unsigned k = 0; k < o->norder; k++)
		c->width[k] = strlen(table__title(o, o->order[k]));
	for (size_t i = 0; i < n; i++)
		for (unsigned k = 0; k < o->norder; k++) {
			size_t from = c->text.len;

			by__text(&c->text, s, o, rows[i].row, o->order[k]);
			c->end[at++] = c->text.len;
			if (c->text.len - from > c->width[k])
				c->width[k] = c->text.len - from < COLUMN_MAX ? c->text.len - from : COLUMN_MAX;
		}
	return c->text.failed ? -ENOMEM : 0;
}

static void put_titles(struct buf *b, const struct cells *c, const struct table_opts *o)
{
	for (unsigned k = 0; k < o->norder; k++)
		buf__printf(b, " %-*s", (int)c->width[k], table__title(o, o->order[k]));
	buf__str(b, "     calls  errors    total       min       avg       max    stddev");
	buf__str(b, o->by & KSTAT_BY_SIZE ? "          bytes      MB/s" : "");
	buf__str(b, o->split ? SPLIT_TITLES : "");
	buf__str(b, o->percentiles ? "       p50       p90       p99     p99.9" : "");
	buf__str(b, o->seconds > 0 ? "   calls/s\n" : "\n");
	for (unsigned k = 0; k < o->norder; k++)
		buf__pad(b, ' ', c->width[k] + 1);
	buf__str(b, "                   (msec)    (msec)    (msec)    (msec)       (%)");
	buf__str(b, o->by & KSTAT_BY_SIZE && (o->percentiles || o->split) ? "                         " : "");
	buf__str(b, o->split ? SPLIT_UNITS : "");
	buf__str(b, o->percentiles ? "    (msec)    (msec)    (msec)    (msec)\n" : "\n");
}

void by__split(struct buf *b, const struct stat_row *row)
{
	struct kstat_split s = row__split(row);

	buf__printf(b, " %9.3f %9.3f %9.3f %9.3f", (double)s.system / 1e6, (double)s.user / 1e6,
		    (double)s.runnable / 1e6, (double)s.blocked / 1e6);
}

void by__tail(struct buf *b, const struct stat_row *row, const struct table_opts *o)
{
	if (o->split)
		by__split(b, row);
	if (o->percentiles)
		buf__printf(b, " %9.3f %9.3f %9.3f %9.3f", row__percentile(row, 0.5) / 1e6,
			    row__percentile(row, 0.9) / 1e6, row__percentile(row, 0.99) / 1e6,
			    row__percentile(row, 0.999) / 1e6);
	if (o->seconds > 0)
		buf__printf(b, " %9.1f", (double)row->r.calls / o->seconds);
	if (row->r.begun)
		buf__printf(b, "  %u begun before", row->r.begun);
	buf__char(b, '\n');
}

void by__numbers(struct buf *b, const struct stat_row *row, const struct table_opts *o)
{
	const struct kstat_row *r = &row->r;

	buf__printf(b, " %9llu %7llu %9.3f %9.3f %9.3f %9.3f %8.2f%%", (unsigned long long)r->calls,
		    (unsigned long long)r->errors, (double)r->total / 1e6, (double)row__min(r) / 1e6, row__avg(r) / 1e6,
		    (double)r->max / 1e6, row__stderr(r));
	if (o->by & KSTAT_BY_SIZE)
		buf__printf(b, "  %13llu %9.1f", (unsigned long long)r->bytes,
			    r->total ? (double)r->bytes * 1e3 / (double)r->total : 0);
	by__tail(b, row, o);
}

int table__by(struct buf *b, struct stats *s, const struct table_opts *o)
{
	size_t n, at = 0, from = 0;
	struct sorted_row *rows = sort__all(s, o, &n);
	struct cells c = {};
	int err;

	if (!rows)
		return -ENOMEM;
	err = cells_fill(&c, s, o, rows, n);
	if (!err) {
		buf__char(b, '\n');
		put_titles(b, &c, o);
	}
	for (size_t i = 0; !err && i < n; i++) {
		for (unsigned k = 0; k < o->norder; k++) {
			size_t len = c.end[at] - from;

			buf__char(b, ' ');
			if (len)
				buf__mem(b, c.text.p + from, len);
			buf__pad(b, ' ', len < c.width[k] ? c.width[k] - len : 0);
			from = c.end[at++];
		}
		by__numbers(b, rows[i].row, o);
		if (o->hist)
			table__hist(b, rows[i].row, 3);
	}
	if (!err)
		table__waits(b, s, o);
	if (!err)
		table__lost(b, o);
	buf__free(&c.text);
	free(c.end);
	free(rows);
	return err;
}
