// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "enrich/task_names.h"
#include "decode/core/file.h"
#include "decode/core/signal.h"
#include "event/record.h"
#include "sink/file_out.h"
#include "sink/filter.h"
#include "sink/json_out.h"
#include "stack/stack.h"
#include "util/json.h"

#define FLUSH_BYTES 65536

/* The member "type" of an object, by kind of event. */
static const char *const types[] = {
#define KIND(name, public, flags, line, object, type) [EV_##name] = type,
#include "event/kinds.def"
};

struct sctrace_json {
	struct sink base; /* must be the first member */
	struct sctrace_json_opts opts;
	struct filter filter;
	const struct decode_opts *decode;
	const int64_t *clock_offset;
	struct pair *pair;
	struct buf b;
	struct json_out out;
};

/* ---- pieces ---- */

static void put_key(struct buf *b, const char *name)
{
	buf__lit(b, ",\"");
	buf__str(b, name);
	buf__lit(b, "\":");
}

static void put_uint(struct buf *b, const char *name, uint64_t v)
{
	put_key(b, name);
	json__uint(b, v);
}

static void put_str(struct buf *b, const char *name, const char *s)
{
	put_key(b, name);
	json__string(b, s, strlen(s));
}

/* Begins an object with the members that all events have. ts: time of the event or, for a call, of its beginning. */
static void event_begin(struct sctrace_json *x, const char *type, const struct event *ev, uint64_t ts)
{
	struct buf *b = &x->b;
	const char *comm = ev->task ? ev->task->comm : "";
	char name[COMM_LEN];

	buf__lit(b, "{\"type\":\"");
	buf__str(b, type);
	buf__char(b, '"');
	if (ts) {
		put_key(b, "time");
		json__time(b, ts + (uint64_t)*x->clock_offset);
		put_key(b, "time_ns");
		buf__char(b, '"');
		buf__udec(b, ts);
		buf__char(b, '"');
	}
	if (!ev->tid)
		return;
	put_uint(b, "pid", ev->tgid);
	put_uint(b, "tid", ev->tid);
	/* no event had the name: look it up in /proc */
	if (!*comm && x->decode->tasks && task_names__name(x->decode->tasks, ev->tid, false, name))
		comm = name;
	if (*comm)
		put_str(b, "comm", comm);
}

/* Writes the buffer. It always ends with a whole object, so `now` makes no difference. */
static int json_flush(struct sink *s, bool now)
{
	struct sctrace_json *x = (struct sctrace_json *)s;
	int err;

	(void)now;
	if (!x->b.len)
		return 0;
	err = x->opts.write(x->opts.ctx, x->b.p, x->b.len);
	x->b.len = 0;
	return err;
}

static int event_end(struct sctrace_json *x)
{
	buf__lit(&x->b, "}\n");
	if (x->b.failed)
		return -ENOMEM;
	return x->b.len >= FLUSH_BYTES ? json_flush(&x->base, false) : 0;
}

/* ---- calls ---- */

/* Writes the arguments of a system call as registers or, with no_args, as an empty object. */
static void put_registers(struct sctrace_json *x, const struct call *c)
{
	json_out__begin(&x->out);
	for (unsigned i = 0; i < call__nargs(c) && !x->opts.no_args; i++) {
		unsigned reg = c->row->args[i].reg ? c->row->args[i].reg - 1u : i;

		if (!call__shows(c, i))
			continue;
		json_out__name(&x->out, call__arg_name(c, i));
		out_addr(&x->out.out, c->args[reg]);
	}
	json_out__end(&x->out);
}

static void put_args(struct sctrace_json *x, const struct call *c)
{
	put_key(&x->b, "args");
	if (!c->probe && (x->opts.registers || x->opts.no_args)) {
		put_registers(x, c);
		return;
	}
	json_out__begin(&x->out);
	for (unsigned i = 0; i < call__nargs(c); i++) {
		if (!call__shows(c, i))
			continue;
		json_out__name(&x->out, call__arg_name(c, i));
		call__value(&x->out.out, c, i);
	}
	json_out__end(&x->out);
}

static void put_return(struct sctrace_json *x, const struct call *c)
{
	struct buf *b = &x->b;
	const char *text, *name = c->failed ? errno__name((unsigned)-c->ret, &text) : NULL;
	struct out_file f;
	size_t at;

	put_key(b, "ret");
	if (c->failed)
		buf__lit(b, "-1");
	else if (c->row->ret == RET_DEC || c->row->ret == RET_FD)
		json__int(b, c->ret);
	else
		json__uint(b, c->abi->word == 4 ? (uint32_t)c->ret : (uint64_t)c->ret);
	if (c->failed) {
		if (name)
			put_str(b, "error", name);
		put_uint(b, "errno", (uint64_t)-c->ret);
	}
	if (x->decode->fds_shown && c->row->ret == RET_FD && !c->failed && call_file(c, (int32_t)c->ret, AT_EXIT, &f)) {
		put_key(b, "ret_file");
		buf__char(b, '{');
		file_out__json(b, &f);
		buf__char(b, '}');
	}
	at = b->len;
	put_key(b, "result");
	json_out__begin(&x->out);
	if (!call__aux(&x->out.out, c) || !json_out__end(&x->out))
		b->len = at;
}

/* Writes the stack of the call, the innermost frame first. */
static void put_stack(struct sctrace_json *x, const struct event *ev)
{
	const struct frame *frames;
	unsigned n = x->decode->stacks ? stacks__frames(x->decode->stacks, ev, &frames) : 0;
	struct buf *b = &x->b;

	if (!n)
		return;
	put_key(b, "stack");
	for (unsigned i = 0; i < n; i++) {
		const struct frame *f = &frames[i];

		buf__str(b, i ? ",{\"ip\":" : "[{\"ip\":");
		json__uint(b, f->ip);
		if (f->file) {
			put_str(b, "file", f->file);
			put_uint(b, "offset", f->off);
		}
		if (f->symbol) {
			put_str(b, "symbol", f->symbol);
			put_uint(b, "symbol_offset", f->symbol_off);
		}
		if (f->source) {
			put_str(b, "source", f->source);
			put_uint(b, "line", (uint64_t)f->line);
		}
		buf__char(b, '}');
	}
	buf__char(b, ']');
}

/* Writes what the function returned: a value of its declared type, or else the register. */
static void put_returned(struct sctrace_json *x, const struct call *c)
{
	struct call r = call__returned(c);

	if (c->probe->spec.ret_void)
		return;
	put_key(&x->b, "ret");
	if (!r.row->nargs) {
		json__uint(&x->b, (uint64_t)c->ret);
		return;
	}
	json_out__alone(&x->out);
	call__value(&x->out.out, &r, 0);
}

/*
 * Writes a hit of a probe. status: why the function did not return, or NULL if it did or the probe is not at a
 * function.
 */
static int put_probe(struct sctrace_json *x, const struct event *ev, const char *status)
{
	struct buf *b = &x->b;
	struct call c;

	if (!filter__call(&x->filter, status ? STATUS_UNFINISHED : STATUS_SUCCESSFUL))
		return 0;
	call__init(&c, ev, x->decode);
	if (!c.probe)
		return 0;
	event_begin(x, types[EV_PROBE], ev, ev->enter->rec.ts);
	put_str(b, "kind", probe_kind__word(c.probe->spec.kind));
	put_str(b, "probe", c.row->name);
	if (probe_kind__enters(c.probe->spec.kind))
		put_args(x, &c);
	if (status)
		put_str(b, "status", status);
	if (ev->exit)
		put_returned(x, &c);
	if (ev->kind == EV_FUNC_EXIT)
		put_uint(b, "duration_ns", ev->ts - ev->enter->rec.ts);
	put_stack(x, ev);
	return event_end(x);
}

/* Writes a system call. status: why the call did not return, or NULL if it did. */
static int put_call(struct sctrace_json *x, const struct event *ev, const char *status)
{
	uint64_t began = ev->enter->rec.ts;
	struct buf *b = &x->b;
	struct call c;

	call__init(&c, ev, x->decode);
	c.late = &x->out.out.late;
	if (!status && !filter__call(&x->filter, c.failed ? STATUS_FAILED : STATUS_SUCCESSFUL))
		return 0;
	event_begin(x, types[EV_EXIT], ev, began);
	put_str(b, "abi", c.abi->name);
	put_str(b, "syscall", c.row->name);
	put_uint(b, "nr", c.nr);
	put_args(x, &c);
	if (status) {
		put_str(b, "status", status);
	} else {
		put_return(x, &c);
		put_uint(b, "duration_ns", ev->ts - began);
	}
	put_stack(x, ev);
	return event_end(x);
}

/* ---- events ---- */

static int on_exit_(struct sctrace_json *x, const struct event *ev)
{
	return put_call(x, ev, NULL);
}

static int on_probe(struct sctrace_json *x, const struct event *ev)
{
	return put_probe(x, ev, ev->kind == EV_FUNC_GONE ? "unfinished" : NULL);
}

static int on_abandoned(struct sctrace_json *x, const struct event *ev)
{
	return ev->enter && filter__call(&x->filter, STATUS_UNFINISHED)
		       ? put_call(x, ev, ev->ended ? "unfinished" : "lost")
		       : 0;
}

static int detached(void *ctx, const struct event *ev)
{
	return ev->kind == EV_FUNC_ENTER ? put_probe(ctx, ev, "detached") : put_call(ctx, ev, "detached");
}

static int json_detach(struct sink *s)
{
	struct sctrace_json *x = (struct sctrace_json *)s;
	int err = filter__call(&x->filter, STATUS_DETACHED) ? pair__pending(x->pair, detached, x) : 0;

	return err ? err : json_flush(&x->base, false);
}

/* Returns whether the end of a task is shown. sig: the signal that killed the task, or 0 if it exited. */
static bool exit_wanted(const struct sctrace_json *x, unsigned sig)
{
	return filter__signal(&x->filter, sig) && (sig || !(x->opts.quiet & SCTRACE_QUIET_EXIT));
}

static int on_task_exit(struct sctrace_json *x, const struct event *ev)
{
	const char *name = flags__name(&flags_signals, ev->code & 0x7f);
	int err = 0;

	if (ev->enter && filter__call(&x->filter, STATUS_UNFINISHED))
		err = put_call(x, ev, "unfinished");

	if (!err && !ev->superseded && exit_wanted(x, ev->code & 0x7f)) {
		event_begin(x, types[ev->kind], ev, ev->ts);
		if (!(ev->code & 0x7f)) {
			put_uint(&x->b, "status", ev->code >> 8 & 0xff);
		} else {
			put_uint(&x->b, "signal", ev->code & 0x7f);
			if (name)
				put_str(&x->b, "signal_name", name);
			buf__str(&x->b, ev->code & 0x80 ? ",\"core\":true" : ",\"core\":false");
		}
		err = event_end(x);
	}
	return err;
}

/* Handles a task that is no longer traced: its call in progress is printed as detached. */
static int on_left(struct sctrace_json *x, const struct event *ev)
{
	return ev->enter && filter__call(&x->filter, STATUS_DETACHED) ? put_call(x, ev, "detached") : 0;
}

static int on_signal(struct sctrace_json *x, const struct event *ev)
{
	bool stopped = ev->signal->rec.flags & SCT_F_STOPPED; /* stopped before sctrace attached */
	const char *name = flags__name(&flags_signals, ev->signal->sig);

	if (!filter__signal(&x->filter, ev->signal->sig))
		return 0;
	event_begin(x, stopped ? "stopped" : types[ev->kind], ev, ev->ts);
	put_uint(&x->b, "signal", ev->signal->sig);
	if (name)
		put_str(&x->b, "signal_name", name);
	if (stopped)
		return event_end(x);
	put_key(&x->b, "siginfo");
	json_out__alone(&x->out);
	decode_siginfo(&x->out.out, x->decode, ev->signal);
	return event_end(x);
}

static int on_other(struct sctrace_json *x, const struct event *ev)
{
	event_begin(x, types[ev->kind], ev, ev->ts);
	if (ev->other_tid)
		put_uint(&x->b, "other_tid", ev->other_tid);
	return event_end(x);
}

static int on_lost(struct sctrace_json *x, const struct event *ev)
{
	event_begin(x, types[ev->kind], ev, ev->ts);
	put_uint(&x->b, "lost", ev->lost);
	return event_end(x);
}

static int on_clock(struct sctrace_json *x, const struct event *ev)
{
	event_begin(x, types[ev->kind], ev, ev->ts);
	put_key(&x->b, "step_ns");
	buf__dec(&x->b, ev->step);
	return event_end(x);
}

static int json_event(struct sink *s, const struct event *ev)
{
	static int (*const handlers[])(struct sctrace_json *, const struct event *) = {
#define KIND(name, public, flags, line, object, ...) [EV_##name] = object,
#include "event/kinds.def"
	};
	struct sctrace_json *x = (struct sctrace_json *)s;

	return handlers[ev->kind] ? handlers[ev->kind](x, ev) : 0;
}

static void json_free(struct sink *s)
{
	struct sctrace_json *x = (struct sctrace_json *)s;

	buf__free(&x->b);
	free(x);
}

static const struct sink_ops ops = { json_event, json_flush, json_detach, json_free };

int json__new(struct sctrace_json **out, const struct sctrace_json_opts *opts, const struct decode_opts *decode,
	      const int64_t *clock_offset, struct pair *pair)
{
	struct sctrace_json *x = calloc(1, sizeof(*x));
	int err = x ? filter__parse(&x->filter, opts->status, opts->signals, opts->why, opts->why_size) : -ENOMEM;

	if (err) {
		free(x);
		return err;
	}
	x->base.ops = &ops;
	x->opts = *opts;
	x->decode = decode;
	x->clock_offset = clock_offset;
	x->pair = pair;
	pair__tasks(pair)->comms = true;
	json_out__init(&x->out, &x->b, decode);
	*out = x;
	return 0;
}
