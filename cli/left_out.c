// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "left_out.h"

#include <inttypes.h>

/* The reasons, as texts and as members of JSON. */
static const char *const texts[LEFT_BYS] = { [LEFT_BY_SLOW] = "slow output" };
static const char *const members[LEFT_BYS] = { [LEFT_BY_SLOW] = "slow_output" };

uint64_t left_out__lines(const struct left_out *l)
{
	uint64_t n = 0;

	for (int by = 0; by < LEFT_BYS; by++)
		n += l->lines[by];
	return n;
}

bool left_out__any(const struct left_out *l)
{
	return left_out__lines(l);
}

void left_out__add(struct left_out *l, const struct left_out *b)
{
	for (int by = 0; by < LEFT_BYS; by++)
		l->lines[by] += b->lines[by];
}

struct left_out left_out__since(const struct left_out *a, const struct left_out *b)
{
	struct left_out rest = *a;

	for (int by = 0; by < LEFT_BYS; by++)
		rest.lines[by] -= b->lines[by];
	return rest;
}

void left_out__put(FILE *f, const struct left_out *l)
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
	fputs(")", f);
}

void left_out__put_json(FILE *f, const struct left_out *l)
{
	fprintf(f, "{\"type\":\"left_out\",\"lines\":%" PRIu64, left_out__lines(l));
	for (int by = 0; by < LEFT_BYS; by++)
		if (l->lines[by])
			fprintf(f, ",\"%s\":%" PRIu64, members[by], l->lines[by]);
	fputs("}\n", f);
}
