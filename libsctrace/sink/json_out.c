// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/*
 * How kinds of values look in JSON (docs/json.md, docs/event.schema.json):
 *
 *	integer		577, or "18446744073709551615" where a double does not hold it
 *	address		"0x7f..." (null for NULL); {"address":"0x7f...","unread":true}: its memory is not known
 *	constants	{"value":577,"names":["O_WRONLY","O_CREAT"]}, {"value":2,"name":"AF_INET"}
 *	parts of a word	{"names":["MAP_PRIVATE","MAP_ANONYMOUS"],"value":34}
 *	string		"text"; {"string":"te","truncated":true,"length":4}
 *	struct, array	object, array; {"more":true} or a key "more" where it is shortened
 *	call => after	{"before":1,"after":2}
 *	read late	"late":true in an object; {"string":"text","late":true}; {"value":5,"late":true}
 */
#include "sink/json_out.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "sink/file_out.h"
#include "util/json.h"

static struct json_out *self(struct out *o)
{
	return (struct json_out *)o;
}

static struct json_level *top(struct json_out *j)
{
	return &j->level[j->depth];
}

/* ---- places for values ---- */

static void key(struct json_out *j, const char *name, size_t n)
{
	struct json_level *l = top(j);

	l->key = j->b->len;
	if (l->n)
		buf__char(j->b, ',');
	json__string(j->b, name, n);
	buf__char(j->b, ':');
	l->named = true;
}

/*
 * Writes what comes before the next value: a comma, or a key. Returns false if the value is nested too deeply to be
 * written.
 */
static bool begin(struct json_out *j)
{
	struct json_level *l = top(j);
	struct out *o = &j->out;
	char place[12];

	if (j->skipped)
		return false;
	l->late = o->late;
	o->late = false;
	if (l->after)
		return true;
	if (l->object && !l->named) {
		snprintf(place, sizeof(place), "%u", l->n);
		key(j, place, strlen(place));
	} else if (!l->object && l->n) {
		buf__char(j->b, ',');
	}
	l->n++;
	l->named = false;
	l->last = j->b->len;
	return true;
}

static void insert(struct buf *b, size_t at, const char *s)
{
	size_t n = strlen(s);

	if (!buf__room(b, n))
		return;
	memmove(b->p + at + n, b->p + at, b->len - at);
	memcpy(b->p + at, s, n);
	b->len += n;
}

/*
 * Marks the value from l->last on as read late: adds "late" to an object, or puts another value into an object with
 * "late".
 */
static void mark_late(struct json_out *j, struct json_level *l)
{
	l->late = false;
	if (j->b->failed || j->b->len <= l->last)
		return;
	if (j->b->p[l->last] != '{') {
		insert(j->b, l->last, "{\"value\":");
		buf__lit(j->b, ",\"late\":true}");
		return;
	}
	j->b->len--;
	buf__str(j->b, j->b->len - l->last == 1 ? "\"late\":true}" : ",\"late\":true}");
}

static void end(struct json_out *j, uint64_t value)
{
	struct json_level *l = top(j);

	l->bits |= value;
	if (l->after)
		buf__char(j->b, '}');
	l->after = false;
	if (l->late)
		mark_late(j, l);
	if (!l->single)
		return;
	buf__char(j->b, '}');
	j->depth--;
	end(j, value);
}

/* Writes null if the last key, or the value after the call, was not followed by a value. */
static void end_names(struct json_out *j)
{
	struct json_level *l = top(j);

	if (l->named || l->after)
		buf__lit(j->b, "null");
	l->named = false;
	if (l->after || l->single)
		end(j, 0);
}

static bool of_word(enum out_group g)
{
	return g == OUT_BITS || g == OUT_GLUED || g == OUT_SUM;
}

/* Returns whether the next value is a part of a word: only its names are written then, and its bits are collected. */
static bool is_part(const struct json_out *j)
{
	const struct json_level *l = &j->level[j->depth];

	return !j->skipped && of_word(l->group) && !l->single;
}

static void part(struct json_out *j, const char *name, uint64_t v)
{
	struct json_level *l = top(j);

	l->bits |= v;
	if (!name)
		return;
	if (l->n++)
		buf__char(j->b, ',');
	json__string(j->b, name, strlen(name));
}

/* ---- values ---- */

static void put_address(struct buf *b, uint64_t v)
{
	buf__lit(b, "\"0x");
	buf__hex(b, v);
	buf__char(b, '"');
}

static void put_status(struct buf *b, uint32_t v)
{
	buf__printf(b, "{\"value\":%u", v);
	if (v == 0xffff)
		buf__lit(b, ",\"continued\":true");
	else if (!(v & 0x7f))
		buf__printf(b, ",\"exited\":%u", v >> 8 & 0xff);
	else if ((v & 0xff) == 0x7f)
		buf__printf(b, ",\"stopped\":%u", v >> 8 & 0xff);
	else
		buf__printf(b, ",\"signaled\":%u,\"core\":%s", v & 0x7f, v & 0x80 ? "true" : "false");
	buf__char(b, '}');
}

static void op_integer(struct out *o, uint64_t v, enum out_style style, unsigned width)
{
	struct json_out *j = self(o);
	uint8_t letter = (uint8_t)v;

	if (is_part(j) && style != OUT_STATUS) {
		part(j, NULL, v);
		return;
	}
	/* the address itself is not late: only the memory that it points to was read late, or not at all */
	if (style == OUT_UNREAD)
		o->late = false;
	if (!begin(j))
		return;
	switch (style) {
	case OUT_FD:
		if (o->file && !o->file->left_out) {
			buf__lit(j->b, "{\"fd\":");
			json__int(j->b, (int64_t)v);
			buf__char(j->b, ',');
			file_out__json(j->b, o->file);
			buf__char(j->b, '}');
			break;
		}
		/* fall through */
	case OUT_DEC:
	case OUT_PID:
		json__int(j->b, (int64_t)v);
		break;
	case OUT_UNREAD:
	case OUT_BEYOND:
		if (v) {
			buf__lit(j->b, "{\"address\":");
			put_address(j->b, v);
			buf__lit(j->b, ",\"unread\":true}");
			break;
		}
		/* fall through */
	case OUT_ADDR:
		if (v)
			put_address(j->b, v);
		else
			buf__lit(j->b, "null");
		break;
	case OUT_CHAR:
	case OUT_LETTER:
		json__string(j->b, &letter, 1);
		break;
	case OUT_STATUS:
		put_status(j->b, (uint32_t)v);
		break;
	default:
		json__uint(j->b, v);
	}
	end(j, v);
}

/* Writes the names, and sep before the first one. */
static void put_names(struct buf *b, const struct sct_flags *f, uint64_t v, const char *sep)
{
	struct flags_walk w = flags__walk(f, f->base, v);
	const char *name;

	for (; (name = flags__next(&w)); sep = ",") {
		buf__str(b, sep);
		json__string(b, name, strlen(name));
	}
}

static void put_constant(struct buf *b, uint64_t v, const char *name)
{
	buf__lit(b, "{\"value\":");
	json__uint(b, v);
	if (name) {
		buf__lit(b, ",\"name\":");
		json__string(b, name, strlen(name));
	}
	buf__char(b, '}');
}

static void part_names(struct json_out *j, const struct sct_flags *f, uint64_t v)
{
	size_t before = j->b->len;

	put_names(j->b, f, v, top(j)->n ? "," : "");
	top(j)->n += j->b->len > before;
	top(j)->bits |= v;
}

static void op_symbol(struct out *o, const struct sct_flags *f, uint64_t v, enum out_symbol how)
{
	struct json_out *j = self(o);
	bool is_signed = how == SYM_ENUM_DEC || how == SYM_NOTE_DEC;

	if (is_part(j)) {
		if (how == SYM_FLAGS || how == SYM_BLANK)
			part_names(j, f, v);
		else
			part(j, flags__name(f, v), v);
		return;
	}
	if (!begin(j))
		return;
	if (how == SYM_FLAGS || how == SYM_BLANK || how == SYM_NOTE_FLAGS) {
		buf__lit(j->b, "{\"value\":");
		json__uint(j->b, v);
		buf__lit(j->b, ",\"names\":[");
		put_names(j->b, f, v, "");
		buf__lit(j->b, "]}");
	} else if (is_signed && (int64_t)v < 0) {
		buf__printf(j->b, "{\"value\":%lld}", (long long)v);
	} else {
		put_constant(j->b, v, flags__name(f, v));
	}
	end(j, v);
}

static void op_name(struct out *o, const char *name, uint64_t v, enum out_style style)
{
	struct json_out *j = self(o);

	if (is_part(j)) {
		part(j, name, v);
		return;
	}
	if (!begin(j))
		return;
	if ((int64_t)v < 0 && (int64_t)v >= -4096) {
		buf__printf(j->b, "{\"value\":%lld,\"name\":", (long long)v);
		json__string(j->b, name, strlen(name));
		if (o->file) {
			buf__char(j->b, ',');
			file_out__json(j->b, o->file);
		}
		buf__char(j->b, '}');
	} else {
		put_constant(j->b, v, name);
	}
	end(j, v);
}

static bool op_coded(struct out *o, const struct out_code *c)
{
	return true;
}

static void op_coded_end(struct out *o)
{
}

static void op_expr(struct out *o, const struct out_expr *e)
{
	struct json_out *j = self(o);
	char text[128];
	size_t n;

	n = (size_t)snprintf(text, sizeof(text), "%s%s", e->prefix ?: "", e->name ?: "");
	if (!e->name)
		n = (size_t)snprintf(text, sizeof(text), e->hex ? "%#llx" : "%llu", (unsigned long long)e->number);
	if (e->has_plus && n < sizeof(text))
		n += (size_t)snprintf(text + n, sizeof(text) - n, "+%llu", (unsigned long long)e->plus);
	if (e->times && n < sizeof(text))
		n += (size_t)snprintf(text + n, sizeof(text) - n, "*%u", e->times);
	if (e->shift_name && n < sizeof(text))
		snprintf(text + n, sizeof(text) - n, "<<%s", e->shift_name);
	else if (e->shift && n < sizeof(text))
		snprintf(text + n, sizeof(text) - n, "<<%u", e->shift);
	if (is_part(j)) {
		part(j, e->name ? text : NULL, e->value);
		return;
	}
	if (!begin(j))
		return;
	if ((int64_t)e->value < 0 && (int64_t)e->value >= -4096) {
		buf__printf(j->b, "{\"value\":%lld,\"name\":", (long long)e->value);
		json__string(j->b, text, strlen(text));
		buf__char(j->b, '}');
	} else {
		put_constant(j->b, e->value, text);
	}
	end(j, e->value);
}

static void op_string(struct out *o, const void *p, size_t n, uint64_t total, unsigned flags)
{
	struct json_out *j = self(o);
	const uint8_t *s = p;
	size_t show = total < n ? (size_t)total : n;
	bool cut = show < total || flags & OUT_STR_CUT, late;

	if (!begin(j))
		return;
	/* a NUL that ends a string is not part of it */
	if (show && !s[show - 1] && flags & (OUT_STR_TRIM | OUT_STR_ENDS)) {
		show--;
		cut = false;
	}
	late = top(j)->late;
	if (cut || late)
		buf__lit(j->b, "{\"string\":");
	if (flags & OUT_STR_NAME) { /* an abstract name, with the @ that ss(8) and /proc/net/unix show */
		char *at = NULL;

		json__string(j->b, s, show);
		at = j->b->failed ? NULL : memchr(j->b->p + top(j)->last, '"', j->b->len - top(j)->last);
		if (at)
			insert(j->b, (size_t)(at - j->b->p) + 1, "@");
	} else {
		json__string(j->b, s, show);
	}
	if (cut) {
		buf__lit(j->b, ",\"truncated\":true");
		if (total > show) {
			buf__lit(j->b, ",\"length\":");
			json__uint(j->b, total);
		}
	}
	if (cut || late)
		buf__char(j->b, '}');
	end(j, 0);
}

static void op_ifindex(struct out *o, uint32_t index)
{
	out_ifindex_named(o, index);
}

static void op_form(struct out *o, const char *text)
{
	struct json_out *j = self(o);

	if (!begin(j))
		return;
	json__string(j->b, text, strlen(text));
	end(j, 0);
}

static void op_device(struct out *o, uint64_t major, uint64_t minor)
{
	struct json_out *j = self(o);

	if (!begin(j))
		return;
	buf__lit(j->b, "{\"major\":");
	json__uint(j->b, major);
	buf__lit(j->b, ",\"minor\":");
	json__uint(j->b, minor);
	buf__char(j->b, '}');
	end(j, 0);
}

static void op_date(struct out *o, int64_t sec, int64_t frac, unsigned digits, bool note)
{
	struct json_out *j = self(o);
	time_t at = sec;
	char text[40];
	struct tm tm;

	if (note || !gmtime_r(&at, &tm) || !strftime(text, sizeof(text), "%FT%TZ", &tm) || !begin(j))
		return;
	json__string(j->b, text, strlen(text));
	end(j, 0);
}

static void op_resumes(struct out *o, const char *name)
{
	struct json_out *j = self(o);

	if (!begin(j))
		return;
	buf__lit(j->b, "{\"resumes\":");
	if (name)
		json__string(j->b, name, strlen(name));
	else
		buf__lit(j->b, "null");
	buf__char(j->b, '}');
	end(j, 0);
}

/* ---- groups ---- */

static bool is_object(enum out_group g)
{
	return g == OUT_STRUCT || g == OUT_MAP || g == OUT_INDEXED || g == OUT_INODES;
}

static void op_open(struct out *o, enum out_group g, const char *name)
{
	struct json_out *j = self(o);
	struct json_level *l;

	if (j->skipped) {
		j->skipped++;
		return;
	}
	begin(j);
	if (j->depth == JSON_DEPTH - 1) {
		buf__lit(j->b, "null");
		end(j, 0);
		j->skipped = 1;
		return;
	}
	switch (g) {
	case OUT_CALL:
		buf__lit(j->b, "{\"call\":");
		json__string(j->b, name ?: "", name ? strlen(name) : 0);
		buf__lit(j->b, ",\"args\":[");
		break;
	case OUT_BITS:
	case OUT_GLUED:
	case OUT_SUM:
		buf__lit(j->b, "{\"names\":[");
		break;
	case OUT_EITHER:
		buf__lit(j->b, "{\"either\":[");
		break;
	case OUT_NOTSET:
	case OUT_NOT_SIGNALS:
		buf__lit(j->b, "{\"not\":[");
		break;
	default:
		buf__char(j->b, is_object(g) ? '{' : '[');
	}
	l = &j->level[++j->depth];
	*l = (struct json_level){ .group = (uint8_t)g, .object = is_object(g) };
}

static void op_close(struct out *o, enum out_group g)
{
	struct json_out *j = self(o);
	const struct json_level *l;
	uint64_t bits;

	if (j->skipped) {
		j->skipped--;
		return;
	}
	end_names(j);
	if (!j->depth)
		return;
	l = top(j);
	bits = l->bits;
	switch (l->group) {
	case OUT_BITS:
	case OUT_GLUED:
	case OUT_SUM:
	case OUT_EITHER:
		buf__lit(j->b, "],\"value\":");
		json__uint(j->b, bits);
		buf__char(j->b, '}');
		break;
	case OUT_CALL:
	case OUT_NOTSET:
	case OUT_NOT_SIGNALS:
		buf__lit(j->b, "]}");
		break;
	default:
		buf__char(j->b, l->object ? '}' : ']');
	}
	j->depth--;
	end(j, of_word(g) ? bits : 0);
}

static void op_field(struct out *o, const char *name)
{
	struct json_out *j = self(o);
	struct json_level *l = top(j);

	if (j->skipped)
		return;
	if (l->object) {
		end_names(j);
		key(j, name, strlen(name));
		return;
	}
	if (!begin(j) || j->depth == JSON_DEPTH - 1)
		return;
	/* in an array or a word: open an object for this value only */
	buf__char(j->b, '{');
	j->level[++j->depth] = (struct json_level){ .group = OUT_STRUCT, .object = true, .single = true };
	key(j, name, strlen(name));
}

static void op_index(struct out *o, const char *name, const char *suffix, uint64_t i, const char *unknown)
{
	char text[80];

	if (name)
		snprintf(text, sizeof(text), "%s%s", name, suffix);
	else
		snprintf(text, sizeof(text), "%llu", (unsigned long long)i);
	op_field(o, text);
}

static bool op_item(struct out *o, uint64_t i)
{
	return true;
}

static void op_more(struct out *o)
{
	struct json_out *j = self(o);

	if (j->skipped)
		return;
	if (top(j)->object && !top(j)->named)
		key(j, "more", 4);
	if (!begin(j))
		return;
	buf__str(j->b, top(j)->object ? "true" : "{\"more\":true}");
	end(j, 0);
}

static void op_unknown(struct out *o)
{
	struct json_out *j = self(o);

	if (!begin(j))
		return;
	buf__lit(j->b, "{\"unread\":true}");
	end(j, 0);
}

static void op_becomes(struct out *o)
{
	struct json_out *j = self(o);
	struct json_level *l = top(j);

	if (j->skipped)
		return;
	if (!l->n) { /* the value before the call is not known */
		begin(j);
		buf__lit(j->b, "null");
	}
	insert(j->b, l->last, "{\"before\":");
	buf__lit(j->b, ",\"after\":");
	l->after = true;
}

static void op_rest(struct out *o, const void *p, size_t n, uint64_t from, uint64_t to)
{
	struct json_out *j = self(o);

	if (j->skipped)
		return;
	if (top(j)->object && !top(j)->named)
		key(j, "rest", 4);
	if (!begin(j))
		return;
	buf__printf(j->b, "{\"from\":%llu,\"to\":%llu,\"bytes\":", (unsigned long long)from, (unsigned long long)to);
	json__string(j->b, p, n);
	buf__char(j->b, '}');
	end(j, 0);
}

/* Notes are for readers of lines; JSON has none. */
static void op_note(struct out *o, const char *fmt, ...)
{
}

static const struct out_ops json_ops = OUT_OPS;

void json_out__init(struct json_out *j, struct buf *b, const struct decode_opts *opts)
{
	*j = (struct json_out){
		.out = { .ops = &json_ops,
			 .items = UINT64_MAX,
			 .bytes = SIZE_MAX,
			 .full = true,
			 .interfaces = opts->interfaces },
		.b = b,
	};
}

void json_out__begin(struct json_out *j)
{
	j->depth = 0;
	j->skipped = 0;
	j->level[0] = (struct json_level){ .group = OUT_STRUCT, .object = true };
	buf__char(j->b, '{');
}

void json_out__alone(struct json_out *j)
{
	j->depth = 0;
	j->skipped = 0;
	j->level[0] = (struct json_level){ .group = OUT_ARRAY };
}

void json_out__name(struct json_out *j, const char *name)
{
	struct json_level *l = &j->level[0];

	/* no value followed the last name: remove it */
	if (l->named)
		j->b->len = l->key;
	key(j, name, strlen(name));
	j->out.late = false;
}

bool json_out__end(struct json_out *j)
{
	if (j->level[0].named)
		j->b->len = j->level[0].key;
	j->level[0].named = false;
	buf__char(j->b, '}');
	return j->level[0].n;
}
