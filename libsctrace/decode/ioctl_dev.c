// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: loop devices, userfaultfd, seccomp listeners, shared extents, the random pool. */
#include "decode/fs.h"

#define NAME_SIZE 64
#define KEY_SIZE 32

/* ---- loop devices ---------------------------------------------------------------- */

struct loop_any {
	uint64_t device, inode, rdevice, offset, sizelimit, init[2];
	uint32_t number, crypt, key_size, flags;
	char file[NAME_SIZE], crypt_name[NAME_SIZE], key[KEY_SIZE];
};

static void rd_loop(struct rd *r, struct loop_any *l)
{
	l->device = rd_u64(r);
	l->inode = rd_u64(r);
	l->rdevice = rd_u64(r);
	l->offset = rd_u64(r);
	l->sizelimit = rd_u64(r);
	l->number = rd_u32(r);
	l->crypt = rd_u32(r);
	l->key_size = rd_u32(r);
	l->flags = rd_u32(r);
	rd_bytes(r, l->file, NAME_SIZE);
	rd_bytes(r, l->crypt_name, NAME_SIZE);
	rd_bytes(r, l->key, KEY_SIZE);
	l->init[0] = rd_u64(r);
	l->init[1] = rd_u64(r);
}

static void field_dev(struct out *o, const char *name, uint64_t dev)
{
	out_f_dev(o, name, (dev >> 8 & 0xfff) | (dev >> 32 & 0xfffff000), (dev & 0xff) | (dev >> 12 & 0xffffff00));
}

static void field_name(struct out *o, const char *field, const char *name)
{
	size_t n = strnlen(name, NAME_SIZE);

	if (n == NAME_SIZE)
		out_f_str(o, field, name, NAME_SIZE - 1, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_f_str(o, field, name, n, OUT_STR_NUL | OUT_STR_WHOLE);
}

static void emit_loop(struct out *o, const struct call *c, struct rd *r)
{
	bool v = out_full(o), crypt;
	struct loop_any l;

	rd_loop(r, &l);
	crypt = v || l.crypt;
	out_open(o, OUT_STRUCT);
	if (v) {
		field_dev(o, "lo_device", l.device);
		out_f_uint(o, "lo_inode", l.inode);
		field_dev(o, "lo_rdevice", l.rdevice);
	}
	out_f_hex(o, "lo_offset", l.offset);
	if (v)
		out_f_uint(o, "lo_sizelimit", l.sizelimit);
	out_f_uint(o, "lo_number", l.number);
	if (crypt) {
		out_f_sym(o, "lo_encrypt_type", &flags_loop_crypts, l.crypt);
		out_f_uint(o, "lo_encrypt_key_size", l.key_size);
	}
	out_f_flags(o, "lo_flags", &flags_loop_flags, l.flags);
	field_name(o, "lo_file_name", l.file);
	if (crypt) {
		field_name(o, "lo_crypt_name", l.crypt_name);
		out_f_str(o, "lo_encrypt_key", l.key, l.key_size < KEY_SIZE ? l.key_size : KEY_SIZE, OUT_STR_WHOLE);
	}
	if (v) {
		out_field(o, "lo_init");
		out_open(o, OUT_ARRAY);
		out_hex(o, l.init[0]);
		out_hex(o, l.init[1]);
		out_close(o, OUT_ARRAY);
	} else {
		out_more(o);
	}
	out_close(o, OUT_STRUCT);
}

void type_loop_info64(struct out *o, const struct call *c, struct rd *r)
{
	emit_loop(o, c, r);
}

/* __kernel_old_dev_t: a word on 64-bit ABIs, 16 bits on x86's and arm's 32-bit ones. */
static uint64_t rd_dev(struct rd *r)
{
	uint64_t dev;

	if (r->word == 8)
		return rd_ulong(r);
	dev = rd_u16(r);
	rd_align(r, 4);
	return dev;
}

static void emit_loop_rest(struct out *o, struct rd *r)
{
	out_field(o, "lo_init");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < 2; i++)
		out_hex(o, rd_ulong(r));
	out_close(o, OUT_ARRAY);
	out_field(o, "reserved");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < 4; i++)
		out_hex(o, rd_u8(r));
	out_close(o, OUT_ARRAY);
}

/* The older struct: numbers as wide as the ABI's. */
void type_loop_info(struct out *o, const struct call *c, struct rd *r)
{
	bool v = out_full(o), crypt;
	uint64_t device, inode, rdevice;
	char name[NAME_SIZE], key[KEY_SIZE];
	uint32_t offset, type, size, flags;
	int32_t number = rd_i32(r);

	device = rd_dev(r);
	inode = rd_ulong(r);
	rdevice = rd_dev(r);
	offset = rd_u32(r);
	type = rd_u32(r);
	size = rd_u32(r);
	flags = rd_u32(r);
	rd_bytes(r, name, NAME_SIZE);
	rd_bytes(r, key, KEY_SIZE);
	crypt = v || type;
	out_open(o, OUT_STRUCT);
	out_f_int(o, "lo_number", number);
	if (v) {
		field_dev(o, "lo_device", device);
		out_f_uint(o, "lo_inode", inode);
		field_dev(o, "lo_rdevice", rdevice);
	}
	out_f_hex(o, "lo_offset", offset);
	if (crypt) {
		out_f_sym(o, "lo_encrypt_type", &flags_loop_crypts, type);
		out_f_uint(o, "lo_encrypt_key_size", size);
	}
	out_f_flags(o, "lo_flags", &flags_loop_flags, flags);
	field_name(o, "lo_name", name);
	if (crypt)
		out_f_str(o, "lo_encrypt_key", key, size < KEY_SIZE ? size : KEY_SIZE, OUT_STR_WHOLE);
	if (v)
		emit_loop_rest(o, r);
	else
		out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_loop_config(struct out *o, const struct call *c, struct rd *r)
{
	int32_t fd = rd_i32(r);
	uint32_t block = rd_u32(r);
	uint64_t reserved[8], any = 0;

	out_open(o, OUT_STRUCT);
	out_field(o, "fd");
	emit_fd(o, c, fd);
	out_f_uint(o, "block_size", block);
	out_field(o, "info");
	emit_loop(o, c, r);
	for (unsigned i = 0; i < 8; i++)
		any |= reserved[i] = rd_u64(r);
	if (any) {
		out_field(o, "__reserved");
		out_open(o, OUT_ARRAY);
		for (unsigned i = 0; i < 8; i++)
			out_hex(o, reserved[i]);
		out_close(o, OUT_ARRAY);
	}
	out_close(o, OUT_STRUCT);
}

/* ---- userfaultfd ------------------------------------------------------------------- */

#define UFFDIO_API 0xc018aa3f
#define UFFDIO_REGISTER 0xc020aa00
#define UFFDIO_COPY 0xc028aa03
#define UFFDIO_ZEROPAGE 0xc020aa04

void type_uffd_range(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t start = rd_u64(r), len = rd_u64(r);

	out_open(o, OUT_STRUCT);
	out_f_hex(o, "start", start);
	out_f_hex(o, "len", len);
	out_close(o, OUT_STRUCT);
}

/* The question; returns with the answer next. */
static void emit_uffd_question(struct out *o, const struct call *c, struct rd *r, uint32_t cmd)
{
	switch (cmd) {
	case UFFDIO_API:
		out_f_hex(o, "api", rd_u64(r));
		out_f_flags(o, "features", &flags_uffd_features, rd_u64(r));
		break;
	case UFFDIO_REGISTER:
		out_field(o, "range");
		type_uffd_range(o, c, r);
		out_f_flags(o, "mode", &flags_uffd_register_modes, rd_u64(r));
		break;
	case UFFDIO_COPY:
		out_f_hex(o, "dst", rd_u64(r));
		out_f_hex(o, "src", rd_u64(r));
		out_f_hex(o, "len", rd_u64(r));
		out_f_flags(o, "mode", &flags_uffd_copy_modes, rd_u64(r));
		break;
	case UFFDIO_ZEROPAGE:
		out_field(o, "range");
		type_uffd_range(o, c, r);
		out_f_flags(o, "mode", &flags_uffd_zeropage_modes, rd_u64(r));
		break;
	}
}

static void emit_uffd_answer(struct out *o, uint64_t v, uint32_t cmd)
{
	switch (cmd) {
	case UFFDIO_API:
		out_f_flags(o, "ioctls", &flags_uffd_api_ioctls, v);
		break;
	case UFFDIO_REGISTER:
		out_f_flags(o, "ioctls", &flags_uffd_register_ioctls, v);
		break;
	case UFFDIO_COPY:
		out_f_hex(o, "copy", v);
		break;
	case UFFDIO_ZEROPAGE:
		out_f_hex(o, "zeropage", v);
		break;
	}
}

void argfn_uffdio(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t cmd = c->args[1];
	struct rd in, out;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_STRUCT);
	emit_uffd_question(o, c, &in, cmd);
	if (c->done && !c->failed && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &out)) {
		rd_skip(&out, in.p - in.start);
		emit_uffd_answer(o, rd_u64(&out), cmd);
	}
	out_close(o, OUT_STRUCT);
}

void type_uffdio(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_STRUCT);
	emit_uffd_question(o, c, r, c->args[1]);
	out_close(o, OUT_STRUCT);
}

/* ---- seccomp ----------------------------------------------------------------------- */

void type_seccomp_notif_resp(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t id = rd_u64(r);
	int64_t val = rd_i64(r);
	int32_t error = rd_i32(r);
	uint32_t flags = rd_u32(r);
	const char *text, *name = error < 0 ? errno__name(-(unsigned)error, &text) : NULL;

	out_open(o, OUT_STRUCT);
	out_f_hex(o, "id", id);
	out_f_int(o, "val", val);
	out_field(o, "error");
	if (name)
		out_prefixed(o, "-", name, (uint64_t)(int64_t)error);
	else
		out_int(o, error);
	out_f_flags(o, "flags", &flags_seccomp_notif_flags, flags);
	out_close(o, OUT_STRUCT);
}

/* ---- extents to share --------------------------------------------------------------- */

#define DEDUPE_SHOWN 2 /* when not verbose */

struct dedupe_info {
	int64_t fd;
	uint64_t offset, done;
	int32_t status;
};

static void rd_dedupe_info(struct rd *r, struct dedupe_info *d)
{
	d->fd = rd_i64(r);
	d->offset = rd_u64(r);
	d->done = rd_u64(r);
	d->status = rd_i32(r);
	rd_skip(r, 4);
}

static void emit_dedupe_infos(struct out *o, const struct call *c, struct rd *r, unsigned n, bool answer)
{
	out_field(o, "info");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < n; i++) {
		struct dedupe_info d;

		rd_dedupe_info(r, &d);
		if (r->bad || (!out_full(o) && i >= DEDUPE_SHOWN)) {
			out_more(o);
			break;
		}
		out_open(o, OUT_STRUCT);
		if (answer) {
			out_f_uint(o, "bytes_deduped", d.done);
			out_f_int(o, "status", d.status);
		} else {
			out_field(o, "dest_fd");
			emit_fd(o, c, d.fd);
			out_f_uint(o, "dest_offset", d.offset);
		}
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}

static uint16_t emit_dedupe(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t offset = rd_u64(r), length = rd_u64(r);
	uint16_t n = rd_u16(r);

	rd_skip(r, 6);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "src_offset", offset);
	out_f_uint(o, "src_length", length);
	out_f_uint(o, "dest_count", n);
	emit_dedupe_infos(o, c, r, n, false);
	out_close(o, OUT_STRUCT);
	return n;
}

void argfn_file_dedupe(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), n;
	struct rd r;

	if (!call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	n = emit_dedupe(o, c, &r);
	if (!n || !c->done || c->failed || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		return;
	rd_skip(&r, 24);
	out_becomes(o);
	out_open(o, OUT_STRUCT);
	emit_dedupe_infos(o, c, &r, n, true);
	out_close(o, OUT_STRUCT);
}

void type_file_dedupe(struct out *o, const struct call *c, struct rd *r)
{
	emit_dedupe(o, c, r);
}

/* ---- the random pool ---------------------------------------------------------------- */

void type_rand_pool_info(struct out *o, const struct call *c, struct rd *r)
{
	int32_t count = rd_i32(r), size = rd_i32(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "entropy_count", count);
	out_f_int(o, "buf_size", size);
	out_field(o, "buf");
	decode_bytes(o, c, r, size < 0 ? 0 : size);
	out_close(o, OUT_STRUCT);
}

/* ---- consoles -------------------------------------------------------------------- */

#define TICKS_PER_SECOND 1193182

void argfn_ioctl_sym32(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_sym(o, a->flags, (uint32_t)call_arg(c, a));
}

void argfn_ioctl_sym(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_sym(o, a->flags, call_arg(c, a));
}

void argfn_ioctl_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_flags(o, a->flags, call_arg(c, a));
}

void argfn_ioctl_flags8(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_flags(o, a->flags, (uint8_t)call_arg(c, a));
}

/* A struct in both directions of which nothing is shown. */
void argfn_ioctl_both(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_addr(o, call_arg(c, a));
	if (!c->done || c->failed)
		return;
	out_becomes(o);
	out_addr(o, call_arg(c, a));
}

void argfn_ioctl_signal(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t sig = call_arg(c, a);

	if (sig > INT32_MAX)
		out_uint(o, sig);
	else
		decode_signal(o, c, sig);
}

/* An int: what has no name is decimal. */
void argfn_ioctl_kbmode(struct out *o, const struct call *c, const struct sct_arg *a)
{
	int32_t mode = (int32_t)call_arg(c, a);

	out_symbol(o, a->flags, (uint64_t)(int64_t)mode, SYM_ENUM_DEC);
}

/* Ticks of the clock per period. */
void argfn_ioctl_sound(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t period = call_arg(c, a);

	out_uint(o, period);
	if (period && TICKS_PER_SECOND / period)
		out_note(o, "%llu Hz", (unsigned long long)(TICKS_PER_SECOND / period));
	else
		out_note(o, "off");
}

void argfn_ioctl_tone(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t tone = (uint32_t)call_arg(c, a), period = tone & 0xffff, ms = tone >> 16;

	out_halves(o, tone, 16, false);
	if (ms && period)
		out_note(o, "%u Hz, %u ms", TICKS_PER_SECOND / period, ms);
	else
		out_note(o, "off");
}
