// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* ptrace, process_vm_readv, kcmp: looking into other processes. */
#include "decode/call.h"
#include "decode/tail.h"

#define NEST_REGSET 0

#define NT_PRSTATUS 1
#define NT_FPREGSET 2

#define REGS 27
#define FPREGS_SIZE 512

#define INFO_ENTRY 1
#define INFO_EXIT 2
#define INFO_SECCOMP 3

static const char *const reg_names[REGS] = {
	"r15", "r14",	   "r13", "r12", "rbp",	   "rbx", "r11", "r10",	    "r9",      "r8", "rax", "rcx", "rdx", "rsi",
	"rdi", "orig_rax", "rip", "cs",	 "eflags", "rsp", "ss",	 "fs_base", "gs_base", "ds", "es",  "fs",  "gs",
};

static const char *const reg_names_i386[REGS] = {
	"ebx", "ecx", "edx",	  "esi", "edi", "ebp",	  "eax", "xds", "xes",
	"xfs", "xgs", "orig_eax", "eip", "xcs", "eflags", "esp", "xss",
};

static void regs(struct out *o, struct rd *r)
{
	const char *const *names = r->word == 4 ? reg_names_i386 : reg_names;

	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < REGS && names[i] && rd_left(r) >= r->word; i++)
		out_f_hex(o, names[i], rd_ulong(r));
	out_close(o, OUT_STRUCT);
}

void type_user_regs(struct out *o, const struct call *c, struct rd *r)
{
	regs(o, r);
}

static void words(struct out *o, const struct call *c, struct rd *r, const char *field, unsigned n)
{
	if (rd_left(r) < 4)
		return;
	out_field(o, field);
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < n && rd_left(r) >= 4; i++) {
		if (!out_item(o, i)) {
			rd_skip(r, rd_left(r) / 4 < n - i ? rd_left(r) / 4 * 4 : 4 * (n - i));
			break;
		}
		out_hex(o, rd_u32(r));
	}
	out_close(o, OUT_ARRAY);
}

/* The head is complete or absent, the spaces may be cut. */
static void fpregs(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_STRUCT);
	out_f_hex(o, "cwd", rd_u16(r));
	out_f_hex(o, "swd", rd_u16(r));
	out_f_hex(o, "ftw", rd_u16(r));
	out_f_hex(o, "fop", rd_u16(r));
	out_f_hex(o, "rip", rd_u64(r));
	out_f_hex(o, "rdp", rd_u64(r));
	out_f_hex(o, "mxcsr", rd_u32(r));
	out_f_hex(o, "mxcr_mask", rd_u32(r));
	words(o, c, r, "st_space", 32);
	words(o, c, r, "xmm_space", 64);
	words(o, c, r, "padding", 24);
	out_close(o, OUT_STRUCT);
}

static void fpregs_i386(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const names[] = { "cwd", "swd", "twd", "fip", "fcs", "foo", "fos" };

	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		out_f_hex(o, names[i], rd_u32(r));
	words(o, c, r, "st_space", 20);
	out_close(o, OUT_STRUCT);
}

void type_user_fpregs(struct out *o, const struct call *c, struct rd *r)
{
	if (r->word == 4)
		fpregs_i386(o, c, r);
	else
		fpregs(o, c, r);
}

/* ---- addr and data ------------------------------------------------------------ */

void argfn_signal_long(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);

	if (v && flags__name(&flags_signals, v))
		decode_signal(o, c, v);
	else
		out_uint(o, v);
}

/* Of a 32-bit tracer's, arm64 has names, but not the requests. */
void argfn_ptrace_request(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);
	const char *name = c->abi->x86 ? NULL : flags__name(&flags_arm_ptrace_compat, v);

	if (name) {
		out_hex(o, v);
		out_note(o, "%s", name);
	} else {
		out_sym(o, abi__flags(c->abi, a->flags), v);
	}
}

/* Where in struct user: 8*RAX+4. */
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
	else if (best->value == v)
		out_name(o, best->name, v);
	else
		out_plus(o, best->name, v, (unsigned)(v - best->value), false);
}

void type_regset_iov(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t base = rd_ulong(r);
	uint64_t len = rd_ulong(r);
	uint32_t set = c->args[2];
	bool x86_64 = c->abi->id == SCT_ABI_X86_64;
	struct rd n;

	out_open(o, OUT_STRUCT);
	out_field(o, "iov_base");
	if (!x86_64 || !len || !call_chunk(c, 3, SCT_PART_NEST, NEST_REGSET, AT_ENTER, &n))
		out_addr(o, base);
	else if (rd_left(&n) < len)
		out_addr(o, base);
	else if (set == NT_PRSTATUS && len % 8 == 0 && len <= REGS * 8)
		regs(o, &(struct rd){ n.start, n.p, n.p + len, n.word, false });
	else if (set == NT_FPREGSET && len <= FPREGS_SIZE)
		fpregs(o, c, &(struct rd){ n.start, n.p, n.p + len, n.word, false });
	else
		out_addr(o, base);
	out_f_uint(o, "iov_len", len);
	out_close(o, OUT_STRUCT);
}

/* The iovec's length is changed by the call; strace says it once. */
void argfn_regset_iov(struct out *o, const struct call *c, const struct sct_arg *a)
{
	decode_struct(o, c, call_reg(c, a), T_regset_iov,
		      c->done && !c->failed && a->dir == INOUT ? AT_EXIT : AT_ENTER);
}

void type_peeksiginfo(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t off = rd_u64(r);
	uint32_t flags = rd_u32(r);
	int32_t nr = rd_i32(r);

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "off", off);
	out_f_flags(o, "flags", &flags_peeksiginfo_flags, flags);
	out_f_int(o, "nr", nr);
	out_close(o, OUT_STRUCT);
}

void type_siginfo_user(struct out *o, const struct call *c, struct rd *r)
{
	type_siginfo(o, c, r);
}

void type_seccomp_metadata(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t off = rd_u64(r);
	uint64_t flags;

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "filter_off", off);
	if (rd_left(r) >= 8) {
		flags = rd_u64(r);
		if (c->done && c->ret >= 16)
			out_f_flags(o, "flags", &flags_seccomp_filter_flags, flags);
	}
	out_close(o, OUT_STRUCT);
}

void argfn_seccomp_metadata(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[2] < 8)
		out_addr(o, call_arg(c, a));
	else
		decode_struct(o, c, call_reg(c, a), T_seccomp_metadata, c->failed || !c->done ? AT_ENTER : AT_EXIT);
}

static void info_entry(struct out *o, struct rd *r, const struct abi *abi, const char *field, bool seccomp)
{
	uint64_t nr = rd_u64(r);
	const struct sct_row *row = abi ? abi__row(abi, nr) : NULL;

	out_field(o, field);
	out_open(o, OUT_STRUCT);
	out_field(o, "nr");
	if (row)
		out_prefixed(o, "__NR_", row->name, nr);
	else
		out_uint(o, nr);
	out_field(o, "args");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < 6; i++)
		out_hex(o, rd_u64(r));
	out_close(o, OUT_ARRAY);
	if (seccomp && rd_left(r) >= 4)
		out_f_uint(o, "ret_data", rd_u32(r));
	out_close(o, OUT_STRUCT);
}

static void info_exit(struct out *o, struct rd *r)
{
	int64_t rval = rd_i64(r);
	uint8_t is_error = rd_u8(r);
	const char *name = is_error && rval < 0 ? flags__name(&flags_errnos, -rval) : NULL;

	out_field(o, "exit");
	out_open(o, OUT_STRUCT);
	out_field(o, "rval");
	if (name)
		out_prefixed(o, "-", name, (uint64_t)rval);
	else
		out_int(o, rval);
	out_f_uint(o, "is_error", is_error);
	out_close(o, OUT_STRUCT);
}

void type_syscall_info(struct out *o, const struct call *c, struct rd *r)
{
	uint8_t op = rd_u8(r);
	uint32_t arch;

	rd_skip(r, 3);
	arch = rd_u32(r);
	out_open(o, OUT_STRUCT);
	out_f_sym(o, "op", &flags_ptrace_syscall_infos, op);
	out_f_sym(o, "arch", &flags_audit_arch, arch);
	if (rd_left(r) >= 16) {
		out_f_addr(o, "instruction_pointer", rd_u64(r));
		out_f_addr(o, "stack_pointer", rd_u64(r));
	}
	if (op == INFO_ENTRY && rd_left(r) >= 56)
		info_entry(o, r, decode_arch_abi(arch), "entry", false);
	else if (op == INFO_SECCOMP && rd_left(r) >= 60)
		info_entry(o, r, decode_arch_abi(arch), "seccomp", true);
	else if (op == INFO_EXIT && rd_left(r) >= 9)
		info_exit(o, r);
	out_close(o, OUT_STRUCT);
}

/* ---- process_vm_readv, kcmp -------------------------------------------------------- */

/* An iovec whose data is not ours to see. */
void type_remote_iov(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t base = rd_ulong(r);
	uint64_t len = rd_ulong(r);

	out_open(o, OUT_STRUCT);
	out_f_addr(o, "iov_base", base);
	out_f_uint(o, "iov_len", len);
	out_close(o, OUT_STRUCT);
}

void argfn_local_iov(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	uint64_t n = c->args[2];
	struct rd r;

	if (!c->args[reg] || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r)) {
		out_unread(o, c->args[reg]);
		return;
	}
	if (c->done && !c->failed) {
		decode_iov(o, c, reg, SCT_PART_SELF, 0, n, AT_EXIT, c->ret);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		if (!out_item(o, i))
			break;
		if (rd_left(&r) < 2u * r.word) {
			out_more(o);
			break;
		}
		type_remote_iov(o, c, &r);
	}
	out_close(o, OUT_ARRAY);
}

void type_epoll_slot(struct out *o, const struct call *c, struct rd *r)
{
	int32_t efd = rd_i32(r);
	int32_t tfd = rd_i32(r);

	out_open(o, OUT_STRUCT);
	out_f_int(o, "efd", efd);
	out_f_int(o, "tfd", tfd);
	out_f_uint(o, "toff", rd_u32(r));
	out_close(o, OUT_STRUCT);
}
