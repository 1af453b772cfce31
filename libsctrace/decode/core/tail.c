// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "decode/core/tail.h"

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
	if (all_zero(r->p, rd_left(r)))
		return;
	out_rest(o, r->p, rd_left(r) < SHOW_MAX ? rd_left(r) : SHOW_MAX, from, to);
}

void argfn_if_verbose(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (out_full(o))
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
