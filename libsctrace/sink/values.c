// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "sink/values.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "decode/core/signal.h"
#include "sink/file_out.h"

static struct values_out *self(struct out *o)
{
	return (struct values_out *)o;
}

/* Returns a value of this kind with its name, argument and depth set. */
static struct sctrace_value value_of(struct values_out *v, enum sctrace_kind kind)
{
	struct sctrace_value out = {
		.sz = sizeof(out),
		.kind = kind,
		.argument = v->argument,
		.name = v->depth ? v->name : v->argument,
		.arg = v->arg,
		.depth = v->depth,
		.after = v->after,
		.base = 10,
		.late = v->out.late || (v->late_depth && v->depth >= v->late_depth),
	};

	v->name = NULL;
	v->out.late = false;
	v->after = false;
	return out;
}

const void *values__link(struct values_out *v, const struct out_file *f, size_t *len)
{
	struct buf link = {};

	*len = f->len;
	if (f->len && f->file.kind == SCT_FILE_PATH)
		return f->name;
	file_out__link(&link, f);
	*len = link.len < sizeof(v->link) ? link.len : sizeof(v->link);
	memcpy(v->link, link.p, *len);
	buf__free(&link);
	return v->link;
}

/* Sets the file of a descriptor's value. The path points into the event, and is valid as long as the event. */
static void set_file(struct values_out *v, struct sctrace_value *out)
{
	const struct out_file *f = v->out.file;

	if (!f || f->left_out)
		return;
	out->path = values__link(v, f, &out->path_len);
	out->path_deleted = file_deleted(f);
	if (!v->has_file)
		v->file = *f;
	v->has_file = true;
}

/* Adds the raw form of a value that is shown in a form of its own: an address's bytes, the number of htons(80). */
static void set_raw(struct values_out *v, struct sctrace_value *out)
{
	const uint8_t *p = v->code.bytes;

	if (!v->coded)
		return;
	if (!out->name)
		out->name = v->code.field;
	out->number = v->code.number;
	if (!p)
		return;
	/* copy the bytes: the decoder may have them on its stack, and sctrace_arg() returns the value later */
	out->len = v->code.n < sizeof(v->raw) ? v->code.n : sizeof(v->raw);
	out->total = v->code.n;
	out->bytes = memcpy(v->raw, p, out->len);
	for (size_t i = 0; i < v->code.n && v->code.n <= sizeof(out->number); i++)
		out->number = out->number << 8 | p[i];
}

static void give(struct values_out *v, const struct sctrace_value *out)
{
	if (!v->err)
		v->err = v->fn(v->ctx, out);
}

static void op_integer(struct out *o, uint64_t n, enum out_style style, unsigned width)
{
	static const uint8_t kinds[] = {
		[OUT_DEC] = SCTRACE_KIND_INT,	     [OUT_UDEC] = SCTRACE_KIND_UINT,
		[OUT_HEX] = SCTRACE_KIND_UINT,	     [OUT_HEX0] = SCTRACE_KIND_UINT,
		[OUT_OCT] = SCTRACE_KIND_UINT,	     [OUT_MODE] = SCTRACE_KIND_MODE,
		[OUT_DIGITS] = SCTRACE_KIND_UINT,    [OUT_ADDR] = SCTRACE_KIND_ADDRESS,
		[OUT_UNREAD] = SCTRACE_KIND_ADDRESS, [OUT_FD] = SCTRACE_KIND_FD,
		[OUT_PID] = SCTRACE_KIND_PID,	     [OUT_CHAR] = SCTRACE_KIND_UINT,
		[OUT_LETTER] = SCTRACE_KIND_UINT,    [OUT_STATUS] = SCTRACE_KIND_STATUS,
		[OUT_BEYOND] = SCTRACE_KIND_ADDRESS,
	};
	static const uint8_t bases[] = {
		[OUT_HEX] = 16,	 [OUT_HEX0] = 16,   [OUT_OCT] = 8,     [OUT_MODE] = 8,	  [OUT_DIGITS] = 8,
		[OUT_ADDR] = 16, [OUT_UNREAD] = 16, [OUT_STATUS] = 16, [OUT_BEYOND] = 16,
	};
	struct values_out *v = self(o);
	struct sctrace_value out;

	/* the address itself is not late: only the memory that it points to was read late, or not at all */
	if (style == OUT_UNREAD)
		o->late = false;
	out = value_of(v, (enum sctrace_kind)kinds[style]);
	out.number = n;
	if ((size_t)style < sizeof(bases) && bases[style])
		out.base = bases[style];
	out.unread = (style == OUT_UNREAD || style == OUT_BEYOND) && n;
	set_file(v, &out);
	give(v, &out);
}

static void op_symbol(struct out *o, const struct sct_flags *f, uint64_t n, enum out_symbol how)
{
	struct values_out *v = self(o);
	bool flags = how == SYM_FLAGS || how == SYM_BLANK || how == SYM_NOTE_FLAGS;
	struct sctrace_value out = value_of(v, flags ? SCTRACE_KIND_FLAGS : SCTRACE_KIND_SYMBOL);
	struct flags_walk w = flags__walk(f, flags ? f->base : UINT64_MAX, n);

	out.number = n;
	out.names = v->names;
	while (out.nnames < VALUES_NAMES && (v->names[out.nnames] = flags__next(&w)))
		out.nnames++;
	out.symbol = !flags && out.nnames ? v->names[0] : NULL;
	give(v, &out);
}

static void op_name(struct out *o, const char *name, uint64_t n, enum out_style style)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_SYMBOL);

	out.number = n;
	out.symbol = v->names[0] = name;
	out.names = v->names;
	out.nnames = 1;
	set_file(v, &out);
	give(v, &out);
}

static void op_expr(struct out *o, const struct out_expr *e)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_SYMBOL);

	out.number = e->value;
	if (e->name) {
		snprintf(v->text, sizeof(v->text), "%s%s", e->prefix ?: "", e->name);
		out.symbol = v->names[0] = v->text;
		out.names = v->names;
		out.nnames = 1;
	}
	give(v, &out);
}

static bool op_coded(struct out *o, const struct out_code *c)
{
	struct values_out *v = self(o);

	v->code = *c;
	v->coded = true;
	return true;
}

static void op_coded_end(struct out *o)
{
	self(o)->coded = false;
}

static void op_string(struct out *o, const void *p, size_t n, uint64_t total, unsigned flags)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_STRING);
	const char *s = p;

	out.len = total < n ? (size_t)total : n;
	out.truncated = flags & OUT_STR_CUT || out.len < total;
	if (out.len && !s[out.len - 1] && flags & (OUT_STR_TRIM | OUT_STR_ENDS)) {
		out.len--;
		out.truncated = false;
	}
	out.bytes = p;
	out.total = total;
	out.abstract = flags & OUT_STR_NAME;
	give(v, &out);
}

static void op_ifindex(struct out *o, uint32_t index)
{
	out_ifindex_named(o, index);
}

static void op_form(struct out *o, const char *text)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_TEXT);

	snprintf(v->text, sizeof(v->text), "%s", text);
	out.symbol = v->text;
	set_raw(v, &out);
	v->coded = false;
	give(v, &out);
}

static void op_device(struct out *o, uint64_t major, uint64_t minor)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_DEVICE);

	out.number = major;
	out.minor = minor;
	give(v, &out);
}

/* Emits a date, unless it is a note, which only repeats the number before it. */
static void op_date(struct out *o, int64_t sec, int64_t frac, unsigned digits, bool note)
{
	struct values_out *v = self(o);
	struct sctrace_value out;

	if (note)
		return;
	out = value_of(v, SCTRACE_KIND_INT);
	out.number = (uint64_t)sec;
	give(v, &out);
}

static void op_resumes(struct out *o, const char *name)
{
	op_name(o, name ?: "restart_syscall", 0, OUT_HEX);
}

static void op_open(struct out *o, enum out_group g, const char *name)
{
	static const uint8_t kinds[] = {
		[OUT_STRUCT] = SCTRACE_KIND_STRUCT,  [OUT_ARRAY] = SCTRACE_KIND_ARRAY,
		[OUT_INDEXED] = SCTRACE_KIND_STRUCT, [OUT_SET] = SCTRACE_KIND_SET,
		[OUT_SIGNALS] = SCTRACE_KIND_SET,    [OUT_NOT_SIGNALS] = SCTRACE_KIND_NOTSET,
		[OUT_NOTSET] = SCTRACE_KIND_NOTSET,  [OUT_CALL] = SCTRACE_KIND_CALL,
		[OUT_BITS] = SCTRACE_KIND_BITS,	     [OUT_GLUED] = SCTRACE_KIND_BITS,
		[OUT_SUM] = SCTRACE_KIND_BITS,	     [OUT_EITHER] = SCTRACE_KIND_EITHER,
		[OUT_MAP] = SCTRACE_KIND_STRUCT,     [OUT_READY] = SCTRACE_KIND_ARRAY,
		[OUT_INODES] = SCTRACE_KIND_STRUCT,
	};
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, (enum sctrace_kind)kinds[g]);

	out.symbol = name;
	set_raw(v, &out);
	v->coded = false;
	if (o->sockaddr && !v->sockaddr_len) {
		v->sockaddr_len = o->sockaddr_len < sizeof(v->sockaddr) ? o->sockaddr_len : sizeof(v->sockaddr);
		memcpy(&v->sockaddr, o->sockaddr, v->sockaddr_len);
	}
	give(v, &out);
	v->depth++;
	if (out.late && !v->late_depth)
		v->late_depth = v->depth;
}

static void op_close(struct out *o, enum out_group g)
{
	struct values_out *v = self(o);
	struct sctrace_value out;

	if (v->depth)
		v->depth--;
	v->name = NULL;
	if (v->depth < v->late_depth)
		v->late_depth = 0;
	out = value_of(v, SCTRACE_KIND_END);
	give(v, &out);
}

static void op_field(struct out *o, const char *name)
{
	self(o)->name = name;
}

static void op_index(struct out *o, const char *name, const char *suffix, uint64_t i, const char *unknown)
{
	struct values_out *v = self(o);

	if (name)
		snprintf(v->text, sizeof(v->text), "%s%s", name, suffix);
	else
		snprintf(v->text, sizeof(v->text), "%llu", (unsigned long long)i);
	v->name = v->text;
}

static bool op_item(struct out *o, uint64_t i)
{
	return !self(o)->err;
}

static void op_more(struct out *o)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_MORE);

	give(v, &out);
}

static void op_unknown(struct out *o)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_ADDRESS);

	out.unread = true;
	give(v, &out);
}

static void op_becomes(struct out *o)
{
	self(o)->after = true;
}

static void op_rest(struct out *o, const void *p, size_t n, uint64_t from, uint64_t to)
{
	struct values_out *v = self(o);
	struct sctrace_value out = value_of(v, SCTRACE_KIND_STRING);

	out.bytes = p;
	out.len = n;
	out.total = to - from;
	out.truncated = n < to - from;
	give(v, &out);
}

static void op_note(struct out *o, const char *fmt, ...)
{
}

static const struct out_ops value_ops = OUT_OPS;

static void begin(struct values_out *v, const struct decode_opts *decode, sctrace_value_fn *fn, void *ctx)
{
	v->out = (struct out){ .ops = &value_ops,
			       .items = UINT64_MAX,
			       .bytes = SIZE_MAX,
			       .full = true,
			       .interfaces = decode->interfaces };
	v->fn = fn;
	v->ctx = ctx;
	v->err = 0;
	v->coded = v->has_file = false;
	v->sockaddr_len = 0;
}

static void one_argument(struct values_out *v, const struct call *c, unsigned i)
{
	v->arg = i;
	v->argument = call__arg_name(c, i);
	v->name = NULL;
	v->after = false;
	v->depth = v->late_depth = 0;
	v->out.late = false;
	call__value(&v->out, c, i);
}

int values__of_arg(struct values_out *v, const struct call *call, unsigned i, sctrace_value_fn *fn, void *ctx)
{
	struct call c = *call;

	begin(v, c.opts, fn, ctx);
	c.late = &v->out.late;
	one_argument(v, &c, i);
	return v->err;
}

int values__each(struct values_out *v, const struct event *ev, const struct decode_opts *decode, sctrace_value_fn *fn,
		 void *ctx)
{
	struct call c;

	if (!ev->enter)
		return 0;
	call__init(&c, ev, decode);
	begin(v, decode, fn, ctx);
	c.late = &v->out.late;
	for (unsigned i = 0; !v->err && i < call__nargs(&c); i++)
		if (call__shows(&c, i))
			one_argument(v, &c, i);
	return v->err;
}

int values__named(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name,
		  sctrace_value_fn *fn, void *ctx)
{
	struct call c;

	if (!ev->enter)
		return -ENOENT;
	call__init(&c, ev, decode);
	begin(v, decode, fn, ctx);
	c.late = &v->out.late;
	for (unsigned i = 0; i < call__nargs(&c); i++) {
		const char *own = call__arg_name(&c, i);

		if (own && !strcmp(own, name) && call__shows(&c, i)) {
			one_argument(v, &c, i);
			return v->err;
		}
	}
	return -ENOENT;
}

static int take_first(void *ctx, const struct sctrace_value *v)
{
	*(struct sctrace_value *)ctx = *v;
	return 1; /* the first value is enough: stop */
}

int values__arg(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name,
		struct sctrace_value *out)
{
	return values__named(v, ev, decode, name, take_first, out) == 1 ? 0 : -ENOENT;
}

static int skip(void *ctx, const struct sctrace_value *v)
{
	(void)ctx;
	(void)v;
	return 0;
}

int values__found(struct values_out *v, const struct event *ev, const struct decode_opts *decode, const char *name)
{
	return values__named(v, ev, decode, name, skip, NULL);
}

void values__of_signal(struct values_out *v, const struct sct_signal *sig, const struct decode_opts *decode,
		       sctrace_value_fn *fn, void *ctx)
{
	begin(v, decode, fn, ctx);
	v->argument = v->name = NULL;
	v->after = false;
	v->depth = v->late_depth = 0;
	decode_siginfo(&v->out, decode, sig);
}
