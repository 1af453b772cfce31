// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/flags.h"

#include <linux/ioctl.h>
#include <string.h>

#include "util/suggest.h"

#define TABLE(t, base, unknown) static const struct sct_flag rows_##t[] = {
#define F(name, value) { #name, value },
#define END(t)                                                                                                         \
	}                                                                                                              \
	;
#include "tables/flags/all.def"
#undef TABLE
#undef F
#undef END

#define TABLE(t, b, u)                                                                                                 \
	const struct sct_flags flags_##t = {                                                                           \
		.rows = rows_##t,                                                                                      \
		.n = sizeof(rows_##t) / sizeof(rows_##t[0]),                                                           \
		.base = (uint64_t)(b),                                                                                 \
		.unknown = u,                                                                                          \
	};
#define F(name, value)
#define END(t)
#include "tables/flags/all.def"
#undef TABLE
#undef F
#undef END

#define TABLE(t, base, unknown) &flags_##t,
#define F(name, value)
#define END(t)
static const struct sct_flags *const tables[] = {
#include "tables/flags/all.def"
};

#define NTABLES (sizeof(tables) / sizeof(tables[0]))

const struct sct_flag *flags__of_name(const struct sct_flags *t, const char *name, size_t n)
{
	for (size_t i = 0; i < t->n; i++)
		if (!strncmp(t->rows[i].name, name, n) && !t->rows[i].name[n])
			return &t->rows[i];
	return NULL;
}

const struct sct_flag *flags__find(const char *name, size_t n)
{
	const struct sct_flag *row = NULL;

	for (size_t i = 0; !row && i < NTABLES; i++)
		row = flags__of_name(tables[i], name, n);
	return row;
}

void flags__suggest(struct suggest *near, const char *word, size_t n)
{
	suggest__init(near, word, n);
	for (size_t i = 0; i < NTABLES; i++)
		for (size_t k = 0; k < tables[i]->n; k++)
			suggest__try(near, tables[i]->rows[k].name, strlen(tables[i]->rows[k].name));
}

const char *flags__name(const struct sct_flags *t, uint64_t v)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->rows[i].value == v)
			return t->rows[i].name;
	return NULL;
}

const char *flags__next(struct flags_walk *w)
{
	const struct sct_flags *f = w->f;
	const char *name;

	if (!w->base_done) {
		w->base_done = true;
		name = w->base || !w->rest ? flags__name(f, w->rest & w->base) : NULL;
		if (name) {
			w->rest &= ~w->base;
			return name;
		}
	}
	while (w->rest && w->next < f->n) {
		const struct sct_flag *row = &f->rows[w->next++];

		if (row->value & ~w->base && (w->rest & row->value) == row->value) {
			w->rest &= ~row->value;
			return row->name;
		}
	}
	return NULL;
}

uint32_t request__32(uint64_t key)
{
	uint32_t number = (uint32_t)key;

	if (!(key & SIZED(0, 0)))
		return number;
	return (number & ~_IOC(_IOC_NONE, 0, 0, _IOC_SIZEMASK)) | _IOC(_IOC_NONE, 0, 0, SIZED_32(key));
}
