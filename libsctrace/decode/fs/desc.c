// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Descriptors: poll, select, epoll, fcntl. */
#include "decode/core/signal.h"
#include "decode/core/struct.h"

/* Emits a pipe's two descriptors, or only the first if memory ends between them. */
void argfn_fd_pair(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	struct rd r;

	if (!c->done || c->failed || !c->args[reg] ||
	    !call_least(c, reg, SCT_PART_SELF, 0, AT_EXIT, sizeof(int32_t), &r))
		out_unread(o, c->args[reg]);
	else
		struct__emit_array(o, c, T_fd32, &r, 2);
}

/* ---- poll ---------------------------------------------------------------------- */

/* Emits the descriptors that have events. Returns false if none has. */
static bool emit_ready(struct out *o, const struct call *c)
{
	unsigned shown = 0;
	struct rd r;

	if (!(uint32_t)c->args[1])
		return false;
	if (!call_chunk(c, 0, SCT_PART_SELF, 0, AT_EXIT, &r)) {
		out_open(o, OUT_ARRAY);
		out_unread(o, c->args[0]);
		out_close(o, OUT_ARRAY);
		return true;
	}
	while (rd_left(&r) >= 8) {
		int32_t fd = rd_i32(&r);
		uint16_t revents;

		rd_skip(&r, 2);
		revents = rd_u16(&r);
		if (!revents)
			continue;
		if (!shown)
			out_open(o, OUT_READY);
		if (!out_item(o, shown++))
			break;
		out_open(o, OUT_STRUCT);
		out_field(o, "fd");
		out_fd(o, fd);
		out_f_flags(o, "revents", &flags_poll_events, revents);
		out_close(o, OUT_STRUCT);
	}
	if (shown)
		out_close(o, OUT_READY);
	return shown;
}

static bool timed_out(struct out *o, const struct call *c)
{
	if (!c->ret)
		out_name(o, "Timeout", 0);
	return !c->ret;
}

bool auxfn_poll(struct out *o, const struct call *c)
{
	if (c->failed)
		return false;
	return timed_out(o, c) || emit_ready(o, c);
}

/* Emits the remaining time as a field. Returns false if the caller set no timeout. */
static bool emit_left(struct out *o, const struct call *c, unsigned arg)
{
	const struct sct_arg *a = &c->row->args[arg];

	if (!c->args[arg])
		return false;
	out_field(o, "left");
	decode_struct(o, c, arg, a->type, AT_EXIT);
	return true;
}

bool auxfn_ppoll(struct out *o, const struct call *c)
{
	bool ready, left;

	if (c->failed)
		return false;
	if (timed_out(o, c))
		return true;
	ready = emit_ready(o, c);
	left = emit_left(o, c, 2);
	return ready || left;
}

/* ---- select ---------------------------------------------------------------------- */

/* Emits the descriptors in the set that are below n, at most `most` of them. */
static void emit_fd_set(struct out *o, const struct call *c, struct rd *r, uint64_t n, uint64_t most)
{
	out_open(o, OUT_SET);
	for (uint64_t i = 0; i < n && most && i / 8 < rd_left(r); i++) {
		if (!(r->p[i / 8] & 1u << (i & 7)))
			continue;
		out_fd(o, i);
		most--;
	}
	out_close(o, OUT_SET);
}

void type_fd_set(struct out *o, const struct call *c, struct rd *r)
{
	emit_fd_set(o, c, r, 8 * rd_left(r), UINT64_MAX);
}

void argfn_fd_set(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	int32_t n = c->args[0];
	struct rd r;

	/* the kernel ignores bits beyond the process's descriptor limit, so the beginning of a longer set is enough */
	if (n <= 0 || !call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r) ||
	    (rd_left(&r) < ((uint32_t)n + 7) / 8 && rd_left(&r) < a->elem))
		out_unread(o, c->args[reg]);
	else
		emit_fd_set(o, c, &r, n, UINT64_MAX);
}

static uint64_t count_fds(const struct rd *r, uint64_t n)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < n && i / 8 < rd_left(r); i++)
		count += r->p[i / 8] >> (i & 7) & 1;
	return count;
}

/* Emits the note of select(): "in [3], out [4], left {...}", with as many descriptors as the return value. */
bool auxfn_select(struct out *o, const struct call *c)
{
	static const char *const names[] = { "in", "out", "except" };
	uint64_t ready = c->ret;
	int32_t n = c->args[0];

	if (c->failed)
		return false;
	if (timed_out(o, c))
		return true;
	for (unsigned i = 1; n > 0 && ready && i <= 3; i++) {
		uint64_t count;
		struct rd r;

		if (!c->args[i] || !call_chunk(c, i, SCT_PART_SELF, 0, AT_EXIT, &r))
			continue;
		count = count_fds(&r, n);
		if (!count)
			continue;
		out_field(o, names[i - 1]);
		emit_fd_set(o, c, &r, n, ready);
		ready -= count < ready ? count : ready;
	}
	emit_left(o, c, 4);
	return true;
}

/* ---- fcntl ------------------------------------------------------------------------ */

/* Emits "flags O_RDWR": a return value that consists of flags. */
static bool aux_flags(struct out *o, const struct call *c, const char *what, const struct sct_flags *t)
{
	if (c->failed)
		return false;
	out_field(o, what);
	out_flags(o, t, c->ret);
	return true;
}

bool auxfn_fcntl_getfd(struct out *o, const struct call *c)
{
	return c->ret && aux_flags(o, c, "flags", &flags_fd_flags);
}

bool auxfn_fcntl_getfl(struct out *o, const struct call *c)
{
	return aux_flags(o, c, "flags", abi__flags(c->abi, &flags_open_mode_flags));
}

bool auxfn_fcntl_getseals(struct out *o, const struct call *c)
{
	return c->ret && aux_flags(o, c, "seals", &flags_seal_flags);
}

#define NSIG 64

bool auxfn_fcntl_getsig(struct out *o, const struct call *c)
{
	if (c->ret <= 0 || c->ret > NSIG)
		return false;
	decode_signal(o, c->ret);
	return true;
}

bool auxfn_fcntl_getlease(struct out *o, const struct call *c)
{
	const char *name = c->failed ? NULL : flags__name(&flags_lock_types, c->ret);

	if (name)
		out_name(o, name, c->ret);
	return name;
}

/* Emits a descriptor in a 64-bit member, or a number if it is too large for a descriptor. */
void field_wide_fd(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	uint64_t v = field_value(c, f, r);

	if (v <= INT32_MAX)
		out_fd(o, (int32_t)v);
	else
		out_uint(o, v);
}
