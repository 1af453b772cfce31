// SPDX-License-Identifier: LGPL-2.1-or-later OR BSD-2-Clause
#include "lookup/predicate.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lookup/abi.h"
#include "lookup/flags.h"
#include "util/number.h"
#include "util/suggest.h"

#define DEPTH_MAX 32 /* levels of parentheses and "not" */

static const char list[] =
#define FIELD(word, ...) " " #word
#include "tables/fields.def"
	;

const char *const predicate_words = list + 1;

struct parser {
	struct predicate *p;
	const char *text, *at;
	char *texts; /* free space in p->texts */
	unsigned depth;
	const struct errmsg *errmsg;
};

static const struct {
	const char *word;
	enum predicate_what what;
} words[] = {
#define FIELD(word, id, ...) { #word, PRED_##id },
#include "tables/fields.def"
};

static const struct {
	const char *text;
	enum predicate_op op;
} operators[] = {
	{ "==", PRED_EQ }, { "!=", PRED_NE }, { "<=", PRED_LE },  { ">=", PRED_GE }, { "=", PRED_EQ },
	{ "<", PRED_LT },  { ">", PRED_GT },  { "~", PRED_LIKE }, { "&", PRED_HAS },
};

/* Constants that are in no table. */
static const struct sct_flag others[] = { { "AT_FDCWD", -100ull }, { "NULL", 0 } };

static const struct sct_flags flags_others = { .rows = others, .n = sizeof(others) / sizeof(others[0]) };

static int fail(struct parser *s, const char *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Sets the message, with the column of position at. Returns -EINVAL. */
static int fail(struct parser *s, const char *at, const char *fmt, ...)
{
	char what[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return errmsg__set(s->errmsg, -EINVAL, "predicate, column %zu: %s", (size_t)(at - s->text) + 1, what);
}

static void skip_blanks(struct parser *s)
{
	while (isspace((unsigned char)*s->at))
		s->at++;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Consumes a sign such as "&&", or a word. Returns false if the text continues with something else. */
static bool take(struct parser *s, const char *token)
{
	size_t n = strlen(token);

	skip_blanks(s);
	if (strncmp(s->at, token, n) || (is_name(*token) && is_name(s->at[n])))
		return false;
	s->at += n;
	return true;
}

/* Copies n bytes to p->texts, and adds a NUL. */
static char *keep(struct parser *s, const char *p, size_t n)
{
	char *text = s->texts;

	memcpy(text, p, n);
	text[n] = '\0';
	s->texts += n + 1;
	return text;
}

/* ---- values ---- */

/* Adds a named constant to the value. Returns 0 or -EINVAL. */
static int add_constant(struct parser *s, struct predicate_test *t, const char *at, size_t n)
{
	const struct sct_flag *flag = t->what == PRED_ERRNO ? NULL
							    : flags__of_name(&flags_others, at, n) ?: flags__find(at, n);
	unsigned err = flag ? 0 : errno__number(at, n);
	struct suggest near;
	char text[64];

	if (!flag && !err) {
		if (t->what == PRED_ERRNO)
			errno__suggest(&near, at, n);
		else
			flags__suggest(&near, at, n);
		return fail(s, at, "no constant is called '%.*s'%s%s", (int)(n < 40 ? n : 40), at,
			    suggest__text(&near, text, sizeof(text)),
			    t->what == PRED_ARG ? "; put a text in quotes" : "");
	}
	if (t->nnames == PREDICATE_NAMES)
		return fail(s, at, "more than %d constants", PREDICATE_NAMES);
	t->names[t->nnames] = flag ? flag->name : keep(s, at, n);
	t->values[t->nnames] = flag ? flag->value : err;
	t->number |= t->values[t->nnames++];
	return 0;
}

/* Parses constants joined by '|': "A|B". */
static int constants(struct parser *s, struct predicate_test *t)
{
	int err;

	do {
		const char *from;
		size_t n = 0;

		skip_blanks(s);
		from = s->at;
		while (is_name(from[n]))
			n++;
		if (!n)
			return fail(s, from, "a constant is missing after '|'");
		err = add_constant(s, t, from, n);
		if (err)
			return err;
		s->at = from + n;
		skip_blanks(s);
	} while (*s->at == '|' && s->at[1] != '|' && s->at++);
	return 0;
}

/* Parses a number without a sign. Returns false if text is not one. */
static bool to_number(const struct predicate_test *t, const char *text, uint64_t *v)
{
	bool octal = *text == '0' && strspn(text, "01234567") == strlen(text);
	char *end;

	if (!strncmp(text, "0x", 2) || !strncmp(text, "0X", 2) || octal) {
		errno = 0;
		*v = strtoull(text, &end, 0);
		return !*end && end > text + 2 * !octal && !errno;
	}
	if (*text == '0' && isdigit((unsigned char)text[1]))
		return false;
	if (t->what == PRED_DURATION)
		return number__time(text, NS_PER_MS, v);
	return number__size(text, v) || number__parse(text, strlen(text), UINT64_MAX, v) || number__time(text, 1, v);
}

static int number(struct parser *s, struct predicate_test *t)
{
	const char *from = s->at;
	size_t n = 0;
	char text[40];

	while (is_name(from[n]) || from[n] == '.')
		n++;
	snprintf(text, sizeof(text), "%.*s", (int)n, from);
	if (n >= sizeof(text) || !to_number(t, text, &t->number))
		return fail(s, from, "'%.*s' is no number%s", (int)(n < 40 ? n : 40), from,
			    t->what == PRED_DURATION ? " of milliseconds, and no time such as 50us, 10ms or 1.5s"
						     : " such as 4096, 0x1f, 0644, 64K or 1.5M");
	s->at = from + n;
	return 0;
}

/*
 * Parses "text" or 'text'. A backslash quotes the next character. In a pattern (~) the backslash is kept, because
 * patterns use it, too.
 */
static int quoted(struct parser *s, struct predicate_test *t)
{
	const char *from = s->at, *p = from + 1;
	char *text = s->texts;

	for (; *p && *p != *from; p++) {
		if (*p == '\\' && p[1]) {
			if (t->op == PRED_LIKE)
				*s->texts++ = '\\';
			p++;
		}
		*s->texts++ = *p;
	}
	*s->texts++ = '\0';
	if (!*p)
		return fail(s, from, "the text has no closing %c", *from);
	t->text = text;
	s->at = p + 1;
	return 0;
}

static bool takes_text(const struct predicate_test *t)
{
	return t->what == PRED_CALL || t->what == PRED_COMM || t->op == PRED_LIKE;
}

/* Parses a text without quotation marks, where only a text is valid. */
static int word(struct parser *s, struct predicate_test *t)
{
	size_t n = strcspn(s->at, " \t\n()&|");

	t->text = keep(s, s->at, n);
	s->at += n;
	return 0;
}

static int value(struct parser *s, struct predicate_test *t)
{
	int err;

	skip_blanks(s);
	if (!*s->at || *s->at == ')')
		return fail(s, s->at, "a value is missing");
	if (*s->at == '"' || *s->at == '\'')
		return quoted(s, t);
	if (takes_text(t))
		return word(s, t);
	if (*s->at == '-' || *s->at == '+')
		t->negative = *s->at++ == '-';
	if (isdigit((unsigned char)*s->at) || *s->at == '.')
		err = number(s, t);
	else if (is_name(*s->at))
		err = constants(s, t);
	else
		err = fail(s, s->at, "'%c' begins no value: use a number, a constant or a text in quotes", *s->at);
	if (t->negative)
		t->number = -t->number;
	return err;
}

/* ---- comparisons ---- */

bool predicate__is_size(const char *arg)
{
	static const char names[][10] = { "count",  "len",    "length", "size",	   "usize",
					  "nbytes", "buflen", "bufsiz", "bufsize", "msgsz" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(arg, names[i]))
			return true;
	return false;
}

static enum predicate_what what_of(const char *name)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(name, words[i].word))
			return words[i].what;
	return PRED_ARG;
}

/* Parses NAME, NAME.MEMBER or args.NAME. */
static int name(struct parser *s, struct predicate_test *t)
{
	const char *from;
	char *text, *dot;
	size_t n = 0;
	bool forced;

	skip_blanks(s);
	from = s->at;
	while (is_name(from[n]) || (n && from[n] == '.'))
		n++;
	if (!n || isdigit((unsigned char)*from))
		return fail(s, from, *from ? "a name is missing before '%.8s'" : "a comparison is missing%s", from);
	t->column = (unsigned)(from - s->text) + 1;
	s->at = from + n;
	text = keep(s, from, n);
	forced = !strncmp(text, "args.", 5) && text[5];
	text += forced ? 5 : 0;
	t->what = forced ? PRED_ARG : what_of(text);
	t->arg = text;
	dot = strchr(text, '.');
	t->member = dot ? dot + 1 : "";
	if (dot)
		*dot = '\0';
	return dot && !dot[1] ? fail(s, s->at, "a member is missing after '%s.'", text) : 0;
}

static int operator(struct parser *s, struct predicate_test *t)
{
	skip_blanks(s);
	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		size_t n = strlen(operators[i].text);

		if (strncmp(s->at, operators[i].text, n) || !strncmp(s->at, "&&", 2))
			continue;
		t->op = operators[i].op;
		s->at += n;
		return 0;
	}
	return fail(s, s->at, "an operator is missing after '%s': ==, !=, <, <=, >, >=, ~ or &", t->arg);
}

/* Refuses operators and values that do not fit the name's type. */
static int check(struct parser *s, const struct predicate_test *t, const char *op)
{
	bool text = t->what == PRED_CALL || t->what == PRED_COMM, number = !text && t->what != PRED_ARG;

	if (number && t->text && t->what != PRED_RET)
		return fail(s, op, "'%s' is a number, not a text", t->arg);
	if ((text || t->text) && t->op != PRED_EQ && t->op != PRED_NE && t->op != PRED_LIKE)
		return fail(s, op, "a text is compared with ==, != or ~ (a pattern)");
	if (t->what == PRED_DURATION && (t->negative || t->nnames))
		return fail(s, op, "a duration is compared with a time such as 50us, 10ms or 1.5s");
	return 0;
}

static int node(struct parser *s, enum predicate_join join, uint8_t left, uint8_t right)
{
	struct predicate *p = s->p;

	if (p->nnodes == PREDICATE_NODES)
		return fail(s, s->at, "the predicate is too long");
	p->nodes[p->nnodes] = (struct predicate_node){ join, left, right };
	p->root = (uint8_t)p->nnodes++;
	return 0;
}

static int comparison(struct parser *s)
{
	struct predicate *p = s->p;
	struct predicate_test *t = &p->tests[p->ntests];
	const char *op;
	int err;

	if (p->ntests == PREDICATE_TESTS)
		return fail(s, s->at, "more than %d comparisons", PREDICATE_TESTS);
	err = name(s, t);
	skip_blanks(s);
	op = s->at;
	if (!err)
		err = operator(s, t);
	if (!err)
		err = value(s, t);
	if (!err)
		err = check(s, t, op);
	return err ? err : node(s, PRED_TEST, (uint8_t)p->ntests++, 0);
}

/* ---- and, or, not ---- */

static int disjunction(struct parser *s);

static int factor(struct parser *s)
{
	const char *open;
	int err;

	if (s->depth == DEPTH_MAX)
		return fail(s, s->at, "more than %d levels of parentheses", DEPTH_MAX);
	s->depth++;
	if (take(s, "not") || take(s, "!")) {
		err = factor(s);
		if (!err)
			err = node(s, PRED_NOT, s->p->root, 0);
	} else if (take(s, "(")) {
		open = s->at - 1;
		err = disjunction(s);
		if (!err && !take(s, ")"))
			err = *s->at ? fail(s, s->at, "'and', 'or' or ')' is missing before '%.8s'", s->at)
				     : fail(s, open, "the parenthesis is not closed");
	} else {
		err = comparison(s);
	}
	s->depth--;
	return err;
}

static int conjunction(struct parser *s)
{
	int err = factor(s);

	while (!err && (take(s, "and") || take(s, "&&"))) {
		uint8_t left = s->p->root;

		err = factor(s);
		if (!err)
			err = node(s, PRED_AND, left, s->p->root);
	}
	return err;
}

static int disjunction(struct parser *s)
{
	int err = conjunction(s);

	while (!err && (take(s, "or") || take(s, "||"))) {
		uint8_t left = s->p->root;

		err = conjunction(s);
		if (!err)
			err = node(s, PRED_OR, left, s->p->root);
	}
	return err;
}

int predicate__parse(struct predicate **out, const char *text, const struct errmsg *errmsg)
{
	struct parser s = { .p = calloc(1, sizeof(*s.p)), .text = text, .at = text, .errmsg = errmsg };
	int err = s.p ? 0 : -ENOMEM;

	*out = s.p;
	if (!err) {
		/* the texts need no more room than the predicate and a NUL for each */
		s.p->texts = s.texts = malloc(2 * strlen(text) + 2);
		err = s.texts ? disjunction(&s) : -ENOMEM;
	}
	skip_blanks(&s);
	if (!err && *s.at)
		err = fail(&s, s.at, "'and' or 'or' is missing before '%.16s'", s.at);
	if (err) {
		predicate__free(*out);
		*out = NULL;
	}
	return err;
}

void predicate__free(struct predicate *p)
{
	if (!p)
		return;
	free(p->texts);
	free(p);
}
