// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "top_slow.h"

#include <stdlib.h>
#include <string.h>

#include "top_table.h"

void top_slow__free(struct top_slow *s)
{
	for (unsigned i = 0; i < s->n; i++)
		free(s->calls[i].lines);
	*s = (struct top_slow){};
}

double top_slow__quantile(double rate)
{
	double q = rate > 0 ? 1 - SLOW_RATE / rate : 0;

	return q > SLOW_QUANTILE ? q : SLOW_QUANTILE;
}

bool top_slow__wants(const struct top_slow *s, uint64_t duration)
{
	return s->n < SLOW_CALLS || duration > s->calls[SLOW_CALLS - 1].duration;
}

void top_slow__add(struct top_slow *s, uint64_t duration, char *lines)
{
	unsigned at = 0;

	if (!top_slow__wants(s, duration)) {
		free(lines);
		return;
	}
	if (s->n == SLOW_CALLS)
		free(s->calls[--s->n].lines);
	while (at < s->n && s->calls[at].duration >= duration)
		at++;
	memmove(s->calls + at + 1, s->calls + at, (s->n - at) * sizeof(*s->calls));
	s->calls[at] = (struct slow_call){ duration, lines };
	s->n++;
}

static size_t lines_of(const struct top_slow *s)
{
	size_t n = 0;

	for (unsigned i = 0; i < s->n; i++)
		for (const char *p = s->calls[i].lines; (p = strchr(p, '\n')); p++)
			n++;
	return n;
}

bool top_slow__key(struct top_slow *s, int key)
{
	size_t n = lines_of(s), page = 10;

	if (key == TOP_UP)
		s->skip -= s->skip > 0;
	else if (key == TOP_DOWN)
		s->skip++;
	else if (key == TOP_PAGE_UP)
		s->skip -= s->skip < page ? s->skip : page;
	else if (key == TOP_PAGE_DOWN)
		s->skip += page;
	else if (key == TOP_HOME)
		s->skip = 0;
	else if (key == TOP_END)
		s->skip = n;
	else
		return false;
	if (s->skip >= n)
		s->skip = n ? n - 1 : 0;
	return true;
}

void top_slow__draw(struct top_slow *slow, struct screen *s, int y)
{
	size_t line = 0;

	screen__print(s, y++, 0, "%s", slow->about);
	for (unsigned i = 0; i < slow->n; i++) {
		const char *p = slow->calls[i].lines;

		for (const char *end; (end = strchr(p, '\n')); p = end + 1, line++) {
			bool first = p == slow->calls[i].lines;

			if (line < slow->skip || y >= s->lines)
				continue;
			screen__print(s, y++, first ? SCREEN_BOLD : 0, "%.*s", (int)(end - p), p);
		}
	}
}
