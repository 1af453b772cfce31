// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Processes: clone, wait, limits, usage, names of the system. */
#include <stdio.h>

#include "decode/call.h"
#include "decode/tail.h"

/* flags of clone */
#define F_PIDFD 0x1000
#define F_SETTLS 0x80000
#define F_PARENT_SETTID 0x100000
#define F_CHILD_CLEARTID 0x200000
#define F_CHILD_SETTID 0x1000000
#define F_INTO_CGROUP 0x200000000ull

#define CLONE_ARGS_V0 64
#define CLONE_ARGS_V2 88

/* SCT_PART_NEST of clone3 */
enum { NEST_PIDFD, NEST_PARENT_TID, NEST_SET_TID, NEST_TLS };

void type_addr(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	out_addr(o, rd_ulong(r));
	out_close(o, OUT_ARRAY);
}

/* What comes out means something only if the call found something. */
void argfn_if_positive(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->done && c->ret > 0)
		decode_value(o, c, a);
	else
		out_addr(o, call_arg(c, a));
}

/* ---- clone ------------------------------------------------------------------- */

/* The low byte is the signal that the child's end sends. */
void argfn_clone_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);

	if (!(v & 0xff) || !(v & ~0xffull)) {
		if (v & 0xff)
			decode_signal(o, c, v);
		else
			out_flags(o, &flags_clone_flags, v);
		return;
	}
	out_open(o, OUT_BITS);
	out_flags(o, &flags_clone_flags, v & ~0xffull);
	decode_signal(o, c, v & 0xff);
	out_close(o, OUT_BITS);
}

/* The last two arguments, 3 and 4, changed places between the ABIs. */
void argfn_clone_tls(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_unread(o, c->args[c->abi->tls_arg]);
}

void argfn_clone_child_tid(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_unread(o, c->args[7 - c->abi->tls_arg]);
}

/* One or more ints behind a pointer inside the struct. */
static void nested_ints(struct out *o, const struct call *c, unsigned nest, int when, uint64_t addr, uint64_t n)
{
	struct rd r;

	if (!addr || !call_chunk(c, 0, SCT_PART_NEST, nest, when, &r) || rd_left(&r) < 4) {
		out_addr(o, addr);
		return;
	}
	out_open(o, OUT_ARRAY);
	for (uint64_t i = 0; i < n; i++) {
		if (rd_left(&r) < 4) {
			out_more(o);
			break;
		}
		out_int(o, rd_i32(&r));
	}
	out_close(o, OUT_ARRAY);
}

struct clone_args {
	uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size,
		cgroup;
};

/* On i386 a segment: row clone3_i386. */
static void clone_tls(struct out *o, const struct call *c, uint64_t tls)
{
	struct rd r;

	if (call_chunk(c, 0, SCT_PART_NEST, NEST_TLS, AT_ENTER, &r))
		type_user_desc(o, c, &r);
	else
		out_addr(o, tls);
}

static void clone_args_in(struct out *o, const struct call *c, const struct clone_args *a)
{
	out_f_flags(o, "flags", &flags_clone3_flags, a->flags);
	if (a->flags & F_PIDFD)
		out_f_addr(o, "pidfd", a->pidfd);
	if (a->flags & (F_CHILD_SETTID | F_CHILD_CLEARTID))
		out_f_addr(o, "child_tid", a->child_tid);
	if (a->flags & F_PARENT_SETTID)
		out_f_addr(o, "parent_tid", a->parent_tid);
	out_field(o, "exit_signal");
	if (a->exit_signal && flags__name(&flags_signals, a->exit_signal))
		decode_signal(o, c, a->exit_signal);
	else
		out_uint(o, a->exit_signal);
	out_f_addr(o, "stack", a->stack);
	out_f_hex(o, "stack_size", a->stack_size);
	if (a->flags & F_SETTLS) {
		out_field(o, "tls");
		clone_tls(o, c, a->tls);
	}
	if (a->set_tid || a->set_tid_size) {
		out_field(o, "set_tid");
		nested_ints(o, c, NEST_SET_TID, AT_ENTER, a->set_tid, a->set_tid_size);
		out_f_uint(o, "set_tid_size", a->set_tid_size);
	}
	if (a->flags & F_INTO_CGROUP || a->cgroup)
		out_f_uint(o, "cgroup", a->cgroup);
}

/* What the kernel wrote through the struct's pointers. */
static void clone_args_out(struct out *o, const struct call *c, const struct clone_args *a)
{
	if (!c->done || c->failed || !(a->flags & (F_PIDFD | F_PARENT_SETTID)))
		return;
	out_becomes(o);
	out_open(o, OUT_STRUCT);
	if (a->flags & F_PIDFD) {
		out_field(o, "pidfd");
		nested_ints(o, c, NEST_PIDFD, AT_EXIT, a->pidfd, 1);
	}
	if (a->flags & F_PARENT_SETTID) {
		out_field(o, "parent_tid");
		nested_ints(o, c, NEST_PARENT_TID, AT_EXIT, a->parent_tid, 1);
	}
	out_close(o, OUT_STRUCT);
}

void type_clone_args(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t size = c->args[1];
	struct clone_args a = { 0 };

	rd_bytes(r, &a, rd_left(r) < sizeof(a) ? CLONE_ARGS_V0 : sizeof(a));
	out_open(o, OUT_STRUCT);
	clone_args_in(o, c, &a);
	if (size > CLONE_ARGS_V2)
		decode_tail(o, c, r, CLONE_ARGS_V2, size);
	out_close(o, OUT_STRUCT);
	clone_args_out(o, c, &a);
}

/* Shorter than the first version: not even looked at. */
void argfn_clone_args(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->args[1] < CLONE_ARGS_V0)
		out_addr(o, call_arg(c, a));
	else
		decode_struct(o, c, call_reg(c, a), T_clone_args, AT_ENTER);
}

/* ---- wait --------------------------------------------------------------------------- */

#define EVENT_SHIFT 16
#define CONTINUED 0xffff
#define STOPPED 0x7f

/* The bits that the W* macros don't explain. */
static uint32_t wait_rest(uint32_t s)
{
	if (s == CONTINUED)
		return 0;
	if (!(s & 0x7f))
		return s & ~0xff7fu;
	return (s & 0xff) == STOPPED ? s & ~0xffffu : s & ~0xffu;
}

static void wait_value(struct out *o, uint32_t s)
{
	uint32_t event = s >> EVENT_SHIFT;
	uint32_t rest;

	if ((s & 0xff) == 0xff && s != CONTINUED) {
		out_hex(o, s);
		return;
	}
	rest = wait_rest(s) & 0xffff;
	if (!event && !rest) {
		out_num(o, s, OUT_STATUS);
		return;
	}
	out_open(o, OUT_BITS);
	out_num(o, s & 0xffff, OUT_STATUS);
	if (event)
		out_sym_shifted(o, &flags_ptrace_events, event, EVENT_SHIFT);
	if (rest)
		out_hex(o, rest);
	out_close(o, OUT_BITS);
}

void type_waitstatus(struct out *o, const struct call *c, struct rd *r)
{
	out_open(o, OUT_ARRAY);
	wait_value(o, rd_u32(r));
	out_close(o, OUT_ARRAY);
}

/* ---- usage and limits ------------------------------------------------------------------- */

void type_rusage(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const fields[] = {
		"ru_maxrss",  "ru_ixrss",   "ru_idrss",	 "ru_isrss",  "ru_minflt",   "ru_majflt", "ru_nswap",
		"ru_inblock", "ru_oublock", "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw",  "ru_nivcsw",
	};

	out_open(o, OUT_STRUCT);
	out_field(o, "ru_utime");
	type_timeval(o, c, r);
	out_field(o, "ru_stime");
	type_timeval(o, c, r);
	for (size_t i = 0; out_full(o) && i < sizeof(fields) / sizeof(*fields); i++)
		out_f_uint(o, fields[i], rd_ulong(r));
	if (!out_full(o) || r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

static void limit(struct out *o, const char *field, uint64_t v, uint64_t infinity, const char *name)
{
	out_field(o, field);
	if (v == infinity)
		out_name(o, name, v);
	else if (v > 1024 && !(v % 1024))
		out_times(o, v / 1024, 1024);
	else
		out_uint(o, v);
}

void type_rlimit64(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t cur = rd_u64(r);
	uint64_t max = rd_u64(r);

	out_open(o, OUT_STRUCT);
	limit(o, "rlim_cur", cur, UINT64_MAX, "RLIM64_INFINITY");
	limit(o, "rlim_max", max, UINT64_MAX, "RLIM64_INFINITY");
	out_close(o, OUT_STRUCT);
}

void type_rlimit(struct out *o, const struct call *c, struct rd *r)
{
	uint64_t cur, max;

	if (r->word == 8) {
		type_rlimit64(o, c, r);
		return;
	}
	cur = rd_u32(r);
	max = rd_u32(r);
	out_open(o, OUT_STRUCT);
	limit(o, "rlim_cur", cur, UINT32_MAX, "RLIM_INFINITY");
	limit(o, "rlim_max", max, UINT32_MAX, "RLIM_INFINITY");
	out_close(o, OUT_STRUCT);
}

/* ---- the system ------------------------------------------------------------------------------ */

void type_utsname(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const fields[] = { "sysname", "nodename", "release", "version", "machine", "domainname" };
	unsigned n = out_full(o) ? 6 : 2;
	char buf[65];

	out_open(o, OUT_STRUCT);
	for (unsigned i = 0; i < n; i++) {
		size_t len;

		rd_bytes(r, buf, sizeof(buf));
		if (r->bad)
			break;
		len = strnlen(buf, sizeof(buf));
		if (len < sizeof(buf))
			out_f_str(o, fields[i], buf, len, OUT_STR_WHOLE | OUT_STR_NUL);
		else
			out_f_str(o, fields[i], buf, sizeof(buf) - 1, OUT_STR_WHOLE | OUT_STR_CUT);
	}
	if (!out_full(o) || r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}

void type_sysinfo(struct out *o, const struct call *c, struct rd *r)
{
	static const char *const sizes[] = { "totalram", "freeram", "sharedram", "bufferram", "totalswap", "freeswap" };

	out_open(o, OUT_STRUCT);
	out_f_uint(o, "uptime", rd_ulong(r));
	out_field(o, "loads");
	out_open(o, OUT_ARRAY);
	for (unsigned i = 0; i < 3; i++)
		out_uint(o, rd_ulong(r));
	out_close(o, OUT_ARRAY);
	for (unsigned i = 0; i < 6; i++)
		out_f_uint(o, sizes[i], rd_ulong(r));
	out_f_uint(o, "procs", rd_u16(r));
	out_f_uint(o, "totalhigh", rd_ulong(r));
	out_f_uint(o, "freehigh", rd_ulong(r));
	out_f_uint(o, "mem_unit", rd_u32(r));
	if (r->bad)
		out_more(o);
	out_close(o, OUT_STRUCT);
}
