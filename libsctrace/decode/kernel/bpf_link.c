// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* bpf(): which members of BPF_LINK_CREATE's union are valid, and the lists that they point to. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"
#include "decode/kernel/bpf.h"

/* Kinds of links, by the members of the union that they have. */
#define ORDERED 0x18 /* BPF_F_BEFORE | BPF_F_AFTER */

enum link_kind {
	LINK_PLAIN,
	LINK_BTF, /* a cgroup's link, without a position in its order */
	LINK_ITER,
	LINK_PERF,
	LINK_KPROBES,
	LINK_TRACING,
	LINK_NETFILTER,
	LINK_TCX,
	LINK_UPROBES,
	LINK_NETKIT,
	LINK_CGROUP,
	LINK_MULTI,
};

/* Kind of link of each enum bpf_attach_type; links of other types have no members in the union. */
static const uint8_t kinds[] = {
	[0] = LINK_CGROUP,     [1] = LINK_CGROUP,   [2] = LINK_CGROUP,	[3] = LINK_CGROUP,   [6] = LINK_CGROUP,
	[8] = LINK_CGROUP,     [9] = LINK_CGROUP,   [10] = LINK_CGROUP, [11] = LINK_CGROUP,  [12] = LINK_CGROUP,
	[13] = LINK_CGROUP,    [14] = LINK_CGROUP,  [15] = LINK_CGROUP, [18] = LINK_CGROUP,  [19] = LINK_CGROUP,
	[20] = LINK_CGROUP,    [21] = LINK_CGROUP,  [22] = LINK_CGROUP, [24] = LINK_TRACING, [25] = LINK_TRACING,
	[26] = LINK_TRACING,   [27] = LINK_TRACING, [28] = LINK_ITER,	[29] = LINK_CGROUP,  [30] = LINK_CGROUP,
	[31] = LINK_CGROUP,    [32] = LINK_CGROUP,  [34] = LINK_CGROUP, [41] = LINK_PERF,    [42] = LINK_KPROBES,
	[45] = LINK_NETFILTER, [46] = LINK_TCX,	    [47] = LINK_TCX,	[48] = LINK_UPROBES, [49] = LINK_CGROUP,
	[50] = LINK_CGROUP,    [51] = LINK_CGROUP,  [52] = LINK_CGROUP, [53] = LINK_CGROUP,  [54] = LINK_NETKIT,
	[55] = LINK_NETKIT,    [58] = LINK_TRACING, [59] = LINK_MULTI,	[60] = LINK_MULTI,   [61] = LINK_MULTI,
};

static enum link_kind kind_of(const struct rd *r)
{
	uint64_t type = MEMBER(r, bpf_link_create_in, attach_type), flags = MEMBER(r, bpf_link_create_in, flags);
	enum link_kind kind = type < sizeof(kinds) ? (enum link_kind)kinds[type] : LINK_PLAIN;

	return kind == LINK_CGROUP && !(flags & ORDERED) ? LINK_BTF : kind;
}

#define COND(name, kind)                                                                                               \
	bool cond_link_##name(const struct call *c, const struct rd *r)                                                \
	{                                                                                                              \
		(void)c;                                                                                               \
		return kind_of(r) == kind;                                                                             \
	}
COND(plain, LINK_PLAIN)
COND(btf, LINK_BTF)
COND(iter, LINK_ITER)
COND(perf_event, LINK_PERF)
COND(kprobe_multi, LINK_KPROBES)
COND(tracing, LINK_TRACING)
COND(netfilter, LINK_NETFILTER)
COND(tcx, LINK_TCX)
COND(uprobe_multi, LINK_UPROBES)
COND(netkit, LINK_NETKIT)
COND(cgroup, LINK_CGROUP)
COND(tracing_multi, LINK_MULTI)

typedef void element_fn(struct out *o, uint64_t v);

/* Emits the n numbers of size bytes that a member points to, with a function for each of them. */
static void emit_list(struct out *o, const struct call *c, const struct field *f, const struct rd *r, uint64_t n,
		      unsigned size, element_fn *element)
{
	uint64_t addr = field_value(c, f, r);
	struct rd in = rd_make("", 0, c->abi->word);

	if (!addr || (n && (!field_partly(c, f, r, &in) || rd_left(&in) < size))) {
		out_unread(o, addr);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &in, i, size); i++) {
		uint64_t v = 0;

		rd_bytes(&in, &v, size);
		element(o, v);
	}
	out_close(o, OUT_ARRAY);
}

static void map_fd(struct out *o, uint64_t v)
{
	out_open(o, OUT_STRUCT);
	out_field(o, "map");
	out_open(o, OUT_STRUCT);
	out_field(o, "map_fd");
	out_fd(o, (int32_t)v);
	out_close(o, OUT_STRUCT);
	out_close(o, OUT_STRUCT);
}

/* Emits the list. Like strace, takes its length in bytes for the number of elements. */
void field_iter_infos(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_list(o, c, f, r, MEMBER(r, bpf_link_iter, iter_info_len), 4, map_fd);
}

void field_kprobe_list(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_list(o, c, f, r, MEMBER(r, bpf_link_kprobes, cnt), 8, out_hex);
}

void field_uprobe_list(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_list(o, c, f, r, MEMBER(r, bpf_link_uprobes, cnt), 8, out_hex);
}

void field_tracing_ids(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_list(o, c, f, r, MEMBER(r, bpf_link_multi, cnt), 4, out_uint);
}

void field_tracing_cookies(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_list(o, c, f, r, MEMBER(r, bpf_link_multi, cnt), 8, out_hex);
}

/* Emits a vector of pointers as strings; string i is in the chunk with number SCT_NEST_STRINGS + i. */
void field_kprobe_syms(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r), n = MEMBER(r, bpf_link_kprobes, cnt);
	unsigned word = c->abi->word;
	struct rd in = rd_make("", 0, word), text;

	if (!addr || (n && (!field_partly(c, f, r, &in) || rd_left(&in) < word))) {
		out_unread(o, addr);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n && decode_element(o, &in, i, word); i++) {
		uint64_t p = rd_ulong(&in);

		if (p && i < SCT_NEST_STRINGS &&
		    call_chunk(c, BPF_ATTR_ARG, SCT_PART_ITEM, SCT_NEST_STRINGS + (unsigned)i, AT_ENTER, &text))
			decode_cstring(o, c, &text, false);
		else
			out_addr(o, p);
	}
	out_close(o, OUT_ARRAY);
}

void field_uprobe_path(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	const uint8_t *nul;
	struct rd in;

	if (!field_partly(c, f, r, &in)) {
		out_unread(o, field_value(c, f, r));
		return;
	}
	nul = memchr(in.p, 0, rd_left(&in));
	if (nul)
		in.end = nul + 1;
	if (nul || !in.ends)
		decode_cstring(o, c, &in, true);
	else
		out_unread(o, field_value(c, f, r));
}
