// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Keys and keyrings. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define PKEY_PARAMS 1 /* the register of keyctl_pkey_params */
#define PKEY_IN 3

static void emit_key(struct out *o, uint32_t serial)
{
	const char *name = flags__name(&flags_key_specs, serial);

	if (name)
		out_name_dec(o, name, (uint64_t)(int64_t)(int32_t)serial);
	else
		out_int(o, (int32_t)serial);
}

void argfn_key(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_key(o, call_arg(c, a));
}

void field_key(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_key(o, (uint32_t)field_value(c, f, r));
}

void argfn_reqkey_keyring(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_symbol(o, &flags_reqkey_defls, (uint64_t)(int64_t)(int32_t)call_arg(c, a), SYM_ENUM_DEC);
}

void argfn_key_error(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_symbol(o, &flags_errnos, (uint32_t)call_arg(c, a), SYM_NAMED);
}

/* Emits a text from the kernel, without the NUL at its end. */
void argfn_key_text(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t n = c->ret < 0 ? 0 : (uint64_t)c->ret;
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (n > c->args[3])
		n = c->args[3];
	if (!c->done || c->failed || !call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r) ||
	    !decode_suffices(o, &r, n)) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_bytes(o, r.p, rd_left(&r), n, OUT_STR_ENDS);
}

/* Emits bytes, each of which is another set of flags (KEYCTL_CAPABILITIES(2)). */
void argfn_keyctl_caps(struct out *o, const struct call *c, const struct sct_arg *a)
{
	static const struct sct_flags *const flags[] = { &flags_keyctl_caps0, &flags_keyctl_caps1 };
	struct rd r = rd_make("", 0, c->abi->word);
	uint64_t n = c->args[a->len_arg];
	unsigned reg = call_reg(c, a);

	if (c->ret >= 0 && n > (uint64_t)c->ret)
		n = (uint64_t)c->ret;
	if (!c->done || c->failed || !c->args[reg] || (n && !call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &r, i, 1); i++) {
		if (i < sizeof(flags) / sizeof(*flags))
			out_flags(o, flags[i], rd_u8(&r));
		else
			out_hex(o, rd_u8(&r));
	}
	out_close(o, OUT_ARRAY);
}

/* Never called for an argument: argfn_pkey_in() emits this data, as it knows the length. The row needs a function. */
void type_pkey_data(struct out *o, const struct call *c, struct rd *r)
{
	decode_bytes(o, c, r, rd_left(r));
}

/* Emits input or output data, whose length is in struct keyctl_pkey_params. */
void argfn_pkey_in(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool out = a->dir == OUT;
	uint32_t len[2];
	struct rd p, r;

	if (!c->args[reg] || (out && (!c->done || c->failed)) ||
	    !call_chunk(c, PKEY_PARAMS, SCT_PART_SELF, 0, AT_ENTER, &p) ||
	    !call_partial(c, reg, SCT_PART_SELF, 0, out ? AT_EXIT : AT_ENTER, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	rd_skip(&p, 4);
	len[0] = rd_u32(&p);
	len[1] = rd_u32(&p);
	if (decode_suffices(o, &r, len[reg != PKEY_IN]))
		decode_bytes(o, c, &r, len[reg != PKEY_IN]);
	else
		out_unread(o, c->args[reg]);
}
