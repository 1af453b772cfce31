// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: answers of input devices to requests whose number has the size of the answer. */
#include <stdio.h>
#include <string.h>

#include "decode/core/emit.h"
#include "decode/core/struct.h"
#include "decode/ioctl/input.h"

#define DIR_READ 2u
#define KIND 'E'
#define SIZE_OF(cmd) ((cmd) >> 16 & 0x3fff)
#define SHOWN 4 /* names shown of an abbreviated set */

/* A set of bits. end: number of bits that are decoded, which leaves out the highest bit of <linux/input.h>. */
struct bits {
	uint8_t num; /* number of the request */
	const struct sct_flags *names;
	uint16_t end;
};

static const struct bits sets[] = {
	{ 0x09, &flags_input_props, 0x1f },    { 0x18, &flags_input_keys, 0x2ff },
	{ 0x19, &flags_input_leds, 0xf },      { 0x1a, &flags_input_sounds, 7 },
	{ 0x1b, &flags_input_switches, 0x11 }, { 0x20, &flags_input_events, 0x1f },
	{ 0x21, &flags_input_keys, 0x2ff },    { 0x22, &flags_input_rel, 0xf },
	{ 0x23, &flags_input_axes, 0x3f },     { 0x24, &flags_input_misc, 7 },
	{ 0x25, &flags_input_switches, 0x11 }, { 0x31, &flags_input_leds, 0xf },
	{ 0x32, &flags_input_sounds, 7 },      { 0x34, &flags_input_repeats, 1 },
	{ 0x35, &flags_input_effects, 0x7f },  { 0x37, &flags_input_ff_status, 1 },
};

static uint64_t word_at(const struct rd *r, unsigned i)
{
	uint64_t v = 0;

	memcpy(&v, r->p + (size_t)i * r->word, r->word);
	return v;
}

static void emit_names(struct out *o, const struct bits *b, const struct rd *r, unsigned n)
{
	unsigned shown = 0;

	out_open(o, OUT_SET);
	for (unsigned i = 0; i < n; i++) {
		if (!(r->p[i / 8] >> i % 8 & 1))
			continue;
		if (shown++ == SHOWN && !out_full(o)) {
			out_more(o);
			break;
		}
		out_sym(o, b->names, i);
	}
	out_close(o, OUT_SET);
}

/* Emits the words of the set as numbers if the sink wants them, in place of the names or as a note on them. */
static void emit_words(struct out *o, const struct rd *r, unsigned words)
{
	char text[512];
	size_t at = 0;

	if (o->numbers == OUT_NUMBERS) {
		out_open(o, OUT_ARRAY);
		for (unsigned i = 0; i < words; i++)
			out_hex(o, word_at(r, i));
		out_close(o, OUT_ARRAY);
		return;
	}
	for (unsigned i = 0; i < words; i++)
		at += (size_t)snprintf(text + at, sizeof(text) - at, "%s%#llx", i ? ", " : "",
				       (unsigned long long)word_at(r, i));
	out_note(o, "[%s]", text);
}

static bool emit_bits(struct out *o, const struct bits *b, const struct rd *r, uint64_t bytes)
{
	unsigned n = bytes * 8 < b->end ? (unsigned)bytes * 8 : b->end;
	unsigned words = (n + r->word * 8 - 1) / (r->word * 8);

	if (!n || rd_left(r) < (size_t)words * r->word)
		return false;
	if (o->numbers != OUT_NUMBERS)
		emit_names(o, b, r, n);
	if (o->numbers != OUT_NAMES)
		emit_words(o, r, words);
	return true;
}

/* EVIOCGMTSLOTS: emits a code, and the value of each slot. */
static bool emit_slots(struct out *o, const struct rd *all, uint32_t size)
{
	struct rd r = *all;
	uint32_t n = size / 4;

	if (!n || rd_left(&r) < 4)
		return false;
	out_open(o, OUT_STRUCT);
	out_field(o, "code");
	out_sym(o, &flags_input_axes, rd_u32(&r));
	out_field(o, "values");
	out_open(o, OUT_ARRAY);
	for (uint32_t i = 0; i + 1 < n && decode_element(o, &r, i, 4); i++)
		out_int(o, (int32_t)rd_u32(&r));
	out_close(o, OUT_ARRAY);
	out_close(o, OUT_STRUCT);
	return true;
}

static bool emit_power(struct out *o, const struct rd *all)
{
	struct rd r = *all;

	if (rd_left(&r) < 4)
		return false;
	out_open(o, OUT_ARRAY);
	out_int(o, (int32_t)rd_u32(&r));
	out_close(o, OUT_ARRAY);
	return true;
}

static bool emit_string(struct out *o, struct rd *r, uint64_t n)
{
	if (n && !decode_suffices(o, r, n))
		return false;
	out_bytes(o, r->p, rd_left(r) < n ? rd_left(r) : n, n, 0);
	return true;
}

bool input__emit(struct out *o, const struct call *c, unsigned reg)
{
	uint32_t cmd = (uint32_t)c->args[1], num = cmd & 0xff;
	struct rd r;

	if ((cmd >> 8 & 0xff) != KIND || cmd >> 30 != DIR_READ || !c->done || c->failed || !c->args[reg] ||
	    !call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		return false;
	if (num >= 0x06 && num <= 0x08)
		return emit_string(o, &r, (uint64_t)c->ret);
	if (num == 0x0a)
		return emit_slots(o, &r, SIZE_OF(cmd));
	if (num == 0x36)
		return emit_power(o, &r);
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		if (sets[i].num == num)
			return emit_bits(o, &sets[i], &r, (uint64_t)c->ret);
	return false;
}
