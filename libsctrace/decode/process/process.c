// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Processes: clone, wait, limits, usage. */
#include <stdio.h>

#include "decode/core/signal.h"
#include "decode/core/struct.h"

#define CLONE_ARGS_V0 64

/* Emits memory that the call only writes if it returns a positive number. */
void argfn_if_positive(struct out *o, const struct call *c, const struct sct_arg *a)
{
	if (c->done && c->ret > 0)
		decode_value(o, c, a);
	else
		out_addr(o, call_arg(c, a));
}

/* ---- clone ------------------------------------------------------------------- */

/* Emits flags. Their low byte is the signal that is sent when the child ends. */
void argfn_clone_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t v = call_arg(c, a);

	if (!(v & 0xff) || !(v & ~0xffull)) {
		if (v & 0xff)
			decode_signal(o, v);
		else
			out_flags(o, &flags_clone_flags, v);
		return;
	}
	out_open(o, OUT_BITS);
	out_flags(o, &flags_clone_flags, v & ~0xffull);
	decode_signal(o, v & 0xff);
	out_close(o, OUT_BITS);
}

/* Emits the tls argument. Arguments 3 and 4, tls and child_tid, have another order in some ABIs. */
void argfn_clone_tls(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_unread(o, c->args[c->abi->tls_arg]);
}

void argfn_clone_child_tid(struct out *o, const struct call *c, const struct sct_arg *a)
{
	out_unread(o, c->args[7 - c->abi->tls_arg]);
}

void field_exit_signal(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t sig = field_value(c, f, r);

	if (sig && flags__name(&flags_signals, sig))
		decode_signal(o, sig);
	else
		out_uint(o, sig);
}

#define SET_TID_MAX 32 /* depth of nested PID namespaces */

void field_set_tid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t n = field_count(c, f, r);
	struct rd list;

	if (n <= SET_TID_MAX && field_listed(c, f, r, &list))
		struct__emit_array(o, c, (enum sct_type)f->type, &list, n);
	else
		out_unread(o, field_value(c, f, r));
}

/*
 * Emits the struct, or its address if it is shorter than the first version: the kernel refuses it without reading it.
 */
void argfn_clone_args(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd in;

	/* the call does not change the struct, only memory that its members point to */
	if (c->args[1] < CLONE_ARGS_V0 ||
	    !call_least(c, reg, SCT_PART_SELF, 0, AT_ENTER, abi__size(c->abi, (enum sct_type)a->type), &in)) {
		out_addr(o, c->args[reg]);
		return;
	}
	struct__emit(o, c, (enum sct_type)a->type, &in, c->done && !c->failed && !in.ends ? &in : NULL);
	/* the rest of the struct could not be read */
	if (in.ends && c->done && !c->failed) {
		out_becomes(o);
		out_open(o, OUT_STRUCT);
		out_unknown(o);
		out_close(o, OUT_STRUCT);
	}
}

/* ---- namespaces ---- */

/* Returns the CLONE_NEW* flags of the call. clone() has a signal in the lowest bits. */
static uint64_t namespaces_entered(const struct call *c)
{
	struct rd r;

	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct sct_arg *a = &c->row->args[i];

		if (a->kind == K_FLAGS)
			return call_number(c, call_reg(c, a)) & (c->row->classes & C_PROCESS ? ~0xffull : ~0ull);
	}
	return call_chunk(c, 0, SCT_PART_SELF, 0, AT_ENTER, &r) && rd_left(&r) >= 8 ? rd_u64(&r) : 0;
}

/* -e namespace=new: emits the namespaces that the task, or the new process, has entered. */
bool auxfn_namespaces(struct out *o, const struct call *c)
{
	static const struct {
		const char *name;
		uint32_t flag; /* <linux/sched.h> */
	} kinds[SCT_NS_MAX] = {
		[SCT_NS_CGROUP] = { "cgroup", 0x02000000 }, [SCT_NS_IPC] = { "ipc", 0x08000000 },
		[SCT_NS_MNT] = { "mnt", 0x00020000 },	    [SCT_NS_NET] = { "net", 0x40000000 },
		[SCT_NS_PID] = { "pid", 0x20000000 },	    [SCT_NS_TIME] = { "time", 0x00000080 },
		[SCT_NS_USER] = { "user", 0x10000000 },	    [SCT_NS_UTS] = { "uts", 0x04000000 },
	};
	uint64_t flags = namespaces_entered(c);
	bool shown = false;
	struct rd r;

	if (c->failed || !call_chunk(c, 0, SCT_PART_NAMESPACES, 0, AT_EXIT, &r) || rd_left(&r) < 4 * SCT_NS_MAX)
		return false;
	for (unsigned i = 0; i < SCT_NS_MAX; i++) {
		uint32_t inum = rd_u32(&r);

		if (!inum || !(flags & kinds[i].flag))
			continue;
		if (!shown)
			out_open(o, OUT_INODES);
		shown = true;
		out_f_uint(o, kinds[i].name, inum);
	}
	if (shown)
		out_close(o, OUT_INODES);
	return shown;
}

/* ---- wait --------------------------------------------------------------------------- */

#define EVENT_SHIFT 16
#define CONTINUED 0xffff
#define STOPPED 0x7f

/* Returns the bits of a wait status that the W* macros do not cover. */
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

void field_waitstatus(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	wait_value(o, (uint32_t)field_value(c, f, r));
}

/* ---- limits ---- */

void field_rlimit(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	bool wide = f->size[c->abi->word == 4] == 8;
	uint64_t v = field_value(c, f, r);

	if (v == (wide ? UINT64_MAX : UINT32_MAX))
		out_name_udec(o, wide ? "RLIM64_INFINITY" : "RLIM_INFINITY", v);
	else if (v > 1024 && !(v % 1024))
		out_times(o, v / 1024, 1024);
	else
		out_uint(o, v);
}

#define PIDFD 0x1000 /* CLONE_PIDFD */

void field_parent_tid(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	int32_t v = (int32_t)field_value(c, f, r);

	if (c->args[0] & PIDFD)
		out_fd(o, v);
	else
		out_pid(o, v);
}
