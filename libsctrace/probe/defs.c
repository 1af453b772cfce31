// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/defs.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "probe/proto.h"
#include "util/grow.h"

#define fail proto__fail

/* ---- rows ---- */

static bool begins(const char *text, const char *word)
{
	size_t n = strlen(word);

	return !strncmp(text, word, n) && isblank((unsigned char)text[n]);
}

static int put_row(struct defs *d, const struct buf *b, unsigned line)
{
	const char *from = proto__blanks(b->p);
	size_t n = strlen(from);
	char *text;

	while (n && isblank((unsigned char)from[n - 1]))
		n--;
	if (!n)
		return 0;
	text = strndup(from, n);
	if (!text || !GROW(d->v, d->cap, d->n + 1)) {
		free(text);
		return -ENOMEM;
	}
	d->v[d->n++] = (struct def){
		.text = text,
		.line = line,
		.kind = begins(text, "enum")	 ? DEF_ENUM
			: begins(text, "struct") ? DEF_STRUCT
						 : DEF_PROBE,
	};
	return 0;
}

/* True if c begins a comment. A '#' within a word, such as a file's name, does not. */
static bool is_comment(const struct buf *row, char c)
{
	return c == '#' && (!row->len || isblank((unsigned char)row->p[row->len - 1]));
}

/* Adds the row that begins at *p, and moves *p behind it. Returns 0, -ENOMEM, or -EINVAL with a message. */
static int take_row(struct defs *d, const char **p, const char *end, struct buf *row, const struct errmsg *errmsg)
{
	unsigned first = d->line;
	bool comment = false;
	int open = 0;

	row->len = 0;
	for (; *p < end; (*p)++) {
		unsigned char c = (unsigned char)**p;

		if (c == '\n') {
			d->line++;
			comment = false;
			if (open <= 0)
				break;
			c = ' ';
		}
		comment = comment || is_comment(row, (char)c);
		if (c == '\r')
			c = ' ';
		if ((c < ' ' && c != '\t') || c == 0x7f)
			return errmsg__set(errmsg, -EINVAL, "byte 0x%02x is not text", c);
		if (comment)
			continue;
		open += (c == '{' || c == '(') - (c == '}' || c == ')');
		buf__char(row, (char)c);
	}
	*p += *p < end;
	buf__char(row, '\0');
	return row->failed ? -ENOMEM : put_row(d, row, first);
}

int defs__split(struct defs *d, const char *text, size_t size, const struct errmsg *errmsg)
{
	const char *end = text + size;
	struct buf row = {};
	int err = 0;

	*d = (struct defs){ .line = 1 };
	if (size > DEF_BYTES_MAX)
		return errmsg__set(errmsg, -EINVAL, "the file has more than %u bytes", DEF_BYTES_MAX);
	while (!err && text < end)
		err = take_row(d, &text, end, &row, errmsg);
	buf__free(&row);
	return err;
}

void defs__free(struct defs *d)
{
	for (size_t i = 0; i < d->n; i++)
		free(d->v[i].text);
	free(d->v);
	*d = (struct defs){};
}

/* ---- constants ---- */

/* Parses "=0x10" after a constant's name. Without a '=', leaves *v unchanged. */
static int take_value(struct proto *ps, int64_t *v, char *after)
{
	char *end;

	if (*after != '=')
		return 0;
	ps->p = proto__blanks(ps->p);
	errno = 0;
	*v = *ps->p == '-' ? strtoll(ps->p, &end, 0) : (int64_t)strtoull(ps->p, &end, 0);
	if (errno || end == ps->p || (!isdigit((unsigned char)*ps->p) && *ps->p != '-'))
		return fail(ps, "'%.32s' is not a number (valid: 16, -1, 0x10)", ps->p);
	ps->p = end;
	*after = proto__next(ps);
	return 0;
}

/* Parses the constants of an enum, up to and including the '}'. */
static int take_constants(struct proto *ps, struct buf *rows)
{
	char after = ',';
	int64_t next = 0;
	int err = 0;

	while (after == ',') {
		struct sct_flag row = { .name = proto__word(ps, &after) };

		if (!row.name && *ps->p == '}' && rows->len) { /* a ',' before the '}' is allowed */
			after = proto__next(ps);
			break;
		}
		if (!row.name)
			return fail(ps, "a constant is 'NAME' or 'NAME=NUMBER', not '%.32s'", ps->p);
		err = take_value(ps, &next, &after);
		if (err)
			return err;
		/* a negative constant is an int, as in C, so only its lower 32 bits are compared */
		row.value = next < 0 && next >= INT32_MIN ? (uint32_t)next : (uint64_t)next;
		next = (int64_t)((uint64_t)next + 1);
		buf__mem(rows, &row, sizeof(row));
	}
	if (after != '}')
		return fail(ps, "'}' is missing at the end of the constants");
	return rows->failed ? -ENOMEM : 0;
}

static int too_many(const struct proto *ps, int err)
{
	return err == -E2BIG ? fail(ps, "there are more than %d structs or sets of constants", TYPES_MAX) : err;
}

/* Parses "NAME {" after "struct" or "enum". */
static int take_head(struct proto *ps, const char *what, char **name)
{
	char after = '\0';

	ps->p += strlen(what);
	*name = proto__word(ps, &after);
	return *name && after == '{' ? 0 : fail(ps, "a row of this kind is '%s NAME { ... }'", what);
}

static int take_end(struct proto *ps)
{
	return *proto__blanks(ps->p) ? fail(ps, "nothing is expected after '}'") : 0;
}

static int take_enum(struct proto *ps, const char *source)
{
	struct buf rows = {};
	char *name;
	int err = take_head(ps, "enum", &name);

	if (!err && types__flags(ps->types, name))
		err = fail(ps, "there are two sets of constants '%s'", name);
	if (!err)
		err = take_constants(ps, &rows);
	if (!err)
		err = take_end(ps);
	if (err) {
		buf__free(&rows);
		return err;
	}
	return too_many(ps,
			types__add_names(ps->types, name, source, (void *)rows.p, rows.len / sizeof(struct sct_flag)));
}

/* ---- structs ---- */

/* A struct whose members are being parsed. */
struct body {
	struct own_type *own;
	char *lengths[TYPE_MEMBERS_MAX]; /* NAME of bytes(NAME), resolved when all members were parsed */
	unsigned more;			 /* number of "..." so far */
};

/* Adds a "...". The members after it are printed only with -v. */
static int take_more(struct proto *ps, struct body *b, char *after)
{
	const struct field f = { .kind = FIELD_MORE, .full = b->more };
	const struct member m = { .at = -1, .align = { 1, 1, 1 } };

	ps->p += 3;
	*after = proto__next(ps);
	b->more++;
	return types__member(b->own, f, &m, ps->errmsg);
}

static int take_member(struct proto *ps, struct body *b, char *after)
{
	struct proto_type t;
	struct member m;
	struct field f;
	char *name;
	int err;

	ps->p = proto__blanks(ps->p);
	if (!strncmp(ps->p, "...", 3))
		return take_more(ps, b, after);
	name = proto__word(ps, after);
	if (!name || *after != ':')
		return fail(ps, "a member is 'NAME:TYPE', not '%.32s'", name ? name : ps->p);
	for (unsigned i = 0; i < b->own->desc.n; i++)
		if (b->own->fields[i].kind != FIELD_MORE && !strcmp(b->own->fields[i].name, name))
			return fail(ps, "there are two members '%s'", name);
	err = proto__type(ps, &t, after);
	if (!err)
		err = proto__member(ps, name, &t, &f, &m);
	if (err)
		return err;
	f.full = b->more;
	err = types__member(b->own, f, &m, ps->errmsg);
	if (!err)
		b->lengths[b->own->desc.n - 1] = t.length;
	return err;
}

/* Returns the size of one of the elements that the member points to. */
static unsigned element_bytes(const struct proto *ps, const struct field *f)
{
	const struct desc *d = f->kind == FIELD_PTR ? own__desc(&ps->types->own, f->type, 0) : NULL;

	return d ? d->size[LAYOUT_LP64] : 1;
}

static int set_constant(const struct proto *ps, struct field *f, const char *length)
{
	unsigned size = element_bytes(ps, f);
	unsigned long n;
	char *end;

	n = strtoul(length, &end, 10);
	if (*end || !isdigit((unsigned char)*length) || !n || !size || n > UINT16_MAX / size)
		return fail(ps, "the length of '%s' is another member or a number of at most %u bytes, not '%s'",
			    f->name, UINT16_MAX, length);
	f->n = (uint16_t)(n * size);
	return 0;
}

/* Resolves N of bytes(N): another member, or a number. */
static int set_length(const struct proto *ps, struct body *b, struct field *f, const char *length)
{
	for (unsigned i = 0; i < b->own->desc.n; i++) {
		const struct field *of = &b->own->fields[i];

		if (of->kind == FIELD_MORE || strcmp(of->name, length))
			continue;
		if (of->kind > FIELD_HEX || of->list || of->size[0] < 2)
			return fail(ps, "the length of '%s', '%s', is not a number of 2, 4 or 8 bytes", f->name,
				    length);
		memcpy(f->count.off, of->off, sizeof(of->off));
		memcpy(f->count.size, of->size, sizeof(of->size));
		return 0;
	}
	return set_constant(ps, f, length);
}

/*
 * Marks the first "...", unless it is the last member, to be printed only without -v: with -v, the members after it are
 * printed.
 */
static void mark_brief(struct own_type *own)
{
	for (unsigned i = 0; i + 1 < own->desc.n; i++)
		if (own->fields[i].kind == FIELD_MORE) {
			own->fields[i].brief = true;
			return;
		}
}

static int take_members(struct proto *ps, struct body *b)
{
	char after = ',';
	int err = 0;

	while (!err && after == ',') {
		if (b->own->desc.n && *proto__blanks(ps->p) == '}') { /* a ',' before the '}' is allowed */
			after = proto__next(ps);
			break;
		}
		err = take_member(ps, b, &after);
	}
	if (!err && after != '}')
		return fail(ps, "after a member of struct '%s' comes ',' or '}'", b->own->name);
	if (!err && !b->own->most[LAYOUT_LP64])
		return fail(ps, "struct '%s' has no members", b->own->name);
	for (unsigned i = 0; !err && i < b->own->desc.n; i++)
		if (b->lengths[i])
			err = set_length(ps, b, &b->own->fields[i], b->lengths[i]);
	return err;
}

static int take_struct(struct proto *ps)
{
	struct body *b;
	char *name;
	int err = take_head(ps, "struct", &name);

	if (err)
		return err;
	b = calloc(1, sizeof(*b));
	if (!b)
		return -ENOMEM;
	b->own = types__get(ps->types, types__find(ps->types, name));
	err = take_members(ps, b);
	if (!err)
		err = take_end(ps);
	if (!err) {
		mark_brief(b->own);
		types__done(b->own);
	}
	free(b);
	return err;
}

/* Adds the struct's name, because a pointer in another struct may refer to it before its members are parsed. */
static int announce(struct proto *ps, const char *source)
{
	char *name;
	int err = take_head(ps, "struct", &name);

	if (err)
		return err;
	if (types__find(ps->types, name))
		return fail(ps, "there are two structs '%s'", name);
	err = types__add(ps->types, name, source);
	return err < 0 ? too_many(ps, err) : 0;
}

/* ---- all of them ---- */

enum pass { ENUMS, NAMES, STRUCTS, PASSES };

static int def_take(const struct def *d, struct types *t, enum pass pass, const struct errmsg *errmsg)
{
	struct proto ps = { .errmsg = errmsg, .types = t, .p = strdup(d->text) };
	char *copy = ps.p;

	if (!copy || types__keep(t, copy))
		return -ENOMEM;
	return pass == ENUMS ? take_enum(&ps, d->text) : pass == NAMES ? announce(&ps, d->text) : take_struct(&ps);
}

int defs__types(struct defs *d, struct types *t, const struct errmsg *errmsg)
{
	static const enum def_kind kinds[PASSES] = { DEF_ENUM, DEF_STRUCT, DEF_STRUCT };
	int err = 0;

	for (enum pass pass = ENUMS; pass < PASSES; pass++)
		for (size_t i = 0; !err && i < d->n; i++) {
			d->line = d->v[i].line;
			if (d->v[i].kind == kinds[pass])
				err = def_take(&d->v[i], t, pass, errmsg);
		}
	return err;
}

int defs__parse(struct types *t, const char *text, size_t size, const struct errmsg *errmsg)
{
	struct defs d;
	int err = defs__split(&d, text, size, errmsg);

	if (!err)
		err = defs__types(&d, t, errmsg);
	for (size_t i = 0; !err && i < d.n; i++)
		if (d.v[i].kind == DEF_PROBE)
			err = errmsg__set(errmsg, -EINVAL, "'%s' is neither a struct nor an enum", d.v[i].text);
	defs__free(&d);
	return err;
}
