// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "left_out.h"

#include <inttypes.h>

/* The reasons, as texts and as members of JSON. */
static const char *const texts[LEFT_BYS] = {
	[LEFT_BY_SLOW] = "slow output", [LEFT_BY_RATE] = "--limit-rate", [LEFT_BY_CPU] = "--max-cpu"
};
static const char *const members[LEFT_BYS] = {
	[LEFT_BY_SLOW] = "slow_output", [LEFT_BY_RATE] = "limit_rate", [LEFT_BY_CPU] = "max_cpu"
};

uint64_t left_out__lines(const struct left_out *l)
{
	uint64_t n = 0;

	for (int by = 0; by < LEFT_BYS; by++)
		n += l->lines[by];
	return n;
}

bool left_out__any(const struct left_out *l)
{
	return left_out__lines(l) || l->data || l->arguments;
}

void left_out__add(struct left_out *l, const struct left_out *b)
{
	for (int by = 0; by < LEFT_BYS; by++)
		l->lines[by] += b->lines[by];
	l->data += b->data;
	l->arguments += b->arguments;
}

struct left_out left_out__since(const struct left_out *a, const struct left_out *b)
{
	struct left_out rest = *a;

	for (int by = 0; by < LEFT_BYS; by++)
		rest.lines[by] -= b->lines[by];
	rest.data -= b->data;
	rest.arguments -= b->arguments;
	return rest;
}

/*
 * Writes the number of lines left out, with the reasons in parentheses; if there are several reasons, each has its own
 * number.
 */
static void put_lines(FILE *f, const struct left_out *l)
{
	const char *separator = " (";

	fprintf(f, "%" PRIu64 " lines", left_out__lines(l));
	for (int by = 0; by < LEFT_BYS; by++) {
		if (!l->lines[by])
			continue;
		fprintf(f, "%s%s", separator, texts[by]);
		if (l->lines[by] < left_out__lines(l))
			fprintf(f, " %" PRIu64, l->lines[by]);
		separator = ", ";
	}
	fputc(')', f);
}

void left_out__put(FILE *f, const struct left_out *l)
{
	if (left_out__lines(l))
		put_lines(f, l);
	if (!l->data && !l->arguments)
		return;
	if (left_out__lines(l))
		fputs(", ", f);
	fprintf(f, "data of %" PRIu64 " calls and arguments of %" PRIu64 " (--max-cpu)", l->data, l->arguments);
}

void left_out__put_json(FILE *f, const struct left_out *l)
{
	fprintf(f, "{\"type\":\"left_out\",\"lines\":%" PRIu64, left_out__lines(l));
	for (int by = 0; by < LEFT_BYS; by++)
		if (l->lines[by])
			fprintf(f, ",\"%s\":%" PRIu64, members[by], l->lines[by]);
	if (l->data)
		fprintf(f, ",\"data\":%" PRIu64, l->data);
	if (l->arguments)
		fprintf(f, ",\"arguments\":%" PRIu64, l->arguments);
	fputs("}\n", f);
}
