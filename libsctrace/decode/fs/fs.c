// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Files by name: open_how, handles, directory entries, file times, mounts. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define MS_REMOUNT 0x20
#define MS_NO_TYPE 0x1e3020 /* REMOUNT BIND MOVE and the propagation types */
#define MS_MGC_VAL 0xc0ed0000
#define MS_MGC_MSK 0xffff0000

/* ---- arguments of one word ---- */

/* Emits a umode_t: 16 bits in octal, without the names of file types. */
void argfn_umode(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_oct(o, (uint16_t)call_arg(c, a));
}

void argfn_flags64(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_flags(o, a->flags, call_arg(c, a));
}

void argfn_sym64(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_sym(o, a->flags, call_arg(c, a));
}

/* Emits an argument as it was before the call. Its memory after the call is for the note on the return value. */
void argfn_as_in(struct out *o, const struct call *c, const struct sct_arg *a)
{
	decode_before(o, c, a);
}

/* Emits a signal set whose size is another argument. */
void argfn_sized_sigset(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct sct_arg set = *a;
	unsigned reg = call_reg(c, a);

	set.reg = reg + 1;
	set.fn = ARGFN_NONE;
	if (c->args[a->len_arg] == abi__size(c->abi, T_sigset))
		decode_value(o, c, &set);
	else
		out_unread(o, c->args[reg]);
}

/* ---- fanotify ---------------------------------------------------------------------- */

#define FAN_ALL_CLASS_BITS 0xc
#define FAN_NOFD (-1)

void argfn_fanotify_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a), flags = v & ~FAN_ALL_CLASS_BITS;

	out_open(o, OUT_BITS);
	out_sym(o, &flags_fanotify_classes, v & FAN_ALL_CLASS_BITS);
	if (flags)
		out_flags(o, a->flags, flags);
	out_close(o, OUT_BITS);
}

void argfn_fanotify_fd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if ((int32_t)call_arg(c, a) == FAN_NOFD)
		out_name_dec(o, "FAN_NOFD", (uint64_t)FAN_NOFD);
	else
		decode_value(o, c, a);
}

/* ---- file handles ---------------------------------------------------------------- */

void field_file_handle(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	uint64_t bytes = field_count(c, f, r);
	size_t n = bytes < f->n ? bytes : f->n;

	if (rd_left(&at) < n)
		out_unknown(o);
	else
		out_bytes(o, at.p, n, bytes, OUT_STR_HEX | OUT_STR_WHOLE);
}

#define EOVERFLOW 75
#define HANDLE_HEAD offsetof(struct lp64_file_handle, f_handle)

/* Emits a file handle; the part after its head may be missing. */
void argfn_file_handle_in(struct out *o, const struct call *c, const struct sct_arg *a)
{
	decode_least(o, c, call_reg(c, a), T_file_handle, AT_ENTER, HANDLE_HEAD);
}

/* Emits the mount id. Like strace, emits only its address if the handle could not be read. */
void argfn_handle_mount(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd r;

	if (call_least(c, call_reg(c, a) - 1, SCT_PART_SELF, 0, AT_ENTER, HANDLE_HEAD, &r))
		decode_value(o, c, a);
	else
		out_unread(o, call_arg(c, a));
}

/* Emits a file handle as the caller gave it, then as the kernel returned it. */
void argfn_file_handle(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd in, out;
	uint32_t bytes, now;

	if (!call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, HANDLE_HEAD, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	bytes = now = rd_u32(&in);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "handle_bytes", bytes);
	if (c->done && (!c->failed || c->ret == -EOVERFLOW) &&
	    call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, HANDLE_HEAD, &out)) {
		now = (uint32_t)MEMBER(&out, file_handle, handle_bytes);
		if (now != bytes) {
			out_becomes(o);
			out_uint(o, now);
		}
		if (!c->failed)
			struct__emit(o, c, T_file_handle_got, &out, NULL);
	}
	out_close(o, OUT_STRUCT);
}

/* ---- directory entries ------------------------------------------------------------- */

static void emit_name(struct out *o, const uint8_t *p, size_t n)
{
	const uint8_t *end = memchr(p, 0, n);

	out_f_str(o, "d_name", p, end ? (size_t)(end - p) : n, OUT_STR_WHOLE);
}

static void emit_dirent64(struct out *o, struct rd *e, uint16_t reclen)
{
	uint64_t ino = rd_u64(e);
	int64_t off = rd_i64(e);
	uint8_t type;

	rd_skip(e, 2);
	type = rd_u8(e);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "d_ino", ino);
	out_f_int(o, "d_off", off);
	out_f_uint(o, "d_reclen", reclen);
	out_f_sym(o, "d_type", &flags_dirent_types, type);
	emit_name(o, e->p, rd_left(e));
	out_close(o, OUT_STRUCT);
}

/* Emits an entry of the old format, which has the type in its last byte, after the name. */
static void emit_dirent(struct out *o, struct rd *e, uint16_t reclen)
{
	uint64_t ino = rd_ulong(e);
	uint64_t off = rd_ulong(e);

	rd_skip(e, 2);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "d_ino", ino);
	out_f_uint(o, "d_off", off);
	out_f_uint(o, "d_reclen", reclen);
	emit_name(o, e->p, rd_left(e) ? rd_left(e) - 1 : 0);
	out_f_sym(o, "d_type", &flags_dirent_types, e->end[-1]);
	out_close(o, OUT_STRUCT);
}

typedef void dirent_fn(struct out *o, struct rd *e, uint16_t reclen);

/* Counts the entries, and emits each one with fn unless it is NULL. Returns their number. */
static unsigned walk_dirents(struct out *o, struct rd r, size_t reclen_off, dirent_fn *fn)
{
	unsigned n = 0;

	while (rd_left(&r) >= reclen_off + 3) {
		uint16_t len;
		struct rd e;

		memcpy(&len, r.p + reclen_off, 2);
		if (len < reclen_off + 3 || len > rd_left(&r)) {
			if (fn)
				out_more(o);
			break;
		}
		e = rd_make(r.p, len, r.word);
		if (fn)
			fn(o, &e, len);
		n++;
		rd_skip(&r, len);
	}
	return n;
}

static void emit_dirents(struct out *o, const struct call *c, const struct sct_arg *a, size_t reclen_off, dirent_fn *fn)
{
	unsigned reg = call_reg(c, a);
	struct rd r = rd_make("", 0, c->abi->word);

	if (!c->done || c->failed || (c->ret && !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	if (!out_full(o)) {
		out_unread(o, c->args[reg]);
		out_note(o, "%u entries", walk_dirents(o, r, reclen_off, NULL));
		return;
	}
	out_open(o, OUT_ARRAY);
	walk_dirents(o, r, reclen_off, fn);
	out_close(o, OUT_ARRAY);
}

void argfn_dirents(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_dirents(o, c, a, 2 * c->abi->word, emit_dirent);
}

void argfn_dirents64(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_dirents(o, c, a, 16, emit_dirent64);
}

void type_dirent(struct out *o, const struct call *c, struct rd *r)
{
	walk_dirents(o, *r, 2 * r->word, emit_dirent);
}

void type_dirent64(struct out *o, const struct call *c, struct rd *r)
{
	walk_dirents(o, *r, 16, emit_dirent64);
}

/* ---- extended attributes ---------------------------------------------------------- */

#define XATTR_MOST 65536 /* XATTR_SIZE_MAX of <linux/limits.h> */

/*
 * Emits the value of an attribute. A NUL at its end, or at the end of the shown part, is taken for the end of a
 * string.
 */
void argfn_xattr_value(struct out *o, const struct call *c, const struct sct_arg *a)
{
	int when = a->dir == IN ? AT_ENTER : AT_EXIT;
	unsigned reg = call_reg(c, a);
	uint64_t n = a->dir == IN ? c->args[a->len_arg] : (uint64_t)c->ret;
	struct rd r;

	if ((when == AT_EXIT && (!c->done || c->failed || !c->args[3])) || !c->args[reg] || n > XATTR_MOST ||
	    !call_partial(c, reg, SCT_PART_SELF, 0, when, &r) || !decode_suffices(o, &r, n)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_bytes(o, r.p, rd_left(&r), n, OUT_STR_TRIM);
}

/* Emits the value of setxattrat(), which is in a struct. */
void field_xattr_given(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r), n = field_count(c, f, r);
	struct rd in = rd_make("", 0, c->abi->word);

	if (!addr || n > XATTR_MOST || (n && !field_partly(c, f, r, &in)) || !decode_suffices(o, &in, n))
		out_unread(o, addr);
	else
		out_bytes(o, in.p, rd_left(&in), n, OUT_STR_TRIM);
}

/* Emits the value of getxattrat(): as many bytes as the call returned. */
void field_xattr_got(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r);
	struct rd in;

	if (!c->done || c->failed || !addr || !field_pointed(c, f, r, &in))
		out_unread(o, addr);
	else
		out_bytes(o, in.p, rd_left(&in) < (uint64_t)c->ret ? rd_left(&in) : (uint64_t)c->ret, (uint64_t)c->ret,
			  OUT_STR_TRIM);
}

/* Emits the list of names, or its address if the size is 0, by which the call only asks for the length. */
void argfn_xattr_list(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[a->len_arg])
		decode_value(o, c, a);
	else
		out_addr(o, call_arg(c, a));
}

/* ---- mount, swapon ------------------------------------------------------------------- */

/* Emits the type or the data of a mount, or only the address if the kernel does not read it with these flags. */
void argfn_mount_str(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t flags = c->args[3];
	bool unused;

	if ((flags & MS_MGC_MSK) == MS_MGC_VAL)
		flags &= ~(uint64_t)MS_MGC_MSK;
	unused = flags & MS_NO_TYPE && !(reg == 4 && flags & MS_REMOUNT);
	if (unused)
		out_unread(o, c->args[reg]);
	else
		decode_before(o, c, a);
}

void argfn_mount_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t flags = call_arg(c, a);

	if ((flags & MS_MGC_MSK) != MS_MGC_VAL) {
		out_flags(o, a->flags, flags);
		return;
	}
	flags &= ~(uint64_t)MS_MGC_MSK;
	out_open(o, OUT_BITS);
	out_name(o, "MS_MGC_VAL", MS_MGC_VAL);
	if (flags)
		out_flags(o, a->flags, flags);
	out_close(o, OUT_BITS);
}

#define SWAP_PRIO_MASK 0x7fff

void argfn_swap_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t flags = call_arg(c, a);

	out_open(o, OUT_BITS);
	if (flags & ~SWAP_PRIO_MASK)
		out_flags(o, a->flags, flags & ~SWAP_PRIO_MASK);
	out_uint(o, flags & SWAP_PRIO_MASK);
	out_close(o, OUT_BITS);
}

/* Emits the struct, or its address if its size is one that the kernel refuses. */
void argfn_file_attr_set(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t size = c->args[a->len_arg];
	unsigned reg = call_reg(c, a);
	struct sct_arg plain = *a;

	plain.reg = (uint8_t)(reg + 1);
	plain.fn = ARGFN_NONE;
	if (size < sizeof(struct lp64_file_attr) || size > a->elem)
		out_unread(o, c->args[reg]);
	else
		decode_value(o, c, &plain);
}
