// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* Parses specifications of probes: the place and the prototype. */
#include "probe/probe.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe/proto.h"

static const char *const words[PROBE_KINDS] = {
	[PROBE_UPROBE] = "uprobe",	   [PROBE_URETPROBE] = "uretprobe", [PROBE_UFUNC] = "ufunc",
	[PROBE_TRACEPOINT] = "tracepoint", [PROBE_USDT] = "usdt",	    [PROBE_KFUNC] = "kfunc",
};

const char *probe_kind__word(enum probe_kind k)
{
	return words[k];
}

struct parser {
	struct proto ps;
	struct probe_spec *s;
	char *lengths[SCT_ROW_NARGS]; /* NAME of bytes(NAME), resolved when all arguments were parsed */
};

#define fail(p, ...) proto__fail(&(p)->ps, __VA_ARGS__)

/* ---- prototypes ---- */

/* Sets the kind of an argument whose type is a word. */
static void set_word(struct sct_arg *a, const struct proto_type *t)
{
	const struct word *w = t->word;
	unsigned narrow = t->narrow == WORD_LONG ? 8 : t->narrow ? t->narrow : w->narrow;

	a->kind = w->kind;
	a->dir = w->dir;
	a->object = w->object;
	a->flags = t->flags;
	a->type = t->type;
	if (!narrow)
		return;
	a->fn = w->arg == WORD_NAMES && narrow == 8 ? ARGFN_wide : ARGFN_narrow;
	a->elem = (uint16_t)narrow;
}

/* Sets the type of an argument, which must fit into a register. Returns 0, or -errno with a message. */
static int set_type(const struct parser *p, struct sct_arg *a, const struct proto_type *t)
{
	int type;

	if (t->n || t->at >= 0)
		return fail(p, "'%s' is not a member of a struct: write 'array(TYPE, N)' for an array in memory",
			    a->name);
	if (!t->pointer && !t->word)
		return fail(p, "'%s' is a struct, which is passed by its address: write 'TYPE*'", a->name);
	if (!t->pointer) {
		set_word(a, t);
		return 0;
	}
	type = proto__pointed(&p->ps, t);
	if (type == -EINVAL)
		return fail(p, "'%s' is a pointer to a pointer, which is 'ptr'", a->name);
	a->kind = K_STRUCT;
	a->dir = IN;
	a->type = (uint16_t)type;
	return type < 0 ? type : 0;
}

/* Parses an argument, such as "fd:fd", and skips the character after it, which is stored in *after. */
static int take_argument(struct parser *p, char *after)
{
	struct sct_row *row = &p->s->row;
	struct sct_arg *a = &row->args[row->nargs];
	struct proto_type t;
	char *name;
	int err;

	if (row->nargs == SCT_NARGS)
		return fail(p, "a prototype has at most %d arguments", SCT_NARGS);
	name = proto__word(&p->ps, after);
	if (!name || *after != ':')
		return fail(p, "an argument is 'NAME:TYPE', not '%s'", name ? name : p->ps.p);
	for (unsigned i = 0; i < row->nargs; i++)
		if (!strcmp(row->args[i].name, name))
			return fail(p, "there are two arguments '%s'", name);
	a->name = name;
	err = proto__type(&p->ps, &t, after);
	p->lengths[row->nargs++] = t.length;
	return err ? err : set_type(p, a, &t);
}

/* Resolves N of bytes(N): another argument, or a number. */
static int set_length(const struct parser *p, struct sct_arg *a, const char *length)
{
	const struct sct_row *row = &p->s->row;
	unsigned long n;
	char *end;

	for (unsigned i = 0; i < row->nargs; i++)
		if (!strcmp(row->args[i].name, length)) {
			if (row->args[i].dir)
				return fail(p, "the length of '%s', '%s', is not a number", a->name, length);
			a->len = SCT_LEN_ARG;
			a->len_arg = (uint8_t)i;
			return 0;
		}
	n = strtoul(length, &end, 10);
	if (*end || !n || n > UINT16_MAX)
		return fail(p, "the length of '%s' is another argument or a number up to %u, not '%s'", a->name,
			    UINT16_MAX, length);
	a->elem = (uint16_t)n;
	return 0;
}

/* Parses the arguments, up to and including the ')'. */
static int take_arguments(struct parser *p)
{
	struct sct_row *row = &p->s->row;
	char after = ',';
	int err = 0;

	p->s->typed = true;
	p->ps.p = proto__blanks(p->ps.p);
	if (*p->ps.p == ')') {
		p->ps.p++;
		return 0;
	}
	while (!err && after == ',')
		err = take_argument(p, &after);
	if (!err && after != ')')
		return fail(p, "after '%s' comes ',' or ')'", row->args[row->nargs - 1].name);
	for (unsigned i = 0; !err && i < row->nargs; i++)
		if (p->lengths[i])
			err = set_length(p, &row->args[i], p->lengths[i]);
	return err;
}

/* True if the prototype may have a return type. That of a uprobe is ignored. */
static bool may_return(enum probe_kind k)
{
	return probe_kind__returns(k) || k == PROBE_UPROBE;
}

static int take_return(struct parser *p)
{
	struct sct_arg *a = &p->s->ret.args[0];
	struct proto_type t;
	char after;
	int err;

	p->ps.p = proto__blanks(p->ps.p);
	if (!*p->ps.p)
		return 0;
	if (strncmp(p->ps.p, "->", 2))
		return fail(p, "after the arguments comes '-> TYPE', not '%s'", p->ps.p);
	if (!may_return(p->s->kind))
		return fail(p, "a %s has no return value (ufunc and uretprobe have)", words[p->s->kind]);
	p->ps.p = proto__blanks(p->ps.p + 2);
	p->s->ret_typed = true;
	p->s->ret_void = !strcmp(p->ps.p, "void");
	if (p->s->ret_void)
		return 0;
	a->name = "ret";
	err = proto__type(&p->ps, &t, &after);
	if (err)
		return err;
	if (t.length)
		return fail(p, "a return value cannot be '%s'", t.word->text);
	if (after)
		return fail(p, "nothing is expected after the type that is returned");
	err = set_type(p, a, &t);
	p->s->ret.nargs = !err;
	return err;
}

/* ---- places ---- */

/* Returns the ':' between file and function, or NULL. The "::" in C++ names is skipped. */
static char *find_colon(char *p, const char *end)
{
	for (; p < end; p++) {
		if (*p != ':')
			continue;
		if (p[1] != ':')
			return p;
		p++;
	}
	return NULL;
}

/* Parses an offset after a function's name, "+0x10" or "+16", and cuts it off. */
static int take_offset(struct parser *p, char *func)
{
	char *plus = strrchr(func, '+'), *end;

	if (!plus || plus == func || !isdigit((unsigned char)plus[1]))
		return 0;
	p->s->off = strtoul(plus + 1, &end, 0);
	if (*end)
		return fail(p, "'%s' is not an offset (valid: +16, +0x10)", plus + 1);
	if (p->s->kind != PROBE_UPROBE)
		return fail(p, "a %s is for a whole function: only a uprobe takes '%s'", words[p->s->kind], plus);
	*plus = '\0';
	return 0;
}

/* Returns the end of the place, where the prototype begins: a '(' or a blank, but not the '(' of C++'s "operator()". */
static char *find_prototype(char *p)
{
	char *at = strpbrk(p, "( \t");

	if (at && at - p >= 8 && !strncmp(at - 8, "operator()", 10))
		at = strpbrk(at + 2, "( \t");
	return at ? at : p + strlen(p);
}

/* Returns the syntax of specifications of this kind, for messages. */
static const char *place_of(enum probe_kind k)
{
	static const char *const places[PROBE_KINDS] = {
		[PROBE_TRACEPOINT] = "CATEGORY:NAME",
		[PROBE_USDT] = "[FILE:]PROVIDER:NAME[(NAME:TYPE, ...)]",
		[PROBE_KFUNC] = "FUNCTION[(NAME:TYPE, ...)][ -> TYPE]",
	};

	return places[k] ? places[k] : "[FILE:]FUNCTION[+OFFSET][(NAME:TYPE, ...)][ -> TYPE]";
}

static int take_name(struct parser *p, char **out, const char *from, const char *end)
{
	if (end <= from)
		return fail(p, "a %s is %s", words[p->s->kind], place_of(p->s->kind));
	if (end - from >= PROBE_NAME_MAX)
		return fail(p, "the name of a probe has at most %d characters", PROBE_NAME_MAX - 1);
	*out = strndup(from, (size_t)(end - from));
	return *out ? 0 : -ENOMEM;
}

/* Returns the last ':' before end, or NULL. The last one is used because file names may have a ':', too. */
static char *last_colon(char *from, const char *end)
{
	return end > from ? memrchr(from, ':', (size_t)(end - from)) : NULL;
}

/* Parses a place up to end: [FILE:]FUNC or [FILE:]PROVIDER:NAME. */
static int take_words(struct parser *p, char *from, char *end)
{
	bool provider = probe_kind__has_provider(p->s->kind);
	char *colon = provider ? last_colon(from, end) : find_colon(from, end), *name = colon ? colon + 1 : from;
	int err = take_name(p, &p->s->func, name, end);

	if (!err && provider) {
		end = colon ? colon : from;
		colon = last_colon(from, end);
		err = take_name(p, &p->s->provider, colon ? colon + 1 : from, end);
	}
	if (err || !colon)
		return err;
	if (colon == from || !probe_kind__has_file(p->s->kind))
		return fail(p, "a %s is %s", words[p->s->kind], place_of(p->s->kind));
	p->s->file = strndup(from, (size_t)(colon - from));
	return p->s->file ? 0 : -ENOMEM;
}

/* Parses the fields of a tracepoint. Only definitions have them: see probe.h. */
static int take_fields(struct parser *p, const char *text)
{
	int err = *text ? fields__parse(text, &p->s->fields, &p->s->nfields) : 0;

	return err == -EINVAL ? fail(p, "a tracepoint has the fields that the kernel gives it, and no prototype") : err;
}

static int take_place(struct parser *p)
{
	char *from = p->ps.p, *end = find_prototype(from), open = *end;
	struct probe_spec *s = p->s;
	int err = take_words(p, from, end);

	if (!err && !probe_kind__has_provider(s->kind))
		err = take_offset(p, s->func);
	if (err)
		return err;
	s->prototype = strdup(end);
	if (!s->prototype)
		return -ENOMEM;
	if (s->kind == PROBE_TRACEPOINT)
		return take_fields(p, s->prototype);
	p->ps.p = proto__blanks(end);
	if (*p->ps.p == '(')
		open = *p->ps.p++;
	return open == '(' ? take_arguments(p) : 0;
}

/* ---- specifications ---- */
/* Returns the text after "KIND=" and sets *kind, or returns NULL if text does not begin with a kind. */
static const char *kind_of(const char *text, enum probe_kind *kind)
{
	for (int k = 0; k < PROBE_KINDS; k++) {
		size_t n = strlen(words[k]);

		if (!strncmp(text, words[k], n) && text[n] == '=') {
			*kind = (enum probe_kind)k;
			return text + n + 1;
		}
	}
	return NULL;
}

bool probe_spec__is(const char *text)
{
	enum probe_kind kind;

	return kind_of(text, &kind);
}

int probe_spec__parse(struct probe_spec *s, const char *text, struct types *types, const struct errmsg *errmsg)
{
	struct parser p = { .ps = { .errmsg = errmsg }, .s = s };
	const char *place;
	int err;

	memset(s, 0, sizeof(*s));
	place = kind_of(text, &s->kind);
	if (!place)
		return fail(&p, "'%s' is not a probe (valid: uprobe=, uretprobe=, ufunc=, kfunc=, tracepoint=, usdt=)",
			    text);
	s->own = types ? NULL : types__new();
	s->types = p.ps.types = types ? types : s->own;
	s->text = strdup(place);
	if (!s->text || !s->types)
		return -ENOMEM;
	s->row.own = s->ret.own = &s->types->own;
	p.ps.p = s->text;
	p.ps.kernel = s->kind == PROBE_KFUNC;
	err = take_place(&p);
	return err || s->kind == PROBE_TRACEPOINT ? err : take_return(&p);
}

void probe_spec__types(const struct probe_spec *s, struct buf *out)
{
	const struct sct_flags *flags[SCT_ROW_NARGS + 1];
	uint16_t types[SCT_ROW_NARGS + 1];
	unsigned n = 0;

	for (; n < s->row.nargs; n++) {
		types[n] = s->row.args[n].type;
		flags[n] = s->row.args[n].flags;
	}
	types[n] = s->ret.args[0].type;
	flags[n++] = s->ret.args[0].flags;
	types__write(s->types, types, n, flags, n, out);
}

void probe_spec__free(struct probe_spec *s)
{
	free(s->file);
	free(s->provider);
	free(s->func);
	free(s->text);
	free(s->prototype);
	free(s->fields);
	types__free(s->own);
	memset(s, 0, sizeof(*s));
}
