// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* BPF programs, classic ones (seccomp filters, socket filters) and extended ones. */
#include "decode/core/call.h"
#include "decode/core/emit.h"
#include "decode/core/insn.h"
#include "decode/core/struct.h"

#define INSNS_MAX 4096
#define LOAD_ABS 0x20

#define CLASS(code) ((code)&7)
enum { LD, LDX, ST, STX, ALU, JMP, RET, MISC, EXTENDED, ALU64 = 7 };

/* Emits the bits of a code that have no name, if there are any. */
static void emit_rest(struct out *o, unsigned v)
{
	const struct sct_flags none = { .unknown = flags_insn_misc_ops.unknown };

	if (v)
		out_sym(o, &none, v);
}

static void insn_code(struct out *o, unsigned code, bool extended)
{
	out_open(o, OUT_BITS);
	out_sym(o, extended ? &flags_bpf_insn_classes : &flags_insn_classes, CLASS(code));
	switch (CLASS(code) | (extended ? EXTENDED : 0)) {
	case LD:
	case LDX:
	case EXTENDED | LD:
	case EXTENDED | LDX:
	case EXTENDED | ST:
	case EXTENDED | STX:
		out_sym(o, &flags_insn_sizes, code & 0x18);
		out_sym(o, extended ? &flags_bpf_insn_modes : &flags_insn_modes, code & 0xe0);
		break;
	case ALU:
	case EXTENDED | ALU:
	case EXTENDED | ALU64:
		out_sym(o, &flags_insn_sources, code & 0x8);
		out_sym(o, &flags_insn_alu_ops, code & 0xf0);
		break;
	case JMP:
	case EXTENDED | JMP:
		out_sym(o, &flags_insn_sources, code & 0x8);
		out_sym(o, &flags_insn_jmp_ops, code & 0xf0);
		break;
	case RET:
		out_sym(o, &flags_insn_sources, code & 0x18);
		emit_rest(o, code & ~0x1fu);
		break;
	case MISC:
		out_sym(o, &flags_insn_misc_ops, code & 0xf8);
		emit_rest(o, code & ~0xffu);
		break;
	default: /* strace 6.1 knows no operations of the extended 32-bit jumps */
		emit_rest(o, code & ~7u);
	}
	out_close(o, OUT_BITS);
}

/* Emits a seccomp action, the upper half, and its data, the lower half. */
static void seccomp_return(struct out *o, uint32_t k)
{
	out_open(o, OUT_BITS);
	out_sym(o, &flags_seccomp_actions, k & 0xffff0000);
	if (k & 0xffff)
		out_hex(o, k & 0xffff);
	out_close(o, OUT_BITS);
}

/*
 * Emits the offset of a load. Negative offsets refer to ancillary data (SKF_AD_OFF), to the network header or to the
 * link header.
 */
static void emit_offset(struct out *o, uint32_t k)
{
	uint32_t base = k >= 0xfffff000 ? 0xfffff000 : k >= 0xfff00000 ? 0xfff00000 : 0xffe00000;

	if (k < base) {
		out_hex(o, k);
		return;
	}
	out_open(o, OUT_SUM);
	out_sym(o, &flags_filter_bases, base);
	if (base == 0xfffff000)
		out_sym(o, &flags_filter_ancillary, k - base);
	else
		out_uint(o, k - base);
	out_close(o, OUT_SUM);
}

static void emit_classic(struct out *o, struct rd *r, bool seccomp)
{
	unsigned code = rd_u16(r);
	unsigned jt = rd_u8(r);
	unsigned jf = rd_u8(r);
	uint32_t k = rd_u32(r);

	out_call(o, jt || jf ? "BPF_JUMP" : "BPF_STMT");
	insn_code(o, code, false);
	if (seccomp && CLASS(code) == RET)
		seccomp_return(o, k);
	else if (!seccomp && (code & 0xe7) == LOAD_ABS && !jt && !jf)
		emit_offset(o, k);
	else
		out_hex(o, k);
	if (jt || jf) {
		out_hex(o, jt);
		out_hex(o, jf);
	}
	out_close(o, OUT_CALL);
}

static void emit_extended(struct out *o, struct rd *r)
{
	unsigned code = rd_u8(r), regs = rd_u8(r);
	int16_t off = rd_i16(r);
	uint32_t imm = rd_u32(r);

	out_open(o, OUT_STRUCT);
	out_field(o, "code");
	insn_code(o, code, true);
	out_f_sym(o, "dst_reg", &flags_bpf_registers, regs & 0xf);
	out_f_sym(o, "src_reg", &flags_bpf_registers, regs >> 4);
	out_f_int(o, "off", off);
	out_f_hex(o, "imm", imm);
	out_close(o, OUT_STRUCT);
}

void field_sock_insn(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));

	emit_classic(o, &at, true);
}

bool field_program(const struct call *c, const struct field *f, const struct rd *r, struct rd *insns)
{
	if (!field_value(c, f, r))
		return false;
	if (!field_count(c, f, r)) {
		*insns = rd_make(NULL, 0, r->word);
		return true;
	}
	return field_partly(c, f, r, insns) && (!insns->ends || rd_left(insns) >= INSN_SIZE);
}

void decode_insns(struct out *o, struct rd *r, unsigned n, enum insn_kind kind)
{
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < n; i++) {
		if (i == INSNS_MAX) {
			out_more(o);
			break;
		}
		if (decode_short(o, r, INSN_SIZE))
			break;
		if (kind == INSN_EXTENDED)
			emit_extended(o, r);
		else
			emit_classic(o, r, kind == INSN_SECCOMP);
	}
	out_close(o, OUT_ARRAY);
}
