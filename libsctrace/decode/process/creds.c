// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Capabilities, and x86's extended process state. */
#include <stdio.h>

#include "decode/core/struct.h"

#define CAPS_VERSION_2 0x20071026
#define CAPS_VERSION_3 0x20080522

/* Emits one of the two words of a set. first: the capability of bit 0. */
static void cap_word(struct out *o, uint32_t word, unsigned first)
{
	const struct sct_flags none = { .unknown = flags_capabilities.unknown };
	uint32_t rest = word;

	if (!word)
		return;
	if (first + (unsigned)__builtin_ctz(word) >= flags_capabilities.n) {
		out_symbol(o, &none, word, SYM_ENUM);
		return;
	}
	if (!out_coded(o, word, OUT_HEX))
		return;
	out_open(o, OUT_BITS);
	for (unsigned i = 0; i < 32; i++) {
		const char *name = flags__name(&flags_capabilities, first + i);

		if (!(rest >> i & 1) || !name)
			continue;
		out_shifted(o, 1, first + i, name, false);
		rest &= ~(1u << i);
	}
	if (rest)
		out_hex(o, rest);
	out_close(o, OUT_BITS);
	out_coded_end(o);
}

/*
 * Emits a set: 1<<CAP_CHOWN|..., and the bits of each word without a name in hex.
 */
static void cap_set(struct out *o, const char *field, uint32_t low, uint32_t high)
{
	uint32_t words[2] = { low, high };

	out_field(o, field);
	if (!low && !high) {
		out_uint(o, 0);
		return;
	}
	out_open(o, OUT_BITS);
	for (unsigned w = 0; w < 2; w++)
		cap_word(o, words[w], 32 * w);
	out_close(o, OUT_BITS);
}

/* Returns true if the header's version says that sets have 64 bits. */
static bool caps_are_64(const struct call *c)
{
	struct rd r;
	uint32_t version;

	if (!call_chunk(c, 0, SCT_PART_SELF, 0, AT_ENTER, &r))
		return false;
	version = rd_u32(&r);
	return version == CAPS_VERSION_2 || version == CAPS_VERSION_3;
}

void type_cap_data(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t low[3], high[3] = { 0 };

	for (unsigned i = 0; i < 3; i++)
		low[i] = rd_u32(r);
	if (caps_are_64(c))
		for (unsigned i = 0; i < 3; i++)
			high[i] = rd_u32(r);
	out_open(o, OUT_STRUCT);
	cap_set(o, "effective", low[0], high[0]);
	cap_set(o, "permitted", low[1], high[1]);
	cap_set(o, "inheritable", low[2], high[2]);
	out_close(o, OUT_STRUCT);
}

#define GROUPS_MAX 65536

/* Emits the groups, or the address of a list that is too long: the kernel refuses it without reading it. */
void argfn_group_list(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if ((uint32_t)c->args[0] > GROUPS_MAX)
		out_addr(o, call_arg(c, a));
	else
		decode_value(o, c, a);
}

/* Emits the sets, or their address if the header, which has their size, was not captured. */
void argfn_cap_data(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd r;

	if (!call_chunk(c, 0, SCT_PART_SELF, 0, AT_ENTER, &r))
		out_addr(o, call_arg(c, a));
	else if (a->dir == OUT && (!c->done || c->failed))
		out_unread(o, call_arg(c, a));
	else
		decode_least(o, c, 1, T_cap_data, a->dir == OUT ? AT_EXIT : AT_ENTER, caps_are_64(c) ? 24 : 12);
}

/* ---- arch_prctl -------------------------------------------------------------- */

void field_xfeatures(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_symbol(o, &flags_xfeature_masks, field_value(c, f, r), SYM_NOTE_FLAGS);
}

void argfn_xfeature(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_symbol(o, &flags_xfeatures, call_arg(c, a), SYM_NOTE_HEX);
}
