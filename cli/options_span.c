// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* -e span=BEGIN..END: adds the two probes, and the span for the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

/* Returns whether CATEGORY:NAME is a tracepoint of this kernel, or a pattern in a category that there is. */
static bool is_tracepoint(const char *name, size_t len)
{
	static const char *const roots[] = { "/sys/kernel/tracing/events", "/sys/kernel/debug/tracing/events" };
	const char *colon = memchr(name, ':', len);
	size_t category = colon ? (size_t)(colon - name) : 0, rest = colon ? len - category - 1 : 0;
	bool pattern = colon && memchr(colon, '*', rest);
	char path[512];

	for (size_t i = 0; category && rest && i < sizeof(roots) / sizeof(roots[0]); i++) {
		snprintf(path, sizeof(path), "%s/%.*s/%.*s", roots[i], (int)category, name, pattern ? 0 : (int)rest,
			 colon + 1);
		if (!access(path, F_OK))
			return true;
	}
	return false;
}

/* Adds the probe of one end: KIND=..., a tracepoint that exists, or a USDT probe. Returns its text, malloc'd. */
static char *add_probe(struct options *o, const char *end, size_t len)
{
	const char *paren = memchr(end, '(', len), *equals = memchr(end, '=', len);
	size_t name = paren ? (size_t)(paren - end) : len;
	const char *kind = equals && (!paren || equals < paren) ? ""
			   : is_tracepoint(end, name)		? "tracepoint="
			   : memchr(end, ':', name)		? "usdt="
								: "usdt=*:";
	size_t size = strlen(kind) + len + 1;
	char *probe = options__more(o, NULL, size, 1);

	snprintf(probe, size, "%s%.*s", kind, (int)len, end);
	option__probe(o, probe);
	return probe;
}

void option__span(struct options *o, const char *arg)
{
	const char *span = strchr(arg, '=') && !strncmp(arg, "span=", 5) ? arg + 5 : arg, *dots = strstr(span, ".."),
		   *closed = strrchr(span, ')'), *at = strrchr(closed ? closed : span, '@');
	size_t len = at ? (size_t)(at - span) : strlen(span);

	if (!dots || dots == span || dots + 2 >= span + len || (at && !at[1]))
		options__bad(o, span, "BEGIN..END and BEGIN..END@ARGUMENT,...");
	o->stats.span_ends = options__more(o, o->stats.span_ends, 2 * o->stats.nspans + 2, sizeof(*o->stats.span_ends));
	o->stats.span_ends[2 * o->stats.nspans] = add_probe(o, span, (size_t)(dots - span));
	o->stats.span_ends[2 * o->stats.nspans + 1] = add_probe(o, dots + 2, len - (size_t)(dots + 2 - span));
	o->stats.spans = options__more(o, o->stats.spans, o->stats.nspans + 1, sizeof(*o->stats.spans));
	o->stats.spans[o->stats.nspans++] = span;
}
