// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Prints calls in progress. Rows only count calls that returned, and a call that never returns may be the interesting
 * one.
 */
#include "stats/table.h"

void table__age(struct buf *b, uint64_t age, bool before)
{
	if (age == STATS_AGE_UNKNOWN)
		buf__str(b, "since before the start");
	else
		buf__printf(b, "for %s%.3f s", before ? "at least " : "", (double)age / 1e9);
}

void table__waits(struct buf *b, const struct stats *s, const struct table_opts *o)
{
	size_t shown = o->max && s->nwaits > o->max ? o->max : s->nwaits;
	char name[40];

	if (!s->nwaits)
		return;
	buf__str(b, "\n in progress:\n\n");
	for (size_t i = 0; i < shown; i++) {
		const struct stat_wait *w = &s->waits[i];

		buf__printf(b, "   %-15s ", call__label(w->call, name, sizeof(name)));
		table__age(b, w->oldest, w->before);
		buf__str(b, "  ");
		text__safe(b, w->comm, sizeof(w->comm));
		buf__printf(b, " (%u)", w->oldest_tid);
		if (w->n > 1)
			buf__printf(b, " and %u more", w->n - 1);
		buf__char(b, '\n');
	}
	if (shown < s->nwaits)
		buf__printf(b, "   and %zu more\n", s->nwaits - shown);
}

void table__lost(struct buf *b, const struct table_opts *o)
{
	if (o->lost)
		buf__printf(b, "\n lost: %llu events, which no row has\n", (unsigned long long)o->lost);
}
