// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Calls on the system as a whole. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define HOST_NAME_MAX_LEN 64
#define KEXEC_SEGMENTS_MAX 16
#define PERSONALITY_QUERY 0xffffffff

static void emit_personality(struct out *o, uint32_t v)
{
	out_open(o, OUT_BITS);
	out_sym(o, &flags_personality_types, v & 0xff);
	if (v & ~0xffu)
		out_flags(o, &flags_personality_flags, v & ~0xffu);
	out_close(o, OUT_BITS);
}

void argfn_personality(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);

	if (v == PERSONALITY_QUERY)
		out_hex(o, v);
	else
		emit_personality(o, v);
}

bool auxfn_personality(struct out *o, const struct call *c)
{
	if (c->failed)
		return false;
	emit_personality(o, c->ret);
	return true;
}

/* Emits a name, or the address of one that is too long: the kernel refuses it without reading it. */
void argfn_host_name(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if ((uint32_t)c->args[1] > HOST_NAME_MAX_LEN)
		out_addr(o, call_arg(c, a));
	else
		decode_value(o, c, a);
}

static void noted_int(struct out *o, const struct sct_flags *t, int32_t v)
{
	out_symbol(o, t, (uint64_t)(int64_t)v, SYM_NOTE_DEC);
}

void argfn_syslog_action(struct out *o, const struct call *c, const struct sct_arg *a)
{
	noted_int(o, &flags_syslog_actions, call_arg(c, a));
}

void argfn_log_level(struct out *o, const struct call *c, const struct sct_arg *a)
{
	noted_int(o, &flags_log_levels, call_arg(c, a));
}

/* ---- kexec ------------------------------------------------------------------- */

void argfn_kexec_segments(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1] > KEXEC_SEGMENTS_MAX)
		out_addr(o, call_arg(c, a));
	else
		decode_value(o, c, a);
}

void argfn_kexec_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);
	uint32_t arch = v & 0xffff0000;
	uint64_t flags = v & ~0xffff0000ull;
	const struct sct_flags none = { .unknown = flags_kexec_arch.unknown };
	const char *name = flags__name(&flags_kexec_arch, arch >> 16);

	out_open(o, OUT_BITS);
	if (name)
		out_name(o, name, arch);
	else
		out_sym(o, &none, arch);
	if (flags)
		out_flags(o, &flags_kexec_flags, flags);
	out_close(o, OUT_BITS);
}

/* ---- x86 segments ------------------------------------------------------------------ */

static void user_desc(struct out *o, const struct call *c, struct rd *r, bool whole)
{
	uint32_t entry = rd_u32(r);
	uint32_t base = rd_u32(r);
	uint32_t limit = rd_u32(r);
	uint32_t bits = rd_u32(r);

	out_open(o, OUT_STRUCT);
	if (entry == UINT32_MAX) /* -1 asks for any free entry */
		out_f_int(o, "entry_number", -1);
	else
		out_f_uint(o, "entry_number", entry);
	if (whole) {
		out_field(o, "base_addr");
		out_hex_width(o, base, 8);
		out_field(o, "limit");
		out_hex_width(o, limit, 8);
		out_f_uint(o, "seg_32bit", bits & 1);
		out_f_uint(o, "contents", bits >> 1 & 3);
		out_f_uint(o, "read_exec_only", bits >> 3 & 1);
		out_f_uint(o, "limit_in_pages", bits >> 4 & 1);
		out_f_uint(o, "seg_not_present", bits >> 5 & 1);
		out_f_uint(o, "useable", bits >> 6 & 1);
		if (c->abi->word == 8)
			out_f_uint(o, "lm", bits >> 7 & 1);
	} else {
		out_more(o);
	}
	out_close(o, OUT_STRUCT);
}

void type_user_desc(struct out *o, const struct call *c, struct rd *r)
{
	user_desc(o, c, r, true);
}

void argfn_modify_ldt(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[2] != 16)
		out_addr(o, call_arg(c, a));
	else
		decode_value(o, c, a);
}

/* Emits the struct after the call, or only the entry number from before it. */
void argfn_get_thread_area(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool ok = c->done && !c->failed;
	struct rd r;

	if (!c->args[reg] || !call_least(c, reg, SCT_PART_SELF, 0, ok ? AT_EXIT : AT_ENTER, 4, &r))
		out_unread(o, c->args[reg]);
	else
		user_desc(o, c, &r, ok && !r.ends);
}

void argfn_thread_area(struct out *o, const struct call *c, const struct sct_arg *a)
{
	decode_struct(o, c, call_reg(c, a), T_user_desc, AT_ENTER);
}

/* Emits the entry that set_thread_area() has chosen, as a note on the return value. */
bool auxfn_thread_area(struct out *o, const struct call *c)
{
	struct rd r;

	if (c->failed || !call_chunk(c, 0, SCT_PART_SELF, 0, AT_EXIT, &r))
		return false;
	out_open(o, OUT_BITS);
	out_f_uint(o, "entry_number", rd_u32(&r));
	out_close(o, OUT_BITS);
	return true;
}

/* ---- landlock ------------------------------------------------------------------------- */

/* Size of the ruleset struct of Linux 7.1. */
#define RULESET_KNOWN 48

bool cond_landlock_longer(const struct call *c, const struct rd *r)
{
	(void)r;
	return c->args[1] > RULESET_KNOWN;
}

#define LSM_FLAG_SINGLE 1 /* <linux/lsm.h> */

/* ---- security modules ------------------------------------------------------------------- */

/* Emits the text after the struct. Its length is limited by the length of the struct and by that of the buffer. */
static void emit_lsm_text(struct out *o, const struct call *c, unsigned reg, const struct rd *r)
{
	const size_t head = sizeof(struct lp64_lsm_ctx);
	uint64_t whole = call_number(c, reg + 1), len = MEMBER(r, lsm_ctx, len), n = MEMBER(r, lsm_ctx, ctx_len);
	struct rd text = struct__part(r, head);

	if (len < whole)
		whole = len;
	if (whole <= head || !n)
		return;
	if (n > whole - head)
		n = whole - head;
	out_field(o, "ctx");
	if (!decode_suffices(o, &text, n))
		out_addr(o, c->args[reg] + head);
	else
		out_bytes(o, text.p, rd_left(&text) < n ? rd_left(&text) : n, n, OUT_STR_HEX);
}

void argfn_lsm_ctx(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!c->args[reg] || call_number(c, reg + 1) < sizeof(struct lp64_lsm_ctx) ||
	    !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r) || rd_left(&r) < sizeof(struct lp64_lsm_ctx)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_STRUCT);
	struct__emit(o, c, T_lsm_ctx, &r, NULL);
	emit_lsm_text(o, c, reg, &r);
	out_close(o, OUT_STRUCT);
}

/* Emits the module that is queried, if it is a single one, then the address of the buffer for the answer. */
void argfn_lsm_ctx_id(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r, size;

	if (c->args[3] & LSM_FLAG_SINGLE && call_chunk(c, 2, SCT_PART_SELF, 0, AT_ENTER, &size) &&
	    call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		struct__emit(o, c, T_lsm_ctx_id, &r, NULL);
		out_becomes(o);
	}
	out_addr(o, c->args[reg]);
}
