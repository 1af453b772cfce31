// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * The emitter of text_out.c with constants as numbers, for strace -X raw, and for -X verbose, where their names follow
 * in a comment. Only operations for constants differ, and are replaced here.
 */
#include "sink/text_const.h"

#include <stdio.h>

#include "sctrace.h"
#include "util/marks.h"

/* Base in which a number is printed in place of its name. */
enum base { BASE_HEX, BASE_DEC, BASE_UDEC, BASE_OCT };

static struct text_out *self(struct out *o)
{
	return (struct text_out *)o;
}

static bool is_raw(const struct text_out *t)
{
	return t->consts == TEXT_CONST_RAW;
}

static void put_number(struct out *o, uint64_t v, enum base base)
{
	static const uint8_t styles[] = {
		[BASE_HEX] = OUT_HEX,
		[BASE_DEC] = OUT_DEC,
		[BASE_UDEC] = OUT_UDEC,
		[BASE_OCT] = OUT_OCT,
	};

	self(o)->plain->integer(o, v, (enum out_style)styles[base], 0);
}

static void comment_open(struct text_out *t)
{
	mark_whole(t->b, SCTRACE_ROLE_COMMENT);
	buf__lit(t->b, " /* ");
	t->glued = true;
}

/* Writes a number and begins the comment that has its name. Returns false if the options leave comments out. */
static bool comment_begin(struct out *o, uint64_t v, enum base base)
{
	struct text_out *t = self(o);

	put_number(o, v, base);
	if (is_raw(t))
		return false;
	comment_open(t);
	return true;
}

static void comment_end(struct out *o)
{
	buf__lit(self(o)->b, " */");
	mark_end(self(o)->b);
}

/* Returns whether a comment is open in which constants are printed by name. */
static bool in_coded(const struct text_out *t)
{
	return t->coded;
}

/* Returns whether the mode's type bits are a known file type: not all values of the four bits are. */
static bool mode_has_name(uint64_t v)
{
	const unsigned types = 1u << 000 | 1u << 001 | 1u << 002 | 1u << 004 | 1u << 006 | 1u << 010 | 1u << 012 |
			       1u << 014;

	return types >> (v >> 12 & 15) & 1;
}

static void op_integer(struct out *o, uint64_t v, enum out_style style, unsigned width)
{
	struct text_out *t = self(o);

	if (style == OUT_MODE && t->group[t->depth] != OUT_BITS && !in_coded(t)) {
		if (!mode_has_name(v)) {
			put_number(o, v, BASE_OCT);
		} else if (comment_begin(o, v, BASE_OCT)) {
			t->plain->integer(o, v, style, width);
			comment_end(o);
		}
		return;
	}
	t->plain->integer(o, v, style, width);
}

static enum base base_of(enum out_symbol how)
{
	switch (how) {
	case SYM_ENUM_DEC:
	case SYM_NOTE_DEC:
		return BASE_DEC;
	case SYM_ENUM_UDEC:
	case SYM_NAMED:
		return BASE_UDEC;
	default:
		return BASE_HEX;
	}
}

/* Returns whether the value has a name. Without one, text_out.c already prints a number with a comment. */
static bool has_name(const struct sct_flags *f, uint64_t v, enum out_symbol how)
{
	struct flags_walk w = flags__walk(f, f->base, v);

	if (how != SYM_FLAGS && how != SYM_BLANK)
		return flags__name(f, how == SYM_ENUM_DEC ? (uint32_t)v : v);
	return flags__next(&w);
}

/* Prints the kind of synchronization and then the other flags, as two values joined by |. */
static void put_statx_flags(struct out *o, uint64_t v)
{
	struct text_out *t = self(o);
	uint64_t type = v & flags_statx_flags.base, rest = v & ~flags_statx_flags.base;
	const char *name = flags__name(&flags_statx_flags, type);
	struct sct_flags flags = flags_statx_flags;

	flags.base = 0;
	if (is_raw(t) && !type)
		t->plain->name(o, "", 0, OUT_HEX);
	else if (name)
		t->own.name(o, name, type, OUT_HEX);
	else
		put_number(o, type, BASE_HEX);
	if (!rest)
		return;
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__char(t->b, '|');
	t->glued = true;
	t->own.symbol(o, &flags, rest, SYM_FLAGS);
}

static void op_symbol(struct out *o, const struct sct_flags *f, uint64_t v, enum out_symbol how)
{
	struct text_out *t = self(o);
	bool note = how == SYM_NOTE_DEC || how == SYM_NOTE_HEX || how == SYM_NOTE_FLAGS;

	/* strace prints the return value of F_GETFL by name */
	bool open_flags = f->base == O_ACCMODE_BITS && t->note && !t->depth;

	if (in_coded(t) || open_flags || (how == SYM_BLANK && !v)) {
		t->plain->symbol(o, f, v, how);
	} else if (f == &flags_statx_flags) {
		put_statx_flags(o, v);
	} else if (is_raw(t) && how != SYM_NOTE_DEC) {
		put_number(o, v, base_of(how));
	} else if (note || !has_name(f, v, how)) {
		t->plain->symbol(o, f, v, how);
	} else {
		comment_begin(o, v, base_of(how));
		t->plain->symbol(o, f, v, how);
		comment_end(o);
	}
}

static void op_name(struct out *o, const char *name, uint64_t v, enum out_style style)
{
	struct text_out *t = self(o);
	enum base base = style == OUT_DEC ? BASE_DEC : style == OUT_UDEC ? BASE_UDEC : BASE_HEX;
	const struct out_file *file = o->file;

	o->file = NULL; /* the file is printed after the comment */
	if (in_coded(t) || (t->note && !t->depth)) {
		t->plain->name(o, name, v, style);
	} else if (comment_begin(o, v, base)) {
		t->plain->name(o, name, v, style);
		comment_end(o);
	}
	o->file = file;
	text_out__file(t);
}

/* Writes NAME<<8 or 5<<NAME, where the number replaces only the name. */
static void put_shifted(struct out *o, const struct out_expr *e)
{
	struct text_out *t = self(o);

	if (!e->name)
		put_number(o, e->number, e->hex ? BASE_HEX : BASE_UDEC);
	else if (comment_begin(o, e->number, BASE_HEX)) {
		buf__str(t->b, e->name);
		comment_end(o);
	}
	t->glued = false;
	mark(t->b, SCTRACE_ROLE_PUNCT);
	buf__lit(t->b, "<<");
	mark(t->b, SCTRACE_ROLE_NUMBER);
	buf__printf(t->b, e->name && e->shift_name ? "%#x" : "%u", e->shift);
	mark(t->b, SCTRACE_ROLE_COMMENT);
	if (e->unknown_last && is_raw(t))
		buf__printf(t->b, " /* %s */", e->unknown);
	if (e->shift_name && !is_raw(t))
		buf__printf(t->b, " /* %s */", e->shift_name);
}

/* Writes other expressions as one number. */
static void op_expr(struct out *o, const struct out_expr *e)
{
	struct text_out *t = self(o);
	bool shifted = e->shift || e->shift_name;

	/* inet_pton(..., &sin6_addr): the name of the field has been printed already */
	if (in_coded(t) && e->prefix && *e->prefix == '&')
		return;
	if (e->always) {
		t->plain->expr(o, e);
	} else if (in_coded(t) || (shifted && !e->name && !e->shift_name)) {
		struct out_expr bare = *e;

		if (is_raw(t) && !e->unknown_last)
			bare.unknown = NULL;
		t->plain->expr(o, &bare);
	} else if (shifted) {
		put_shifted(o, e);
	} else if (comment_begin(o, e->value, e->times ? BASE_UDEC : e->prefix ? BASE_DEC : BASE_HEX)) {
		t->plain->expr(o, e);
		comment_end(o);
	}
}

static void op_ifindex(struct out *o, uint32_t index)
{
	struct text_out *t = self(o);

	if (in_coded(t) || !out_interface(o, index)) {
		t->plain->ifindex(o, index);
	} else if (comment_begin(o, index, BASE_UDEC)) {
		t->coded++;
		t->plain->ifindex(o, index);
		t->coded--;
		comment_end(o);
	}
}

/* Returns the device number, encoded as the kernel does in 64 bits. */
static uint64_t dev_number(uint64_t major, uint64_t minor)
{
	return (minor & 0xff) | (major & 0xfff) << 8 | (minor & ~0xffull) << 12 | (major & ~0xfffull) << 32;
}

static void op_device(struct out *o, uint64_t major, uint64_t minor)
{
	struct text_out *t = self(o);

	if (in_coded(t)) {
		t->plain->device(o, major, minor);
	} else if (comment_begin(o, dev_number(major, minor), BASE_HEX)) {
		t->coded++;
		t->plain->device(o, major, minor);
		t->coded--;
		comment_end(o);
	}
}

/*
 * Inside the comment, constants are printed by name only, unless c->open is set. The note of a return value has no
 * numbers.
 */
static bool op_coded(struct out *o, const struct out_code *c)
{
	struct text_out *t = self(o);
	enum text_code kind = in_coded(t) ? CODE_NESTED : c->open ? CODE_OPEN : CODE_PLAIN;

	if (t->note && !t->depth)
		kind = c->open ? CODE_NESTED : CODE_NOTE;
	else if (kind != CODE_NESTED && c->field)
		t->plain->field(o, c->field);
	if (kind == CODE_OPEN || kind == CODE_PLAIN) {
		if (c->bytes)
			t->plain->string(o, c->bytes, c->n, c->n, OUT_STR_HEX | OUT_STR_WHOLE);
		else
			t->plain->integer(o, c->number, c->style, 0);
	}
	if ((kind != CODE_NESTED || t->note) && is_raw(t))
		return false;
	if (kind == CODE_OPEN || kind == CODE_PLAIN) {
		comment_open(t);
	}
	t->coded += kind == CODE_PLAIN || kind == CODE_NOTE;
	if (t->ncodes < TEXT_CODES)
		t->codes[t->ncodes++] = kind;
	return true;
}

static void op_coded_end(struct out *o)
{
	struct text_out *t = self(o);
	enum text_code kind = t->ncodes ? (enum text_code)t->codes[--t->ncodes] : CODE_NESTED;

	t->coded -= kind == CODE_PLAIN || kind == CODE_NOTE;
	if (kind == CODE_PLAIN || kind == CODE_OPEN)
		comment_end(o);
}

static void op_index(struct out *o, const char *name, const char *suffix, uint64_t i, const char *unknown)
{
	struct text_out *t = self(o);
	char number[24];

	snprintf(number, sizeof(number), "%llu", (unsigned long long)i);
	if (is_raw(t)) {
		t->plain->index(o, number, "", i, NULL);
	} else if (!name) {
		t->plain->index(o, NULL, NULL, i, unknown);
	} else {
		char text[128];

		snprintf(text, sizeof(text), "%s /* %s%s */", number, name, suffix);
		t->plain->index(o, text, "", i, NULL);
	}
}

void text_const__init(struct text_out *t, enum text_consts consts)
{
	t->consts = consts;
	t->plain = t->out.ops;
	t->out.numbers = consts == TEXT_CONST_RAW ? OUT_NUMBERS : consts == TEXT_CONST_VERBOSE ? OUT_BOTH : OUT_NAMES;
	if (consts == TEXT_CONST_ABBREV)
		return;
	t->own = *t->plain;
	t->own.integer = op_integer;
	t->own.symbol = op_symbol;
	t->own.name = op_name;
	t->own.expr = op_expr;
	t->own.ifindex = op_ifindex;
	t->own.device = op_device;
	t->own.coded = op_coded;
	t->own.coded_end = op_coded_end;
	t->own.index = op_index;
	t->out.ops = &t->own;
}
