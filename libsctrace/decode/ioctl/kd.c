// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: consoles, their keyboards and fonts. */
#include <stdio.h>

#include "decode/core/struct.h"

#define MAP_CHARS 256
#define DIACRITICS 256
#define FUNC_BYTES 512
#define UNI_DIRECT_BASE 0xf000 /* codes that are positions in the font */
#define UNI_DIRECT_MASK 0x01ff

#define NEST_DATA 0
#define NEST_NAME 1
#define KDFONTOP_SET 0
#define KDFONTOP_GET 1
#define KDFONTOP_SET_DEFAULT 2
#define KDFONTOP_COPY 3
#define FONT_ROWS 32
#define FONT_NAME 31

static void emit_hexed(struct out *o, const struct call *c, const struct rd *r, uint64_t n)
{
	out_bytes(o, r->p, rd_left(r), n, OUT_STR_HEX);
}

void field_hexed(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));

	emit_hexed(o, c, &at, f->n);
}

void field_kd_unimap(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));

	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < MAP_CHARS; i++) {
		uint16_t v;

		if (!out_item(o, i))
			break;
		v = rd_u16(&at);
		if ((v & ~UNI_DIRECT_MASK) == UNI_DIRECT_BASE)
			out_plus(o, "UNI_DIRECT_BASE", v, v & UNI_DIRECT_MASK, true);
		else
			out_hex(o, v);
	}
	out_close(o, OUT_ARRAY);
}

/* Emits an int by name, or in decimal if it has none. */
void field_kd_kbmode(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_symbol(o, &flags_kd_keyboard_modes, (uint64_t)field_signed(c, f, r), SYM_ENUM_DEC);
}

/* ---- keys ---- */

#define KEYS_WITH_CHARS (1 << 0 | 1 << 8 | 1 << 11 | 1 << 13) /* KT_LATIN, META, LETTER, DEAD2 */

/* Writes a character as a C literal. */
static void char_text(char *text, size_t n, uint8_t ch)
{
	static const char plain[] = "\t\n\v\f\r'\\", letters[] = "tnvfr'\\";
	const char *at = ch ? strchr(plain, ch) : NULL;

	if (at)
		snprintf(text, n, "'\\%c'", letters[at - plain]);
	else
		snprintf(text, n, ch >= ' ' && ch <= '~' ? "'%c'" : "'\\x%02x'", ch);
}

/* Emits a key's code, with a comment: K_F1, K(KT_LATIN, 'a'). */
static void emit_key(struct out *o, uint16_t key)
{
	const char *name = flags__name(&flags_kd_keys, key);
	uint8_t kind = key >> 8, v = key & 0xff;
	char type[16], value[16];

	out_hex(o, key);
	if (name) {
		out_note(o, "%s", name);
		return;
	}
	name = flags__name(&flags_kd_key_types, kind);
	if (!name)
		snprintf(type, sizeof(type), "%#x", kind);
	if (kind >= 16 || !(KEYS_WITH_CHARS & 1 << kind))
		snprintf(value, sizeof(value), "%#x", v);
	else
		char_text(value, sizeof(value), v);
	out_note(o, "K(%s, %s)", name ? name : type, value);
}

static void emit_table(struct out *o, uint8_t table)
{
	const char *name = flags__name(&flags_kd_tables, table);

	if (name)
		out_name(o, name, table);
	else
		out_flags(o, &flags_kd_shifts, table);
}

/*
 * Finds the struct before and after the call (after->p is NULL if it is not known). If the struct was not captured,
 * emits its address and returns false.
 */
static bool structs_find(struct out *o, const struct call *c, const struct sct_arg *a, struct rd *in, struct rd *after)
{
	unsigned reg = call_reg(c, a);

	*after = rd_make(NULL, 0, c->abi->word);
	if (!c->args[reg] || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, in)) {
		out_unread(o, c->args[reg]);
		return false;
	}
	if (!c->done || c->failed || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, after))
		after->p = NULL;
	return true;
}

void field_kd_char(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_char(o, (uint8_t)field_value(c, f, r));
}

void field_kd_key(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_key(o, (uint16_t)field_value(c, f, r));
}

void field_kd_table(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_table(o, (uint8_t)field_value(c, f, r));
}

void argfn_kbentry(struct out *o, const struct call *c, const struct sct_arg *a)
{
	argfn_ioctl_struct(o, c, a);
}

void argfn_kbkeycode(struct out *o, const struct call *c, const struct sct_arg *a)
{
	argfn_ioctl_struct(o, c, a);
}

void argfn_kbd_repeat(struct out *o, const struct call *c, const struct sct_arg *a)
{
	argfn_ioctl_struct(o, c, a);
}

static void emit_key_value(struct out *o, uint16_t func)
{
	const char *name = flags__name(&flags_kd_keys, 1 << 8 | func);

	if (!out_coded(o, func, OUT_HEX))
		return;
	out_call(o, "KVAL");
	out_name(o, name ? name : "", func);
	out_close(o, OUT_CALL);
	out_coded_end(o);
}

#define REQUEST_ARG 2 /* register of ioctl()'s argument */

/*
 * Emits the struct. text: the part of its memory that could be read, with the string, or NULL to leave out the string.
 */
static void emit_kbsentry(struct out *o, const struct call *c, struct rd *r, const struct rd *text)
{
	uint16_t func = rd_u8(r);
	size_t n;

	out_open(o, OUT_STRUCT);
	out_field(o, "kb_func");
	emit_key_value(o, func);
	if (text) {
		const char *s = (const char *)text->start + 1;
		size_t have = text->end - text->start;

		if (!have)
			have = 1;
		n = strnlen(s, have - 1);
		out_field(o, "kb_string");
		if (text->ends && n == have - 1)
			out_addr(o, c->args[REQUEST_ARG] + 1);
		else if (n + 1 < have || n < FUNC_BYTES || n > o->bytes)
			out_str(o, s, n, OUT_STR_NUL);
		else
			out_str(o, s, n - 1, OUT_STR_CUT);
	}
	out_close(o, OUT_STRUCT);
}

void type_kbsentry(struct out *o, const struct call *c, struct rd *r)
{
	struct rd text = *r;

	emit_kbsentry(o, c, r, &text);
}

void argfn_kbsentry(struct out *o, const struct call *c, const struct sct_arg *a)
{
	bool sets = a->dir == IN, shown = sets || (c->done && !c->failed);
	struct rd in, text;

	if (!c->args[REQUEST_ARG] || !call_least(c, REQUEST_ARG, SCT_PART_SELF, 0, AT_ENTER, 1, &in)) {
		out_unread(o, c->args[REQUEST_ARG]);
		return;
	}
	text = in;
	if (shown && !sets && !call_least(c, REQUEST_ARG, SCT_PART_SELF, 0, AT_EXIT, 1, &text))
		shown = false;
	emit_kbsentry(o, c, &in, shown ? &text : NULL);
}

/* ---- diacritics ---- */

static uint32_t most_diacritics(const struct out *o)
{
	return (uint32_t)out_wanted(o, DIACRITICS);
}

/* Emits n diacritics, or those that the sink shows. Elements that were not captured print as zeros. */
static void emit_diacritics(struct out *o, const struct call *c, enum sct_type type, struct rd list, uint64_t n)
{
	uint32_t most = most_diacritics(o);
	unsigned size = abi__size(c->abi, type);

	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && i < most; i++) {
		struct rd one = struct__part(&list, i * size);

		struct__emit(o, c, type, &one, NULL);
	}
	if (n > most)
		out_more(o);
	out_close(o, OUT_ARRAY);
}

void field_kd_diacrs(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_diacritics(o, c, T_kbdiacr, struct__part(r, field_off(c, f)), field_count(c, f, r));
}

void field_kd_diacrsuc(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_diacritics(o, c, T_kbdiacruc, struct__part(r, field_off(c, f)), field_count(c, f, r));
}

/* ---- fonts ---- */

static void emit_unimap(struct out *o, const struct call *c, uint16_t n, uint64_t addr, int when)
{
	struct rd list;

	out_field(o, "entries");
	if (!addr || !call_chunk(c, 2, SCT_PART_NEST, NEST_DATA, when, &list)) {
		out_addr(o, addr);
		return;
	}
	struct__emit_array(o, c, T_unipair, &list, n);
}

/* Emits the map. Like strace, emits the count after the call even if the call failed. */
void argfn_unimap(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd in, after;
	uint16_t n, got;
	uint64_t addr;

	if (!structs_find(o, c, a, &in, &after))
		return;
	n = rd_u16(&in);
	addr = rd_ulong(&in);
	if (!c->done || !call_chunk(c, call_reg(c, a), SCT_PART_SELF, 0, AT_EXIT, &in))
		in.p = in.start;
	got = rd_u16(&in);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "entry_ct", n);
	if (got != n) {
		out_becomes(o);
		out_uint(o, got);
	}
	if (after.p) {
		emit_unimap(o, c, got, addr, AT_EXIT);
	} else {
		out_field(o, "entries");
		out_addr(o, addr);
	}
	out_close(o, OUT_STRUCT);
}

/* Emits n bytes of the font that the struct points to. */
static void emit_font(struct out *o, const struct call *c, const char *field, uint64_t addr, uint64_t n, int when)
{
	struct rd data;

	out_field(o, field);
	if (when && addr && n && call_chunk(c, 2, SCT_PART_NEST, NEST_DATA, when, &data))
		emit_hexed(o, c, &data, n);
	else if (when && addr && !n)
		out_str(o, "", 0, 0);
	else
		out_addr(o, addr);
}

static void emit_fontx(struct out *o, const struct call *c, struct rd *r, int when)
{
	uint16_t count = rd_u16(r), height = rd_u16(r);
	uint64_t addr = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "charcount", count);
	out_f_uint(o, "charheight", height);
	emit_font(o, c, "chardata", addr, (uint64_t)count * FONT_ROWS, when);
	out_close(o, OUT_STRUCT);
}

void type_fontx(struct out *o, const struct call *c, struct rd *r)
{
	emit_fontx(o, c, r, AT_ENTER);
}

void argfn_fontx(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd in, after;

	if (!structs_find(o, c, a, &in, &after))
		return;
	emit_fontx(o, c, &in, 0);
	if (!after.p)
		return;
	out_becomes(o);
	emit_fontx(o, c, &after, AT_EXIT);
}

struct font_op {
	uint32_t op, flags, width, height, count;
	uint64_t data;
};

static void rd_font_op(struct rd *r, struct font_op *f)
{
	f->op = rd_u32(r);
	f->flags = rd_u32(r);
	f->width = rd_u32(r);
	f->height = rd_u32(r);
	f->count = rd_u32(r);
	f->data = rd_ulong(r);
}

static uint64_t font_bytes(const struct font_op *f)
{
	return ((uint64_t)f->width + 7) / 8 * FONT_ROWS * f->count;
}

static void emit_font_name(struct out *o, const struct call *c, uint64_t addr)
{
	struct rd name;
	size_t n;

	out_field(o, "data");
	if (!addr || !call_chunk(c, 2, SCT_PART_NEST, NEST_NAME, AT_ENTER, &name)) {
		out_addr(o, addr);
		return;
	}
	n = strnlen((const char *)name.start, rd_left(&name));
	out_bytes(o, name.p, n < FONT_NAME ? n : FONT_NAME, n, OUT_STR_NUL);
}

static void emit_font_op(struct out *o, const struct call *c, const struct font_op *f)
{
	out_f_sym(o, "op", &flags_kd_font_ops, f->op);
	if (f->op != KDFONTOP_SET_DEFAULT && f->op != KDFONTOP_COPY)
		out_f_flags(o, "flags", &flags_kd_font_flags, f->flags);
	if (f->op != KDFONTOP_COPY)
		out_f_uint(o, "width", f->width);
	out_f_uint(o, "height", f->height);
	if (f->op == KDFONTOP_COPY)
		return;
	if (f->op == KDFONTOP_SET_DEFAULT) {
		emit_font_name(o, c, f->data);
		return;
	}
	out_f_uint(o, "charcount", f->count);
	emit_font(o, c, "data", f->data, font_bytes(f), f->op == KDFONTOP_SET ? AT_ENTER : 0);
}

void argfn_font_op(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd in, after;
	struct font_op f;
	uint32_t op;

	if (!structs_find(o, c, a, &in, &after))
		return;
	rd_font_op(&in, &f);
	op = f.op;
	out_open(o, OUT_STRUCT);
	emit_font_op(o, c, &f);
	out_close(o, OUT_STRUCT);
	if (!after.p || op == KDFONTOP_SET || op == KDFONTOP_COPY)
		return;
	rd_font_op(&after, &f);
	out_becomes(o);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "width", f.width);
	out_f_uint(o, "height", f.height);
	if (op != KDFONTOP_SET_DEFAULT) {
		out_f_uint(o, "charcount", f.count);
		emit_font(o, c, "data", f.data, font_bytes(&f), op == KDFONTOP_GET ? AT_EXIT : 0);
	}
	out_close(o, OUT_STRUCT);
}

/* ---- ports ---- */

/* Ports of video cards: GPFIRST to GPLAST in the kernel's vt_ioctl.c. */
#define PORT_FIRST 0x3b4
#define PORT_LAST 0x3df

void argfn_kd_port(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t port = call_arg(c, a);

	out_hex(o, port);
	if (port >= PORT_FIRST && port <= PORT_LAST)
		out_form_note(o, "GPFIRST + %u", (unsigned)(port - PORT_FIRST));
}
