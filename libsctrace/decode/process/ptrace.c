// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ptrace, process_vm_readv, kcmp: calls on other processes. */
#include "decode/core/file.h"
#include "decode/core/signal.h"
#include "decode/core/struct.h"

#define NT_PRSTATUS 1
#define NT_FPREGSET 2

#define PTRACE_SET_SYSCALL_INFO_ 0x4212
#define INFO_ENTRY 1
#define INFO_EXIT 2
#define INFO_SECCOMP 3

/* ---- addr and data ------------------------------------------------------------ */

void argfn_signal_long(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);

	if (v && flags__name(&flags_signals, v))
		decode_signal(o, v);
	else
		out_uint(o, v);
}

/* Emits a request. Like strace on arm64, prints requests of 32-bit tracers as numbers, with the name in a note. */
void argfn_ptrace_request(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);
	const char *name = c->abi->x86 ? NULL : flags__name(&flags_arm_ptrace_compat, v);

	if (name) {
		out_hex(o, v);
		out_form_note(o, "%s", name);
	} else {
		out_sym(o, abi__flags(c->abi, a->flags), v);
	}
}

/* Emits an offset in struct user: 8*RAX+4. */
void argfn_user_offset(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);
	const struct sct_flag *best = NULL;

	for (size_t i = 0; i < flags_user_offsets.n; i++) {
		const struct sct_flag *f = &flags_user_offsets.rows[i];

		if (f->value <= v && (!best || f->value > best->value))
			best = f;
	}
	if (!c->abi->x86)
		out_addr(o, v);
	else if (!best || v > flags_user_offsets.rows[flags_user_offsets.n - 1].value)
		out_hex(o, v);
	else if (out_coded(o, v, OUT_ADDR)) {
		if (best->value == v)
			out_name(o, best->name, v);
		else
			out_plus(o, best->name, v, (unsigned)(v - best->value), false);
		out_coded_end(o);
	}
}

#define DATA_REG 3 /* register of ptrace()'s data */

/* Emits a set of registers. Only two sets have a decoder, for x86_64. */
void field_regset(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t len = field_count(c, f, r);
	uint32_t set = c->args[2];
	struct rd in;

	if (c->abi->id != SCT_ABI_X86_64 || !len || !field_pointed(c, f, r, &in) || rd_left(&in) < len) {
		out_addr(o, field_value(c, f, r));
		return;
	}
	in.end = in.start + len;
	if (set == NT_PRSTATUS && len % 8 == 0 && len <= sizeof(struct lp64_user_regs_x86_64))
		struct__emit(o, c, T_user_regs, &in, NULL);
	else if (set == NT_FPREGSET && len <= sizeof(struct lp64_user_fpregs_x86_64))
		struct__emit(o, c, T_user_fpregs, &in, NULL);
	else
		out_addr(o, field_value(c, f, r));
}

/* Emits the iovec's length: the size of the buffer and, if it differs, the size of the set after the call. */
void field_regset_len(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t len = field_value(c, f, r);
	struct rd before;

	if (c->done && !c->failed && call_chunk(c, DATA_REG, SCT_PART_SELF, 0, AT_ENTER, &before) &&
	    field_value(c, f, &before) != len) {
		out_uint(o, field_value(c, f, &before));
		out_becomes(o);
	}
	out_uint(o, len);
}

void argfn_regset_iov(struct out *o, const struct call *c, const struct sct_arg *a)
{
	decode_struct(o, c, call_reg(c, a), (enum sct_type)a->type,
		      c->done && !c->failed && a->dir == INOUT ? AT_EXIT : AT_ENTER);
}

bool cond_seccomp_answered(const struct call *c, const struct rd *r)
{
	(void)r;
	return c->done && c->ret >= (int64_t)sizeof(struct lp64_seccomp_metadata);
}

void argfn_seccomp_metadata(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[2] < 8)
		out_addr(o, call_arg(c, a));
	else
		decode_least(o, c, call_reg(c, a), T_seccomp_metadata, c->failed || !c->done ? AT_ENTER : AT_EXIT,
			     offsetof(struct lp64_seccomp_metadata, flags));
}

/* Emits the members of a syscall entry that are within the struct's size. */
static void info_entry(struct out *o, struct rd *r, const struct abi *abi, const char *field, bool seccomp)
{
	uint64_t nr = rd_u64(r);
	bool shown = true;
	unsigned n = 0;
	const struct sct_row *row = abi && nr <= UINT32_MAX ? abi__row(abi, nr) : NULL;
	const char *name = abi && nr <= UINT32_MAX ? abi__call_name(abi, (uint32_t)nr) : NULL;

	out_field(o, field);
	out_open(o, OUT_STRUCT);
	out_field(o, "nr");
	if (row)
		out_prefixed(o, "__NR_", row->name, nr);
	else
		out_uint(o, nr);
	if (!row && name)
		out_form_note(o, "%s", name);
	if (rd_left(r) >= 8) {
		out_field(o, "args");
		out_open(o, OUT_ARRAY);
		for (; n < 6 && rd_left(r) >= 8; n++) {
			uint64_t arg = rd_u64(r);

			shown = shown && out_item(o, n);
			if (shown)
				out_hex(o, arg);
		}
		out_close(o, OUT_ARRAY);
	}
	if (seccomp && n == 6 && rd_left(r) >= 4)
		out_f_uint(o, "ret_data", rd_u32(r));
	out_close(o, OUT_STRUCT);
}

static void info_exit(struct out *o, struct rd *r)
{
	int64_t rval = rd_i64(r);
	bool told = rd_left(r);
	uint8_t is_error = rd_u8(r);
	const char *name = is_error && rval < 0 ? flags__name(&flags_errnos, -rval) : NULL;

	out_field(o, "exit");
	out_open(o, OUT_STRUCT);
	out_field(o, "rval");
	if (name)
		out_prefixed(o, "-", name, (uint64_t)rval);
	else
		out_int(o, rval);
	if (told)
		out_f_uint(o, "is_error", is_error);
	out_close(o, OUT_STRUCT);
}

/* Emits the members that come before the union. Returns the architecture. */
static uint32_t info_head(struct out *o, struct rd *r, uint8_t op)
{
	uint8_t reserved = rd_u8(r);
	uint16_t flags = rd_u16(r);
	uint32_t arch = 0;

	out_f_sym(o, "op", &flags_ptrace_syscall_infos, op);
	if (reserved)
		out_f_hex(o, "reserved", reserved);
	if (flags)
		out_f_hex(o, "flags", flags);
	if (rd_left(r) >= 4) {
		arch = rd_u32(r);
		out_f_sym(o, "arch", &flags_audit_arch, arch);
	}
	if (rd_left(r) >= 8)
		out_f_addr(o, "instruction_pointer", rd_u64(r));
	if (rd_left(r) >= 8)
		out_f_addr(o, "stack_pointer", rd_u64(r));
	return arch;
}

void type_syscall_info(struct out *o, const struct call *c, struct rd *r)
{
	uint32_t arch;
	uint8_t op;

	/* for PTRACE_SET_SYSCALL_INFO, an argument has the size of the struct */
	if (c->args[0] == PTRACE_SET_SYSCALL_INFO_ && c->args[2] < rd_left(r))
		r->end = r->p + c->args[2];
	if (!rd_left(r)) {
		out_addr(o, c->args[3]);
		return;
	}
	op = rd_u8(r);
	out_open(o, OUT_STRUCT);
	arch = info_head(o, r, op);
	if ((op == INFO_ENTRY || op == INFO_SECCOMP) && rd_left(r) >= 8)
		info_entry(o, r, abi__of_arch(arch), op == INFO_ENTRY ? "entry" : "seccomp", op == INFO_SECCOMP);
	else if (op == INFO_EXIT && rd_left(r) >= 8)
		info_exit(o, r);
	out_close(o, OUT_STRUCT);
}

/* ---- descriptors of other processes ------------------------------------------------ */

/* Emits a descriptor of process pid, with its file if that is the calling process. */
static void fd_of(struct out *o, const struct call *c, int32_t fd, uint32_t pid)
{
	out_fd_as(o, fd, pid == c->tid || pid == c->tgid ? fd : -1, AT_ENTER);
}

/* Emits a descriptor of pid1 or pid2, for kcmp(). */
void argfn_kcmp_fd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	fd_of(o, c, (int32_t)call_arg(c, a), (uint32_t)c->args[call_reg(c, a) - 3]);
}

/* Emits a descriptor in the epoll instance of pid2, for kcmp(). */
void field_slot_fd(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	fd_of(o, c, (int32_t)field_value(c, f, r), (uint32_t)c->args[1]);
}

/* Emits pidfd_getfd()'s descriptor of the other process, with the file of the returned descriptor. */
void argfn_taken_fd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_fd_as(o, (int32_t)call_arg(c, a), c->done && !c->failed ? (int32_t)c->ret : -1, AT_EXIT);
}

/* ---- process_vm_readv, kcmp -------------------------------------------------------- */

void argfn_local_iov(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t n = c->args[2];
	struct rd r;

	if (!c->args[reg] || n > UINT64_MAX / (2u * c->abi->word) ||
	    !call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, 2u * c->abi->word, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	if (c->done && !c->failed) {
		decode_iov(o, c, reg, SCT_PART_SELF, 0, c->args[reg], n, AT_EXIT, c->ret);
		return;
	}
	struct__emit_array(o, c, T_remote_iov, &r, n);
}
