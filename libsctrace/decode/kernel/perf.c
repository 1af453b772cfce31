// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* perf_event_open(), and an ioctl on its descriptors. */
#include <errno.h>

#include "decode/core/call.h"
#include "decode/core/struct.h"

#define TYPE_HARDWARE 0
#define TYPE_SOFTWARE 1
#define TYPE_TRACEPOINT 2
#define TYPE_HW_CACHE 3
#define TYPE_BREAKPOINT 5
#define BP_X 4
#define BP_INVALID 7 /* read or write together with execute */

#define SIZE_VER0 64
#define SIZE_LEAST 48  /* bytes up to the flags */
#define ATTR_KNOWN 144 /* bytes of the struct that have known fields */

#define BIT_FREQ 10
#define BIT_WATERMARK 14
#define BIT_PRECISE 15 /* two bits */
#define BIT_CLOCKID 25
#define BITS_KNOWN 38

#define SAMPLE_BRANCH_STACK 0x800
#define SAMPLE_STACK_USER 0x2000

static const char *const bit_names[BITS_KNOWN] = {
	"disabled",
	"inherit",
	"pinned",
	"exclusive",
	"exclude_user",
	"exclude_kernel",
	"exclude_hv",
	"exclude_idle",
	"mmap",
	"comm",
	"freq",
	"inherit_stat",
	"enable_on_exec",
	"task",
	"watermark",
	"precise_ip",
	NULL,
	"mmap_data",
	"sample_id_all",
	"exclude_host",
	"exclude_guest",
	"exclude_callchain_kernel",
	"exclude_callchain_user",
	"mmap2",
	"comm_exec",
	"use_clockid",
	"context_switch",
	"write_backward",
	"namespaces",
	"ksymbol",
	"bpf_event",
	"aux_output",
	"cgroup",
	"text_poke",
	"build_id",
	"inherit_thread",
	"remove_on_exec",
	"sigtrap",
};

static const char *const skids[4] = {
	"arbitrary skid",
	"constant skid",
	"requested to have 0 skid",
	"must have 0 skid",
};

/* Emits the upper half of a config, which selects the PMU. */
static void config_source(struct out *o, uint64_t v)
{
	if (v >> 32)
		out_shifted(o, v >> 32, 32, NULL, true);
}

static void hw_config(struct out *o, uint64_t v)
{
	out_open(o, OUT_BITS);
	config_source(o, v);
	out_sym(o, &flags_perf_hw, (uint32_t)v);
	out_close(o, OUT_BITS);
}

static void cache_config(struct out *o, uint64_t v)
{
	out_open(o, OUT_BITS);
	config_source(o, v);
	if ((uint32_t)v >> 24)
		out_shifted(o, (uint32_t)v >> 24, 24, NULL, true);
	out_sym_shifted(o, &flags_perf_cache_results, v >> 16 & 0xff, 16);
	out_sym_shifted(o, &flags_perf_cache_ops, v >> 8 & 0xff, 8);
	out_sym(o, &flags_perf_cache, v & 0xff);
	out_close(o, OUT_BITS);
}

static void emit_config(struct out *o, uint32_t type, uint64_t v)
{
	out_field(o, "config");
	switch (type) {
	case TYPE_HARDWARE:
		hw_config(o, v);
		break;
	case TYPE_SOFTWARE:
		out_sym(o, &flags_perf_sw, v);
		break;
	case TYPE_TRACEPOINT:
		out_uint(o, v);
		break;
	case TYPE_HW_CACHE:
		cache_config(o, v);
		break;
	default:
		out_hex(o, v);
	}
}

/* Emits the flags: only those that are set, unless verbose. */
static void emit_bits(struct out *o, const struct call *c, uint64_t v)
{
	for (unsigned i = 0; i < BITS_KNOWN; i++) {
		if (i == BIT_PRECISE) {
			out_f_uint(o, bit_names[i], v >> i & 3);
			out_note(o, "%s", skids[v >> i & 3]);
		} else if (bit_names[i] && (out_full(o) || v >> i & 1)) {
			out_f_uint(o, bit_names[i], v >> i & 1);
		}
	}
	if (v >> BITS_KNOWN) {
		out_f_hex(o, "__reserved_1", v >> BITS_KNOWN);
		out_note(o, "Bits 63..%u", BITS_KNOWN);
	}
}

static void emit_breakpoint(struct out *o, uint32_t type, uint64_t addr)
{
	static const struct sct_flags invalid = { .unknown = "HW_BREAKPOINT_INVALID" };

	out_f_sym(o, "bp_type", type > BP_X && type <= BP_INVALID ? &invalid : &flags_perf_bp_types, type);
	out_f_hex(o, "bp_addr", addr);
}

struct attr {
	uint32_t type, size;
	uint64_t config, period, sample_type, read_format, flags;
};

/* Emits reserved bytes as a note, unless they are 0. */
static void emit_reserved(struct out *o, unsigned from, unsigned to, uint32_t v)
{
	if (v)
		out_note(o, "bytes %u..%u: %#x", from, to, v);
}

static void aux_action(struct out *o, uint32_t v)
{
	out_f_uint(o, "aux_start_paused", v & 1);
	out_f_uint(o, "aux_pause", v >> 1 & 1);
	out_f_uint(o, "aux_resume", v >> 2 & 1);
	if (v >> 3) {
		out_f_hex(o, "__reserved_3", v >> 3);
		out_note(o, "Bits 931..959");
	}
}

/* Emits the fields of later versions of the struct, as far as its size goes. */
static void emit_newer(struct out *o, struct rd *r, const struct attr *a)
{
	uint64_t branch = rd_u64(r);
	uint64_t regs_user = rd_u64(r);
	uint32_t stack_user = rd_u32(r);
	uint32_t clockid = rd_u32(r);

	if (a->size > 72 && a->sample_type & SAMPLE_BRANCH_STACK)
		out_f_flags(o, "branch_sample_type", &flags_perf_branch_types, branch);
	if (a->size <= 80)
		return;
	out_f_hex(o, "sample_regs_user", regs_user);
	if (a->size > 88 && a->sample_type & SAMPLE_STACK_USER)
		out_f_hex(o, "sample_stack_user", stack_user);
	if (a->size > 92 && a->flags >> BIT_CLOCKID & 1)
		out_f_sym(o, "clockid", &flags_clocks, clockid);
	if (a->size <= 96)
		return;
	out_f_hex(o, "sample_regs_intr", rd_u64(r));
	if (a->size <= 104)
		return;
	out_f_uint(o, "aux_watermark", rd_u32(r));
	if (a->size <= 108)
		return;
	out_f_uint(o, "sample_max_stack", rd_u16(r));
	emit_reserved(o, 110, 111, rd_u16(r));
	if (a->size <= 112)
		return;
	out_f_uint(o, "aux_sample_size", rd_u32(r));
	if (a->size <= 116)
		return;
	aux_action(o, rd_u32(r));
	if (a->size > 120)
		out_f_hex(o, "sig_data", rd_u64(r));
	if (a->size > 128)
		out_f_hex(o, "config3", rd_u64(r));
	if (a->size > 136)
		out_f_hex(o, "config4", rd_u64(r));
}

static void verbose_rest(struct out *o, struct rd *r, const struct attr *a)
{
	uint32_t wakeup = rd_u32(r);
	uint32_t bp_type = rd_u32(r);
	uint64_t config1 = rd_u64(r);
	uint64_t config2 = rd_u64(r);

	out_f_uint(o, a->flags >> BIT_WATERMARK & 1 ? "wakeup_watermark" : "wakeup_events", wakeup);
	if (a->type == TYPE_BREAKPOINT)
		emit_breakpoint(o, bp_type, config1);
	else
		out_f_hex(o, "config1", config1);
	if (a->size > SIZE_VER0 && a->type == TYPE_BREAKPOINT)
		out_f_uint(o, "bp_len", config2);
	else if (a->size > SIZE_VER0)
		out_f_hex(o, "config2", config2);
	emit_newer(o, r, a);
}

static struct attr read_attr(struct rd *r)
{
	struct attr a;

	a.type = rd_u32(r);
	a.size = rd_u32(r);
	a.config = rd_u64(r);
	a.period = rd_u64(r);
	a.sample_type = rd_u64(r);
	a.read_format = rd_u64(r);
	a.flags = rd_u64(r);
	return a;
}

/* Emits the size of the kernel's struct, which the kernel returns if the caller's struct is too long. */
static void emit_kernel_size(struct out *o, const struct call *c, uint32_t given)
{
	struct rd after;
	uint32_t size;

	if (!c->done || c->ret != -E2BIG || !call_partial(c, 0, SCT_PART_SELF, 0, AT_EXIT, &after))
		return;
	rd_skip(&after, 4);
	size = rd_u32(&after);
	if (after.bad || size == given)
		return;
	out_becomes(o);
	out_sym(o, &flags_perf_sizes, size);
}

void type_perf_event_attr(struct out *o, const struct call *c, struct rd *r)
{
	struct attr a = read_attr(r);

	out_open(o, OUT_STRUCT);
	out_f_sym(o, "type", &flags_perf_types, a.type);
	out_f_sym(o, "size", &flags_perf_sizes, a.size);
	emit_kernel_size(o, c, a.size);
	emit_config(o, a.type, a.config);
	out_f_uint(o, a.flags >> BIT_FREQ & 1 ? "sample_freq" : "sample_period", a.period);
	out_f_flags(o, "sample_type", &flags_perf_sample_type, a.sample_type);
	out_f_flags(o, "read_format", &flags_perf_read_format, a.read_format);
	emit_bits(o, c, a.flags);
	if (out_full(o))
		verbose_rest(o, r, &a);
	if (!out_full(o) || a.size > ATTR_KNOWN)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

/*
 * Emits the struct, or its address if it is shorter than the first version: the kernel refuses it without reading it.
 */
void argfn_perf_attr(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t size = 0;
	struct rd r;

	if (call_partial(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r)) {
		rd_skip(&r, 4);
		size = rd_u32(&r);
	}
	if (size && size < SIZE_VER0)
		out_unread(o, c->args[reg]);
	else
		decode_least(o, c, reg, T_perf_event_attr, AT_ENTER, SIZE_LEAST);
}

/*
 * Emits a query for programs: before the call, only the number of ids that fit is valid; after it, their number and
 * the ids.
 */
void argfn_perf_programs(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd in, out;

	if (!call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, sizeof(uint32_t), &in)) {
		out_unread(o, c->args[reg]);
		return;
	}
	struct__emit(o, c, (enum sct_type)a->type, &in,
		     c->done && !c->failed && call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &out) ? &out : NULL);
}
