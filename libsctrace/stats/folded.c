// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* The table of --by=stack in the folded format of flamegraph.pl. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stats/sort.h"

/*
 * Appends the text of a column. A ';' that does not separate functions of a stack is replaced, as it would begin a
 * frame.
 */
static void put_column(struct buf *b, const struct stats *s, const struct table_opts *o, const struct stat_row *row,
		       unsigned column)
{
	bool stack = column >= KEY_ARGS && !strcmp(table__title(o, column), "stack");
	uint32_t id = row->key.args;
	size_t from = b->len, len;
	const char *text = stack ? by__arg(id ? s->names.p[id - 1] : NULL, column - KEY_ARGS, &len) : NULL;

	if (!stack || s->groups[row->key.owner - 1].other)
		by__text(b, s, o, row, column);
	else if (len)
		text__end(b, text, len, len);
	else
		buf__lit(b, "[no stack]");
	for (; !stack && !b->failed && from < b->len; from++)
		b->p[from] = b->p[from] == ';' ? ':' : b->p[from];
}

int table__folded(struct buf *b, struct stats *s, const struct table_opts *o)
{
	bool time = o->sort && sort__is_total(o->sort);
	size_t n;
	struct sorted_row *rows = sort__all(s, o, &n);

	if (!rows)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		const struct kstat_row *r = &rows[i].row->r;
		uint64_t value = time ? r->total / 1000 : r->calls;

		for (unsigned k = 0; value && k < o->norder; k++) {
			if (k)
				buf__char(b, ';');
			put_column(b, s, o, rows[i].row, o->order[k]);
		}
		if (value)
			buf__printf(b, " %llu\n", (unsigned long long)value);
	}
	free(rows);
	return 0;
}
