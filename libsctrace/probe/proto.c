// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "probe/proto.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define fail proto__fail

/* ---- words ---- */

char *proto__blanks(char *p)
{
	while (isblank((unsigned char)*p))
		p++;
	return p;
}

char proto__next(struct proto *ps)
{
	char c = *(ps->p = proto__blanks(ps->p));

	ps->p += c != '\0';
	return c;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

char *proto__word(struct proto *ps, char *after)
{
	char *from = ps->p = proto__blanks(ps->p), *end;

	while (is_word_char(*ps->p))
		ps->p++;
	if (ps->p == from)
		return NULL;
	end = ps->p;
	*after = proto__next(ps);
	*end = '\0';
	return from;
}

/* ---- what is in parentheses ---- */

static int expected(const struct proto *ps, const struct word *w)
{
	static const char *const texts[] = {
		[WORD_LENGTH] = "a name",
		[WORD_NAMES] = "a name",
		[WORD_STRUCT] = "a name",
		[WORD_ARRAY] = "a type, ',', a length",
		[WORD_WIDTH] = "a type such as u16",
	};

	return fail(ps, "type '%s(...)': %s and ')' are expected", w->text, texts[w->arg]);
}

static int take_names(const struct proto *ps, const char *name, struct proto_type *t)
{
	char hint[64];

	t->flags = types__flags(ps->types, name);
	if (!t->flags)
		t->flags = word__flags(name);
	return t->flags ? 0
			: fail(ps, "no constants are called '%s'%s (--probes=FILE can define an enum)", name,
			       word__flags_hint(name, hint, sizeof(hint)));
}

/* Returns the type of a struct, or T_NONE. Structs in the file of probes take precedence over those of the tables. */
static unsigned struct_named(const struct proto *ps, const char *name)
{
	unsigned type = types__find(ps->types, name);

	return type ? type : word__struct(name);
}

static int take_struct(const struct proto *ps, const char *name, struct proto_type *t)
{
	char hint[64];

	t->type = (uint16_t)struct_named(ps, name);
	t->word = NULL;
	t->pointer = true;
	return t->type ? 0
		       : fail(ps, "no struct is called '%s'%s (--probes=FILE can define one)", name,
			      word__struct_hint(name, hint, sizeof(hint)));
}

/* Parses the size of a number: "u16)". */
static int take_width(struct proto *ps, struct proto_type *t, char *after)
{
	const char *text = proto__word(ps, after);
	const struct word *w = text ? word__find(text) : NULL;

	if (!w || !word__is_number(w) || *after != ')')
		return expected(ps, t->word);
	t->narrow = w->size;
	return 0;
}

static int take_alone(struct proto *ps, struct proto_type *t, char *after);

/* Parses the type and length of an array: "TYPE, N)". */
static int take_array(struct proto *ps, struct proto_type *t, char *after)
{
	struct proto_type elem = { .at = -1 };
	int type, err = take_alone(ps, &elem, after);

	if (err)
		return err;
	if (*after != ',')
		return expected(ps, t->word);
	t->length = proto__word(ps, after);
	if (!t->length || *after != ')')
		return expected(ps, t->word);
	type = elem.pointer ? -EINVAL : proto__pointed(ps, &elem);
	if (type == -EINVAL)
		return fail(ps, "an array can have numbers or structs only");
	t->type = (uint16_t)type;
	return type < 0 ? type : 0;
}

/* Parses the argument of a word, after the '(' up to the ')'. *after is the character after the ')'. */
static int take_parentheses(struct proto *ps, struct proto_type *t, char *after)
{
	const struct word *w = t->word;
	char *arg;
	int err;

	if (w->arg == WORD_ARRAY || w->arg == WORD_WIDTH) {
		err = w->arg == WORD_ARRAY ? take_array(ps, t, after) : take_width(ps, t, after);
	} else {
		arg = proto__word(ps, after);
		if (!arg || (*after != ')' && !(w->arg == WORD_NAMES && *after == ',')))
			return expected(ps, w);
		if (w->arg == WORD_LENGTH)
			t->length = arg;
		err = w->arg == WORD_NAMES    ? take_names(ps, arg, t)
		      : w->arg == WORD_STRUCT ? take_struct(ps, arg, t)
					      : 0;
		if (!err && *after == ',')
			err = take_width(ps, t, after);
	}
	if (!err)
		*after = proto__next(ps);
	return err;
}

/* ---- types ---- */

/* Parses a base type, without a '*', [N] or @OFFSET suffix. */
static int take_alone(struct proto *ps, struct proto_type *t, char *after)
{
	const char *text = proto__word(ps, after);
	char hint[64];

	if (!text)
		return fail(ps, "a type is missing at '%s'", ps->p);
	t->type = (uint16_t)types__find(ps->types, text);
	t->word = t->type ? NULL : word__find(text);
	if (!t->type && !t->word)
		t->type = (uint16_t)word__struct(text);
	if (!t->type && !t->word)
		return fail(ps, "there is no type '%s'%s", text, word__hint(text, hint, sizeof(hint)));
	if (!t->word)
		return *after == '(' ? fail(ps, "struct '%s' takes nothing in parentheses", text) : 0;
	if (t->word->object && !ps->kernel)
		return fail(ps, "type '%s' is for functions of the kernel only (kfunc=)", text);
	if (*after == '(')
		return t->word->arg ? take_parentheses(ps, t, after)
				    : fail(ps, "type '%s' takes nothing in parentheses", text);
	if (t->word->arg == WORD_ARRAY)
		return fail(ps, "type 'array' takes a type and a length in parentheses");
	return t->word->arg && t->word->arg != WORD_WIDTH ? fail(ps, "type '%s' takes a name in parentheses", text) : 0;
}

/* Parses a number from 0 to most. *after: the character after it. */
static int take_number(struct proto *ps, unsigned most, unsigned *n, char *after)
{
	const char *text = proto__word(ps, after);
	unsigned long v;
	char *end;

	v = text ? strtoul(text, &end, 0) : 0;
	if (!text || *end || !isdigit((unsigned char)*text) || v > most)
		return fail(ps, "'%s' is not a number from 0 to %u", text ? text : "", most);
	*n = (unsigned)v;
	return 0;
}

int proto__type(struct proto *ps, struct proto_type *t, char *after)
{
	unsigned at = 0;
	int err;

	*t = (struct proto_type){ .at = -1 };
	err = take_alone(ps, t, after);
	if (!err && *after == '*') {
		if (t->pointer)
			return fail(ps, "a pointer to a pointer is 'ptr'");
		t->pointer = true;
		*after = proto__next(ps);
	}
	if (!err && *after == '[') {
		err = take_number(ps, TYPE_BYTES_MAX, &t->n, after);
		if (!err && (!t->n || *after != ']'))
			return fail(ps, "TYPE[N]: a number from 1 to %d and ']' are expected", TYPE_BYTES_MAX);
		*after = err ? '\0' : proto__next(ps);
	}
	if (!err && *after == '@') {
		err = take_number(ps, TYPE_BYTES_MAX - 1, &at, after);
		t->at = (int)at;
	}
	return err;
}

/* ---- members of structs ---- */

static bool is_memory(const struct proto_type *t)
{
	return t->pointer || (t->word && t->word->dir);
}

/* Makes the row of a member that is a struct. */
static int member_struct(const struct proto *ps, const char *name, const struct proto_type *t, struct field *f,
			 struct member *m)
{
	const struct own_type *own = types__get(ps->types, t->type);
	const struct desc *d = own__desc(&ps->types->own, t->type, 0);

	if (own && !own->done)
		return fail(ps, "member '%s': struct '%s' does not come before this one ('%s*' is a pointer to it)",
			    name, own->name, own->name);
	if (!own && (!d || !word__align((enum sct_type)t->type, LAYOUT_LP64)))
		return fail(ps, "member '%s': this struct differs between machines: it can be pointed to only", name);
	f->kind = FIELD_SUB;
	f->type = t->type;
	m->values = own ? own->values : d->n;
	m->depth = own ? own->depth : 1;
	for (unsigned l = 0; l < LAYOUT_MAX; l++) {
		m->size[l] = d->size[l];
		m->align[l] = own ? own->align[l] : word__align((enum sct_type)t->type, (enum sct_layout)l);
	}
	return 0;
}

static int member_number(const struct proto *ps, const char *name, const struct proto_type *t, struct field *f,
			 struct member *m)
{
	if (!t->word->size)
		return fail(ps, "member '%s': type '%s' is for arguments only", name, t->word->text);
	*m = member__number(t->pointer ? WORD_LONG : t->narrow ? t->narrow : t->word->size);
	f->kind = t->word->field;
	f->flags = t->flags;
	f->size[0] = (uint8_t)m->size[LAYOUT_LP64];
	f->size[1] = (uint8_t)m->size[LAYOUT_ARM];
	return 0;
}

static int member_memory(const struct proto *ps, const char *name, const struct proto_type *t, struct field *f,
			 struct member *m)
{
	const struct proto_type address = { .word = t->word ? t->word : word__find("ptr"),
					    .at = -1,
					    .narrow = WORD_LONG };
	int type = t->pointer ? proto__pointed(ps, t) : t->type, err;

	if (type == -EINVAL)
		return fail(ps, "member '%s': '%s*' is a pointer to a pointer, which is 'ptr'", name, t->word->text);
	if (type < 0)
		return type;
	if (t->n)
		return fail(ps, "member '%s': an array can have numbers, ptr or structs only", name);
	err = member_number(ps, name, &address, f, m);
	if (t->pointer)
		f->kind = FIELD_PTR;
	f->flags = NULL;
	f->type = (uint16_t)type;
	f->list = t->word && t->word->arg == WORD_ARRAY;
	f->whole = t->word && t->word->kind == K_PATH;
	f->dir = IN;
	return err;
}

int proto__member(const struct proto *ps, const char *name, const struct proto_type *t, struct field *f,
		  struct member *m)
{
	unsigned n = t->n ? t->n : 1;
	int err;

	*f = (struct field){ .name = name };
	*m = (struct member){ .at = -1 };
	if (is_memory(t))
		err = member_memory(ps, name, t, f, m);
	else if (!t->word)
		err = member_struct(ps, name, t, f, m);
	else
		err = member_number(ps, name, t, f, m);
	m->at = t->at;
	if (err || !t->n)
		return err;
	if (t->word && !strcmp(t->word->text, "char"))
		f->kind = FIELD_STR;
	else
		f->list = true;
	f->n = (uint16_t)n;
	m->values *= n;
	for (unsigned l = 0; l < LAYOUT_MAX; l++)
		if (m->size[l] > TYPE_BYTES_MAX / n)
			return fail(ps, "member '%s' has more than %d bytes", name, TYPE_BYTES_MAX);
		else
			m->size[l] *= n;
	return 0;
}

int proto__pointed(const struct proto *ps, const struct proto_type *t)
{
	struct field f = { .name = "v" };
	struct member m;
	int err;

	if (!t->word)
		return t->type;
	if (t->word->dir || !t->word->size)
		return -EINVAL;
	err = member_number(ps, "v",
			    &(struct proto_type){ .word = t->word, .flags = t->flags, .narrow = t->narrow, .at = -1 },
			    &f, &m);
	return err ? err : types__number(ps->types, &f, t->narrow ? t->narrow : t->word->size);
}
