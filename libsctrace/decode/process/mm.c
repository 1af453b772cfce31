// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Memory: mappings, huge pages, NUMA policies. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define HUGE_SHIFT 26
#define HUGE_MASK 0x3f
#define MAP_TYPE 0xf
#define PAGE 4096

/* Emits the logarithm of the huge page size, in the flags' highest bits. */
static void emit_huge(struct out *o, uint32_t v, const char *shift)
{
	if (v >> HUGE_SHIFT)
		out_shifted(o, v >> HUGE_SHIFT, HUGE_SHIFT, shift, false);
}

void argfn_mmap_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t flags = v & ~(MAP_TYPE | (uint32_t)HUGE_MASK << HUGE_SHIFT);

	if (!out_coded(o, call_arg(c, a), OUT_HEX))
		return;
	out_open(o, OUT_BITS);
	out_sym(o, &flags_mmap_types, v & MAP_TYPE);
	if (flags)
		out_flags(o, abi__flags(c->abi, a->flags), flags);
	emit_huge(o, v, "MAP_HUGE_SHIFT");
	out_close(o, OUT_BITS);
	out_coded_end(o);
}

void argfn_memfd_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t flags = v & ~((uint32_t)HUGE_MASK << HUGE_SHIFT);

	if (!v) {
		out_uint(o, 0);
		return;
	}
	if (!out_coded(o, v, OUT_HEX))
		return;
	out_open(o, OUT_BITS);
	if (flags)
		out_flags(o, abi__flags(c->abi, a->flags), flags);
	emit_huge(o, v, "MFD_HUGE_SHIFT");
	out_close(o, OUT_BITS);
	out_coded_end(o);
}

/* Emits a byte per page, of which only the lowest bit is defined. */
void argfn_mincore(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t pages = c->args[1] / PAGE + !!(c->args[1] % PAGE);
	unsigned reg = call_reg(c, a);
	struct rd r = rd_make("", 0, c->abi->word);

	if (!c->args[reg] ||
	    (pages && (!c->done || c->failed || !call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, 1, &r)))) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < pages && decode_element(o, &r, i, 1); i++)
		out_uint(o, rd_u8(&r) & 1);
	out_close(o, OUT_ARRAY);
}

/* Emits iovecs whose buffers the call fills or, if it failed, without their data. */
void argfn_iov_out(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);

	if (!c->args[reg] || !c->done)
		out_unread(o, c->args[reg]);
	else if (c->failed)
		argfn_iov_addrs(o, c, a);
	else
		decode_iov(o, c, reg, SCT_PART_SELF, 0, c->args[reg], c->args[a->len_arg], AT_EXIT, c->ret);
}

/* Emits iovecs by address and length, without data. */
void argfn_iov_addrs(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t n = call_number(c, a->len_arg);
	struct rd r = rd_make("", 0, c->abi->word);

	if (!c->args[reg] || (n && !call_elements(c, reg, SCT_PART_SELF, 0, AT_ENTER, n, 2u * c->abi->word, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &r, i, 2u * r.word); i++) {
		out_open(o, OUT_STRUCT);
		out_f_addr(o, "iov_base", rd_ulong(&r));
		out_f_uint(o, "iov_len", rd_ulong(&r));
		out_close(o, OUT_STRUCT);
	}
	out_close(o, OUT_ARRAY);
}

/* ---- NUMA ------------------------------------------------------------------------ */

#define MPOL_MODE_FLAGS 0xe000

/* Emits a memory policy: a mode, with flags in its upper bits. */
void argfn_mempolicy(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = a->kind == K_UINT ? (uint32_t)call_arg(c, a) : call_arg(c, a);
	uint64_t flags = v & MPOL_MODE_FLAGS;
	const char *mode = flags__name(&flags_mempolicy_modes, v & ~(uint64_t)MPOL_MODE_FLAGS);

	if (!flags) {
		out_sym(o, &flags_mempolicy_modes, v);
		return;
	}
	if (!out_coded(o, v, OUT_HEX))
		return;
	out_open(o, OUT_BITS);
	if (mode)
		out_name(o, mode, v & ~(uint64_t)MPOL_MODE_FLAGS);
	out_flags(o, &flags_mempolicy_flags, mode ? flags : v);
	out_close(o, OUT_BITS);
	out_coded_end(o);
}

/* Emits the words of a bit mask with leading zeros. The kernel uses one bit less than maxnode. */
void argfn_nodemask(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a), bits = 8 * c->abi->word;
	int when = a->dir == IN ? AT_ENTER : AT_EXIT;
	uint64_t max = c->args[a->len_arg], words;
	struct rd r = rd_make("", 0, c->abi->word);

	words = max > 1 ? (max - 2 + bits) / bits : 0;
	if (!c->args[reg] || (max && when == AT_EXIT && (!c->done || c->failed)) ||
	    (max && (!words || max > UINT64_MAX - bits + 2)) ||
	    (max && !call_least(c, reg, SCT_PART_SELF, 0, when, r.word, &r))) {
		out_unread(o, c->args[reg]);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < words && decode_element(o, &r, i, r.word); i++) {
		uint64_t v = rd_ulong(&r);

		out_hex_width(o, v, 2 * r.word);
	}
	out_close(o, OUT_ARRAY);
}

void type_nodemask(struct out *o, const struct call *c, struct rd *r)
{
	out_hex(o, rd_u8(r));
}

/* Emits the lowest bit, the only one that is defined. */
void field_bit(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_uint(o, field_value(c, f, r) & 1);
}

/* Emits a node, or the name of an error if the number is negative. */
void field_node(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t v = field_signed(c, f, r);
	const char *text, *name = v < 0 ? errno__name(-(unsigned)v, &text) : NULL;

	if (name)
		out_prefixed(o, "-", name, (uint64_t)(int64_t)v);
	else
		out_int(o, v);
}
