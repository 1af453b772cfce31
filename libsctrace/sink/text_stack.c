// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_stack.h"

#include "sctrace.h"
#include "stack/stack.h"
#include "util/marks.h"
#include "util/quote.h"

/*
 * Writes a frame. late: the stack was read after the event; strace prints an address without a symbol differently
 * then.
 */
static void put_frame(struct buf *b, const struct frame *f, bool late)
{
	buf__lit(b, " > ");
	if (f->file) {
		quote__name(b, f->file);
		buf__char(b, '(');
		if (f->symbol)
			quote__name(b, f->symbol);
		if (f->symbol || !late) {
			buf__lit(b, "+0x");
			buf__hex(b, f->symbol_off);
		}
		buf__lit(b, ") ");
	} else {
		buf__lit(b, "unexpected_backtracing_error "); /* nothing is mapped there */
	}
	buf__lit(b, "[0x");
	buf__hex(b, f->file ? f->off : f->ip);
	buf__char(b, ']');
	if (f->source) {
		buf__char(b, ' ');
		quote__name(b, f->source);
		buf__printf(b, ":%d", f->line);
	}
	buf__char(b, '\n');
}

void text_stack__put(struct buf *b, struct stacks *stacks, const struct event *ev)
{
	const struct frame *frames;
	/*
	 * if the stack at the beginning of an execve is not known, the one in the new program is printed, as strace
	 * does for its command
	 */
	unsigned n = ev->signal ? 0 : stacks__frames(stacks, ev, &frames);
	bool late = !n;

	if (late)
		n = stacks__frames_after(stacks, ev, &frames);
	if (n)
		mark(b, SCTRACE_ROLE_STACK);
	for (unsigned i = 0; i < n; i++)
		put_frame(b, &frames[i], late);
	if (n && stacks__cut(stacks))
		buf__lit(b, " > too many stack frames\n");
}

void text_stack__ip(struct buf *b, uint64_t ip, unsigned word)
{
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__char(b, '[');
	mark(b, SCTRACE_ROLE_NUMBER);
	if (ip)
		buf__printf(b, "%0*llx", (int)word * 2, (unsigned long long)ip);
	else
		buf__printf(b, "%.*s", (int)word * 2, "????????????????");
	mark(b, SCTRACE_ROLE_PUNCT);
	buf__lit(b, "] ");
}
