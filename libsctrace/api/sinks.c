// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Public functions for the events of a handle: lines, JSON, values, frames, statistics. */
#include "api/handle.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/event_keys.h"
#include "api/opts_check.h"
#include "sink/json.h"
#include "sink/text.h"
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

const struct sctrace_address *sctrace_event_address(struct sctrace *t, const struct sctrace_event *ev, const char *name)
{
	return t && ev && name ? data__address(&t->data, ev->priv, &t->decode, name) : NULL;
}

const struct sctrace_file *sctrace_event_file(struct sctrace *t, const struct sctrace_event *ev, const char *name)
{
	return t && ev ? data__file(&t->data, ev->priv, &t->decode, name) : NULL;
}

const struct sctrace_siginfo *sctrace_event_siginfo(struct sctrace *t, const struct sctrace_event *ev)
{
	return t && ev ? data__signal(&t->data, ev->priv, &t->decode) : NULL;
}

int sctrace_event_time(struct sctrace *t, const struct sctrace_event *ev, const char *name, int64_t *sec,
		       uint32_t *nsec)
{
	return t && ev && name && sec && nsec ? data__time(&t->data, ev->priv, &t->decode, name, sec, nsec) : -EINVAL;
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
	bool same; /* the task is still in the same call */
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

/* Reads again the memory of a call that blocks, since more of it may be resident by now. */
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

/*
 * Functions that all sinks have in common; their structs begin with a struct sink. They return -EINVAL for NULL, and
 * for a sink whose handle is closed, because the sink's memory belongs to the handle.
 */
static int give(void *sink, const struct sctrace_event *ev)
{
	struct sink *s = sink;

	return s && s->at && ev ? sink__event(s, ev->priv) : -EINVAL;
}

static int flush(void *sink, bool now)
{
	struct sink *s = sink;

	return s && s->at ? sink__flush(s, now) : -EINVAL;
}

static int detach(void *sink)
{
	struct sink *s = sink;

	return s && s->at ? sink__detach(s) : -EINVAL;
}

static void attach(struct sctrace *t, void *sink)
{
	sink__attach(sink, &t->sinks);
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
	if (err)
		return err;
	attach(t, *out);
	text__calls_of(*out, t->pair);
	/* not with a recording: memory that is read here is in no record, so a replay would print other lines */
	if (t->bpf && t->base.proc >= 0 && !t->recorder) {
		t->decode.memory = call_memory;
		t->decode.memory_ctx = t;
	}
	return 0;
}

int sctrace_text_event(struct sctrace_text *x, const struct sctrace_event *ev)
{
	return give(x, ev);
}

int sctrace_text_flush(struct sctrace_text *x, bool now)
{
	return flush(x, now);
}

uint32_t sctrace_text_open(const struct sctrace_text *x)
{
	return x ? text__open(x) : 0;
}

int sctrace_text_detach(struct sctrace_text *x)
{
	return detach(x);
}

void sctrace_text_free(struct sctrace_text *x)
{
	sink__free((struct sink *)x);
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
	err = json__new(out, &o, &t->decode, &t->clock_offset, t->pair);
	if (!err)
		attach(t, *out);
	return err;
}

int sctrace_json_event(struct sctrace_json *x, const struct sctrace_event *ev)
{
	return give(x, ev);
}

int sctrace_json_flush(struct sctrace_json *x)
{
	return flush(x, true);
}

int sctrace_json_detach(struct sctrace_json *x)
{
	return detach(x);
}

void sctrace_json_free(struct sctrace_json *x)
{
	sink__free((struct sink *)x);
}

int sctrace_event_stats_new(struct sctrace_event_stats **out, struct sctrace *t)
{
	int err = out && t ? event_stats__new(out, pair__tasks(t->pair), &t->probes, &t->clock_offset, t->bpf)
			   : -EINVAL;

	if (!err)
		attach(t, *out);
	return err;
}

int sctrace_event_stats_by(struct sctrace_event_stats *s, struct sctrace *t, const char *by, bool hist, char *errmsg,
			   size_t why_size)
{
	const struct errmsg why = { errmsg, why_size };
	int err = s && t ? event_stats__by(s, by, hist, &event_keys__texts, t, &why) : -EINVAL;

	if (!err)
		event_stats__cgroups(s, &t->cgroups);
	return err ? err : event_keys__check(t, event_stats__keys(s), &why);
}

int sctrace_event_stats_reset(struct sctrace_event_stats *s)
{
	if (!s)
		return -EINVAL;
	event_stats__reset(s);
	return 0;
}

int sctrace_event_stats_limit(struct sctrace_event_stats *s, uint32_t max_rows)
{
	if (!s || !max_rows)
		return -EINVAL;
	event_stats__limit(s, max_rows);
	return 0;
}

uint64_t sctrace_event_stats_time(const struct sctrace_event_stats *s)
{
	return s ? event_stats__time(s) : 0;
}

int sctrace_event_stats_span(struct sctrace_event_stats *s, const char *span, char *errmsg, size_t why_size)
{
	return s && span ? event_stats__span(s, span, &(struct errmsg){ errmsg, why_size }) : -EINVAL;
}

const char *sctrace_event_stats_lacks(const struct sctrace_event_stats *s, unsigned i)
{
	return s ? event_stats__lacks(s, i) : NULL;
}

uint64_t sctrace_event_stats_other(const struct sctrace_event_stats *s)
{
	return s ? event_stats__other(s) : 0;
}

int sctrace_event_stats_add(struct sctrace_event_stats *s, const struct sctrace_event *ev)
{
	return give(s, ev);
}

int sctrace_event_stats_skip(struct sctrace_event_stats *s, const struct sctrace_event *ev)
{
	return s && ev && ev->priv ? event_stats__skip(s, ev->priv) : -EINVAL;
}

void sctrace_event_stats_free(struct sctrace_event_stats *s)
{
	sink__free((struct sink *)s);
}
