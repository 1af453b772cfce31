// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: the request's name, and the structs of files, disks and clocks. */
#include "decode/core/struct.h"

#define DIR(cmd) ((cmd) >> 30)
#define SIZE_OF(cmd) ((cmd) >> 16 & 0x3fff)
#define KIND(cmd) ((cmd) >> 8 & 0xff)
#define NUM(cmd) ((cmd)&0xff)

#define DIR_WRITE 1u
#define DIR_READ 2u

/* ---- the request ---------------------------------------------------------------- */

/* The tables are in order of the numbers. */
static const struct sct_flag *request_find(const struct sct_flags *t, uint32_t cmd)
{
	const struct sct_flag *rows = t->rows;
	size_t lo = 0, hi = t->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (rows[mid].value < cmd)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && rows[lo].value == cmd ? &rows[lo] : NULL;
}

static const char *request_name(const struct call *c, uint32_t cmd)
{
	const struct sct_flag *row = c->abi->word == 4 ? request_find(&flags_ioctl_cmds_32, cmd) : NULL;

	if (!row)
		row = request_find(&flags_ioctl_cmds, cmd);
	return row && *row->name ? row->name : NULL;
}

/* Requests whose size or number is a parameter. */
struct family {
	uint8_t kind, num;
	uint8_t dirs; /* bit d: direction d */
	const char *name;
};

static const struct family families[] = {
	{ 'E', 0x06, 1 << DIR_READ, "EVIOCGNAME" },
	{ 'E', 0x07, 1 << DIR_READ, "EVIOCGPHYS" },
	{ 'E', 0x08, 1 << DIR_READ, "EVIOCGUNIQ" },
	{ 'E', 0x09, 1 << DIR_READ, "EVIOCGPROP" },
	{ 'E', 0x0a, 1 << DIR_READ, "EVIOCGMTSLOTS" },
	{ 'E', 0x18, 1 << DIR_READ, "EVIOCGKEY" },
	{ 'E', 0x19, 1 << DIR_READ, "EVIOCGLED" },
	{ 'E', 0x1a, 1 << DIR_READ, "EVIOCGSND" },
	{ 'E', 0x1b, 1 << DIR_READ, "EVIOCGSW" },
	{ 'H', 0x04, 1 << DIR_READ, "HIDIOCGRAWNAME" },
	{ 'H', 0x05, 1 << DIR_READ, "HIDIOCGRAWPHYS" },
	{ 'H', 0x06, 1 << DIR_READ | 1 << (DIR_READ | DIR_WRITE), "HIDIOCSFEATURE" },
	{ 'H', 0x07, 1 << (DIR_READ | DIR_WRITE), "HIDIOCGFEATURE" },
	{ 'H', 0x08, 1 << DIR_READ, "HIDIOCGRAWUNIQ" },
	{ 'H', 0x12, 1 << DIR_READ, "HIDIOCGPHYS" },
	{ 'U', 0x2c, 1 << DIR_READ, "UI_GET_SYSNAME" },
	{ 'j', 0x13, 1 << DIR_READ, "JSIOCGNAME" },
	{ 'k', 0x00, 1 << DIR_WRITE, "SPI_IOC_MESSAGE" },
};

static const char *family_name(uint32_t cmd)
{
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		const struct family *f = &families[i];

		if (f->kind == KIND(cmd) && f->num == NUM(cmd) && f->dirs & 1 << DIR(cmd))
			return f->name;
	}
	return NULL;
}

/* Where the number stands beside it, one without a name has no comment. */
static void input_code(struct out *o, const struct sct_flags *t, uint32_t code)
{
	struct sct_flags bare = *t;

	if (o->numbers == OUT_BOTH)
		bare.unknown = NULL;
	out_sym(o, &bare, code);
}

/* Input devices' requests that carry a code in their number. */
static bool emit_input(struct out *o, uint32_t cmd)
{
	uint32_t num = NUM(cmd);

	if (KIND(cmd) != 'E')
		return false;
	if (DIR(cmd) == DIR_READ && num >= 0x20 && num < 0x40) {
		out_call(o, "EVIOCGBIT");
		if (num > 0x20)
			input_code(o, &flags_input_events, num - 0x20);
		else
			out_uint(o, 0);
		out_uint(o, SIZE_OF(cmd));
	} else if (DIR(cmd) == DIR_READ && num >= 0x40 && num < 0x80) {
		out_call(o, "EVIOCGABS");
		input_code(o, &flags_input_axes, num - 0x40);
	} else if (DIR(cmd) == DIR_WRITE && num >= 0xc0) {
		out_call(o, "EVIOCSABS");
		input_code(o, &flags_input_axes, num - 0xc0);
	} else {
		return false;
	}
	out_close(o, OUT_CALL);
	return true;
}

static void emit_unknown(struct out *o, uint32_t cmd)
{
	out_call(o, "_IOC");
	out_flags(o, &flags_ioc_dirs, DIR(cmd));
	out_hex(o, KIND(cmd));
	out_hex(o, NUM(cmd));
	out_hex(o, SIZE_OF(cmd));
	out_close(o, OUT_CALL);
}

static const char *with_param(uint32_t cmd, uint32_t *param)
{
	*param = SIZE_OF(cmd);
	if (KIND(cmd) == 'M' && (DIR(cmd) == DIR_READ || DIR(cmd) == DIR_WRITE)) {
		*param = NUM(cmd);
		return DIR(cmd) == DIR_READ ? "MIXER_READ" : "MIXER_WRITE";
	}
	return family_name(cmd);
}

void argfn_ioctl_cmd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t cmd = call_arg(c, a), param;
	const char *family = with_param(cmd, &param);
	const char *name = request_name(c, cmd);

	if (!out_coded(o, cmd, OUT_HEX))
		return;
	if (family && name) {
		out_open(o, OUT_EITHER);
		out_call(o, family);
		out_uint(o, param);
		out_close(o, OUT_CALL);
		out_name(o, name, cmd);
		out_close(o, OUT_EITHER);
	} else if (family) {
		out_call(o, family);
		out_uint(o, param);
		out_close(o, OUT_CALL);
	} else if (name) {
		out_name(o, name, cmd);
	} else if (!emit_input(o, cmd)) {
		emit_unknown(o, cmd);
	}
	out_coded_end(o);
}

/* The argument of a request with no row of its own. */
void argfn_ioctl_arg(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t cmd = c->args[1];

	if (KIND(cmd) == 'E' && DIR(cmd))
		out_addr(o, call_arg(c, a));
	else
		out_hex(o, call_arg(c, a));
}

/* TIOCSTI: one character */
void field_char(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint8_t ch = (uint8_t)field_value(c, f, r);

	out_str(o, &ch, 1, OUT_STR_WHOLE);
}

/* ---- files ------------------------------------------------------------------------ */

void field_fs_label(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	size_t n = strnlen((const char *)at.p, rd_left(&at));

	out_str(o, at.p, n, OUT_STR_NUL);
}

void field_fiemap_extents(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd list = struct__part(r, field_off(c, f));

	struct__emit_array(o, c, T_fiemap_extent, &list, field_count(c, f, r));
}
