// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: the request's name, and the structs of files, disks and clocks. */
#include "decode/fs.h"

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

/* Input devices' requests that carry a code in their number. */
static bool emit_input(struct out *o, uint32_t cmd)
{
	uint32_t num = NUM(cmd);

	if (KIND(cmd) != 'E')
		return false;
	if (DIR(cmd) == DIR_READ && num >= 0x20 && num < 0x40) {
		out_call(o, "EVIOCGBIT");
		if (num > 0x20)
			out_sym(o, &flags_input_events, num - 0x20);
		else
			out_uint(o, 0);
		out_uint(o, SIZE_OF(cmd));
	} else if (DIR(cmd) == DIR_READ && num >= 0x40 && num < 0x80) {
		out_call(o, "EVIOCGABS");
		out_sym(o, &flags_input_axes, num - 0x40);
	} else if (DIR(cmd) == DIR_WRITE && num >= 0xc0) {
		out_call(o, "EVIOCSABS");
		out_sym(o, &flags_input_axes, num - 0xc0);
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
void type_char(struct out *o, const struct call *c, struct rd *r)
{
	uint8_t ch = rd_u8(r);

	out_str(o, &ch, 1, OUT_STR_WHOLE);
}

void type_uint16(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_uint(o, rd_u16(r));
	out_close(o, OUT_ARRAY);
}

/* ---- files ------------------------------------------------------------------------ */

void type_file_flags(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_flags(o, &flags_fs_file_flags, (uint32_t)rd_ulong(r)); /* an int, whatever its number says */
	out_close(o, OUT_ARRAY);
}

static void emit_fsxattr(struct out *o, struct rd *r, bool extents)
{
	uint32_t xflags = rd_u32(r), extsize = rd_u32(r), nextents = rd_u32(r);
	uint32_t projid = rd_u32(r), cowextsize = rd_u32(r);

	out_open(o, OUT_STRUCT);
	out_f_flags(o, "fsx_xflags", &flags_fs_xflags, xflags);
	out_f_uint(o, "fsx_extsize", extsize);
	if (extents)
		out_f_uint(o, "fsx_nextents", nextents);
	out_f_hex(o, "fsx_projid", projid);
	out_f_uint(o, "fsx_cowextsize", cowextsize);
	out_close(o, OUT_STRUCT);
}

void type_fsxattr(struct out *o, const struct call *c, struct rd *r)
{
	emit_fsxattr(o, r, true);
}

void type_fsxattr_set(struct out *o, const struct call *c, struct rd *r)
{
	emit_fsxattr(o, r, false);
}

void type_fs_label(struct out *o, const struct call *c, struct rd *r)
{
	const uint8_t *end = memchr(r->p, 0, rd_left(r));
	size_t n = end ? (size_t)(end - r->p) : rd_left(r);

	out_str(o, r->p, n, OUT_STR_NUL);
}

void type_file_clone_range(struct out *o, const struct call *c, struct rd *r)
{
	int64_t fd = rd_i64(r);
	uint64_t off = rd_u64(r), len = rd_u64(r), dest = rd_u64(r);

	out_open(o, OUT_STRUCT);
	out_field(o, "src_fd");
	emit_fd(o, c, fd);
	out_f_uint(o, "src_offset", off);
	out_f_uint(o, "src_length", len);
	out_f_uint(o, "dest_offset", dest);
	out_close(o, OUT_STRUCT);
}

void type_fstrim_range(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t start = rd_u64(r), len = rd_u64(r), minlen = rd_u64(r);

	out_open(o, OUT_STRUCT);
	out_f_hex(o, "start", start);
	out_f_uint(o, "len", len);
	out_f_uint(o, "minlen", minlen);
	out_close(o, OUT_STRUCT);
}

#define FIEMAP_HEAD 32

/* struct fiemap: the question, and behind an arrow the answer */
struct fiemap_head {
	uint64_t start, length;
	uint32_t flags, mapped, count;
};

static void rd_fiemap(struct rd *r, struct fiemap_head *f)
{
	f->start = rd_u64(r);
	f->length = rd_u64(r);
	f->flags = rd_u32(r);
	f->mapped = rd_u32(r);
	f->count = rd_u32(r);
	rd_skip(r, 4);
}

static void emit_fiemap_extents(struct out *o, struct rd *r, uint32_t n)
{
	out_field(o, "fm_extents");
	out_open(o, OUT_ARRAY);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t logical = rd_u64(r), physical = rd_u64(r), length = rd_u64(r);
		uint32_t flags;

		rd_skip(r, 16);
		flags = rd_u32(r);
		rd_skip(r, 12);
		if (r->bad) {
			out_more(o);
			break;
		}
		out_open(o, OUT_STRUCT);
		out_f_uint(o, "fe_logical", logical);
		out_f_uint(o, "fe_physical", physical);
		out_f_uint(o, "fe_length", length);
		out_f_flags(o, "fe_flags", &flags_fiemap_extent_flags, flags);
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}

void argfn_fiemap(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct fiemap_head f;
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r) || rd_left(&r) < FIEMAP_HEAD) {
		out_unread(o, c->args[reg]);
		return;
	}
	rd_fiemap(&r, &f);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "fm_start", f.start);
	out_f_uint(o, "fm_length", f.length);
	out_f_flags(o, "fm_flags", &flags_fiemap_flags, f.flags);
	out_f_uint(o, "fm_extent_count", f.count);
	out_close(o, OUT_STRUCT);
	if (!c->done || c->failed || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r) || rd_left(&r) < FIEMAP_HEAD)
		return;
	rd_fiemap(&r, &f);
	out_becomes(o);
	out_open(o, OUT_STRUCT);
	out_f_flags(o, "fm_flags", &flags_fiemap_flags, f.flags);
	out_f_uint(o, "fm_mapped_extents", f.mapped);
	if (out_full(o))
		emit_fiemap_extents(o, &r, f.mapped);
	else
		out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_fiemap(struct out *o, const struct call *c, struct rd *r)
{
	out_more(o);
}

/* ---- disks ------------------------------------------------------------------------ */

void type_uint64_pair(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t a = rd_u64(r), b = rd_u64(r);

	out_open(o, OUT_ARRAY);
	out_uint(o, a);
	out_uint(o, b);
	out_close(o, OUT_ARRAY);
}

void type_blkpg(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t op = rd_u32(r);
	int32_t flags = rd_i32(r), len = rd_i32(r);
	uint64_t data = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	out_f_sym(o, "op", &flags_blkpg_ops, op);
	out_f_int(o, "flags", flags);
	out_f_int(o, "datalen", len);
	out_f_addr(o, "data", data);
	out_close(o, OUT_STRUCT);
}

void type_hd_geometry(struct out *o, const struct call *c, struct rd *r)
{
	uint8_t heads = rd_u8(r), sectors = rd_u8(r);
	uint16_t cylinders = rd_u16(r);
	uint64_t start = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "heads", heads);
	out_f_uint(o, "sectors", sectors);
	out_f_uint(o, "cylinders", cylinders);
	out_f_uint(o, "start", start);
	out_close(o, OUT_STRUCT);
}

/* ---- clocks ----------------------------------------------------------------------- */

void type_rtc_time(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const names[] = { "tm_sec",	"tm_min",  "tm_hour", "tm_mday", "tm_mon",
					     "tm_year", "tm_wday", "tm_yday", "tm_isdst" };
	unsigned n = out_full(o) ? 9 : 6;

	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < 9; i++) {
		int32_t v = rd_i32(r);

		if (i < n)
			out_f_int(o, names[i], v);
	}
	if (!out_full(o))
		out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_rtc_wkalrm(struct out *o, const struct call *c, struct rd *r)
{
	uint8_t enabled = rd_u8(r), pending = rd_u8(r);

	rd_skip(r, 2);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "enabled", enabled);
	out_f_uint(o, "pending", pending);
	out_field(o, "time");
	type_rtc_time(o, c, r);
	out_close(o, OUT_STRUCT);
}
