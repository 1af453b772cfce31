// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What a program does with the events of its handle: lines, JSON, values, frames, statistics. */
#include "api/handle.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/opts_check.h"
#include "sink/json.h"
#include "sink/text.h"
#include "sink/text_arg.h"
#include "attach/snapshot.h"
#include "stack/stack.h"
#include "stats/event_stats.h"

int sctrace_frames(struct sctrace *t, const struct sctrace_event *ev, sctrace_frame_fn *fn, void *ctx)
{
	const struct frame *frames;
	unsigned n;
	int err = 0;

	if (!t || !ev || !fn)
		return -EINVAL;
	n = !t->decode.stacks		 ? 0
	    : ev->type == SCTRACE_SIGNAL ? stacks__frames_after(t->decode.stacks, ev->priv, &frames)
					 : stacks__frames(t->decode.stacks, ev->priv, &frames);
	for (unsigned i = 0; !err && i < n; i++) {
		const struct frame *f = &frames[i];
		struct sctrace_frame out = {
			.sz = sizeof(out),
			.ip = f->ip,
			.file = f->file,
			.file_off = f->off,
			.symbol = f->symbol,
			.symbol_off = f->symbol_off,
			.source = f->source,
			.line = (unsigned)f->line,
		};

		err = fn(ctx, &out);
	}
	return err;
}

int sctrace_values(struct sctrace *t, const struct sctrace_event *ev, sctrace_value_fn *fn, void *ctx)
{
	return t && ev && fn ? values__each(&t->values, ev->priv, &t->decode, fn, ctx) : -EINVAL;
}

int sctrace_arg(struct sctrace *t, const struct sctrace_event *ev, const char *name, struct sctrace_value *v)
{
	return t && ev && name && v ? values__arg(&t->values, ev->priv, &t->decode, name, v) : -EINVAL;
}

ssize_t sctrace_event_text(struct sctrace *t, const struct sctrace_event *ev, char *buf, size_t size)
{
	const struct sctrace_text_opts opts = { .sz = sizeof(opts) };
	int err;

	if (!t || !ev || (!buf && size))
		return -EINVAL;
	err = t->text ? 0 : text__new(&t->text, &opts, &t->decode, &t->clock_offset);
	return err ? err : text__one(t->text, ev->priv, buf, size);
}

struct call_memory {
	const struct sct_enter *e;
	struct buf *to;
	bool same; /* the task is in that call still */
};

static int on_call_memory(void *ctx, const struct sct_rec *rec, size_t size)
{
	const struct sct_enter *now = (const void *)rec;
	struct call_memory *m = ctx;
	const uint8_t *data;
	uint32_t len;

	data = record__data(rec, &len);
	m->same = now->nr == m->e->nr && now->abi == m->e->abi && !memcmp(now->args, m->e->args, sizeof(now->args));
	buf__mem(m->to, data, len);
	return 0;
}

/* What the kernel has made resident meanwhile, of a call that blocks. */
static int call_memory(void *ctx, const struct sct_enter *e, struct buf *chunks)
{
	struct sctrace *t = ctx;
	struct snapshot s = { .proc = t->base.proc, .opts = &t->decode, .selection = &t->base.selection };
	struct call_memory m = { e, chunks, false };
	int err;

	chunks->len = 0;
	err = snapshot__call(&s, (pid_t)e->rec.tid, (pid_t)e->rec.tgid, on_call_memory, &m);
	return err ? err : m.same && !chunks->failed ? 0 : -ESRCH;
}

int sctrace_text_new(struct sctrace_text **out, struct sctrace *t, const struct sctrace_text_opts *opts)
{
	struct sctrace_text_opts o;
	int err;

	if (!out || !t || !opts)
		return -EINVAL;
	err = opts__take(OPTS_sctrace_text_opts, &o, opts, &(struct errmsg){ opts->why, opts->why_size });
	if (err)
		return err;
	err = text__new(out, &o, &t->decode, &t->clock_offset);
	if (!err)
		text__calls_of(*out, t->pair);
	/* what is read so is in no record: with a recording, its replay would have other lines */
	if (!err && t->bpf && t->base.proc >= 0 && !t->recorder) {
		t->decode.memory = call_memory;
		t->decode.memory_ctx = t;
	}
	return err;
}

int sctrace_text_event(struct sctrace_text *x, const struct sctrace_event *ev)
{
	return x && ev ? text__event(x, ev->priv) : -EINVAL;
}

int sctrace_text_flush(struct sctrace_text *x, bool now)
{
	return x ? text__flush(x, now) : -EINVAL;
}

uint32_t sctrace_text_open(const struct sctrace_text *x)
{
	return x ? text__open(x) : 0;
}

int sctrace_text_detach(struct sctrace_text *x)
{
	return x ? text__detach(x) : -EINVAL;
}

void sctrace_text_free(struct sctrace_text *x)
{
	text__free(x);
}

int sctrace_json_new(struct sctrace_json **out, struct sctrace *t, const struct sctrace_json_opts *opts)
{
	struct sctrace_json_opts o;
	int err;

	if (!out || !t || !opts)
		return -EINVAL;
	err = opts__take(OPTS_sctrace_json_opts, &o, opts, &(struct errmsg){ opts->why, opts->why_size });
	if (err)
		return err;
	return json__new(out, &o, &t->decode, &t->clock_offset, t->pair);
}

int sctrace_json_event(struct sctrace_json *x, const struct sctrace_event *ev)
{
	return x && ev ? json__event(x, ev->priv) : -EINVAL;
}

int sctrace_json_flush(struct sctrace_json *x)
{
	return x ? json__flush(x) : -EINVAL;
}

int sctrace_json_detach(struct sctrace_json *x)
{
	return x ? json__detach(x) : -EINVAL;
}

void sctrace_json_free(struct sctrace_json *x)
{
	json__free(x);
}

int sctrace_event_stats_new(struct sctrace_event_stats **out, struct sctrace *t)
{
	return out && t ? event_stats__new(out, pair__tasks(t->pair), &t->probes, &t->clock_offset, t->bpf) : -EINVAL;
}

static void put_arg(void *ctx, const struct event *ev, unsigned arg, struct buf *out)
{
	text_arg__put(out, ev, arg, &((const struct sctrace *)ctx)->decode);
}

int sctrace_event_stats_by(struct sctrace_event_stats *s, struct sctrace *t, const char *by, bool hist, char *errmsg,
			   size_t why_size)
{
	return s && t ? event_stats__by(s, by, hist, put_arg, t, &(struct errmsg){ errmsg, why_size }) : -EINVAL;
}

uint64_t sctrace_event_stats_other(const struct sctrace_event_stats *s)
{
	return s ? event_stats__other(s) : 0;
}

int sctrace_event_stats_add(struct sctrace_event_stats *s, const struct sctrace_event *ev)
{
	return s && ev ? event_stats__event(s, ev->priv) : -EINVAL;
}

void sctrace_event_stats_free(struct sctrace_event_stats *s)
{
	event_stats__free(s);
}
