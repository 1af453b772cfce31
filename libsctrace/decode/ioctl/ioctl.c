// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: the names of requests, and the structs of files. */
#include <errno.h>
#include <string.h>

#include "decode/core/emit.h"
#include "decode/core/struct.h"
#include "decode/ioctl/input.h"

#define DIR(cmd) ((cmd) >> 30)
#define SIZE_OF(cmd) ((cmd) >> 16 & 0x3fff)
#define KIND(cmd) ((cmd) >> 8 & 0xff)
#define NUM(cmd) ((cmd)&0xff)

#define DIR_WRITE 1u
#define DIR_READ 2u

#define REQUEST_TCSETS 0x5402
#define REQUEST_TCSETSF 0x5404
#define REQUEST_POINTED 0xff0b /* a request without a name whose argument strace takes for a pointer */
#define ERESTARTSYS 512	       /* the kernel's first internal errno for calls that are restarted */

/* ---- the request ---------------------------------------------------------------- */

/* Searches a table that is sorted by number. Returns NULL if the request is not in it. */
static const struct sct_flag *request_find(const struct sct_flags *t, uint32_t cmd)
{
	const struct sct_flag *rows = t->rows;
	size_t lo = 0, hi = t->n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if ((uint32_t)rows[mid].value < cmd)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && (uint32_t)rows[lo].value == cmd ? &rows[lo] : NULL;
}

static bool is_request_32(const struct sct_flag *row, uint32_t cmd)
{
	bool wide_only = (row->value & WIDE_ONLY(0)) != 0;

	return !wide_only && request__32(row->value) == cmd;
}

/*
 * Finds a request of a 32-bit ABI. Some requests have another number there, as their struct has another size, and the
 * table is not sorted by these numbers.
 */
static const struct sct_flag *request_find_32(uint32_t cmd)
{
	const struct sct_flags *t = &flags_ioctl_cmds;
	const struct sct_flag *row = request_find(&flags_ioctl_cmds_32, cmd);

	if (row)
		return row;
	row = request_find(t, cmd);
	if (row && is_request_32(row, cmd))
		return row;
	for (row = t->rows; row < t->rows + t->n; row++)
		if (is_request_32(row, cmd))
			return row;
	return NULL;
}

/*
 * Returns true if the result shows that the descriptor is a terminal: other drivers refuse the request before they
 * access its memory.
 */
static bool is_terminal(const struct call *c)
{
	return !c->failed || c->ret == -EFAULT || c->ret == -EIO || c->ret == -EINTR || c->ret <= -ERESTARTSYS;
}

static const char *request_name(const struct call *c, uint32_t cmd)
{
	const struct sct_flag *row = c->abi->word == 4 ? request_find_32(cmd) : request_find(&flags_ioctl_cmds, cmd);
	const char *either = row ? strstr(row->name, " or ") : NULL;

	/* strace looks up the descriptor to tell a terminal's request from that of a sound sequencer's timer */
	if (either && cmd >= REQUEST_TCSETS && cmd <= REQUEST_TCSETSF && is_terminal(c))
		return either + strlen(" or ");
	return row && *row->name ? row->name : NULL;
}

/* Families of requests that have a parameter in their size or number. */
struct family {
	uint8_t kind, num;
	uint8_t dirs; /* directions of the request: bit 1 << DIR() */
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

/* Emits a code. If the whole request's number is printed beside its name, an unknown code has no comment. */
static void input_code(struct out *o, const struct sct_flags *t, uint32_t code)
{
	struct sct_flags bare = *t;

	if (o->numbers == OUT_BOTH)
		bare.unknown = NULL;
	out_sym(o, &bare, code);
}

/* Emits input devices' requests that have a code in their number. Returns false for other requests. */
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

/*
 * Returns true for kinds of requests that have a decoder in strace, which prints the address if it does not know the
 * request.
 */
static bool is_known_kind(uint32_t cmd)
{
	static const uint8_t kinds[] = { 0x03, 0x12, 0x15, 0x21, 0x22, 0x24, 0x3d, 0x3e, 0x45, 0x49, 0x4b, 0x4c,
					 0x4d, 0x4f, 0x52, 0x54, 0x56, 0x57, 0x58, 0x66, 0x69, 0x6f, 0x70, 0x75,
					 0x89, 0x8a, 0x94, 0xa4, 0xaa, 0xab, 0xae, 0xb4, 0xb7, 0xfd, 0xff };

	return memchr(kinds, KIND(cmd), sizeof(kinds));
}

/* Emits the bytes at an argument. Returns false if they could not be read: print the address then. */
static bool emit_memory(struct out *o, const struct call *c, unsigned reg, int when)
{
	size_t size = SIZE_OF(c->args[1]);
	struct rd r;

	if (!c->args[reg] || !call_partial(c, reg, SCT_PART_SELF, 0, when, &r) || !decode_suffices(o, &r, size))
		return false;
	out_bytes(o, r.p, rd_left(&r) < size ? rd_left(&r) : size, size, OUT_STR_HEX);
	return true;
}

/*
 * Emits the memory of the request, as many bytes as its number has, from before the call, after it, or both. Returns
 * false if -v is not set or the memory is not shown.
 */
static bool emit_request(struct out *o, const struct call *c, unsigned reg)
{
	uint32_t cmd = c->args[1];

	if (!out_full(o) || !SIZE_OF(cmd) || is_known_kind(cmd))
		return false;
	if (!emit_memory(o, c, reg, DIR(cmd) == DIR_READ ? AT_EXIT : AT_ENTER))
		return false;
	if (DIR(cmd) == DIR_READ || DIR(cmd) == DIR_WRITE || !c->done)
		return true;
	out_becomes(o);
	if (!emit_memory(o, c, reg, AT_EXIT))
		out_hex(o, c->args[reg]);
	return true;
}

/* Emits the argument of a request that has no row of its own. */
void argfn_ioctl_arg(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t cmd = c->args[1];

	if (input__emit(o, c, call_reg(c, a)) || emit_request(o, c, call_reg(c, a)))
		return;
	if ((KIND(cmd) == 'E' && DIR(cmd)) || cmd == REQUEST_POINTED)
		out_addr(o, call_arg(c, a));
	else
		out_hex(o, call_arg(c, a));
}

/* TIOCSTI: emits one character. */
void field_char(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint8_t ch = (uint8_t)field_value(c, f, r);

	out_str(o, &ch, 1, OUT_STR_WHOLE);
}

/* ---- files ------------------------------------------------------------------------ */

void field_fiemap_extents(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd list = struct__part(r, field_off(c, f));

	struct__emit_array(o, c, T_fiemap_extent, &list, field_count(c, f, r));
}

/* Returns the number of bytes that the struct gives, at most those that were captured. */
static size_t bytes_given(const struct call *c, const struct field *f, const struct rd *r, const struct rd *at)
{
	size_t n = field_count(c, f, r), most = f->n < rd_left(at) ? f->n : rd_left(at);

	return n < most ? n : most;
}

void field_fs_uuid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));

	out_str(o, at.p, bytes_given(c, f, r, &at), OUT_STR_HEX | OUT_STR_WHOLE);
}

void field_fs_sysfs_path(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	size_t len = bytes_given(c, f, r, &at), most = len < f->n - 1u ? len : f->n - 1u;
	size_t n = strnlen((const char *)at.p, most + 1 < rd_left(&at) ? most + 1 : rd_left(&at));

	/* the byte after the name shows whether the name was cut */
	if (n > most)
		out_str(o, at.p, most, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(o, at.p, n, OUT_STR_NUL | OUT_STR_WHOLE);
}

void field_udmabuf_items(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd list = struct__part(r, field_off(c, f));
	uint64_t n = field_count(c, f, r);

	list.addr = c->args[2] + field_off(c, f);
	if (n && rd_left(&list) < abi__size(c->abi, T_udmabuf_item))
		out_unread(o, list.addr);
	else
		struct__emit_array(o, c, T_udmabuf_item, &list, n);
}

/* Emits the kind of a namespace. */
bool auxfn_ns_type(struct out *o, const struct call *c)
{
	const char *name = c->failed ? NULL : flags__name(&flags_setns_types, (uint64_t)c->ret);

	if (name)
		out_name(o, name, (uint64_t)c->ret);
	return name;
}

/*
 * Emits struct pidfd_info, of which the caller sets only the mask. Its size is part of the request, and may be smaller
 * than the struct known here, which newer kernels extend.
 */
void argfn_pidfd_info(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), size = SIZE_OF((uint32_t)c->args[1]), known = abi__size(c->abi, T_pidfd_info);
	struct rd in, out;
	bool answered;

	if (size > known)
		size = known;
	if (!c->args[reg] || !call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, sizeof(uint64_t), &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	answered = c->done && !c->failed && call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, size, &out);
	if (answered && rd_left(&out) > size)
		out.end = out.start + size;
	struct__emit(o, c, T_pidfd_info, &in, answered ? &out : NULL);
}
