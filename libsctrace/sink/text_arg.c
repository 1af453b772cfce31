// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/text_arg.h"

#include "decode/core/decode.h"
#include "lookup/abi.h"
#include "sink/quirks.h"
#include "sink/text_out.h"

/* Writes the return value: by its type for a function; as a number, or the name of the error, for a system call. */
static void put_ret(struct buf *b, struct text_out *out, const struct call *c)
{
	const char *text, *name = c->failed ? errno__name((unsigned)-c->ret, &text) : NULL;
	struct call r;

	if (!c->done || (c->probe && (c->probe->spec.ret_void || !probe_kind__returns(c->probe->spec.kind))))
		return;
	if (name) {
		buf__str(b, name);
	} else if (!c->probe) {
		buf__printf(b, c->ret >> 32 > 0 ? "0x%llx" : "%lld", (long long)c->ret);
	} else if (c->probe->spec.ret.nargs) {
		r = call__returned(c);
		call__value(&out->out, &r, 0);
	} else {
		buf__printf(b, c->ret ? "0x%llx" : "%llu", (unsigned long long)c->ret);
	}
}

static void put(struct buf *b, const struct call *c, unsigned arg, const struct decode_opts *opts)
{
	struct text_out out = {};

	text_out__init(&out, b, QUOTE_OCTAL, opts);
	out.seccontext = NULL; /* security contexts are not part of a key */
	text_out__begin(&out);
	out.task = c->tid;
	if (arg == TEXT_ARG_RET)
		put_ret(b, &out, c);
	else if (arg < call__nargs(c) && (!c->probe || probe_kind__enters(c->probe->spec.kind)))
		call__value(&out.out, c, arg);
}

static void call_of(struct call *c, const struct event *ev, const struct decode_opts *opts)
{
	call__init(c, ev, opts);
	if (ev->exit)
		call__end(c, ev);
}

void text_arg__put(struct buf *b, const struct event *ev, unsigned arg, const struct decode_opts *opts)
{
	struct call c;

	call_of(&c, ev, opts);
	put(b, &c, arg, opts);
}

void text_arg__named(struct buf *b, const struct event *ev, const char *name, const struct decode_opts *opts)
{
	struct call c;
	int arg;

	call_of(&c, ev, opts);
	arg = quirk__find_arg(&c, name);
	if (arg >= 0 && call__shows(&c, (unsigned)arg))
		put(b, &c, (unsigned)arg, opts);
}

void text_arg__value(struct buf *b, uint32_t probe, unsigned arg, uint64_t v, const struct decode_opts *opts)
{
	struct sct_enter e = {
		.rec.type = SCT_REC_PROBE,
		.nr = (uint16_t)probe,
		.nr_high = (uint8_t)(probe >> 16),
		.abi = abi__native()->id,
	};
	struct sct_exit x = { .ret = (int64_t)v };
	struct event ev = { .kind = EV_PROBE, .enter = &e };

	if (arg == TEXT_ARG_RET)
		ev.exit = &x;
	else if (arg < SCT_NARGS)
		e.args[arg] = v;
	text_arg__put(b, &ev, arg, opts);
}
