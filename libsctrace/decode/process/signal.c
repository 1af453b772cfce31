// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Signals as arguments of calls. */
#include "decode/core/signal.h"
#include "decode/core/struct.h"

void field_sigset(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd set = struct__part(r, field_off(c, f));

	decode_sigset(o, &set);
}

void field_handler(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	if (v <= 1)
		out_name(o, v ? "SIG_IGN" : "SIG_DFL", v);
	else if (v == UINT64_MAX) /* 32-bit ABIs print it as an address */
		out_name(o, "SIG_ERR", v);
	else
		out_addr(o, v);
}

/* Emits the mask that sigreturn() restores, which the BPF program read from the signal frame. */
void argfn_sigreturn_mask(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd r;

	out_open(o, OUT_STRUCT);
	out_field(o, "mask");
	if (call_chunk(c, 0, SCT_PART_SELF, 0, AT_ENTER, &r))
		decode_sigset(o, &r);
	else
		out_more(o);
	out_close(o, OUT_STRUCT);
}

#define SET_BYTES 8

/* Emits as many bytes of rt_sigpending()'s set as the caller asked for. */
static void emit_pending(struct out *o, const struct call *c, uint64_t size)
{
	uint8_t set[SET_BYTES] = { 0 };
	struct rd r;

	if (!size || !c->done || c->failed || !call_least(c, 0, SCT_PART_SELF, 0, AT_EXIT, size, &r) ||
	    rd_left(&r) < size) {
		out_unread(o, c->args[0]);
		return;
	}
	memcpy(set, r.p, size);
	r = rd_make(set, sizeof(set), c->abi->word);
	decode_sigset(o, &r);
}

/* Emits a set, or its address if the call gives an invalid size. 32-bit ABIs also have sets of a single word. */
void argfn_sigset(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t size = c->args[a->len_arg];

	if (size < SET_BYTES && a->dir == OUT && call_reg(c, a) == 0)
		emit_pending(o, c, size);
	else if (size == SET_BYTES || (size >= c->abi->word && size < SET_BYTES))
		decode_value(o, c, a);
	else
		out_addr(o, call_arg(c, a));
}

/* Emits the note of rt_sigtimedwait(): = 10 (SIGUSR1). */
bool auxfn_signal(struct out *o, const struct call *c)
{
	const char *name = flags__name(&flags_signals, c->ret);

	if (name)
		out_name(o, name, c->ret);
	return name;
}
