// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
/* What people type of a probe: where it is, and its prototype. */
#include "probe/probe.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/near.h"

static const char *const words[PROBE_KINDS] = {
	[PROBE_UPROBE] = "uprobe",	   [PROBE_URETPROBE] = "uretprobe", [PROBE_UFUNC] = "ufunc",
	[PROBE_TRACEPOINT] = "tracepoint", [PROBE_USDT] = "usdt",	    [PROBE_KFUNC] = "kfunc",
};

const char *probe_kind__word(enum probe_kind k)
{
	return words[k];
}

/* ---- types ---- */

#define IN_MEMORY IN
/* A type's argument, in parentheses. */
enum type_arg { NO_TYPE_ARG, LENGTH, FLAG_NAMES, STRUCT_NAME };

/* The kinds of the tables, by the names that C and its headers have for them. */
static const struct type {
	const char *word;
	uint8_t kind; /* enum sct_kind */
	uint8_t dir;
	uint8_t arg;	/* enum type_arg */
	uint8_t narrow; /* bytes of a register that mean something; 0: as the kind says */
	uint8_t object; /* enum sct_object: of the kernel's functions only */
} types[] = {
	{ "int", K_INT },
	{ "uint", K_UINT },
	{ "long", K_LONG },
	{ "ulong", K_ULONG },
	{ "bool", K_ULONG, .narrow = 1 },
	{ "char", K_LONG, .narrow = 1 },
	{ "short", K_LONG, .narrow = 2 },
	{ "ushort", K_ULONG, .narrow = 2 },
	{ "i8", K_LONG, .narrow = 1 },
	{ "u8", K_ULONG, .narrow = 1 },
	{ "i16", K_LONG, .narrow = 2 },
	{ "u16", K_ULONG, .narrow = 2 },
	{ "i32", K_INT },
	{ "u32", K_UINT },
	{ "i64", K_LONG },
	{ "u64", K_ULONG },
	{ "size_t", K_ULONG },
	{ "ssize_t", K_LONG },
	{ "off_t", K_LONG },
	{ "hex", K_HEX },
	{ "ptr", K_ADDR },
	{ "oct", K_OCT },
	{ "mode", K_MODE },
	{ "fd", K_FD },
	{ "dirfd", K_DIRFD },
	{ "pid", K_PID },
	{ "uid", K_ID },
	{ "gid", K_ID },
	{ "sig", K_SIG },
	{ "dev", K_DEV },
	{ "flags", K_FLAGS, .arg = FLAG_NAMES },
	{ "enum", K_SYM, .arg = FLAG_NAMES },
	{ "str", K_STR, IN_MEMORY },
	{ "path", K_PATH, IN_MEMORY },
	{ "kname", K_PATH, IN_MEMORY, .object = SCT_OBJECT_NAME },
	{ "kfile", K_PATH, IN_MEMORY, .object = SCT_OBJECT_FILE },
	{ "kpath", K_PATH, IN_MEMORY, .object = SCT_OBJECT_PATH },
	{ "kdentry", K_PATH, IN_MEMORY, .object = SCT_OBJECT_DENTRY },
	{ "bytes", K_BYTES, IN_MEMORY, LENGTH },
	{ "struct", K_STRUCT, IN_MEMORY, STRUCT_NAME },
};
#define NTYPES (sizeof(types) / sizeof(types[0]))

/* The structs and the constants of tables/, by name. */
static const char *const struct_names[T_MAX] = {
#define STRUCT(t) [T_##t] = #t,
#define STRUCT_PACKED(t) [T_##t] = #t,
#define VIEW(t, ...) [T_##t] = #t,
#define VIEW_INLINE(t, ...) [T_##t] = #t,
#define PERABI(t, ...) [T_##t] = #t,
#include "lookup/rows_none.h"
#include "tables/structs/all.def"
#include "lookup/rows_end.h"
};

static const struct {
	const char *name;
	const struct sct_flags *flags;
} flag_names[] = {
#define TABLE(t, base, unknown) { #t, &flags_##t },
#define F(name, value)
#define END(t)
#include "tables/flags/all.def"
#undef TABLE
#undef F
#undef END
};

/* ---- words ---- */

struct parser {
	char *p; /* in the spec's text, which is cut up */
	const struct why *why;
	struct probe_spec *s;
	char *lengths[SCT_ROW_NARGS]; /* bytes(NAME), until all names are known */
};

#define fail(ps, ...) why__set((ps)->why, -EINVAL, __VA_ARGS__)

static char *skip_blanks(char *p)
{
	while (isblank((unsigned char)*p))
		p++;
	return p;
}

static bool is_word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/*
 * A word of at least one character, ended by a NUL in place of what follows it,
 * which is returned. NULL: there is none.
 */
static char *take_word(struct parser *ps, char *after)
{
	char *from = ps->p = skip_blanks(ps->p), *end;

	while (is_word_char(*ps->p))
		ps->p++;
	if (ps->p == from)
		return NULL;
	end = ps->p;
	ps->p = skip_blanks(ps->p);
	*after = *ps->p;
	if (*ps->p)
		ps->p++;
	*end = '\0';
	return from;
}

/* ---- prototypes ---- */

static int type_named(const struct parser *ps, const char *word, const struct type **out)
{
	struct near near;
	char hint[64];

	for (size_t i = 0; i < NTYPES; i++)
		if (!strcmp(types[i].word, word)) {
			*out = &types[i];
			return 0;
		}
	near__init(&near, word, strlen(word));
	for (size_t i = 0; i < NTYPES; i++)
		near__try(&near, types[i].word, strlen(types[i].word));
	return fail(ps, "a prototype has no type '%s'%s", word, near__text(&near, hint, sizeof(hint)));
}

static int flags_named(const struct parser *ps, const char *name, struct sct_arg *a)
{
	for (size_t i = 0; i < sizeof(flag_names) / sizeof(flag_names[0]); i++)
		if (!strcmp(flag_names[i].name, name)) {
			a->flags = flag_names[i].flags;
			return 0;
		}
	return fail(ps, "no constants are called '%s' (libsctrace/tables/flags/ has those that there are)", name);
}

static int struct_named(const struct parser *ps, const char *name, struct sct_arg *a)
{
	for (unsigned i = 1; i < T_MAX; i++)
		if (struct_names[i] && !strcmp(struct_names[i], name)) {
			a->type = (uint16_t)i;
			return 0;
		}
	return fail(ps, "no struct is called '%s' (libsctrace/tables/structs/ has those that there are)", name);
}

static int type_argument(struct parser *ps, const struct type *t, char *arg, struct sct_arg *a, char **length)
{
	switch (t->arg) {
	case LENGTH:
		*length = arg;
		return 0;
	case FLAG_NAMES:
		return flags_named(ps, arg, a);
	case STRUCT_NAME:
		return struct_named(ps, arg, a);
	}
	return fail(ps, "type '%s' takes nothing in parentheses", t->word);
}

/* "fd", "bytes(n)". *after: the character after it, which is skipped. */
static int take_type(struct parser *ps, struct sct_arg *a, char **length, char *after)
{
	const char *word = take_word(ps, after);
	const struct type *t = NULL;
	char *arg;
	int err;

	if (!word)
		return fail(ps, "a type is missing at '%s'", ps->p);
	err = type_named(ps, word, &t);
	if (err)
		return err;
	if (t->object && ps->s->kind != PROBE_KFUNC)
		return fail(ps, "type '%s' is of the kernel's functions (kfunc=)", t->word);
	a->kind = t->kind;
	a->dir = t->dir;
	a->object = t->object;
	if (t->narrow) {
		a->fn = ARGFN_narrow;
		a->elem = t->narrow;
	}
	if (*after != '(')
		return t->arg ? fail(ps, "type '%s' takes a name in parentheses", t->word) : 0;
	arg = take_word(ps, after);
	if (!arg || *after != ')')
		return fail(ps, "type '%s(...)': a name and ')' are expected", t->word);
	ps->p = skip_blanks(ps->p);
	*after = *ps->p;
	if (*ps->p)
		ps->p++;
	return type_argument(ps, t, arg, a, length);
}

/* "fd:fd"; *after: as above */
static int take_argument(struct parser *ps, char *after)
{
	struct sct_row *row = &ps->s->row;
	struct sct_arg *a = &row->args[row->nargs];
	char *name;

	if (row->nargs == SCT_NARGS)
		return fail(ps, "a prototype has at most %d arguments", SCT_NARGS);
	name = take_word(ps, after);
	if (!name || *after != ':')
		return fail(ps, "an argument is 'NAME:TYPE', not '%s'", name ? name : ps->p);
	for (unsigned i = 0; i < row->nargs; i++)
		if (!strcmp(row->args[i].name, name))
			return fail(ps, "there are two arguments '%s'", name);
	a->name = name;
	return take_type(ps, a, &ps->lengths[row->nargs++], after);
}

/* bytes(n): n is a number or another argument. */
static int set_length(const struct parser *ps, struct sct_arg *a, const char *length)
{
	const struct sct_row *row = &ps->s->row;
	unsigned long n;
	char *end;

	for (unsigned i = 0; i < row->nargs; i++)
		if (!strcmp(row->args[i].name, length)) {
			if (row->args[i].dir)
				return fail(ps, "the length of '%s', '%s', is no number", a->name, length);
			a->len = SCT_LEN_ARG;
			a->len_arg = (uint8_t)i;
			return 0;
		}
	n = strtoul(length, &end, 10);
	if (*end || !n || n > UINT16_MAX)
		return fail(ps, "the length of '%s' is another argument or a number up to %u, not '%s'", a->name,
			    UINT16_MAX, length);
	a->elem = (uint16_t)n;
	return 0;
}

/* From after '(' to after ')'. */
static int take_arguments(struct parser *ps)
{
	struct sct_row *row = &ps->s->row;
	char after = ',';
	int err = 0;

	ps->s->typed = true;
	ps->p = skip_blanks(ps->p);
	if (*ps->p == ')') {
		ps->p++;
		return 0;
	}
	while (!err && after == ',')
		err = take_argument(ps, &after);
	if (!err && after != ')')
		return fail(ps, "after '%s' comes ',' or ')'", row->args[row->nargs - 1].name);
	for (unsigned i = 0; !err && i < row->nargs; i++)
		if (ps->lengths[i])
			err = set_length(ps, &row->args[i], ps->lengths[i]);
	return err;
}

static int take_return(struct parser *ps)
{
	struct sct_arg *a = &ps->s->ret.args[0];
	char after, *length = NULL;
	int err;

	ps->p = skip_blanks(ps->p);
	if (!*ps->p)
		return 0;
	if (strncmp(ps->p, "->", 2))
		return fail(ps, "after the arguments comes '-> TYPE', not '%s'", ps->p);
	if (!probe_kind__returns(ps->s->kind))
		return fail(ps, "a %s has no return value (ufunc and uretprobe have)", words[ps->s->kind]);
	ps->p = skip_blanks(ps->p + 2);
	ps->s->ret_typed = true;
	ps->s->ret_void = !strcmp(ps->p, "void");
	if (ps->s->ret_void)
		return 0;
	a->name = "ret";
	err = take_type(ps, a, &length, &after);
	if (err)
		return err;
	if (length)
		return fail(ps, "a return value cannot be 'bytes'");
	if (after)
		return fail(ps, "nothing is expected after the type that is returned");
	ps->s->ret.nargs = 1;
	return 0;
}

/* ---- where ---- */

/* The ':' between file and function: not one of "::", of which C++ names are made. */
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

/* "+0x10", "+16" at the end of a function's name. */
static int take_offset(struct parser *ps, char *func)
{
	char *plus = strrchr(func, '+'), *end;

	if (!plus || plus == func || !isdigit((unsigned char)plus[1]))
		return 0;
	ps->s->off = strtoul(plus + 1, &end, 0);
	if (*end)
		return fail(ps, "'%s' is no offset", plus + 1);
	if (ps->s->kind != PROBE_UPROBE)
		return fail(ps, "a %s is of a whole function: '%s' takes a uprobe", words[ps->s->kind], plus);
	*plus = '\0';
	return 0;
}

/*
 * The '(' of the prototype; the whole word if there is none. An operator's name
 * has parentheses only as "operator()".
 */
static char *find_prototype(char *p)
{
	char *at = strpbrk(p, "( \t");

	if (at && at - p >= 8 && !strncmp(at - 8, "operator()", 10))
		at = strpbrk(at + 2, "( \t");
	return at ? at : p + strlen(p);
}

/* What the words before a prototype are, by the kind. */
static const char *place_of(enum probe_kind k)
{
	static const char *const places[PROBE_KINDS] = {
		[PROBE_TRACEPOINT] = "CATEGORY:NAME",
		[PROBE_USDT] = "[FILE:]PROVIDER:NAME[(NAME:TYPE, ...)]",
		[PROBE_KFUNC] = "FUNCTION[(NAME:TYPE, ...)][ -> TYPE]",
	};

	return places[k] ? places[k] : "[FILE:]FUNCTION[+OFFSET][(NAME:TYPE, ...)][ -> TYPE]";
}

static int take_name(struct parser *ps, char **out, const char *from, const char *end)
{
	if (end <= from)
		return fail(ps, "a %s is %s", words[ps->s->kind], place_of(ps->s->kind));
	if (end - from >= PROBE_NAME_MAX)
		return fail(ps, "the name of a probe has at most %d characters", PROBE_NAME_MAX - 1);
	*out = strndup(from, (size_t)(end - from));
	return *out ? 0 : -ENOMEM;
}

/* From the right: a file's name may have a ':'. */
static char *last_colon(char *from, const char *end)
{
	return end > from ? memrchr(from, ':', (size_t)(end - from)) : NULL;
}

/* The words of a place, which ends at end. */
static int take_words(struct parser *ps, char *from, char *end)
{
	bool provider = probe_kind__has_provider(ps->s->kind);
	char *colon = provider ? last_colon(from, end) : find_colon(from, end), *name = colon ? colon + 1 : from;
	int err = take_name(ps, &ps->s->func, name, end);

	if (!err && provider) {
		end = colon ? colon : from;
		colon = last_colon(from, end);
		err = take_name(ps, &ps->s->provider, colon ? colon + 1 : from, end);
	}
	if (err || !colon)
		return err;
	if (colon == from || !probe_kind__has_file(ps->s->kind))
		return fail(ps, "a %s is %s", words[ps->s->kind], place_of(ps->s->kind));
	ps->s->file = strndup(from, (size_t)(colon - from));
	return ps->s->file ? 0 : -ENOMEM;
}

/* Of a definition: nobody types them. */
static int take_fields(struct parser *ps, const char *text)
{
	int err = *text ? fields__parse(text, &ps->s->fields, &ps->s->nfields) : 0;

	return err == -EINVAL ? fail(ps, "a tracepoint has the fields that the kernel gives it, and no prototype")
			      : err;
}

static int take_place(struct parser *ps)
{
	char *from = ps->p, *end = find_prototype(from), open = *end;
	struct probe_spec *s = ps->s;
	int err = take_words(ps, from, end);

	if (!err && !probe_kind__has_provider(s->kind))
		err = take_offset(ps, s->func);
	if (err)
		return err;
	s->prototype = strdup(end);
	if (!s->prototype)
		return -ENOMEM;
	if (s->kind == PROBE_TRACEPOINT)
		return take_fields(ps, s->prototype);
	ps->p = skip_blanks(end);
	if (*ps->p == '(')
		open = *ps->p++;
	return open == '(' ? take_arguments(ps) : 0;
}

/* ---- all of it ---- */

/* NULL: no probe. */
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

int probe_spec__parse(struct probe_spec *s, const char *text, const struct why *why)
{
	struct parser ps = { .why = why, .s = s };
	const char *place;
	int err;

	memset(s, 0, sizeof(*s));
	place = kind_of(text, &s->kind);
	if (!place)
		return fail(&ps, "'%s' is no probe (valid: uprobe=, uretprobe=, ufunc=, kfunc=, tracepoint=, usdt=)",
			    text);
	s->text = strdup(place);
	if (!s->text)
		return -ENOMEM;
	ps.p = s->text;
	err = take_place(&ps);
	return err || s->kind == PROBE_TRACEPOINT ? err : take_return(&ps);
}

void probe_spec__free(struct probe_spec *s)
{
	free(s->file);
	free(s->provider);
	free(s->func);
	free(s->text);
	free(s->prototype);
	free(s->fields);
	memset(s, 0, sizeof(*s));
}
