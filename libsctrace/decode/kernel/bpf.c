// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* bpf(): members that its structs' rows (tables/structs/bpf.def) cannot describe. */
#include "decode/core/insn.h"
#include "decode/kernel/bpf.h"
#include "decode/core/struct.h"

static bool any_set(const uint8_t *p, size_t from, size_t to)
{
	for (; from < to; from++)
		if (p[from])
			return true;
	return false;
}

/* Emits the bytes after the known members, unless all of them are 0. */
void field_bpf_extra(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	size_t n = r->end - r->start, known = field_off(c, f);

	if (n <= known || !any_set(r->start, known, n))
		return;
	if (!out_full(o)) {
		out_more(o);
		return;
	}
	out_f_str(o, "extra_data", r->start + known, n - known, OUT_STR_HEX | OUT_STR_WHOLE);
	out_note(o, "bytes %zu..%zu", known, n - 1);
}

#define NUMA_NO_NODE_ UINT32_MAX

/* Emits the ids that the kernel returned. */
void field_bpf_ids(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r);
	struct rd list = rd_make("", 0, 8);

	if (!addr || (!field_listed(c, f, r, &list) && field_count(c, f, r)))
		out_addr(o, addr);
	else
		struct__emit_array(o, c, (enum sct_type)f->type, &list, rd_left(&list) / sizeof(uint32_t) + list.ends);
}

void field_numa_node(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint32_t node = (uint32_t)field_value(c, f, r);

	out_uint(o, node);
	if (node == NUMA_NO_NODE_)
		out_form_note(o, "NUMA_NO_NODE");
}

void field_bpf_pid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_pid(o, (int32_t)field_value(c, f, r));
}

/*
 * Emits a string that the kernel returned, or an empty one if the caller's buffer has no bytes. Without a NUL it is
 * printed as cut.
 */
void field_bpf_text(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r), n = 0;
	struct rd text = rd_make("", 0, 8), before;
	size_t len;

	if (call_chunk(c, 1, SCT_PART_SELF, 0, AT_ENTER, &before) && field_count(c, f, &before))
		n = field_count(c, f, r);
	if (!addr || (n && !field_pointed(c, f, r, &text))) {
		out_addr(o, addr);
		return;
	}
	len = n ? strnlen((const char *)text.p, rd_left(&text)) : 0;
	out_str(o, text.p, len, n && len == rd_left(&text) ? OUT_STR_CUT : OUT_STR_NUL);
}

void field_bpf_insns(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd insns;

	if (field_program(c, f, r, &insns))
		decode_insns(o, &insns, (unsigned)field_count(c, f, r), INSN_EXTENDED);
	else
		out_addr(o, field_value(c, f, r));
}

void field_bpf_info(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	if (!bpf_info(o, c, (uint32_t)field_count(c, f, r)))
		out_addr(o, field_value(c, f, r));
}

#define ATTR_MOST 4096 /* most bytes that the kernel accepts: a page */

void argfn_bpf_attr(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t size = (uint32_t)c->args[2];
	struct rd in, after;
	bool have;

	if (!size || size > ATTR_MOST || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &in)) {
		out_addr(o, c->args[reg]);
		return;
	}
	have = c->done && (!c->failed || a->dir == INOUT_ANY) && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &after);
	struct__emit(o, c, (enum sct_type)a->type, &in, have ? &after : NULL);
}
