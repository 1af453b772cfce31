// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * Assembles lines. strace writes the beginning of a line when the call begins. This sink defers it: if the next event
 * is the end of the call, the line is written at once; otherwise, or when the caller flushes because someone is
 * watching, the beginning is written first. The output is the same.
 */
#include "sink/text.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>

#include "decode/core/file.h"
#include "decode/core/signal.h"
#include "sink/dump.h"
#include "sink/file_out.h"
#include "sink/filter.h"
#include "sink/text_const.h"
#include "sink/text_end.h"
#include "sink/text_label.h"
#include "sink/text_out.h"
#include "sink/text_prefix.h"
#include "sink/text_sets.h"
#include "sink/text_spans.h"
#include "sink/text_stack.h"
#include "util/clock.h"
#include "util/marks.h"

#define COLUMN 40
#define PATIENCE_NS 100000000ull /* longest deferral of a line whose memory will be read at the call's end */
#define FLUSH_BYTES 65536
#define SIG_STOPS (1u << 19 | 1u << 20 | 1u << 21 | 1u << 22)

struct sctrace_text {
	struct sink base; /* first member */
	struct sctrace_text_opts opts;
	char *name; /* copy of opts.name, as the caller may free its string */
	struct filter filter;
	struct dump dump;
	const struct decode_opts *decode;
	struct buf b;
	struct text_spans spans;
	struct text_out out;
	struct text_sets sets;
	size_t line;		       /* where the current line starts in b */
	size_t flushed;		       /* columns of the open line that were flushed to the caller */
	uint32_t deferred;	       /* task whose call began, and whose line has not been begun; or 0 */
	uint32_t open;		       /* task whose line is begun and not ended, or 0 */
	struct call call;	       /* the call of the deferred or the open line */
	const struct sct_enter *begun; /* the call's enter record: a thread can also be in probed functions */
	uint64_t deferred_ts;
	struct pair *pair;	 /* has the calls in progress for text_detach(), or NULL */
	unsigned deferred_alive; /* number of tasks when the deferred call began, for the line's prefix */
	struct text_prefix prefix;
	struct buf more;
};

void text__calls_of(struct sctrace_text *x, struct pair *pair)
{
	x->pair = pair;
}

/* ---- pieces of a line ---- */

static void put_prefix(struct sctrace_text *x, uint32_t tid, uint64_t ts, uint32_t nr, bool resumes)
{
	text_prefix__put(&x->prefix, &x->out, tid, ts, nr, resumes);
}

/* Writes the prefix of a line that is not about a call. Its instruction pointer is that of the signal's record. */
static void put_event_prefix(struct sctrace_text *x, const struct event *ev)
{
	put_prefix(x, ev->tid, ev->ts, ev->nr, false);
	if (x->opts.instruction_pointer)
		text_stack__ip(&x->b, ev->signal ? signal__ip(ev->signal) : ev->ip, ev->bits == 32 ? 4 : 8);
}

static void line_end(struct sctrace_text *x)
{
	mark(&x->b, SCTRACE_ROLE_NONE);
	buf__char(&x->b, '\n');
	x->line = x->b.len;
	x->flushed = 0;
	x->open = 0;
}

static void pad_to_column(struct sctrace_text *x)
{
	size_t col = x->b.len - x->line + x->flushed;

	buf__pad(&x->b, ' ', col < x->opts.column ? x->opts.column - col : 1);
}

/* Closes the arguments, and pads the line to the column of the return value. */
static void close_args(struct sctrace_text *x)
{
	mark(&x->b, SCTRACE_ROLE_PUNCT);
	buf__char(&x->b, ')');
	pad_to_column(x);
}

static void put_name(struct sctrace_text *x, const struct call *c)
{
	buf__str(&x->b, c->row->name);
	if (c->row != &sct_row_unknown)
		return;
	/* the kernel extends the number's sign, as strace shows it */
	buf__printf(&x->b, "_0x%llx", c->abi->word == 4 ? c->nr : (unsigned long long)(int32_t)c->nr);
}

/* Returns true if the call is printed without abbreviation: -v, or -e abbrev= with a set that lacks it. */
static bool is_full(const struct sctrace_text *x, const struct call *c)
{
	const struct selection *abbrev = c->probe ? NULL : x->decode->abbrev;

	return abbrev ? !select__has_call(abbrev, c->row, c->abi) : x->decode->verbose;
}

/* Applies -e abbrev= and -e verbose= to the output of this call. */
static void style_call(struct sctrace_text *x, struct call *c)
{
	x->out.out.full = is_full(x, c);
	x->out.out.items = x->out.out.full ? UINT64_MAX : x->decode->strlen_max;
	c->opaque = !c->probe && x->sets.deref.rows && !select__has_call(&x->sets.deref, c->row, c->abi);
}

static bool is_raw(const struct sctrace_text *x, const struct call *c)
{
	return x->sets.any && !c->probe && text_sets__registers(&x->sets, c->row, c->abi) >= 0;
}

/* Writes one argument, and a note if its memory was read late. */
static void put_value(struct sctrace_text *x, const struct call *c, unsigned i)
{
	x->out.out.late = false;
	call__arg(&x->out.out, c, i);
	if (x->out.out.late)
		out_note(&x->out.out, "read late");
	text_label__path(&x->out, c, i);
}

static void put_arg(struct sctrace_text *x, const struct call *c, unsigned i)
{
	const struct sct_arg *a = call__field(c, i) ? NULL : &c->row->args[i];
	const char *name = x->opts.arg_names && a && !a->named ? quirk__arg_name(c, i) : "";
	size_t before = x->b.len, named;

	if (x->b.marks)
		x->out.request = a && a->fn == ARGFN_ioctl_cmd;
	if (!*name) {
		put_value(x, c, i);
		return;
	}
	out_field(&x->out.out, name);
	named = x->b.len;
	put_value(x, c, i);
	/* the argument has no text: remove its name */
	if (x->b.len == named)
		x->b.len = before;
}

/* Writes arguments [from, to), and a separator before them if arguments before them are shown. */
static void put_args(struct sctrace_text *x, const struct call *c, unsigned from, unsigned to)
{
	bool any = false;
	struct call styled;

	if (x->sets.any || x->opts.mark_late) {
		if (is_raw(x, c)) {
			if (!from)
				text_sets__put(&x->sets, &x->b, c, x->opts.arg_names);
			return;
		}
		styled = *c;
		if (x->sets.any)
			style_call(x, &styled);
		if (x->opts.mark_late)
			styled.late = &x->out.out.late;
		c = &styled;
	}
	text_out__begin(&x->out);
	x->out.task = c->tid;
	for (unsigned i = 0; i < from; i++)
		any = any || call__shows(c, i);
	if (any)
		text_out__go_on(&x->out);
	for (unsigned i = from; i < to; i++) {
		if (!call__shows(c, i))
			continue;
		if (x->out.tasks)
			text_out__whose(&x->out, c, i);
		put_arg(x, c, i);
	}
	x->out.groups = x->out.reaped = false;
}

static void put_aux(struct sctrace_text *x, const struct call *c)
{
	size_t at = x->b.len;
	struct call styled = *c;

	if (x->sets.any)
		style_call(x, &styled);
	mark_whole(&x->b, SCTRACE_ROLE_RESULT);
	buf__lit(&x->b, " (");
	text_out__begin(&x->out);
	x->out.note = true;
	if (call__aux(&x->out.out, &styled))
		buf__char(&x->b, ')');
	else
		x->b.len = at;
	x->out.note = false;
	mark_end(&x->b);
}

/* Writes the file of the descriptor that the call returned. */
static void put_file(struct sctrace_text *x, const struct call *c)
{
	struct out_file f;

	if (opts__files(x->decode) && call_file(c, (int32_t)c->ret, AT_EXIT, &f))
		file_out__text(&x->out, &f);
}

static void put_return(struct sctrace_text *x, const struct call *c)
{
	uint64_t bits = c->abi->word == 4 ? (uint32_t)c->ret : (uint64_t)c->ret;

	if (c->failed) {
		text_end__errno(&x->b, c->ret);
	} else {
		text_end__equals(&x->b);
		switch (is_raw(x, c) ? RET_HEX : c->row->ret) {
		case RET_HEX:
			if (c->ret)
				buf__lit(&x->b, "0x");
			buf__hex(&x->b, bits);
			break;
		case RET_UDEC:
			buf__udec(&x->b, bits);
			break;
		case RET_OCT:
			text_end__oct(&x->b, c->ret);
			break;
		case RET_DEC32:
			text_end__dec32(&x->b, c->ret);
			break;
		case RET_FD:
			buf__dec(&x->b, c->ret);
			if (!quirk__returns_number(c))
				put_file(x, c);
			break;
		default:
			buf__dec(&x->b, c->ret);
			x->out.task = c->tid;
			text_out__returned(&x->out, c);
		}
	}
	if (c->row->aux && !is_raw(x, c))
		put_aux(x, c);
}

/* ---- beginnings ---- */

/* Writes the line up to argument `to`. */
static void begin_line(struct sctrace_text *x, const struct call *c, uint32_t tid, uint64_t ts, unsigned to)
{
	put_prefix(x, tid, ts, c->nr, false);
	if (x->opts.instruction_pointer)
		text_stack__ip(&x->b, call_ip(c), c->abi->word);
	mark(&x->b, SCTRACE_ROLE_CALL);
	put_name(x, c);
	mark(&x->b, SCTRACE_ROLE_PUNCT);
	buf__char(&x->b, '(');
	put_args(x, c, 0, to);
}

/* Writes the beginning of the deferred line, up to argument `to`. */
static void begin_deferred(struct sctrace_text *x, const struct call *c, unsigned to)
{
	unsigned alive = x->prefix.alive;

	x->prefix.alive = x->deferred_alive;
	begin_line(x, c, x->deferred, x->deferred_ts, to);
	x->prefix.alive = alive;
}

/* Writes the beginning of the deferred line, if there is one; the line is open afterwards. */
static void write_deferred(struct sctrace_text *x)
{
	if (!x->deferred)
		return;
	if (x->decode->memory && call__lacks_memory(&x->call) &&
	    !x->decode->memory(x->decode->memory_ctx, x->begun, &x->more))
		call__has_more(&x->call, x->more.p, x->more.len);
	begin_deferred(x, &x->call, call__split(&x->call, is_full(x, &x->call)));
	x->open = x->deferred;
	x->deferred = 0;
}

/* Writes the deferred line, and ends the open line, if there is one, with "<unfinished ...>". */
static void interrupt(struct sctrace_text *x)
{
	write_deferred(x);
	if (!x->open)
		return;
	mark_text(&x->b, SCTRACE_ROLE_PROGRESS, " <unfinished ...>");
	line_end(x);
}

/* Resumes the line of a call: writes "<... NAME resumed>", unless the line is still open. */
static void resume(struct sctrace_text *x, const struct call *c, uint32_t tid, uint64_t ts)
{
	if (x->open == tid)
		return;
	interrupt(x);
	put_prefix(x, tid, ts, c->nr, true);
	if (x->opts.instruction_pointer)
		text_stack__ip(&x->b, call_end_ip(c), c->abi->word);
	mark_text(&x->b, SCTRACE_ROLE_PROGRESS, "<... ");
	put_name(x, c);
	buf__lit(&x->b, " resumed>");
}

/* Writes the stack of the call. */
static inline void put_stack(struct sctrace_text *x, const struct event *ev)
{
	if (!x->decode->stacks)
		return;
	text_stack__put(&x->b, x->decode->stacks, ev);
	x->line = x->b.len;
}

/* ---- events ---- */

static int on_mode(struct sctrace_text *x, const struct event *ev)
{
	if (x->opts.quiet & SCTRACE_QUIET_PERSONALITY)
		return 0;
	interrupt(x);
	put_event_prefix(x, ev);
	mark(&x->b, SCTRACE_ROLE_MESSAGE);
	buf__printf(&x->b, "[ Process PID=%u runs in %u bit mode. ]", ev->tid, ev->mode);
	line_end(x);
	return 0;
}

static int on_enter(struct sctrace_text *x, const struct event *ev)
{
	interrupt(x);
	if (ev->mode)
		on_mode(x, ev);
	if (x->filter.by_status)
		return 0;
	call__init(&x->call, ev, x->decode);
	x->begun = ev->enter;
	x->deferred = ev->tid;
	x->deferred_ts = ev->ts;
	x->deferred_alive = ev->alive;
	return 0;
}

/*
 * Writes the line of a call that has ended, without its result. Returns false if -e status= does not select the call.
 */
static bool call_whole(struct sctrace_text *x, struct call *c, const struct event *ev)
{
	call__init(c, ev, x->decode);
	call__end(c, ev);
	if (!filter__call(&x->filter, c->failed ? STATUS_FAILED : STATUS_SUCCESSFUL))
		return false;
	begin_line(x, c, ev->tid, ev->enter->rec.ts, c->row->nargs);
	return true;
}

static int on_exit_(struct sctrace_text *x, const struct event *ev)
{
	struct call other, *c = &x->call;

	if (x->filter.by_status) {
		if (!call_whole(x, c, ev))
			return 0;
	} else if (x->deferred == ev->tid) {
		call__end(c, ev);
		begin_deferred(x, c, c->row->nargs);
		x->deferred = 0;
	} else {
		c = &other;
		call__init(c, ev, x->decode);
		resume(x, c, ev->tid, ev->ts);
		put_args(x, c, call__split(c, is_full(x, c)), c->row->nargs);
	}
	close_args(x);
	if (c->probe)
		text_end__returned(&x->out, &x->b, c);
	else
		put_return(x, c);
	if (x->opts.durations) {
		uint64_t ns = ev->ts - ev->enter->rec.ts;

		mark_text(&x->b, SCTRACE_ROLE_PUNCT, " <");
		mark(&x->b, SCTRACE_ROLE_DURATION);
		buf__udec(&x->b, ns / NS);
		text_time__fraction(&x->b, ns % NS, x->opts.duration_precision);
		mark_text(&x->b, SCTRACE_ROLE_PUNCT, ">");
	}
	line_end(x);
	if (x->decode->whole && !c->probe) {
		dump__call(&x->dump, &x->b, c);
		x->line = x->b.len;
	}
	put_stack(x, ev);
	return 0;
}

/* Prints a hit of a probe that is not a pair of entry and return. A probe at a return has no arguments. */
static int on_probe(struct sctrace_text *x, const struct event *ev)
{
	struct call c;

	if (!filter__call(&x->filter, STATUS_SUCCESSFUL))
		return 0;
	call__init(&c, ev, x->decode);
	if (!c.probe)
		return 0;
	interrupt(x);
	begin_line(x, &c, ev->tid, ev->ts, ev->exit ? 0 : call__nargs(&c));
	mark_text(&x->b, SCTRACE_ROLE_PUNCT, ev->exit ? "...)" : ")");
	if (ev->exit) {
		pad_to_column(x);
		text_end__returned(&x->out, &x->b, &c);
	}
	line_end(x);
	put_stack(x, ev);
	return 0;
}

/* Prints a function that will not return. If its task has ended, only a line that is already begun is printed. */
static int on_func_gone(struct sctrace_text *x, const struct event *ev)
{
	bool deferred = x->deferred == ev->tid && x->begun == ev->enter;
	struct call c;

	if (ev->ended && !deferred)
		return 0;
	call__init(&c, ev, x->decode);
	if (!filter__call(&x->filter, STATUS_UNFINISHED))
		return 0;
	if (x->filter.by_status) {
		interrupt(x);
		begin_line(x, &c, ev->tid, ev->enter->rec.ts, c.row->nargs);
	} else if (deferred) {
		write_deferred(x);
	} else {
		resume(x, &c, ev->tid, ev->ts);
	}
	close_args(x);
	text_end__equals(&x->b);
	buf__lit(&x->b, "? (never returned)");
	line_end(x);
	return 0;
}

/* Prints a call that does not return, as its task ends in it. */
static void end_call(struct sctrace_text *x, const struct event *ev)
{
	struct call c;

	call__init(&c, ev, x->decode);
	if (!filter__call(&x->filter, STATUS_UNFINISHED))
		return;
	if (x->deferred == ev->tid)
		write_deferred(x);
	if (x->filter.by_status)
		begin_line(x, &c, ev->tid, ev->enter->rec.ts, call__split(&c, is_full(x, &c)));
	else
		resume(x, &c, ev->tid, ev->ts);
	if (call__ends_later(&c, is_full(x, &c)) && !is_raw(x, &c))
		mark_text(&x->b, SCTRACE_ROLE_PROGRESS, " <unfinished ...>");
	close_args(x);
	text_end__equals(&x->b);
	buf__char(&x->b, '?');
	line_end(x);
}

/* Returns whether the end of a task is printed. sig: the signal that killed the task, or 0 if it exited. */
static bool exit_wanted(const struct sctrace_text *x, unsigned sig)
{
	return sig ? filter__signal(&x->filter, sig)
		   : filter__signal(&x->filter, 0) && !(x->opts.quiet & SCTRACE_QUIET_EXIT);
}

static int on_task_exit(struct sctrace_text *x, const struct event *ev)
{
	if (ev->enter)
		end_call(x, ev);
	if (!ev->superseded && exit_wanted(x, ev->code & 0x7f)) {
		interrupt(x);
		put_event_prefix(x, ev);
		text_end__status(&x->b, ev->code);
		line_end(x);
	}
	/* the stack of an exit() is printed after "+++ exited", as strace does */
	if (ev->enter && !(ev->code & 0x7f))
		put_stack(x, ev);
	return 0;
}

/* Prints a call in progress whose line has not been begun. */
static int put_detached(void *ctx, const struct event *ev)
{
	struct sctrace_text *x = ctx;
	struct call c;

	if (!filter__call(&x->filter, STATUS_DETACHED) || (x->opts.tid && x->opts.tid != ev->tid))
		return 0;
	x->prefix.alive = ev->alive;
	call__init(&c, ev, x->decode);
	interrupt(x);
	begin_line(x, &c, ev->tid, ev->enter->rec.ts, call__split(&c, is_full(x, &c)));
	mark_text(&x->b, SCTRACE_ROLE_PROGRESS, " <detached ...>");
	line_end(x);
	return 0;
}

/* Handles a task that is no longer traced: prints its call in progress as detached, without a result. */
static int on_left(struct sctrace_text *x, const struct event *ev)
{
	struct call c;

	if (!ev->enter)
		return 0;
	if (x->filter.by_status)
		return put_detached(x, ev);
	call__init(&c, ev, x->decode);
	if (x->deferred == ev->tid)
		write_deferred(x);
	resume(x, &c, ev->tid, ev->ts);
	mark_text(&x->b, SCTRACE_ROLE_PROGRESS, " <detached ...>");
	line_end(x);
	return 0;
}

static int on_superseded(struct sctrace_text *x, const struct event *ev)
{
	bool own_file = x->opts.tid && x->opts.tid == ev->other_tid;

	/* the call will be resumed in a line of the other task */
	if (x->deferred == ev->other_tid || x->open == ev->other_tid) {
		write_deferred(x);
		mark(&x->b, SCTRACE_ROLE_PROGRESS);
		buf__printf(&x->b, " <pid changed to %u ...>", ev->tid);
		line_end(x);
	}
	if (own_file || x->opts.quiet & SCTRACE_QUIET_THREAD_EXEC)
		return 0;
	interrupt(x);
	put_event_prefix(x, ev);
	mark(&x->b, SCTRACE_ROLE_EXIT_LINE);
	buf__printf(&x->b, "+++ superseded by execve in pid %u +++", ev->other_tid);
	line_end(x);
	return 0;
}

static void put_stopped(struct sctrace_text *x, const struct event *ev)
{
	put_event_prefix(x, ev);
	mark(&x->b, SCTRACE_ROLE_SIGNAL_LINE);
	buf__printf(&x->b, "--- stopped by %s ---", flags__name(&flags_signals, ev->signal->sig));
	line_end(x);
}

static int on_signal(struct sctrace_text *x, const struct event *ev)
{
	const struct sct_signal *sig = ev->signal;
	bool stops = sig->sig < 32 && SIG_STOPS >> sig->sig & 1;

	if (!filter__signal(&x->filter, sig->sig))
		return 0;
	interrupt(x);
	if (sig->rec.flags & SCT_F_STOPPED) {
		if (stops)
			put_stopped(x, ev);
		return 0;
	}
	put_event_prefix(x, ev);
	mark_whole(&x->b, SCTRACE_ROLE_SIGNAL_LINE);
	buf__lit(&x->b, "--- ");
	text_out__begin(&x->out);
	x->out.coded++; /* print the name in every style of -X */
	decode_signal(&x->out.out, sig->sig);
	x->out.coded--;
	buf__char(&x->b, ' ');
	mark_end(&x->b);
	text_out__begin(&x->out);
	x->out.task = ev->tid;
	decode_siginfo(&x->out.out, x->decode, sig);
	mark_text(&x->b, SCTRACE_ROLE_SIGNAL_LINE, " ---");
	line_end(x);
	put_stack(x, ev);
	if (sig->default_action && stops && !(sig->rec.flags & SCT_F_ORPHANED))
		put_stopped(x, ev);
	return 0;
}

static int on_attached(struct sctrace_text *x, const struct event *ev)
{
	if (!x->opts.name || x->opts.quiet & SCTRACE_QUIET_ATTACH)
		return 0;
	interrupt(x);
	mark(&x->b, SCTRACE_ROLE_MESSAGE);
	buf__printf(&x->b, "%s: Process %u attached", x->opts.name, ev->tid);
	line_end(x);
	return 0;
}

static int on_abandoned(struct sctrace_text *x, const struct event *ev)
{
	if (ev->ended) {
		end_call(x, ev);
		put_stack(x, ev);
		return 0;
	}
	if (x->deferred == ev->tid || x->open == ev->tid)
		interrupt(x);
	return 0;
}

static int on_lost(struct sctrace_text *x, const struct event *ev)
{
	interrupt(x);
	mark(&x->b, SCTRACE_ROLE_MESSAGE);
	buf__printf(&x->b, "+++ lost %llu events +++", (unsigned long long)ev->lost);
	line_end(x);
	return 0;
}

/* Prints a change of the wall clock, if lines have the time of day: it explains a jump in the times. */
static int on_clock(struct sctrace_text *x, const struct event *ev)
{
	double s = (double)ev->step / NS;

	if (!x->opts.timestamps)
		return 0;
	interrupt(x);
	mark(&x->b, SCTRACE_ROLE_MESSAGE);
	buf__printf(&x->b, "[ The wall clock was set %s by %.6f s. ]", s < 0 ? "back" : "forward", s < 0 ? -s : s);
	line_end(x);
	return 0;
}

/*
 * Returns whether the deferred line should wait for the end of its call, because memory that was not resident will be
 * read again then. It waits for PATIENCE_NS at most.
 */
static bool better_later(const struct sctrace_text *x)
{
	return x->deferred && call__lacks_memory(&x->call) && now_ns() < x->deferred_ts + PATIENCE_NS;
}

static int text_flush(struct sink *s, bool now)
{
	struct sctrace_text *x = (struct sctrace_text *)s;
	size_t n;
	int err;

	if (now && better_later(x))
		now = false;
	if (now)
		write_deferred(x);
	n = now ? x->b.len : x->line;
	if (!n)
		return 0;
	err = x->b.marks ? text_spans__write(&x->spans, &x->opts, &x->b, n) : x->opts.write(x->opts.ctx, x->b.p, n);
	memmove(x->b.p, x->b.p + n, x->b.len - n);
	x->flushed += n - x->line;
	x->b.len -= n;
	x->line = 0;
	return err;
}

static int text_event(struct sink *s, const struct event *ev)
{
	static int (*const handlers[])(struct sctrace_text *, const struct event *) = {
#define KIND(name, public, flags, line, ...) [EV_##name] = line,
#include "event/kinds.def"
	};
	struct sctrace_text *x = (struct sctrace_text *)s;
	int err;

	x->prefix.alive = ev->alive;
	err = handlers[ev->kind] ? handlers[ev->kind](x, ev) : 0;

	if (!err && x->b.failed)
		err = -ENOMEM;
	/* text__one() has no write function: it takes the text from b */
	if (!err && x->b.len >= FLUSH_BYTES && (x->opts.write || x->opts.write_spans))
		err = text_flush(s, false);
	return err;
}

ssize_t text__one(struct sctrace_text *x, const struct event *ev, char *buf, size_t size)
{
	struct call c;
	size_t n;
	int err = 0;

	x->b.len = x->line = x->flushed = 0;
	x->deferred = x->open = 0;
	x->filter.by_status = true; /* print each call when it has ended, without <unfinished ...> */
	if (ev->kind == EV_ENTER) {
		call__init(&c, ev, x->decode);
		begin_line(x, &c, ev->tid, ev->ts, call__split(&c, is_full(x, &c)));
	} else {
		err = text_event(&x->base, ev);
	}
	if (err || x->b.failed)
		return err ? err : -ENOMEM;
	n = x->b.len && x->b.p[x->b.len - 1] == '\n' ? x->b.len - 1 : x->b.len;
	if (size) {
		size_t copy = n < size ? n : size - 1;

		if (copy)
			memcpy(buf, x->b.p, copy);
		buf[copy] = '\0';
	}
	return (ssize_t)n;
}

uint32_t text__open(const struct sctrace_text *x)
{
	return x->open;
}

static int text_detach(struct sink *s)
{
	struct sctrace_text *x = (struct sctrace_text *)s;

	write_deferred(x);
	if (x->open) {
		mark_text(&x->b, SCTRACE_ROLE_PROGRESS, " <detached ...>");
		line_end(x);
	}
	if (x->filter.by_status && x->pair)
		pair__pending(x->pair, put_detached, x);
	return text_flush(s, true);
}

static void text_free(struct sink *s)
{
	struct sctrace_text *x = (struct sctrace_text *)s;

	buf__free(&x->b);
	buf__free(&x->more);
	text_spans__free(&x->spans);
	text_sets__free(&x->sets);
	dump__free(&x->dump);
	free(x->name);
	free(x);
}

static const struct sink_ops ops = { text_event, text_flush, text_detach, text_free };

int text__new(struct sctrace_text **out, const struct sctrace_text_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset)
{
	struct sctrace_text *x = calloc(1, sizeof(*x));
	int err;

	if (!x)
		return -ENOMEM;
	x->base.ops = &ops;
	x->opts = *opts;
	err = filter__parse(&x->filter, opts->status, opts->signals, opts->why, opts->why_size);
	if (!err)
		err = text_sets__parse(&x->sets, opts, decode);
	if (!err)
		err = dump__init(&x->dump, opts->read_fds, opts->write_fds, opts->why, opts->why_size);
	x->opts.name = x->name = opts->name ? strdup(opts->name) : NULL;
	if (!err && opts->name && !x->name)
		err = -ENOMEM;
	if (err) {
		text_free(&x->base);
		return err;
	}
	if (!x->opts.column && !x->opts.column_zero)
		x->opts.column = COLUMN;
	if (!x->opts.duration_precision)
		x->opts.duration_precision = SCTRACE_PRECISION_US;
	x->decode = decode;
	text_prefix__init(&x->prefix, &x->opts, clock_offset);
	text_out__init(&x->out, &x->b, opts->hex < QUOTE_MODES ? (enum quote_hex)opts->hex : QUOTE_HEX_ALL, decode);
	x->b.marks = opts->write_spans ? &x->spans.marks : NULL;
	text_const__init(&x->out, (enum text_consts)opts->consts);
	*out = x;
	return 0;
}
