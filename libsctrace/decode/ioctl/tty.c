// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Terminals: arguments of their ioctls. */
#include "decode/core/struct.h"

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

/* Emits flags, or nothing (not even 0) if none is set. */
static void emit_some(struct out *o, const struct sct_flags *t, uint32_t v)
{
	out_symbol(o, t, v, SYM_BLANK);
}

void field_tty_oflag(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r);

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

void field_tty_cflag(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t v = (uint32_t)field_value(c, f, r);
	const char *speed;

	out_open(o, OUT_BITS);
	out_sym(o, &flags_tty_speeds, v & CBAUD);
	speed = flags__name(&flags_tty_speeds, (v & CIBAUD) >> IBSHIFT);
	if (v & CIBAUD && speed)
		out_expr(o, (struct out_expr){ .value = v & CIBAUD,
					       .name = speed,
					       .number = (v & CIBAUD) >> IBSHIFT,
					       .shift = IBSHIFT,
					       .shift_name = "IBSHIFT" });
	out_sym(o, &flags_tty_csize, v & CSIZE);
	emit_some(o, &flags_tty_cflags, v & ~(CBAUD | CIBAUD | CSIZE));
	out_close(o, OUT_BITS);
}

void field_tty_iflag(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_some(o, &flags_tty_iflags, (uint32_t)field_value(c, f, r));
}

void field_tty_lflag(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_some(o, &flags_tty_lflags, (uint32_t)field_value(c, f, r));
}

void field_tty_cc(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	size_t off = field_off(c, f);

	out_open(o, OUT_INDEXED);
	for (unsigned i = 0; i < f->n; i++) {
		out_index(o, &flags_tty_cc, i, "");
		out_hex(o, struct__number(r, off + i, 1));
	}
	out_close(o, OUT_INDEXED);
}
