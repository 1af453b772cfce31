// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Scheduling, futexes. */
#include <errno.h>
#include <stdio.h>

#include "decode/core/struct.h"

#define CPUS_MAX 1024 /* highest number of CPUs in a set that is printed */

#define PRIO_PROCESS 0
#define IOPRIO_WHO_PROCESS 1

#define SCHED_ATTR_V0 48
#define SCHED_ATTR_V1 56

/* Emits a set. It is enough if its first CPUS_MAX bits were read. */
void argfn_cpuset_in(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);

	if (c->args[reg] && !call_number(c, a->len_arg)) {
		out_open(o, OUT_SET);
		out_close(o, OUT_SET);
	} else {
		decode_least(o, c, reg, T_cpuset, AT_ENTER, CPUS_MAX / 8);
	}
}

void type_cpuset(struct out *o, const struct call *c, struct rd *r)
{
	unsigned cpu = 0;

	out_open(o, OUT_SET);
	for (; rd_left(r) && cpu < CPUS_MAX; cpu += 8) {
		uint8_t bits = rd_u8(r);

		for (unsigned i = 0; i < 8; i++)
			if (bits >> i & 1)
				out_uint(o, cpu + i);
	}
	if (rd_left(r) || r->ends)
		out_more(o);
	out_close(o, OUT_SET);
}

#define KEEP_POLICY 8
#define KEEP_PARAMS 0x10

struct sched_attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
	uint32_t util_min, util_max;
};

static void sched_attr(struct out *o, const struct sched_attr *a, bool set)
{
	/* a negative policy is always an error */
	if (!set || (int32_t)a->policy < 0 || !(a->flags & (KEEP_POLICY | KEEP_PARAMS)))
		out_f_sym(o, "sched_policy", &flags_sched_policies, a->policy);
	out_f_flags(o, "sched_flags", &flags_sched_flags, a->flags);
	if (set && a->flags & KEEP_PARAMS)
		return;
	out_f_int(o, "sched_nice", a->nice);
	out_f_uint(o, "sched_priority", a->priority);
	out_f_uint(o, "sched_runtime", a->runtime);
	out_f_uint(o, "sched_deadline", a->deadline);
	out_f_uint(o, "sched_period", a->period);
}

/* Emits the struct, which contains its size; 0 stands for that of the first version. */
static void sched_attr_struct(struct out *o, struct rd *r, bool set)
{
	size_t have = rd_left(r) < sizeof(struct sched_attr) ? rd_left(r) : sizeof(struct sched_attr);
	struct sched_attr a = { 0 };
	uint32_t size;

	rd_bytes(r, &a, have);
	size = set && !a.size ? SCHED_ATTR_V0 : a.size;
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "size", a.size);
	if (size >= SCHED_ATTR_V0)
		sched_attr(o, &a, set);
	if (size >= SCHED_ATTR_V1) {
		out_f_uint(o, "sched_util_min", a.util_min);
		out_f_uint(o, "sched_util_max", a.util_max);
	}
	if (set && size > SCHED_ATTR_V1)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_sched_attr(struct out *o, const struct call *c, struct rd *r)
{
	sched_attr_struct(o, r, true);
}

/* Emits the size of the kernel's struct, if it differs from the caller's. */
static void emit_wanted_size(struct out *o, uint32_t given, uint32_t size)
{
	if (size == given)
		return;
	out_becomes(o);
	out_open(o, OUT_STRUCT);
	out_f_uint(o, "size", size);
	out_close(o, OUT_STRUCT);
}

/* Emits the struct of sched_setattr(). A size of 0 stands for that of the first version. */
void argfn_sched_attr(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint32_t size = 0;
	struct rd r;

	if (call_partial(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		size = rd_u32(&r);
	decode_least(o, c, reg, T_sched_attr, AT_ENTER,
		     size && size < SCHED_ATTR_V0 ? sizeof(size)
		     : size < SCHED_ATTR_V1	  ? SCHED_ATTR_V0
						  : SCHED_ATTR_V1);
	if (c->done && c->ret == -E2BIG && call_partial(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		emit_wanted_size(o, size, rd_u32(&r));
}

void argfn_sched_attr_out(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!c->done || c->failed || !(uint32_t)c->args[2] ||
	    !call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, SCHED_ATTR_V1, &r))
		out_unread(o, c->args[reg]);
	else
		sched_attr_struct(o, &r, false);
}

/* Emits the size. Like strace, prints all 64 bits of it on arm64. */
void argfn_sched_attr_size(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);

	if (c->abi->id == SCT_ABI_ARM64 && v >> 32)
		out_halves(o, v, 32, true);
	else
		out_uint(o, (uint32_t)v);
}

#define RESET_ON_FORK 0x40000000u

bool auxfn_sched_policy(struct out *o, const struct call *c)
{
	uint64_t policy = c->ret & ~(uint64_t)RESET_ON_FORK;
	const char *name = c->failed ? NULL : flags__name(&flags_sched_policies, policy);

	if (!name)
		return false;
	if (policy == (uint64_t)c->ret) {
		out_name(o, name, policy);
		return true;
	}
	/* strace prints names here in every style of -X */
	if (o->numbers != OUT_NAMES) {
		char text[64];

		snprintf(text, sizeof(text), "SCHED_RESET_ON_FORK|%s", name);
		out_form(o, text);
		return true;
	}
	out_open(o, OUT_BITS);
	out_name(o, "SCHED_RESET_ON_FORK", RESET_ON_FORK);
	out_name(o, name, policy);
	out_close(o, OUT_BITS);
	return true;
}

/* IOPRIO_PRIO_VALUE(class, data) */
#define IOPRIO_CLASS_SHIFT 13

/* Emits a priority. style: how it is written if the sink wants a number. */
static bool emit_ioprio(struct out *o, uint32_t v, enum out_style style)
{
	if (!o->ops->coded(o,
			   &(struct out_code){ .number = (uint64_t)(int64_t)(int32_t)v, .style = style, .open = true }))
		return false;
	out_call(o, "IOPRIO_PRIO_VALUE");
	out_sym(o, &flags_ioprio_classes, v >> IOPRIO_CLASS_SHIFT);
	out_uint(o, v & ((1u << IOPRIO_CLASS_SHIFT) - 1));
	out_close(o, OUT_CALL);
	out_coded_end(o);
	return true;
}

void field_ioprio(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	emit_ioprio(o, (uint16_t)field_value(c, f, r), OUT_HEX);
}

/* Emits the second argument: a task if the first one is `process`, else a process group or a user. */
static void emit_who(struct out *o, const struct call *c, const struct sct_arg *a, uint32_t process)
{
	int32_t who = (int32_t)call_arg(c, a);

	if ((uint32_t)c->args[0] == process)
		out_pid(o, who);
	else
		out_int(o, who);
}

void argfn_priority_who(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_who(o, c, a, PRIO_PROCESS);
}

void argfn_ioprio_who(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_who(o, c, a, IOPRIO_WHO_PROCESS);
}

void argfn_ioprio(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_ioprio(o, call_arg(c, a), OUT_DEC);
}

bool auxfn_ioprio(struct out *o, const struct call *c)
{
	if (c->failed)
		return false;
	return emit_ioprio(o, (uint32_t)c->ret, OUT_DEC);
}

/* Emits the commands that MEMBARRIER_CMD_QUERY returns. */
bool auxfn_membarrier(struct out *o, const struct call *c)
{
	struct sct_flags bits = flags_membarrier_cmds;

	if (c->failed || !c->ret)
		return false;
	bits.base = 0;
	bits.unknown = NULL;
	out_flags(o, &bits, c->ret);
	return true;
}

/* ---- futex ---------------------------------------------------------------------- */

#define WAKE_OP_SHIFT_ARG 8 /* bit of the operation: the operand is a shift count */

static void emit_shifted(struct out *o, const struct sct_flags *t, uint32_t v, unsigned shift)
{
	out_expr(o, (struct out_expr){ .value = (uint64_t)v << shift,
				       .name = flags__name(t, v),
				       .unknown = t->unknown,
				       .unknown_last = true,
				       .number = v,
				       .hex = true,
				       .shift = shift });
}

/*
 * Emits FUTEX_WAKE_OP's operation on the second futex, and the comparison that decides whether its waiters are woken.
 */
void argfn_wake_op(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t op = v >> 28;

	out_open(o, OUT_BITS);
	if (op & WAKE_OP_SHIFT_ARG)
		out_expr(o, (struct out_expr){ .value = (uint64_t)WAKE_OP_SHIFT_ARG << 28,
					       .name = "FUTEX_OP_OPARG_SHIFT",
					       .number = WAKE_OP_SHIFT_ARG,
					       .shift = 28 });
	emit_shifted(o, &flags_futex_wake_ops, op & ~WAKE_OP_SHIFT_ARG, 28);
	out_shifted(o, v >> 12 & 0xfff, 12, NULL, true);
	emit_shifted(o, &flags_futex_wake_cmps, v >> 24 & 0xf, 24);
	out_hex(o, v & 0xfff);
	out_close(o, OUT_BITS);
}

static void emit_bitset(struct out *o, uint64_t v)
{
	if (v == UINT32_MAX)
		out_name(o, "FUTEX_BITSET_MATCH_ANY", v);
	else
		out_hex(o, v);
}

void argfn_bitset(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_bitset(o, (uint32_t)call_arg(c, a));
}

void argfn_bitset64(struct out *o, const struct call *c, const struct sct_arg *a)
{
	emit_bitset(o, call_arg(c, a));
}

/* ---- rseq ---- */

#define RSEQ_BYTES 32 /* size and alignment that the kernel demands */

void argfn_rseq(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t addr = call_arg(c, a);

	if (addr % RSEQ_BYTES || (uint32_t)c->args[1] < RSEQ_BYTES)
		out_addr(o, addr);
	else
		decode_value(o, c, a);
}

/* Emits a CPU, or the name of one of two negative values. */
void field_rseq_cpu_id(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int64_t v = field_signed(c, f, r);
	const char *name = flags__name(&flags_rseq_cpu_ids, (uint32_t)v);

	if (name)
		out_name_dec(o, name, (uint64_t)v);
	else
		out_uint(o, (uint32_t)v);
}

/* Emits the critical section that the thread is in, and its address as a note. */
void field_rseq_cs(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t addr = field_value(c, f, r);
	struct rd in;

	if (!field_pointed(c, f, r, &in)) {
		out_addr(o, addr);
		return;
	}
	struct__emit(o, c, (enum sct_type)f->type, &in, NULL);
	out_note(o, "%#llx", (unsigned long long)addr);
}

/* ---- policies ---- */

void argfn_sched_policy(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a), policy = v & ~RESET_ON_FORK;
	const char *name = flags__name(a->flags, policy);

	if (!(v & RESET_ON_FORK) || (int32_t)v < 0) {
		out_sym(o, a->flags, v);
		return;
	}
	if (!out_coded(o, v, OUT_HEX))
		return;
	out_open(o, OUT_BITS);
	out_name(o, "SCHED_RESET_ON_FORK", RESET_ON_FORK);
	if (name)
		out_name(o, name, policy);
	else
		out_hex(o, policy);
	out_close(o, OUT_BITS);
	out_coded_end(o);
}
