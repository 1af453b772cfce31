// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_end.h"

#include "decode/core/decode.h"
#include "lookup/abi.h"
#include "lookup/flags.h"
#include "sctrace.h"
#include "util/marks.h"

static void put_error(struct buf *b, const char *name, const char *text)
{
	mark(b, SCTRACE_ROLE_ERROR);
	buf__str(b, name);
	buf__lit(b, " (");
	buf__str(b, text);
	buf__char(b, ')');
}

void text_end__equals(struct buf *b)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__lit(b, "= ");
	mark(b, SCTRACE_ROLE_RESULT);
}

void text_end__errno(struct buf *b, int64_t ret)
{
	const char *text, *name = errno__name((unsigned)-ret, &text);
	/* ERESTART* codes never reach the program, as the kernel restarts the call */
	bool restart = ret == -512 || ret == -513 || ret == -514 || ret == -516;

	text_end__equals(b);
	buf__str(b, restart ? "? " : "-1 ");
	if (!name) {
		mark(b, SCTRACE_ROLE_ERROR);
		buf__printf(b, "(errno %d)", (int)-ret);
		return;
	}
	put_error(b, name, text);
}

void text_end__oct(struct buf *b, int64_t ret)
{
	buf__char(b, '0');
	if (ret < 010)
		buf__char(b, '0');
	buf__oct(b, (uint64_t)ret);
}

void text_end__dec32(struct buf *b, int64_t ret)
{
	const char *text, *name = ret >> 32 ? NULL : errno__name(-(uint32_t)ret, &text);

	buf__dec(b, ret);
	if (!name)
		return;
	buf__char(b, ' ');
	put_error(b, name, text);
}

void text_end__status(struct buf *b, unsigned code)
{
	const char *name = NULL;
	unsigned sig = code & 0x7f;

	mark(b, SCTRACE_ROLE_EXIT_LINE);
	if (!sig) {
		buf__printf(b, "+++ exited with %u +++", code >> 8 & 0xff);
		return;
	}
	name = flags__name(&flags_signals, sig);
	if (name)
		buf__printf(b, "+++ killed by %s", name);
	else
		buf__printf(b, "+++ killed by SIGRT_%u", sig - 32);
	buf__str(b, code & 0x80 ? " (core dumped) +++" : " +++");
}

void text_end__returned(struct text_out *out, struct buf *b, const struct call *c)
{
	struct call r = call__returned(c);

	text_end__equals(b);
	if (c->probe->spec.ret_void) {
		buf__char(b, '?');
		return;
	}
	if (r.row->nargs) {
		text_out__begin(out);
		mark_whole(b, SCTRACE_ROLE_RESULT);
		call__value(&out->out, &r, 0);
		mark_end(b);
		return;
	}
	if (c->ret)
		buf__lit(b, "0x");
	buf__hex(b, (uint64_t)c->ret);
}
