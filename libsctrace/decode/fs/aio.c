// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Asynchronous I/O: struct iocb, and io_uring's ring descriptors. */
#include "decode/core/struct.h"

/* ---- iocb ----------------------------------------------------------------------- */

void field_iocb_op(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	out_symbol(o, &flags_iocb_cmds, field_value(c, f, r), SYM_ENUM_UDEC);
}

/* Returns true for operations whose members are known: PREAD, PWRITE, POLL, PREADV, PWRITEV. */
bool cond_iocb_known(const struct call *c, const struct rd *r)
{
	uint64_t op = MEMBER(r, iocb, aio_lio_opcode);

	(void)c;
	return op < 9 && 1u << op & 0x1a3;
}

/* ---- io_uring -------------------------------------------------------------------- */

/* Flag of io_uring_register()'s operation: the descriptor is the number of a registered ring. */
#define USE_REGISTERED_RING 0x80000000u

void argfn_ring_fd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint64_t fd = call_arg(c, a);

	if (c->args[1] & USE_REGISTERED_RING)
		out_uint(o, (uint32_t)fd);
	else
		out_fd(o, (int)fd);
}

void argfn_ring_op(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t op = call_arg(c, a);

	if (!(op & USE_REGISTERED_RING)) {
		out_sym(o, a->flags, op);
		return;
	}
	out_open(o, OUT_BITS);
	out_sym(o, a->flags, op & ~USE_REGISTERED_RING);
	out_name(o, "IORING_REGISTER_USE_REGISTERED_RING", USE_REGISTERED_RING);
	out_close(o, OUT_BITS);
}

void argfn_io_uring_params(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool answered = c->done && !c->failed;
	struct rd r;

	if (answered && call_chunk(c, reg, SCT_PART_SELF, 0, AT_EXIT, &r))
		struct__emit(o, c, T_io_uring_params, &r, &r);
	else if (call_chunk(c, reg, SCT_PART_SELF, 0, AT_ENTER, &r))
		struct__emit(o, c, T_io_uring_params, &r, NULL);
	else
		out_unread(o, c->args[reg]);
}
