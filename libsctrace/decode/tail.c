// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "decode/tail.h"

#include <inttypes.h>
#include <stdio.h>

#define SHOW_MAX 256

static bool all_zero(const uint8_t *p, size_t n)
{
	for (; n; n--)
		if (*p++)
			return false;
	return true;
}

void decode_tail(struct out *o, const struct call *c, struct rd *r, uint64_t from, uint64_t to)
{
	size_t show = rd_left(r) < c->opts->strlen_max ? rd_left(r) : c->opts->strlen_max;
	char buf[4 * SHOW_MAX + 1] = "";
	const char *cut = to - from > show ? "..." : "";

	if (all_zero(r->p, rd_left(r)))
		return;
	if (show > SHOW_MAX)
		show = SHOW_MAX;
	for (size_t i = 0; i < show; i++)
		snprintf(buf + 4 * i, 5, "\\x%02x", r->p[i]);
	out_text(o, "/* bytes %" PRIu64 "..%" PRIu64 " */ \"%s\"%s", from, to - 1, buf, cut);
}

/* Flag names joined by |, the rest in hex, as the text sink does. */
static void flags_text(char *buf, size_t size, const struct sct_flags *t, uint64_t v)
{
	const char *bar = "";
	size_t n = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < t->n && n < size; i++) {
		uint64_t bits = t->rows[i].value;

		if (!bits || (v & bits) != bits)
			continue;
		n += snprintf(buf + n, size - n, "%s%s", bar, t->rows[i].name);
		v &= ~bits;
		bar = "|";
	}
	if (v && n && n < size)
		snprintf(buf + n, size - n, "|%#" PRIx64, v);
	else if (v && n < size)
		snprintf(buf + n, size - n, "%s", t->unknown);
}

void decode_noted_flags(struct out *o, const struct sct_flags *t, uint64_t v)
{
	char buf[1024];

	out_hex(o, v);
	if (!v)
		return;
	flags_text(buf, sizeof(buf), t, v);
	out_comment(o, "%s", buf);
}

void decode_noted_sym(struct out *o, const struct sct_flags *t, uint64_t v)
{
	const char *name = flags__name(t, v);

	out_hex(o, v);
	out_comment(o, "%s", name ? name : t->unknown);
}

void argfn_if_verbose(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->opts->verbose)
		decode_value(o, c, a);
	else
		out_addr(o, call_arg(c, a));
}

/* FLAGS and SYM of a long: the kind itself takes 32 bits. */
void argfn_wide(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (a->kind == K_SYM)
		out_sym(o, a->flags, call_arg(c, a));
	else
		out_flags(o, a->flags, call_arg(c, a));
}

/* HEX of an int. */
void argfn_hex32(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_hex(o, (uint32_t)call_arg(c, a));
}
