// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* bpf: which fields of union bpf_attr mean something depends on the command. */
#include "decode/bpf.h"
#include "decode/tail.h"

#define ATTR_MAX 128

#define CMD_MAP_CREATE 0
#define CMD_LINK_UPDATE 29
#define CMD_BATCH_FIRST 24
#define CMD_BATCH_LAST 27
#define BATCH_COUNT 32 /* offset */
#define F_NUMA_NODE 4
#define F_REPLACE 4

enum kind {
	B_FD, /* int */
	B_UINT,
	B_CHANGES, /* unsigned, and the kernel writes it: a => b; what follows is from after the
		      call */
	B_ULONG,
	B_HEX,
	B_HEXLONG,
	B_PTR,
	B_STR,	 /* pointer to a string: NEST, sub is the offset */
	B_BYTES, /* as many bytes as BTF_SIZE says, NEST likewise */
	B_IDS,	 /* as many as PROG_CNT says after the call, NEST likewise */
	B_NAME,	 /* char[16] */
	B_VERSION,
	B_SYM,
	B_FLAGS,
	B_SYM64,
	B_INSNS, /* as many as INSN_CNT says, NEST likewise */
	B_INFO,	 /* as many bytes as INFO_LEN says, NEST likewise */
};

struct field {
	uint8_t cmd, off;
	uint8_t since; /* said only if the attr is longer than this */
	uint8_t kind;
	const char *name;
	const struct sct_flags *flags;
};

static const struct field fields[] = {
#define CMD(cmd, known, group)
#define N(cmd, off, since, kind, name) { cmd, off, since, B_##kind, #name, NULL },
#define T(cmd, off, since, kind, name, table) { cmd, off, since, B_##kind, #name, &flags_##table },
#include "tables/bpf.def"
#undef CMD
#undef N
#undef T
};

struct cmd {
	uint8_t known; /* bytes that have names; 0: the command has no fields here */
	const char *group;
};

static const struct cmd cmds[] = {
#define CMD(cmd, known, group) [cmd] = { known, group },
#define N(cmd, off, since, kind, name)
#define T(cmd, off, since, kind, name, table)
#include "tables/bpf.def"
#undef CMD
#undef N
#undef T
};

/* A name that no NUL ends loses its last byte. have: bytes from p on. */
static void bpf_name(struct out *o, const uint8_t *p, size_t have)
{
	size_t n = strnlen((const char *)p, have < 16 ? have : 16);

	if (n && n == (have < 16 ? have : 16))
		out_str(o, p, n - 1, OUT_STR_CUT | OUT_STR_WHOLE);
	else
		out_str(o, p, n, OUT_STR_NUL | OUT_STR_WHOLE);
}

/* A pointer of 64 bits in each ABI, all of which was given; where a word has 32, the upper ones lead nowhere. */
static bool reachable(const struct call *c, uint64_t addr, unsigned off)
{
	return addr && (c->abi->word == 8 || addr <= UINT32_MAX) && (uint32_t)c->args[2] >= off + 8;
}

static void string(struct out *o, const struct call *c, unsigned off, uint64_t addr)
{
	struct rd r;

	if (!reachable(c, addr, off) || !call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, off, AT_ENTER, &r)) {
		out_addr(o, addr);
		return;
	}
	out_str(o, r.p, strnlen((const char *)r.p, rd_left(&r)), OUT_STR_NUL);
}

#define BTF_SIZE 16 /* offset of the count */

static void btf(struct out *o, const struct call *c, const uint8_t *p, unsigned off)
{
	uint64_t addr = bpf_u64(p, off);
	struct rd r = rd_make(NULL, 0, 8);
	uint32_t n = bpf_u32(p, BTF_SIZE);

	if (reachable(c, addr, off) && (!n || call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, off, AT_ENTER, &r)))
		decode_bytes(o, c, &r, n);
	else
		out_addr(o, addr);
}

#define PROG_CNT 24

static void ids(struct out *o, const struct call *c, const uint8_t *p, unsigned off)
{
	uint64_t addr = bpf_u64(p, off);
	struct rd r = rd_make(NULL, 0, 8);
	bool ok = c->done && !c->failed && reachable(c, addr, off) &&
		  call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, off, AT_EXIT, &r);

	if (!addr || (!ok && bpf_u32(p, PROG_CNT))) {
		out_addr(o, addr);
		return;
	}
	out_open(o, OUT_ARRAY);
	while (rd_left(&r) >= 4)
		out_uint(o, rd_u32(&r));
	out_close(o, OUT_ARRAY);
}

#define INSN_CNT 4 /* offset */

static void insns(struct out *o, const struct call *c, const uint8_t *p, unsigned off)
{
	uint64_t addr = bpf_u64(p, off);
	uint32_t n = bpf_u32(p, INSN_CNT);
	struct rd r = rd_make(NULL, 0, 8);

	if (out_full(o) && reachable(c, addr, off) &&
	    (!n || call_chunk(c, BPF_ATTR_ARG, SCT_PART_NEST, off, AT_ENTER, &r)))
		decode_insns(o, &r, n, INSN_EXTENDED);
	else
		out_addr(o, addr);
}

#define INFO_LEN 4 /* offset */

/* p: the attributes, as the kernel left them */
static void info(struct out *o, const struct call *c, const uint8_t *p, unsigned off)
{
	if (!out_full(o) || !bpf_info(o, c, bpf_u32(p, INFO_LEN)))
		out_addr(o, bpf_u64(p, off));
}

static void version(struct out *o, uint32_t v)
{
	out_call(o, "KERNEL_VERSION");
	out_uint(o, v >> 16);
	out_uint(o, v >> 8 & 0xff);
	out_uint(o, v & 0xff);
	out_close(o, OUT_CALL);
}

static void value(struct out *o, const struct call *c, const struct field *f, const uint8_t *p, size_t size)
{
	switch (f->kind) {
	case B_FD:
		out_int(o, (int32_t)bpf_u32(p, f->off));
		break;
	case B_UINT:
	case B_CHANGES:
		out_uint(o, bpf_u32(p, f->off));
		break;
	case B_ULONG:
		if (bpf_u64(p, f->off) == UINT64_MAX)
			out_name(o, "UINT64_MAX", UINT64_MAX);
		else
			out_uint(o, bpf_u64(p, f->off));
		break;
	case B_HEX:
		out_hex(o, bpf_u32(p, f->off));
		break;
	case B_HEXLONG:
		out_hex(o, bpf_u64(p, f->off));
		break;
	case B_PTR:
		out_addr(o, bpf_u64(p, f->off));
		break;
	case B_STR:
		string(o, c, f->off, bpf_u64(p, f->off));
		break;
	case B_IDS:
		ids(o, c, p, f->off);
		break;
	case B_BYTES:
		btf(o, c, p, f->off);
		break;
	case B_NAME:
		bpf_name(o, p + f->off, size - f->off);
		break;
	case B_VERSION:
		version(o, bpf_u32(p, f->off));
		break;
	case B_SYM:
		out_sym(o, f->flags, bpf_u32(p, f->off));
		break;
	case B_FLAGS:
		out_flags(o, f->flags, bpf_u32(p, f->off));
		break;
	case B_SYM64:
		out_sym(o, f->flags, bpf_u64(p, f->off));
		break;
	case B_INSNS:
		insns(o, c, p, f->off);
		break;
	case B_INFO:
		info(o, c, p, f->off);
		break;
	}
}

/* Two fields count only with a flag. */
static bool unwanted(const struct field *f, const uint8_t *p)
{
	if (f->cmd == CMD_MAP_CREATE && f->off == 24)
		return !(bpf_u32(p, 16) & F_NUMA_NODE);
	if (f->cmd == CMD_LINK_UPDATE && f->off == 12)
		return !(bpf_u32(p, 8) & F_REPLACE);
	return false;
}

/* The attr as it is after the call; false if it is not known. */
static bool attr_after(const struct call *c, uint8_t *p)
{
	struct rd r;
	size_t n;

	if (!c->done || c->failed || !call_chunk(c, BPF_ATTR_ARG, SCT_PART_SELF, 0, AT_EXIT, &r))
		return false;
	n = rd_left(&r) < ATTR_MAX ? rd_left(&r) : ATTR_MAX;
	memset(p, 0, ATTR_MAX);
	rd_bytes(&r, p, n);
	return true;
}

static void attr_fields(struct out *o, const struct call *c, uint32_t cmd, const uint8_t *p, size_t size)
{
	uint8_t after[ATTR_MAX + 16] = { 0 };
	bool have = attr_after(c, after);

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++) {
		const struct field *f = &fields[i];

		if (f->cmd != cmd || (f->since && size <= f->since) || unwanted(f, p))
			continue;
		out_field(o, f->name);
		value(o, c, f, p, size < ATTR_MAX ? size : ATTR_MAX);
		if (f->kind != B_CHANGES || !have)
			continue;
		if (bpf_u32(p, f->off) != bpf_u32(after, f->off)) {
			out_becomes(o);
			out_uint(o, bpf_u32(after, f->off));
		}
		p = after;
	}
}

/* The batch commands say how many elements they did. */
static void batch_after(struct out *o, const struct call *c, uint32_t cmd, const uint8_t *p)
{
	uint8_t after[ATTR_MAX + 16] = { 0 };

	if (cmd < CMD_BATCH_FIRST || cmd > CMD_BATCH_LAST || !attr_after(c, after) ||
	    bpf_u32(p, BATCH_COUNT) == bpf_u32(after, BATCH_COUNT))
		return;
	out_becomes(o);
	out_open(o, OUT_STRUCT);
	out_field(o, "batch");
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "count", bpf_u32(after, BATCH_COUNT));
	out_close(o, OUT_STRUCT);
	out_close(o, OUT_STRUCT);
}

static bool any_set(const uint8_t *p, size_t from, size_t to)
{
	for (; from < to; from++)
		if (p[from])
			return true;
	return false;
}

void bpf_extra(struct out *o, const struct call *c, const struct rd *r, size_t known)
{
	size_t n = r->end - r->start;

	if (n <= known || !any_set(r->start, known, n))
		return;
	if (!out_full(o)) {
		out_more(o);
		return;
	}
	out_f_str(o, "extra_data", r->start + known, n - known, OUT_STR_HEX | OUT_STR_WHOLE);
	out_note(o, "bytes %zu..%zu", known, n - 1);
}

void type_bpf_attr(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t cmd = c->args[0], size = c->args[2];
	const struct cmd *k = &cmds[cmd % (sizeof(cmds) / sizeof(*cmds))];
	size_t have = rd_left(r) < ATTR_MAX ? rd_left(r) : ATTR_MAX;
	uint8_t p[ATTR_MAX + 16] = { 0 };

	rd_bytes(r, p, have);
	out_open(o, OUT_STRUCT);
	if (k->group) {
		out_field(o, k->group);
		out_open(o, OUT_STRUCT);
	}
	attr_fields(o, c, cmd, p, size);
	if (k->group)
		out_close(o, OUT_STRUCT);
	bpf_extra(o, c, r, k->known);
	out_close(o, OUT_STRUCT);
	batch_after(o, c, cmd, p);
}

/* Commands that no fields are listed for. */
void argfn_bpf_attr(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t cmd = c->args[0];

	if (cmd >= sizeof(cmds) / sizeof(*cmds) || !cmds[cmd].known || !(uint32_t)c->args[2])
		out_addr(o, call_arg(c, a));
	else
		decode_struct(o, c, call_reg(c, a), T_bpf_attr, AT_ENTER);
}
