// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* System V shared memory, semaphores and messages; POSIX message queues. */
#include "decode/core/emit.h"
#include "decode/core/struct.h"

#define IPC_64 0x100

#define HUGE_SHIFT 26
#define HUGE_MASK 0x3fu
#define PERMISSIONS 0777
#define GET_FLAGS 07000

void argfn_ipc_key(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t key = call_arg(c, a);

	if (key)
		out_hex(o, key);
	else
		out_name(o, "IPC_PRIVATE", 0);
}

void argfn_ipc_cmd(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t cmd = call_arg(c, a);

	out_open(o, OUT_BITS);
	if (cmd & IPC_64)
		out_name(o, "IPC_64", IPC_64);
	out_sym(o, a->flags, cmd & ~IPC_64);
	out_close(o, OUT_BITS);
}

void argfn_shmget_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t huge = v >> HUGE_SHIFT & HUGE_MASK;
	uint32_t flags = v & ~(HUGE_MASK << HUGE_SHIFT | PERMISSIONS);

	out_open(o, OUT_BITS);
	if (flags)
		out_flags(o, a->flags, flags);
	if (huge)
		out_shifted(o, huge, HUGE_SHIFT, "SHM_HUGE_SHIFT", false);
	out_mode(o, v & PERMISSIONS);
	out_close(o, OUT_BITS);
}

void argfn_ipc_get_flags(struct out *o, const struct call *c, const struct sct_arg *a)
{
	uint32_t v = call_arg(c, a);
	uint32_t flags = v & ~PERMISSIONS;

	if (flags && !(flags & GET_FLAGS) && o->numbers != OUT_NUMBERS) { /* strace prints no '|' here */
		out_open(o, OUT_GLUED);
		out_hex(o, flags);
		o->ops->integer(o, v & PERMISSIONS, OUT_DIGITS, v & 0700 ? 4 : 3);
		out_close(o, OUT_GLUED);
		return;
	}
	out_open(o, OUT_BITS);
	if (flags)
		out_flags(o, a->flags, flags);
	out_mode(o, v & PERMISSIONS);
	out_close(o, OUT_BITS);
}

/* Emits a message. At least its type and the beginning of its text must have been read. */
void argfn_msgbuf(struct out *o, const struct call *c, const struct sct_arg *a)
{
	unsigned reg = call_reg(c, a);
	bool out = a->dir == OUT;

	if (out && (!c->done || c->failed))
		out_unread(o, c->args[reg]);
	else
		decode_least(o, c, reg, T_msgbuf, out ? AT_EXIT : AT_ENTER, 2u * c->abi->word);
}

/* Emits the text of a message. Like strace, with the length of the buffer, even if the message is shorter. */
void field_mtext(struct out *o, const struct call *c, const struct field *f, const struct rd *r)
{
	struct rd text = struct__part(r, field_off(c, f));

	if (decode_suffices(o, &text, c->args[2]))
		decode_bytes(o, c, &text, c->args[2]);
	else
		out_addr(o, c->args[1] + field_off(c, f));
}
