// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* prctl and seccomp. */
#include <stdio.h>

#include "decode/core/insn.h"
#include "decode/core/struct.h"

#define COMM_LEN 16

#define MODE_STRICT 1
#define MODE_FILTER 2
#define MCE_KILL_SET 1
#define AMBIENT_IS_SET 1
#define AMBIENT_LOWER 3
#define VMA_ANON_NAME 0
#define CORE_GET 0

#define VL_MASK 0xffff

#define TAGGED_ENABLE 1
#define MTE_TCF 6
#define MTE_TAGS_SHIFT 3
#define MTE_TAGS 0xffffull

void field_comm(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd at = struct__part(r, field_off(c, f));
	size_t most = rd_left(&at) < f->n ? rd_left(&at) : f->n, n = strnlen((const char *)at.p, most);

	out_str(o, at.p, n, n < most ? OUT_STR_NUL : OUT_STR_CUT);
}

/* Emits a name. The kernel uses only 15 bytes, and a NUL after them is not shown. */
void argfn_prctl_name(struct out *o, const struct call *c, const struct sct_arg *a)
{
	struct rd r;
	size_t n;

	if (!call_chunk(c, call_reg(c, a), SCT_PART_SELF, 0, AT_ENTER, &r)) {
		out_addr(o, call_arg(c, a));
		return;
	}
	n = strnlen((const char *)r.p, rd_left(&r));
	if (n < COMM_LEN - 1)
		out_str(o, r.p, n, OUT_STR_NUL);
	else
		out_str(o, r.p, COMM_LEN - 1, OUT_STR_CUT);
}

/* ---- arguments that depend on others ------------------------------------------- */

void argfn_mce_policy(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1] == MCE_KILL_SET)
		out_sym(o, &flags_mce_kill_policy, call_arg(c, a));
	else
		out_hex(o, call_arg(c, a));
}

void argfn_spec_control(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (flags__name(&flags_speculation, c->args[1]))
		out_sym(o, a->flags, call_arg(c, a));
	else
		out_hex(o, call_arg(c, a));
}

void argfn_ambient_cap(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1] >= AMBIENT_IS_SET && c->args[1] <= AMBIENT_LOWER)
		out_sym(o, &flags_capabilities, call_arg(c, a));
	else
		out_hex(o, call_arg(c, a));
}

static void vector_length(struct out *o, const struct sct_flags *t, uint64_t v)
{
	if (!(v & ~(uint64_t)VL_MASK)) {
		out_hex(o, v);
		return;
	}
	if (!out_coded(o, v, OUT_HEX))
		return;
	out_open(o, OUT_BITS);
	out_flags(o, t, v & ~(uint64_t)VL_MASK);
	out_hex(o, v & VL_MASK);
	out_close(o, OUT_BITS);
	out_coded_end(o);
}

void argfn_sve_vl(struct out *o, const struct call *c, const struct sct_arg *a)
{
	vector_length(o, &flags_sve_vl_flags, call_arg(c, a));
}

#define RISCV_V_STATE 3u
#define RISCV_V_NEXT 2 /* shift of the state that is set at the next execve */
#define RISCV_V_INHERIT 0x10u

static bool riscv_v(struct out *o, uint64_t v)
{
	uint64_t rest = v & ~(uint64_t)(RISCV_V_STATE | RISCV_V_STATE << RISCV_V_NEXT | RISCV_V_INHERIT);

	if (!out_coded(o, v, OUT_HEX))
		return false;
	out_open(o, OUT_BITS);
	out_sym(o, &flags_riscv_vstates, v & RISCV_V_STATE);
	out_sym_shifted(o, &flags_riscv_vstates, v >> RISCV_V_NEXT & RISCV_V_STATE, RISCV_V_NEXT);
	out_name(o, v & RISCV_V_INHERIT ? "PR_RISCV_V_VSTATE_CTRL_INHERIT" : "!PR_RISCV_V_VSTATE_CTRL_INHERIT",
		 v & RISCV_V_INHERIT);
	if (rest)
		out_hex(o, rest);
	out_close(o, OUT_BITS);
	out_coded_end(o);
	return true;
}

void argfn_riscv_v(struct out *o, const struct call *c, const struct sct_arg *a)
{
	riscv_v(o, call_arg(c, a));
}

bool auxfn_riscv_v(struct out *o, const struct call *c)
{
	return !c->failed && riscv_v(o, (uint64_t)c->ret);
}

void argfn_sme_vl(struct out *o, const struct call *c, const struct sct_arg *a)
{
	vector_length(o, &flags_sme_vl_flags, call_arg(c, a));
}

static bool tagged_addr(struct out *o, uint64_t v)
{
	uint64_t tags = v >> MTE_TAGS_SHIFT & MTE_TAGS;
	uint64_t rest = v & ~(TAGGED_ENABLE | MTE_TCF | MTE_TAGS << MTE_TAGS_SHIFT);

	if (!out_coded(o, v, OUT_HEX))
		return false;
	out_open(o, OUT_BITS);
	out_name(o, v & TAGGED_ENABLE ? "PR_TAGGED_ADDR_ENABLE" : "!PR_TAGGED_ADDR_ENABLE", v & TAGGED_ENABLE);
	out_sym(o, &flags_mte_modes, v & MTE_TCF);
	if (tags)
		out_shifted(o, tags, MTE_TAGS_SHIFT, "PR_MTE_TAG_SHIFT", true);
	if (rest)
		out_hex(o, rest);
	out_close(o, OUT_BITS);
	out_coded_end(o);
	return true;
}

void argfn_tagged_addr(struct out *o, const struct call *c, const struct sct_arg *a)
{
	tagged_addr(o, call_arg(c, a));
}

void argfn_pid_type(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_symbol(o, &flags_pid_types, (uint32_t)call_arg(c, a), SYM_NOTE_HEX);
}

/* Emits the last argument of PR_SCHED_CORE: the cookie's address, or a number for operations without a cookie. */
void argfn_core_cookie(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1] == CORE_GET)
		out_addr(o, call_arg(c, a));
	else
		out_hex(o, call_arg(c, a));
}

void argfn_ptracer(struct out *o, const struct call *c, const struct sct_arg *a)
{
	int32_t pid = call_arg(c, a);

	if (pid == -1)
		out_name_dec(o, "PR_SET_PTRACER_ANY", (uint64_t)pid);
	else
		out_pid(o, pid);
}

void argfn_vma_arg(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1] == VMA_ANON_NAME)
		decode_value(o, c, a);
	else
		out_hex(o, call_arg(c, a));
}

/* PR_SET_SECCOMP: emits the arguments that the mode uses, or all if the mode is not known. */
void argfn_prctl_seccomp(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t mode = c->args[1];

	if (mode != MODE_STRICT && mode != MODE_FILTER)
		out_hex(o, call_arg(c, a));
	else if (mode == MODE_FILTER && a->kind == K_STRUCT)
		decode_value(o, c, a);
}

/* ---- notes after the return value ------------------------------------------------- */

static bool note_sym(struct out *o, const struct call *c, const struct sct_flags *t)
{
	const char *name = c->failed ? NULL : flags__name(t, c->ret);

	if (name)
		out_name(o, name, c->ret);
	return name;
}

/* Emits the return value as flags. Returns false, with nothing emitted, if no bit has a name. */
static bool note_flags(struct out *o, const struct call *c, const struct sct_flags *t)
{
	uint64_t known = 0;

	for (size_t i = 0; i < t->n; i++)
		known |= t->rows[i].value;
	if (c->failed || (!(c->ret & known) && !note_sym(o, c, t)))
		return false;
	if (c->ret)
		out_flags(o, t, c->ret);
	return true;
}

bool auxfn_suid_dump(struct out *o, const struct call *c)
{
	return note_sym(o, c, &flags_suid_dump);
}

bool auxfn_mce_policy(struct out *o, const struct call *c)
{
	return note_sym(o, c, &flags_mce_kill_policy);
}

#define NAMES_MAX 256

/* Writes the names of the bits that are set, and the other bits in hex. */
static void join_names(char *text, size_t room, const struct sct_flags *t, uint64_t v)
{
	struct flags_walk w = flags__walk(t, 0, v);
	const char *name;
	size_t n = 0;

	while (w.rest && (name = flags__next(&w))) {
		n += (size_t)snprintf(text + n, n < room ? room - n : 0, "%s%s", n ? "|" : "", name);
		n = n < room ? n : room - 1;
	}
	if (w.rest)
		snprintf(text + n, room - n, "%s%#llx", n ? "|" : "", (unsigned long long)w.rest);
}

/* Emits the return value's flags by name. Like strace, without numbers for -X verbose, and nothing for -X raw. */
static bool note_names(struct out *o, const struct call *c, const struct sct_flags *t)
{
	char text[NAMES_MAX] = "";

	if (o->numbers == OUT_NUMBERS)
		return false;
	if (o->numbers != OUT_BOTH || c->failed || !c->ret)
		return note_flags(o, c, t);
	join_names(text, sizeof(text), t, (uint64_t)c->ret);
	out_form(o, text);
	return true;
}

bool auxfn_secbits(struct out *o, const struct call *c)
{
	return note_names(o, c, &flags_secbits);
}

bool auxfn_mdwe(struct out *o, const struct call *c)
{
	return note_names(o, c, &flags_mdwe_flags);
}

bool auxfn_fp_mode(struct out *o, const struct call *c)
{
	return note_flags(o, c, &flags_fp_mode);
}

bool auxfn_pac_keys(struct out *o, const struct call *c)
{
	return note_flags(o, c, &flags_pac_keys);
}

bool auxfn_speculation(struct out *o, const struct call *c)
{
	bool noted;

	/* An unknown feature gets no note: strace repeats the note of an earlier call, if there was one. */
	if (o->numbers == OUT_NUMBERS || !flags__name(&flags_speculation, c->args[1]))
		return false;
	if (!out_coded(o, (uint64_t)c->ret, OUT_HEX))
		return false;
	noted = note_flags(o, c, &flags_speculation_states);
	out_coded_end(o);
	return noted;
}

bool auxfn_sve_vl(struct out *o, const struct call *c)
{
	if (c->failed || !(c->ret & ~(int64_t)VL_MASK))
		return false;
	vector_length(o, &flags_sve_vl_flags, c->ret);
	return true;
}

bool auxfn_sme_vl(struct out *o, const struct call *c)
{
	if (c->failed || !(c->ret & ~(int64_t)VL_MASK))
		return false;
	vector_length(o, &flags_sme_vl_flags, c->ret);
	return true;
}

bool auxfn_tagged_addr(struct out *o, const struct call *c)
{
	if (c->failed)
		return false;
	return tagged_addr(o, (uint64_t)c->ret);
}

/* Emits the instructions of a struct sock_fprog. */
void field_insns(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd insns;

	if (field_program(c, f, r, &insns))
		decode_insns(o, &insns, (unsigned)field_count(c, f, r), INSN_SECCOMP);
	else
		out_addr(o, field_value(c, f, r));
}
