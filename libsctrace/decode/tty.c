// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Terminals: what their ioctls take. */
#include "decode/fs.h"

#define NCCS 19
#define NCC 8

#define NLDLY 0x100
#define CRDLY 0x600
#define TABDLY 0x1800
#define BSDLY 0x2000
#define VTDLY 0x4000
#define FFDLY 0x8000
#define ALL_DLY 0xff00

#define CBAUD 0x100f
#define CSIZE 0x30
#define CIBAUD 0x100f0000
#define IBSHIFT 16

struct termios_any {
	uint32_t iflag, oflag, cflag, lflag;
	uint8_t line, cc[NCCS];
	unsigned ncc;
};

/* No flag at all: nothing, not even a 0. */
static void emit_some(struct out *o, const struct sct_flags *t, uint32_t v)
{
	out_symbol(o, t, v, SYM_BLANK);
}

static void field_oflag(struct out *o, uint32_t v)
{
	out_field(o, "c_oflag");
	out_open(o, OUT_BITS);
	out_sym(o, &flags_tty_nldly, v & NLDLY);
	out_sym(o, &flags_tty_crdly, v & CRDLY);
	out_sym(o, &flags_tty_tabdly, v & TABDLY);
	out_sym(o, &flags_tty_bsdly, v & BSDLY);
	out_sym(o, &flags_tty_vtdly, v & VTDLY);
	out_sym(o, &flags_tty_ffdly, v & FFDLY);
	emit_some(o, &flags_tty_oflags, v & ~ALL_DLY);
	out_close(o, OUT_BITS);
}

static void field_cflag(struct out *o, uint32_t v)
{
	const char *speed;

	out_field(o, "c_cflag");
	out_open(o, OUT_BITS);
	out_sym(o, &flags_tty_speeds, v & CBAUD);
	speed = flags__name(&flags_tty_speeds, (v & CIBAUD) >> IBSHIFT);
	if (v & CIBAUD && speed)
		out_expr(o, (struct out_expr){ .value = v & CIBAUD, .name = speed, .shift_name = "IBSHIFT" });
	out_sym(o, &flags_tty_csize, v & CSIZE);
	emit_some(o, &flags_tty_cflags, v & ~(CBAUD | CIBAUD | CSIZE));
	out_close(o, OUT_BITS);
}

static void emit_termios(struct out *o, const struct call *c, const struct rd *r, const struct termios_any *t)
{
	out_field(o, "c_iflag");
	emit_some(o, &flags_tty_iflags, t->iflag);
	field_oflag(o, t->oflag);
	field_cflag(o, t->cflag);
	out_field(o, "c_lflag");
	emit_some(o, &flags_tty_lflags, t->lflag);
	if (!out_full(o) || r->bad) {
		out_more(o);
		return;
	}
	out_f_sym(o, "c_line", &flags_tty_lines, t->line);
	out_field(o, "c_cc");
	out_open(o, OUT_INDEXED);
	for (unsigned i = 0; i < t->ncc; i++) {
		out_index(o, &flags_tty_cc, i, "");
		out_hex(o, t->cc[i]);
	}
	out_close(o, OUT_INDEXED);
}

static void rd_termios(struct rd *r, struct termios_any *t)
{
	t->iflag = rd_u32(r);
	t->oflag = rd_u32(r);
	t->cflag = rd_u32(r);
	t->lflag = rd_u32(r);
	t->line = rd_u8(r);
	t->ncc = NCCS;
	rd_bytes(r, t->cc, NCCS);
}

void type_termios(struct out *o, const struct call *c, struct rd *r)
{
	struct termios_any t;

	rd_termios(r, &t);
	out_open(o, OUT_STRUCT);
	emit_termios(o, c, r, &t);
	out_close(o, OUT_STRUCT);
}

void type_termios2(struct out *o, const struct call *c, struct rd *r)
{
	struct termios_any t;

	rd_termios(r, &t);
	out_open(o, OUT_STRUCT);
	emit_termios(o, c, r, &t);
	if (out_full(o)) {
		out_f_uint(o, "c_ispeed", rd_u32(r));
		out_f_uint(o, "c_ospeed", rd_u32(r));
	}
	out_close(o, OUT_STRUCT);
}

void type_termio(struct out *o, const struct call *c, struct rd *r)
{
	struct termios_any t;

	t.iflag = rd_u16(r);
	t.oflag = rd_u16(r);
	t.cflag = rd_u16(r);
	t.lflag = rd_u16(r);
	t.line = rd_u8(r);
	t.ncc = NCC;
	rd_bytes(r, t.cc, NCC);
	out_open(o, OUT_STRUCT);
	emit_termios(o, c, r, &t);
	out_close(o, OUT_STRUCT);
}

void type_winsize(struct out *o, const struct call *c, struct rd *r)
{
	uint16_t row = rd_u16(r), col = rd_u16(r), x = rd_u16(r), y = rd_u16(r);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "ws_row", row);
	out_f_uint(o, "ws_col", col);
	out_f_uint(o, "ws_xpixel", x);
	out_f_uint(o, "ws_ypixel", y);
	out_close(o, OUT_STRUCT);
}

void type_modem_bits(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_flags(o, &flags_tty_modem_bits, rd_u32(r));
	out_close(o, OUT_ARRAY);
}
