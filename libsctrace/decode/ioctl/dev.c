// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ioctl: loop devices, userfaultfd, shared extents, the random pool, consoles. */
#include <string.h>

#include "decode/core/emit.h"
#include "decode/core/signal.h"
#include "decode/core/struct.h"

/* ---- loop devices ---------------------------------------------------------------- */

void field_loop_key(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	uint64_t n = field_count(c, f, r), most = sizeof(((struct lp64_loop_info64 *)0)->lo_encrypt_key);

	if (n > most)
		n = most;
	out_str(o, at.p, n < rd_left(&at) ? n : rd_left(&at), OUT_STR_WHOLE);
}

/* ---- clocks ---------------------------------------------------------------------- */

void field_nanoseconds(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t v = field_signed(c, f, r);
	uint64_t ns = v < 0 ? -v : v;

	out_int(o, v);
	if (v)
		out_form_note(o, "%s%llu.%09llu s", v < 0 ? "-" : "", (unsigned long long)(ns / 1000000000),
			      (unsigned long long)(ns % 1000000000));
}

void field_microseconds(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t us = (uint32_t)field_value(c, f, r);

	out_uint(o, us);
	if (us)
		out_form_note(o, "%u.%06u s", us / 1000000, us % 1000000);
}

/* ---- userfaultfd ------------------------------------------------------------------- */

#define UFFDIO_API 0xc018aa3f
#define UFFDIO_REGISTER 0xc020aa00
#define UFFDIO_COPY 0xc028aa03
#define UFFDIO_ZEROPAGE 0xc020aa04

/* Emits the members that the caller sets. Leaves the cursor at the members of the answer. */
static void emit_uffd_question(struct out *o, const struct call *c, struct rd *r, uint32_t cmd)
{
	switch (cmd) {
	case UFFDIO_API:
		out_f_hex(o, "api", rd_u64(r));
		out_f_flags(o, "features", &flags_uffd_features, rd_u64(r));
		break;
	case UFFDIO_REGISTER:
		out_field(o, "range");
		struct__emit(o, c, T_uffd_range, r, NULL);
		rd_skip(r, sizeof(struct lp64_uffd_range));
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
		struct__emit(o, c, T_uffd_range, r, NULL);
		rd_skip(r, sizeof(struct lp64_uffd_range));
		out_f_flags(o, "mode", &flags_uffd_zeropage_modes, rd_u64(r));
		break;
	}
}

/* Emits members of the request that the kernel changed: UFFDIO_API returns the features that the kernel offers. */
static void emit_uffd_change(struct out *o, struct rd in, struct rd out, uint32_t cmd)
{
	uint64_t before, after;

	if (cmd != UFFDIO_API)
		return;
	rd_skip(&in, sizeof(uint64_t));
	rd_skip(&out, sizeof(uint64_t));
	before = rd_u64(&in);
	after = rd_u64(&out);
	if (before == after)
		return;
	out_becomes(o);
	out_f_flags(o, "features", &flags_uffd_features, after);
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
	uint32_t cmd = c->args[1], size = cmd >> 16 & IOC_SIZEMASK;
	struct rd in, asked, out;

	if (!call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, size, &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	asked = in;
	out_open(o, OUT_STRUCT);
	emit_uffd_question(o, c, &in, cmd);
	if (c->done && !c->failed && call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, size, &out)) {
		emit_uffd_change(o, asked, out, cmd);
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

/* ---- extents to share --------------------------------------------------------------- */

#define DEDUPE_SHOWN 2 /* entries shown unless verbose */

static void emit_dedupe(struct out *o, const struct call *c, enum sct_type type, struct rd list, uint64_t n)
{
	size_t size = sizeof(struct lp64_dedupe_info);

	out_field(o, "info");
	if (n && list.ends && rd_left(&list) < size) {
		out_addr(o, list.addr);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		struct rd one = struct__part(&list, i * size);

		if (rd_left(&one) < size && list.ends) {
			out_beyond(o, one.addr);
			break;
		}
		if (!out_item(o, i))
			break;
		if (rd_left(&one) < size || (!out_full(o) && i >= DEDUPE_SHOWN)) {
			out_more(o);
			break;
		}
		struct__emit(o, c, type, &one, NULL);
	}
	out_close(o, OUT_ARRAY);
}

void field_dedupe_asked(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_dedupe(o, c, T_dedupe_info, struct__part(r, field_off(c, f)), field_count(c, f, r));
}

/* Returns true if the list was captured. Without it, the result is not printed. */
bool cond_dedupe_listed(const struct call *c, const struct rd *r)
{
	(void)c;
	return !r->ends ||
	       (size_t)(r->end - r->start) >= sizeof(struct lp64_file_dedupe) - 126 * sizeof(struct lp64_dedupe_info);
}

void field_dedupe_done(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_dedupe(o, c, T_dedupe_done, struct__part(r, field_off(c, f)), field_count(c, f, r));
}

/* ---- the random pool ---------------------------------------------------------------- */

void field_rand_pool(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	uint64_t n = field_count(c, f, r);

	if (n && !rd_left(&at))
		out_addr(o, c->args[r->arg - 1u] + r->at + field_off(c, f));
	else
		decode_bytes(o, c, &at, n);
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

/* Emits a struct of unknown members that goes both ways: its address before and after the call. */
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
		decode_signal(o, sig);
}

/* Emits an int by name, or in decimal if it has none. */
void argfn_ioctl_kbmode(struct out *o, const struct call *c, const struct sct_arg *a)
{
	int32_t mode = (int32_t)call_arg(c, a);

	out_symbol(o, a->flags, (uint64_t)(int64_t)mode, SYM_ENUM_DEC);
}

/* Emits a period in ticks of the timer, with a note of the frequency. */
void argfn_ioctl_sound(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t period = call_arg(c, a);

	out_uint(o, period);
	if (period && TICKS_PER_SECOND / period)
		out_form_note(o, "%llu Hz", (unsigned long long)(TICKS_PER_SECOND / period));
	else
		out_form_note(o, "off");
}

void argfn_ioctl_tone(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t tone = (uint32_t)call_arg(c, a), period = tone & 0xffff, ms = tone >> 16;

	out_halves(o, tone, 16, false);
	if (ms && period)
		out_form_note(o, "%u Hz, %u ms", TICKS_PER_SECOND / period, ms);
	else
		out_form_note(o, "off");
}

/* ---- flash --------------------------------------------------------------------------- */

/* Emits the entries. Their number is limited by the struct's array; a negative one counts as 0. */
void field_ubi_renames(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd list = struct__part(r, field_off(c, f));
	int32_t n = (int32_t)field_count(c, f, r);
	unsigned size = abi__size(c->abi, T_ubi_rename);

	out_open(o, OUT_ARRAY);
	for (int32_t i = 0; i < n && rd_left(&list) >= size && out_item(o, (uint64_t)i); i++) {
		struct rd elem = rd_make(list.p, size, list.word);

		struct__emit(o, c, T_ubi_rename, &elem, NULL);
		rd_skip(&list, size);
	}
	out_close(o, OUT_ARRAY);
}
