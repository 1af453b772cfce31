// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Arguments of calls that only 32-bit ABIs have. */
#include "decode/core/signal.h"
#include "decode/core/struct.h"

#define PAGE_SHIFT 12 /* mmap2() counts in pages of 4096 bytes, whatever the machine's page size */

void argfn_page_offset(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_hex(o, call_arg(c, a) << PAGE_SHIFT);
}

void argfn_in_brackets(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_open(o, OUT_ARRAY);
	out_addr(o, call_arg(c, a));
	out_close(o, OUT_ARRAY);
}

/* Emits a long of a 32-bit ABI as strace prints it: zero-extended to 64 bits. */
void argfn_plain(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_int(o, (int64_t)call_arg(c, a));
}

/*
 * Emits the arguments of msgrcv() from the message on, as the first version of ipc() has them. If the call failed,
 * emits the message's address in its place.
 */
void argfn_msgrcv_ipc(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (!c->done || c->failed)
		out_unread(o, call_arg(c, a));
	else
		decode_value(o, c, a);
	out_uint(o, c->args[2]);
	out_int(o, (int32_t)c->args[3]);
	out_flags(o, &flags_msg_op_flags, c->args[4]);
}

/* ---- signals: sets of one word ---- */

static void word_sigset(struct out *o, const struct call *c, uint32_t set)
{
	struct rd r = rd_make(&set, sizeof(set), 4);

	decode_sigset(o, &r);
}

void argfn_old_mask(struct out *o, const struct call *c, const struct sct_arg *a)
{
	word_sigset(o, c, call_arg(c, a));
}

static void emit_handler(struct out *o, uint64_t v)
{
	if (v <= 1)
		out_name(o, v ? "SIG_IGN" : "SIG_DFL", v);
	else
		out_addr(o, v);
}

void field_word_sigset(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	word_sigset(o, c, (uint32_t)field_value(c, f, r));
}

void field_old_handler(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_handler(o, field_value(c, f, r));
}

void argfn_handler(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_handler(o, call_arg(c, a));
}

bool auxfn_handler(struct out *o, const struct call *c)
{
	if (c->failed || c->ret < 0 || c->ret > 1)
		return false;
	emit_handler(o, c->ret);
	return true;
}

bool auxfn_mask(struct out *o, const struct call *c)
{
	if (c->failed)
		return false;
	out_field(o, "mask");
	word_sigset(o, c, c->ret);
	return true;
}

bool auxfn_old_mask(struct out *o, const struct call *c)
{
	if (c->failed)
		return false;
	out_field(o, "old mask");
	word_sigset(o, c, c->ret);
	return true;
}

/* Emits the signal mask that sigreturn() restores, from two captured halves (bpf/arch/). */
void argfn_sigreturn_old(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd low, high;
	uint32_t set[2];

	out_open(o, OUT_STRUCT);
	out_field(o, "mask");
	if (call_chunk(c, 0, SCT_PART_SELF, 0, AT_ENTER, &low) && call_chunk(c, 0, SCT_PART_SELF, 1, AT_ENTER, &high)) {
		set[0] = rd_u32(&low);
		set[1] = rd_u32(&high);
		low = rd_make(set, sizeof(set), 4);
		decode_sigset(o, &low);
	} else {
		out_more(o);
	}
	out_close(o, OUT_STRUCT);
}

/* ---- calls within calls ---- */

void argfn_socketcall(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);

	if (flags__name(&flags_socketcalls, v))
		out_sym(o, &flags_socketcalls, v);
	else
		out_int(o, (int32_t)v);
}

/* Emits the call number, which has a version in its upper half. */
void argfn_ipc_call(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);

	out_halves(o, v, 16, false);
}

/* Emits the length of a name, limited by the size of its array. */
void field_old_reclen(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd name = struct__part(r, field_off(c, f) + f->size[0]);
	uint64_t n = field_value(c, f, r);

	out_uint(o, n < rd_left(&name) ? n : rd_left(&name));
}

/* Emits the name in readdir()'s entry; the member before it has the length. */
void field_old_name(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	uint64_t n = field_count(c, f, r);

	out_str(o, at.p, n < rd_left(&at) ? n : rd_left(&at), OUT_STR_WHOLE);
}
