// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/quirks.h"

#include <stdlib.h>
#include <string.h>

/* The note of a poll's return value has no room for more: strace was seen to add an element up to here. */
#define READY_WIDTH 996

void quirk__ready_begin(struct ready *r, size_t start)
{
	r->start = start;
	r->fits = start + 1;
}

bool quirk__ready_fits(struct ready *r, struct buf *b)
{
	if (b->len - r->start <= READY_WIDTH) {
		r->fits = b->len;
		return true;
	}
	b->len = r->fits;
	if (r->fits > r->start + 1)
		buf__lit(b, ", ");
	buf__lit(b, "...");
	/* nothing else comes: the end has nothing to take back */
	r->start = b->len;
	return false;
}

void quirk__ready_end(struct ready *r, struct buf *b)
{
	quirk__ready_fits(r, b);
}

const char *quirk__name(const char *name, enum out_group g)
{
	return (g == OUT_SET || g == OUT_NOTSET) && !strncmp(name, "SIG", 3) ? name + 3 : name;
}

struct arg_name {
	const char *name, *call, *as; /* call: "": in all that have no row of their own */
};

static const struct arg_name arg_names[] = {
#define ALL(name, as) { #name, "", #as },
#define ONE(name, call, as) { #name, #call, #as },
#include "tables/arg_names.def"
#undef ALL
#undef ONE
};

static int by_name(const void *key, const void *row)
{
	const struct arg_name *a = key, *b = row;
	int order = strcmp(a->name, b->name);

	return order ? order : strcmp(a->call, b->call);
}

const char *quirk__arg_name(const char *call, const char *name)
{
	struct arg_name key = { name, call, NULL };
	const size_t n = sizeof(arg_names) / sizeof(*arg_names);
	const struct arg_name *row = bsearch(&key, arg_names, n, sizeof(*arg_names), by_name);

	if (!row) {
		key.call = "";
		row = bsearch(&key, arg_names, n, sizeof(*arg_names), by_name);
	}
	return row ? row->as : name;
}
