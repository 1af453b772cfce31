// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_sets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/marks.h"

static int parse(struct selection *s, const char *expr, const struct sctrace_text_opts *o)
{
	char *errmsg = NULL;
	int err = select__parse(s, expr, &errmsg);

	if (errmsg && o->why)
		snprintf(o->why, o->why_size, "%s", errmsg);
	free(errmsg);
	return err;
}

/* Sets the number of registers of each call: the largest one among its variants. */
static int count_registers(struct text_sets *s)
{
	s->nregs = calloc(sct_nrows, 1);
	if (!s->nregs)
		return -ENOMEM;
	for (unsigned i = 0; i < sct_nrows; i++) {
		const struct sct_row *row = &sct_rows[i];
		uint8_t *n = &s->nregs[row->base ? row->base - 1u : i];

		for (unsigned a = 0; a < row->nargs; a++) {
			unsigned reg = row->args[a].reg ? row->args[a].reg : a + 1;

			reg += row->args[a].pair;
			if (*n < reg && reg <= SCT_NARGS)
				*n = (uint8_t)reg;
		}
	}
	return 0;
}

int text_sets__parse(struct text_sets *s, const struct sctrace_text_opts *opts, const struct decode_opts *decode)
{
	int err = opts->raw ? parse(&s->raw, opts->raw, opts) : 0;

	if (!err && opts->raw)
		err = count_registers(s);
	if (!err && opts->verbose)
		err = parse(&s->deref, opts->verbose, opts);
	s->no_args = opts->no_args;
	s->any = opts->raw || opts->verbose || opts->no_args || decode->abbrev;
	if (err)
		text_sets__free(s);
	return err;
}

void text_sets__free(struct text_sets *s)
{
	select__free(&s->raw);
	select__free(&s->deref);
	free(s->nregs);
	s->nregs = NULL;
}

int text_sets__registers(const struct text_sets *s, const struct sct_row *row, const struct abi *abi)
{
	if (s->no_args)
		return 0;
	if (!s->raw.rows || !select__has_call(&s->raw, row, abi))
		return -1;
	return row == &sct_row_unknown ? SCT_NARGS : s->nregs[row->base ? row->base - 1u : (unsigned)(row - sct_rows)];
}

void text_sets__put(const struct text_sets *s, struct buf *b, const struct call *c, bool named)
{
	int n = text_sets__registers(s, c->row, c->abi);

	if (s->no_args)
		buf__lit(b, "...");
	for (int i = 0; i < n; i++) {
		if (named) {
			mark(b, SCTRACE_ROLE_FIELD);
			buf__printf(b, "arg%d", i + 1);
			mark(b, SCTRACE_ROLE_PUNCT);
			buf__char(b, '=');
		}
		mark(b, SCTRACE_ROLE_NUMBER);
		if (c->args[i])
			buf__lit(b, "0x");
		buf__hex(b, c->args[i]);
		mark(b, SCTRACE_ROLE_PUNCT);
		if (i + 1 < n)
			buf__lit(b, ", ");
	}
}
