// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_out.h"

#include <stdarg.h>
#include <stdio.h>

static struct text_out *self(struct out *o)
{
	return (struct text_out *)o;
}

/* Level 0, the arguments, is a list like any other. */
static void separate(struct text_out *t)
{
	if (t->glued) {
		t->glued = false;
		return;
	}
	if (t->used[t->depth]) {
		switch (t->group[t->depth]) {
		case OUT_SET:
		case OUT_NOTSET:
			buf__char(t->b, ' ');
			break;
		case OUT_BITS:
			buf__char(t->b, '|');
			break;
		default:
			buf__lit(t->b, ", ");
		}
	}
	t->used[t->depth] = true;
}

static void put_hex(struct buf *b, uint64_t v)
{
	buf__lit(b, "0x");
	buf__hex(b, v);
}

/* At least three digits, the first one 0. */
static void put_octal(struct buf *b, uint64_t v)
{
	buf__char(b, '0');
	if (v < 010)
		buf__char(b, '0');
	buf__oct(b, v);
}

static void put_mode(struct buf *b, uint64_t v)
{
	static const char *const types[16] = {
		[001] = "S_IFIFO", [002] = "S_IFCHR", [004] = "S_IFDIR",  [006] = "S_IFBLK",
		[010] = "S_IFREG", [012] = "S_IFLNK", [014] = "S_IFSOCK",
	};
	const char *type = types[v >> 12 & 15];

	if (!type && v & 0170000) {
		put_octal(b, v);
		return;
	}
	if (type) {
		buf__str(b, type);
		buf__char(b, '|');
		v &= 07777;
	}
	if (v & 04000)
		buf__lit(b, "S_ISUID|");
	if (v & 02000)
		buf__lit(b, "S_ISGID|");
	if (v & 01000)
		buf__lit(b, "S_ISVTX|");
	put_octal(b, v & ~07000ull);
}

static void op_integer(struct out *o, uint64_t v, enum out_style style)
{
	struct text_out *t = self(o);

	separate(t);
	switch (style) {
	case OUT_DEC:
		buf__dec(t->b, (int64_t)v);
		break;
	case OUT_UDEC:
		buf__udec(t->b, v);
		break;
	case OUT_ADDR:
		if (!v) {
			buf__lit(t->b, "NULL");
			break;
		}
		put_hex(t->b, v);
		break;
	case OUT_HEX:
		if (!v) {
			buf__char(t->b, '0');
			break;
		}
		put_hex(t->b, v);
		break;
	case OUT_HEX0:
		put_hex(t->b, v);
		break;
	case OUT_OCT:
		put_octal(t->b, v);
		break;
	case OUT_MODE:
		put_mode(t->b, v);
		break;
	}
}

static void put_unknown(struct buf *b, const struct sct_flags *f, uint64_t v)
{
	if (v)
		put_hex(b, v);
	else
		buf__char(b, '0');
	if (!f->unknown)
		return;
	buf__lit(b, " /* ");
	buf__str(b, f->unknown);
	buf__lit(b, " */");
}

static void put_enumeration(struct buf *b, const struct sct_flags *f, uint64_t v)
{
	const char *name = flags__name(f, v);

	if (name)
		buf__str(b, name);
	else
		put_unknown(b, f, v);
}

static void put_flags(struct buf *b, const struct sct_flags *f, uint64_t v)
{
	uint64_t rest = v;
	bool any = false;

	if (f->base || !v) {
		const char *name = flags__name(f, v & f->base);

		if (name) {
			buf__str(b, name);
			rest &= ~f->base;
			any = true;
		}
	}
	for (size_t i = 0; rest && i < f->n; i++) {
		uint64_t bits = f->rows[i].value;

		if (!bits || !(bits & ~f->base) || (rest & bits) != bits)
			continue;
		if (any)
			buf__char(b, '|');
		buf__str(b, f->rows[i].name);
		rest &= ~bits;
		any = true;
	}
	if (rest && any) {
		buf__char(b, '|');
		put_hex(b, rest);
	} else if (rest) {
		put_unknown(b, f, rest);
	} else if (!any) {
		buf__char(b, '0');
	}
}

static void op_symbol(struct out *o, const struct sct_flags *f, uint64_t v, bool enumeration)
{
	struct text_out *t = self(o);

	separate(t);
	if (enumeration)
		put_enumeration(t->b, f, v);
	else
		put_flags(t->b, f, v);
}

static void op_name(struct out *o, const char *name, uint64_t v)
{
	struct text_out *t = self(o);

	(void)v;
	separate(t);
	buf__str(t->b, name);
}

static void op_string(struct out *o, const void *p, size_t n, unsigned flags)
{
	struct text_out *t = self(o);

	separate(t);
	if (flags & OUT_STR_ZERO && t->hex == QUOTE_OCTAL) {
		n--;
		flags &= ~OUT_STR_CUT;
	}
	quote__bytes(t->b, p, n, flags & OUT_STR_HEX ? QUOTE_HEX_ALL : t->hex);
	if (flags & OUT_STR_CUT)
		buf__lit(t->b, "...");
}

static void op_open(struct out *o, enum out_group g, const char *name)
{
	static const char *const brackets[] = {
		[OUT_STRUCT] = "{", [OUT_ARRAY] = "[", [OUT_SET] = "[", [OUT_NOTSET] = "~[",
		[OUT_CALL] = "(",   [OUT_BITS] = "",   [OUT_MAP] = "{",
	};
	struct text_out *t = self(o);

	separate(t);
	if (name)
		buf__str(t->b, name);
	buf__str(t->b, brackets[g]);
	if (t->depth < TEXT_DEPTH - 1)
		t->depth++;
	t->group[t->depth] = g;
	t->used[t->depth] = false;
}

static void op_close(struct out *o, enum out_group g)
{
	static const char *const brackets[] = {
		[OUT_STRUCT] = "}", [OUT_ARRAY] = "]", [OUT_SET] = "]", [OUT_NOTSET] = "]",
		[OUT_CALL] = ")",   [OUT_BITS] = "",   [OUT_MAP] = "}",
	};
	struct text_out *t = self(o);

	buf__str(t->b, brackets[g]);
	t->glued = false;
	if (t->depth)
		t->depth--;
}

static void op_field(struct out *o, const char *name)
{
	struct text_out *t = self(o);

	separate(t);
	buf__str(t->b, name);
	buf__char(t->b, t->note && !t->depth ? ' ' : '=');
	t->glued = true;
}

static void op_more(struct out *o)
{
	struct text_out *t = self(o);

	separate(t);
	buf__lit(t->b, "...");
}

static void op_becomes(struct out *o)
{
	struct text_out *t = self(o);

	buf__lit(t->b, " => ");
	t->glued = true;
}

static void op_comment(struct out *o, const char *fmt, ...)
{
	struct text_out *t = self(o);
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	buf__lit(t->b, " /* ");
	buf__str(t->b, text);
	buf__lit(t->b, " */");
}

static void op_text(struct out *o, const char *fmt, ...)
{
	struct text_out *t = self(o);
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	separate(t);
	buf__str(t->b, text);
}

static const struct out_ops text_ops = {
	.integer = op_integer,
	.symbol = op_symbol,
	.name = op_name,
	.string = op_string,
	.open = op_open,
	.close = op_close,
	.field = op_field,
	.more = op_more,
	.becomes = op_becomes,
	.comment = op_comment,
	.text = op_text,
};

void text_out__init(struct text_out *t, struct buf *b, enum quote_hex hex)
{
	t->out.ops = &text_ops;
	t->b = b;
	t->hex = hex;
	text_out__begin(t);
}

void text_out__begin(struct text_out *t)
{
	t->depth = 0;
	t->glued = false;
	t->group[0] = OUT_CALL;
	t->used[0] = false;
}

void text_out__go_on(struct text_out *t)
{
	t->used[0] = true;
}
